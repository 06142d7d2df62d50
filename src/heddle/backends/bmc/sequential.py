"""Sequential programs under the embedded bounded model checker: unfolded, executed once, solved as one formula."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import bitwuzla as bz

from heddle.backends.bmc.terms import Terms
from heddle.backends.bmc.witness import Model
from heddle.backends.sequential import Answer, OutOfTime
from heddle.backends.term_manager import TermManager
from heddle.core.c_statements import bound_of, reason_of
from heddle.core.instr import Cut, Unsupported
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentializer.program import Run, SequentialProgram
from heddle.symbolic.straight import Happening, Meaning, NotStraight, Straight

LOOPS = 100_000
"""Every loop of a sequentialized program is as long as one of its constants says."""


ALL = UnfoldBounds(LOOPS, LOOPS)


def check_sequential(sequential: SequentialProgram, deadline: float, bounds: UnfoldBounds = ALL) -> Answer:
    """``bounds`` are for programs that keep the loops of threads.  Raises TooLarge for what is too large to unfold."""
    bounded = unfold(sequential.program, bounds)
    try:
        formula = _Formula(Straight(bounded, sequential.observations).run(), deadline)
    except NotStraight as problem:
        return Answer(unsupported=str(problem))
    failing = formula.some(Meaning.VIOLATION)
    if failing:
        return Answer(formula.run_to(failing[0], sequential))
    for happening in formula.some(Meaning.UNSUPPORTED):
        assert isinstance(happening.instr, Unsupported)
        return Answer(unsupported=reason_of(happening.instr))
    return Answer(cuts=formula.cuts())


class _Formula:
    """What happens in a program, as terms.  Something happens if control comes there and all that the program assumes
    before holds.  Nothing comes after a failure, a bound or something unsupported: what the program assumes where
    control does not come holds, so all of it can be asserted."""

    def __init__(self, program: Straight, deadline: float) -> None:
        self.program = program
        tm = TermManager()
        self.terms = Terms(tm, program.dag, program.dag.values)
        options = bz.Options()
        options.set(bz.Option.PRODUCE_MODELS, True)
        options.set(bz.Option.PREPROCESS, False)  # the graph has been simplified while it was built
        self.solver = bz.Bitwuzla(tm, options)
        self.solver.configure_terminator(lambda: time.monotonic() > deadline)
        self.happens: list[tuple[Happening, bz.Term]] = []
        self._build()
        self.asked = False
        self.model: Model | None = None

    def _build(self) -> None:
        terms = self.terms
        for h in self.program.happenings:
            if h.meaning is Meaning.OBSERVED:
                continue
            here = terms.bool(h.guard)
            if h.meaning is Meaning.ASSUMED:
                self.solver.assert_formula(terms.implies(here, terms.bool(h.value)))
                continue
            if h.meaning is Meaning.VIOLATION:
                here = terms.and_(here, terms.not_(terms.bool(h.value)))
            self.happens.append((h, here))

    def cuts(self) -> list[Cut]:
        """What some run is cut by.  A run ends at its first cut, so there is a question for each.  Where time is over
        those that may be cut are among them."""
        found: dict[object, Cut] = {}

        def is_left(h: Happening) -> bool:
            return isinstance(h.instr, Cut) and bound_of(h.instr) not in found

        try:
            while some := self.some(Meaning.CUT, is_left):
                found.update((bound_of(h.instr), h.instr) for h in some if isinstance(h.instr, Cut))
        except OutOfTime:
            if not found:
                raise
            left = [h.instr for h, term in self.happens if is_left(h) and term is not self.terms.false]
            found.update((bound_of(x), x) for x in left if isinstance(x, Cut))
        return list(found.values())

    def some(self, meaning: Meaning, among: Callable[[Happening], bool] = lambda h: True) -> Sequence[Happening]:
        """What of this meaning happens in some run; at least one if any does."""
        those = ((h, term) for h, term in self.happens if h.meaning is meaning and among(h))
        wanted = [(h, term) for h, term in those if term is not self.terms.false]
        if not wanted:
            return []
        self._ask(self.terms.or_(*(term for _, term in wanted)))
        result = self.solver.check_sat()
        if result == bz.Result.UNKNOWN:
            raise OutOfTime
        if result == bz.Result.UNSAT:
            return []
        self.model = Model(self.solver, self.terms, self.program.dag)
        return [h for h, term in wanted if self.model.holds(term)]

    def _ask(self, question: bz.Term) -> None:
        """Forgets the question before; its model is gone then."""
        if self.asked:
            self.solver.pop(1)
        for definition in self.terms.floats.definitions():
            self.solver.assert_formula(definition)
        self.solver.push(1)
        self.solver.assert_formula(question)
        self.asked = True

    def run_to(self, end: Happening, sequential: SequentialProgram) -> Run:
        """What the run of the model observes up to there."""
        assert self.model is not None
        run: Run = []
        for h in self.program.happenings:
            if h is end:
                return run
            if h.meaning is Meaning.OBSERVED and self.model.of(h.guard):
                run.append((sequential.observations[h.instr.uid], self.model.of(h.value)))
        raise AssertionError("the end of the run is a happening of the program")


__all__ = ["check_sequential"]
