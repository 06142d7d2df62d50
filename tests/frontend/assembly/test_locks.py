"""Locks in assembly: each keeps one thread out while the other is in, under the models that allow it to."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import ask
from heddle.answer import Verdict
from heddle.frontend import load

PROGRAMS = Path(__file__).parent / "programs"
HOLDS = (Verdict.SAFE, Verdict.BOUNDED)
NOT_ATOMIC = 'SWAP="movl %1,%%ecx; movl %0,%1; movl %%ecx,%0"'


def verdict(file: str, model: str, defines: tuple[str, ...]) -> Verdict:
    program = load([str(PROGRAMS / file)], defines=defines)
    if model == "rc11":
        return ask(program, model, engine="stateless", unwind=3).verdict
    return ask(program, model, unwind=2, rounds=2).verdict


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
@pytest.mark.parametrize("file", ["spin.c", "ticket.c", "mcs.c", "exclusive.c"])
def test_locks_hold(file: str, model: str) -> None:
    assert verdict(file, model, ()) in HOLDS


@pytest.mark.parametrize(
    ("file", "define", "model", "holds"),
    [
        ("spin.c", NOT_ATOMIC, "sc", False),  # an exchange in two steps
        ("peterson.c", 'FENCE="mfence"', "tso", True),
        ("peterson.c", 'FENCE="lock; addl $0,(%%rsp)"', "tso", True),
        ("peterson.c", 'FENCE=""', "sc", True),
        ("peterson.c", 'FENCE=""', "tso", False),  # the read overtakes the writes
        ("peterson.c", 'FENCE="sfence"', "tso", False),
        ("exclusive.c", 'RELEASE="str"', "tso", True),
        ("exclusive.c", 'RELEASE="str"', "pso", False),  # the lock is free before what it protects is written
        ("exclusive.c", 'RELEASE="str"', "rc11", False),
    ],
)
def test_locks_need_their_instructions(file: str, define: str, model: str, holds: bool) -> None:
    assert (verdict(file, model, (define,)) in HOLDS) == holds
