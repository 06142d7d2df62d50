"""Solving bounded programs: one formula per unfolding.

A small program gets one formula for all its interleavings (:mod:`heddle.backends.bmc.order`).  For others rounds are
added to the formula while it is being solved (:mod:`heddle.backends.bmc.schedule`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import bitwuzla as bz

from heddle.backends.bmc.local import Claim, LocalEncoder, Meaning
from heddle.backends.bmc.order import OrderSchedule, is_small
from heddle.backends.bmc.schedule import LazySchedule
from heddle.backends.bmc.terms import Terms
from heddle.backends.bmc.witness import Model, counterexample
from heddle.backends.sequential import OutOfTime
from heddle.core.program import BoundedProgram
from heddle.counterexample import Counterexample
from heddle.symbolic.analysis import Values
from heddle.symbolic.cells import Cells
from heddle.symbolic.execute import execute
from heddle.symbolic.visible import Visibility


@dataclass(frozen=True, slots=True)
class Size:
    threads: int
    blocks: int
    events: int
    constraints: int


class Bmc:
    """Questions about the executions of a bounded program within a number of rounds.

    ``by_rounds``: even a small program is searched by rounds.
    Use: ``find_violation(rounds)`` with growing ``rounds``; after it answers None, ``reached(meaning, rounds)``.
    """

    def __init__(
        self, program: BoundedProgram, checks: frozenset[str], model: str = "sc", by_rounds: bool = False
    ) -> None:
        self.events = execute(program, checks)
        values = Values(self.events)
        self.visibility = Visibility(self.events, values, Cells(self.events, values), model)
        tm = bz.TermManager()
        self.terms = Terms(tm, self.events.dag, values.values)
        self.local = LocalEncoder(self.visibility, self.terms, checks)
        self.part = self.local.run()
        self.by_rounds = by_rounds or not is_small(self.events, self.visibility, self.part)
        kind = LazySchedule if self.by_rounds else OrderSchedule
        self.schedule: LazySchedule | OrderSchedule = kind(self.events, self.local, self.part, self.terms)
        options = bz.Options()
        options.set(bz.Option.PRODUCE_MODELS, True)
        # small formulas are solved in less time than it takes to simplify them
        options.set(bz.Option.PREPROCESS, self.by_rounds)
        self.solver = bz.Bitwuzla(tm, options)
        self.constraints = 0
        self._assert(self.schedule.constraints())
        self._strict = self._make_strict()
        self._deadline = float("inf")
        self.solver.configure_terminator(lambda: time.monotonic() > self._deadline)

    def _assert(self, constraints: Iterable[bz.Term]) -> None:
        for c in constraints:
            if c is not self.terms.true:
                self.solver.assert_formula(c)
                self.constraints += 1

    def _make_strict(self) -> bz.Term:
        """A literal that excludes executions which a bound cuts or which use something unsupported."""
        strict = self.terms.boolean("strict")
        bad = [self._happens(c) for c in self.part.claims if c.meaning in (Meaning.CUT, Meaning.UNSUPPORTED)]
        self._assert(self.terms.implies(strict, self.terms.not_(b)) for b in bad)
        return strict

    def _happens(self, claim: Claim) -> bz.Term:
        return self.terms.and_(self.schedule.final[claim.thread][claim.block], claim.bad)

    @property
    def size(self) -> Size:
        threads = self.events.threads
        return Size(
            len(threads), sum(t.blocks for t in threads), sum(len(t.events) for t in threads), self.constraints
        )

    def claims(self, meaning: Meaning) -> list[Claim]:
        return [c for c in self.part.claims if c.meaning is meaning and c.bad is not self.terms.false]

    def find_violation(self, rounds: int, deadline: float) -> Counterexample | None:
        model = self.violating_model(rounds, deadline)
        return None if model is None else counterexample(model, self.schedule, self.local, self.part)

    def violating_model(self, rounds: int, deadline: float) -> Model | None:
        """The values of everything in an execution that violates the property."""
        wanted = [self._happens(c) for c in self.claims(Meaning.VIOLATION)]
        if not wanted or not self._satisfiable(rounds, deadline, [self._strict, self.terms.or_(*wanted)]):
            return None
        return Model(self.solver, self.terms, self.events.dag)

    def reached(self, meaning: Meaning, rounds: int, deadline: float) -> list[Claim]:
        """The claims of a meaning (cuts, unsupported things) that some execution reaches; at least one if any does."""
        claims = self.claims(meaning)
        happening = [self._happens(c) for c in claims]
        if not claims or not self._satisfiable(rounds, deadline, [self.terms.or_(*happening)]):
            return []
        model = Model(self.solver, self.terms, self.events.dag)
        return [c for c, h in zip(claims, happening, strict=True) if model.holds(h)]

    def more_rounds_matter(self, rounds: int, deadline: float, beyond_cuts: bool) -> bool:
        """Whether some execution needs more than ``rounds`` rounds; False proves that ``rounds`` cover everything.

        Without ``beyond_cuts``, executions that a bound cuts do not count: known to exist, they will not be explored.
        """
        if not isinstance(self.schedule, LazySchedule):
            return False
        if self.schedule.rounds != rounds:
            return True
        self._assert(self.schedule.extend(rounds + 1))
        uncut = [] if beyond_cuts else [self.terms.not_(self._happens(c)) for c in self.claims(Meaning.CUT)]
        return self._satisfiable(rounds + 1, deadline, [self.schedule.last_round_used(), *uncut])

    def _satisfiable(self, rounds: int, deadline: float, assumptions: list[bz.Term]) -> bool:
        self._assert(self.schedule.extend(rounds))
        self._deadline = deadline
        result = self.solver.check_sat(*self.schedule.within(rounds), *assumptions)
        if result == bz.Result.UNKNOWN:
            raise OutOfTime
        return bool(result == bz.Result.SAT)
