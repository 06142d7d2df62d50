"""k-induction over all threads together, over machine words (Sheeran, Singh and Stalmarck 2000)

If no claim fails within the first k steps, nor after any k steps of a run in which none has failed, none ever does.
Such a run may begin in any state that agrees with what else is known: ranges of values, locks, and facts about each
thread that are left when guesses are weakened (:mod:`heddle.proofs.weakening`).  Runs that come back to where they
were are left out, for a shortest way to a failure has no circles.  One formula grows with k.
"""

from __future__ import annotations

import bitwuzla as bz

from heddle.proofs.clauses import NoProof, OutOfTime
from heddle.proofs.clock import now
from heddle.proofs.formulas import TRUE, Formula
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.invariant import Invariant, Key, Kind
from heddle.proofs.reduction import Reduction
from heddle.proofs.unrolling import State, Unrolling
from heddle.proofs.weakening import Weakening

MOST_STEPS = 60
SHARE = 0.4
"""Of the time, for the facts."""


class Induction:
    """Makes an invariant as :class:`heddle.proofs.clauses.Clauses` do."""

    def __init__(self, ghosted: Ghosted) -> None:
        self.ghosted, self.system = ghosted, ghosted.system
        self.until = float("inf")

    def build(self) -> None:
        if any(t.many for t in self.system.templates):
            raise NoProof("there is no bound on the number of threads")

    def solve(self, seconds: float, is_global: bool = False) -> Invariant:
        """Raises NoProof."""
        self.until = now() + seconds
        facts = self._facts(seconds * SHARE)
        steps = self._induction(Unrolling(self.ghosted, facts, Reduction(self.system, self.until)))
        return Invariant(Kind.STEPS, facts.parts, steps)

    def _facts(self, seconds: float) -> Invariant:
        """What is left of the guesses; nothing, if that takes too long."""
        weakening = Weakening(self.ghosted, conditional=False)
        try:
            weakening.build()
            return weakening.facts(seconds)
        except NoProof:
            everywhere: dict[Key, Formula] = {((t.index, n),): TRUE for t in self.system.templates for n in t.nodes}
            return Invariant(Kind.EACH, everywhere)

    def _induction(self, unrolling: Unrolling) -> int:
        """Over how many steps."""
        solver = bz.Bitwuzla(unrolling.logic.tm)
        solver.configure_terminator(lambda: now() > self.until)
        state = unrolling.any_state()
        first = unrolling.logic.all(unrolling.is_first(state))
        before: list[State] = []
        for steps in range(1, MOST_STEPS + 1):
            for condition in unrolling.is_possible(state):
                solver.assert_formula(condition)
            for other in before:
                solver.assert_formula(unrolling.differ(other, state))
            fails = unrolling.fails(state)
            if _check(solver, first, fails):
                raise NoProof("a claim may fail")
            if not _check(solver, fails):
                return steps
            solver.assert_formula(unrolling.logic.make(bz.Kind.NOT, fails))
            before.append(state)
            state, conditions = unrolling.step(state)
            for condition in conditions:
                solver.assert_formula(condition)
        raise NoProof(f"no induction over {MOST_STEPS} steps")


def _check(solver: bz.Bitwuzla, *assumptions: bz.Term) -> bool:
    """Whether it is possible.  Raises OutOfTime."""
    result = solver.check_sat(*assumptions)
    if result == bz.Result.UNKNOWN:
        raise OutOfTime("no induction found in time")
    return bool(result == bz.Result.SAT)


__all__ = ["Induction"]
