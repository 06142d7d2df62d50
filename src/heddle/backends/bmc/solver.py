"""Solving bounded programs: one formula per unfolding, whose bound grows while it is being solved.

How the steps of the threads are put in order is the business of a scheme (:mod:`heddle.backends.bmc.schemes`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable

import bitwuzla as bz

from heddle.backends.bmc.local import Claim, LocalEncoder, Meaning
from heddle.backends.bmc.schemes import Scheme, Tile
from heddle.backends.bmc.terms import Terms
from heddle.backends.bmc.witness import Model, counterexample
from heddle.backends.sequential import OutOfTime
from heddle.backends.term_manager import TermManager
from heddle.core.instr import Exit
from heddle.counterexample import Counterexample
from heddle.records import dataclass
from heddle.symbolic.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Size:
    threads: int
    blocks: int
    events: int
    constraints: int


class _Deadline:
    """Apart from the formula: the solver keeps its terminator, and no collector sees a cycle through the solver."""

    at = float("inf")


class Bmc:
    """Questions about the executions of a bounded program within a bound of a scheme (rounds, writes).

    Use: ``find_violation(bound)`` with growing bounds; after it answers None, ``reached(meaning, bound)``.
    """

    def __init__(self, analysis: Analysis, scheme: Scheme) -> None:
        """The scheme must be able to express the program."""
        self.analysis, self.scheme, self.events = analysis, scheme, analysis.events
        tm = TermManager()
        self.terms = Terms(tm, self.events.dag, analysis.values.values)
        self.local = LocalEncoder(analysis, self.terms)
        self.part = self.local.run()
        self.schedule = scheme.schedule(self.local, self.part)
        options = bz.Options()
        options.set(bz.Option.PRODUCE_MODELS, True)
        options.set(bz.Option.PREPROCESS, self.scheme.simplify)
        self.solver = bz.Bitwuzla(tm, options)
        self.constraints = 0
        self._assert(self.schedule.constraints())
        self._strict = self._make_strict()
        self._bound = 0
        self.tile: Tile = ()
        """Only executions in which choices of the schedule are made like this are asked for."""
        self._deadline = deadline = _Deadline()
        self.solver.configure_terminator(lambda: time.monotonic() > deadline.at)

    def _assert(self, constraints: Iterable[bz.Term]) -> None:
        for c in constraints:
            if c is not self.terms.true:
                self.solver.assert_formula(c)
                self.constraints += 1

    def _make_strict(self) -> bz.Term:
        """A literal that excludes executions which a bound cuts, or which use something unsupported or undefined."""
        strict = self.terms.boolean("strict")
        loose = (Meaning.CUT, Meaning.UNSUPPORTED, Meaning.UNDEFINED)
        bad = [self._happens(c) for c in self.part.claims if c.meaning in loose]
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

    def find_violation(self, bound: int, deadline: float) -> Counterexample | None:
        model = self.violating_model(bound, deadline)
        return None if model is None else counterexample(model, self.schedule, self.local, self.part)

    def exclude(self, wrong: Collection[tuple[int, int]]) -> None:
        """From now on, executions in which these claims fail, by thread and instruction, do not count."""
        claims = [c for c in self.claims(Meaning.VIOLATION) if (c.thread, c.event.instr.uid) in wrong]
        self._assert(self.terms.not_(self._happens(c)) for c in claims)

    def violating_model(self, bound: int, deadline: float) -> Model | None:
        """The values of everything in an execution that violates the property."""
        wanted = [self._happens(c) for c in self.claims(Meaning.VIOLATION)]
        if not wanted or not self._satisfiable(bound, deadline, [self._strict, self.terms.or_(*wanted)]):
            return None
        return Model(self.solver, self.terms, self.events.dag)

    def reached(
        self, meaning: Meaning, bound: int, deadline: float, among: Callable[[Claim], bool] = lambda claim: True
    ) -> list[Claim]:
        """The claims of a meaning (cuts, unsupported things) that some execution reaches; at least one if any does.

        What an execution does after it has lost its meaning does not count.
        """
        claims = [c for c in self.claims(meaning) if among(c)]
        happening = [self._happens(c) for c in claims]
        before = [] if meaning is Meaning.UNDEFINED else self._without(Meaning.UNDEFINED)
        if not claims or not self._satisfiable(bound, deadline, [self.terms.or_(*happening), *before]):
            return []
        model = Model(self.solver, self.terms, self.events.dag)
        return [c for c, h in zip(claims, happening, strict=True) if model.holds(h)]

    def _without(self, *meanings: Meaning) -> list[bz.Term]:
        return [self.terms.not_(self._happens(c)) for meaning in meanings for c in self.claims(meaning)]

    def more_matters(self, bound: int, deadline: float, beyond_cuts: bool) -> bool:
        """Whether some execution needs more than ``bound``; False proves that ``bound`` covers everything.

        Without ``beyond_cuts``, executions that a bound cuts do not count, nor those that C gives no meaning: known to
        exist, they will not be explored.
        """
        if self._bound > bound:
            return True
        self._extend(bound + 1)
        uncut = [] if beyond_cuts else self._without(Meaning.CUT, Meaning.UNDEFINED)
        return self._satisfiable(bound + 1, deadline, [self.schedule.last_used(), *uncut])

    def ends(self, bound: int, deadline: float) -> bool:
        """Whether some execution comes to the program's end, or may call exit."""
        main = self.events.threads[0]
        over = [self.terms.bool(main.finish)] + ([self.schedule.final[0][main.blocks - 1]] if main.blocks else [])
        exits = [self._is_near(c) for c in self.claims(Meaning.PRUNED) if isinstance(c.event.instr, Exit)]
        return self._satisfiable(bound, deadline, [self._strict, self.terms.or_(self.terms.and_(*over), *exits)])

    def _is_near(self, claim: Claim) -> bz.Term:
        """Whether the thread has done all but the claim's own block.  What that reads is any value then."""
        before = [self.schedule.final[claim.thread][claim.block - 1]] if claim.block else []
        return self.terms.and_(*before, claim.bad)

    def _extend(self, bound: int) -> None:
        self._bound = max(bound, self._bound)
        self._assert(self.schedule.extend(bound))

    def _satisfiable(self, bound: int, deadline: float, assumptions: list[bz.Term]) -> bool:
        self._extend(bound)
        self._assert(self.terms.floats.definitions())
        self._deadline.at = deadline
        switches = ((self.schedule.switch(switch), made) for switch, made in self.tile)
        tile = [term if made else self.terms.not_(term) for term, made in switches]
        result = self.solver.check_sat(*self.schedule.within(bound), *tile, *assumptions)
        if result == bz.Result.UNKNOWN:
            raise OutOfTime
        return bool(result == bz.Result.SAT)
