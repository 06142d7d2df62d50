"""No proof is believed unchecked: an invariant is verified over machine words, step by step, by another solver.

Initiation, every step of every template, the start of new threads, what other threads do meanwhile, and that no claim
fails.  Finding an invariant may go wrong in any way (integers for words, clauses, Spacer itself); this may not.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.proofs.certify_each import EachThread
from heddle.proofs.certify_pairs import EveryTwo
from heddle.proofs.certify_product import AllTogether
from heddle.proofs.certify_steps import SeveralSteps
from heddle.proofs.ghosts import Ghosted, extends
from heddle.proofs.invariant import Invariant, Kind
from heddle.proofs.obligations import Obligations, Rejected
from heddle.proofs.system import System


def certify(system: System, ghosted: Ghosted, invariant: Invariant, deadline: float) -> int:
    """How many obligations were shown.  Raises Rejected.  ``ghosted`` is the system with ghosts, of which the invariant
    speaks."""
    if not extends(ghosted.system, system):
        raise Rejected("ghost variables change what the program does")
    check = _check(invariant.kind)(ghosted, invariant, deadline)
    check.run()
    return check.checked


def _check(kind: Kind) -> Callable[[Ghosted, Invariant, float], Obligations]:
    match kind:
        case Kind.EACH:
            return EachThread
        case Kind.PAIRS:
            return EveryTwo
        case Kind.ALL:
            return AllTogether
        case Kind.STEPS:
            return SeveralSteps


__all__ = ["certify"]
