"""Proofs about sequential programs with loops: Horn clauses, guessed over integers, judged over machine words.

    sequential program ──segments──▶ clauses ──spacer──▶ an invariant for each loop ──judge──▶ proved, or not

Z3's Spacer looks for the invariants over integers, and may forget what has no linear form: what it finds is a guess.
Bitwuzla then judges it on the bit-vectors of the program itself; nothing else is believed.
"""

from __future__ import annotations

from heddle.backends.horn.judge import holds
from heddle.backends.horn.segments import Clauses, clauses
from heddle.backends.horn.spacer import guess
from heddle.records import dataclass
from heddle.sequentializer.program import SequentialProgram
from heddle.symbolic.straight import NotStraight


@dataclass(frozen=True, slots=True)
class Outcome:
    """``reason``: why there is no proof."""

    is_proved: bool
    reason: str = ""
    loops: int = 0
    """So many invariants were found."""


def prove(sequential: SequentialProgram, deadline: float) -> Outcome:
    """Whether no run, however long, fails, comes to a bound, or does something unsupported."""
    try:
        system: Clauses = clauses(sequential)
    except NotStraight as problem:
        return Outcome(False, str(problem))
    found = guess(system, deadline)
    if isinstance(found, str):
        return Outcome(False, found)
    rejected = holds(system, found, deadline)
    if rejected is not None:
        return Outcome(False, f"an invariant was found that does not hold for machine integers ({rejected})")
    return Outcome(True, loops=len(found))


__all__ = ["Outcome", "prove"]
