"""How much of a product or of a long table a run of the tests asks.

A usual run asks a fixed part, in which every two values of two axes still meet.  With ``HEDDLE_TESTS=all`` it asks everything.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

ALL = os.environ.get("HEDDLE_TESTS") == "all"


def pairs(*axes: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Rows of a product, few of them: each two values of two axes are together in one.  Always the same rows."""
    product = list(itertools.product(*axes))
    if ALL:
        return product
    missing = set[Any]().union(*map(_met, product))
    chosen = []
    while missing:
        best = max(product, key=lambda row: len(missing & _met(row)))  # the first of them
        chosen.append(best)
        missing -= _met(best)
    return chosen


def _met(row: tuple[Any, ...]) -> set[Any]:
    return set(itertools.combinations(enumerate(row), 2))


def number(few: int) -> int:
    """Of generated programs."""
    return 20 * few if ALL else few


def some(cases: Iterable[T], number: int) -> list[T]:
    """So many of them, from everywhere in the table."""
    every = list(cases)
    if ALL or len(every) <= number:
        return every
    return [every[i * len(every) // number] for i in range(number)]


def in_turn(cases: Iterable[T], others: Sequence[Any]) -> list[tuple[T, Any]]:
    """Each case with one of the others, which take turns."""
    every = list(cases)
    return list(itertools.product(every, others)) if ALL else list(zip(every, itertools.cycle(others)))
