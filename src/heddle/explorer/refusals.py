"""Why the kernel has no answer, in words."""

from __future__ import annotations

from heddle.explorer._kernel import MOST_READS, Obstacle, Refusal

MISFITS = {
    Obstacle.GROWING_DIFFERENCE: "it uses a difference whose right side may grow",
    Obstacle.FORBIDDEN_READ: "it forbids a read from the latest write",
    Obstacle.FORBIDDEN_WRITE: "it forbids a write after all others",
    Obstacle.FORBIDDEN_FENCE: "it forbids a fence",
}
"""The model lacks what the search needs."""

LIMITS = {
    Obstacle.TOO_MANY_READS: f"a thread of more than {MOST_READS} reads under a model that asks for dependencies",
}
"""The program has more than the kernel is made for."""


def is_misfit(refusal: Refusal) -> bool:
    return refusal.obstacle in MISFITS


def words(refusal: Refusal) -> str:
    return (MISFITS | LIMITS)[refusal.obstacle]
