"""Search by formulas: unfolding, a scheme that puts the steps of threads in order, the embedded solver, replay.

Bounds that the user does not give grow along a ladder (:mod:`heddle.engines.ladder`).  Whatever is found is replayed on
the original program before anyone hears of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from heddle.answer import Answer, Cutoff, Stop, Verdict, at_undefined_behaviour
from heddle.backends.bmc.local import Claim, Meaning
from heddle.backends.bmc.schemes import Scheme
from heddle.backends.sequential import OutOfTime
from heddle.chains import Turn, Way
from heddle.chains.form import Form
from heddle.chains.shipped import formula
from heddle.chains.way import Formulas
from heddle.core.instr import AnyInstr, Cut, Unsupported
from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.engines.engine import Listener, deadline, since
from heddle.engines.ladder import Ladder, Rung
from heddle.engines.levels import GROWING
from heddle.symbolic.provenance import ANYWHERE
from heddle.task import Task

QUERY_SECONDS = 8.0
SHARE_OF_REMAINING, SHARE_OF_GUESSES = 0.3, 0.1
SMALL_SECONDS = (3.0, 60.0)
"""The least and the most for a query in a scheme for small programs: a coarser one may do where that is too hard."""

LEAST_FOR_END, SHARE_FOR_END = 0.5, 0.2
"""For whether any execution ends, and for what else is cut: so many seconds at least, and so much of the time that the
search has taken."""
GUESSES_REPLAYED = 8
"""So many violations are tried that may be due to a leap over a loop, in each formula."""


def search(
    task: Task, program: Program, listener: Listener, schemes: Sequence[Scheme], formulas: Formulas | None = None
) -> Answer:
    """``schemes``: the last one is for every program, those before it where they are worth it.  ``formulas``: who makes
    and solves them, if not the embedded solver in this process."""
    return _Search(task, program, listener, schemes, formulas).run()


class _Search:
    def __init__(
        self, task: Task, program: Program, listener: Listener, schemes: Sequence[Scheme], formulas: Formulas | None
    ) -> None:
        self.task, self.program, self.listener = task, program, listener
        self.started = time.monotonic()
        self.deadline = deadline(task, self.started)
        self.way = Way(task.method.pipeline or formula(schemes[0].name), task, program, listener, formulas)
        self.ladder = Ladder(program, task, schemes, self.way)
        self.best: Answer | None = None
        """The answer if the search ended now."""
        self.is_known_to_end = False
        """Some execution comes to the program's end, or it takes too long to find out."""

    def run(self) -> Answer:
        for rung, bound in self.ladder.plan():
            if self.remaining() <= 0:
                break
            result = self.query(rung, bound, min(self.deadline, time.monotonic() + self.share(rung)))
            if result is not None and result.is_definite:
                return result
        while self.remaining() > 0 and (stuck := self.ladder.stuck()) is not None:
            bound = self.ladder.fixed() or stuck.searched + 1
            result = self.query(stuck, bound, self.deadline)
            if result is not None and result.is_definite:
                return result
            stuck.stuck = self.ladder.fixed() is None and stuck.left()
        if self.best is not None:
            return self.best if self.remaining() > 0 else self.best.out_of_time()
        in_time, too_large = self.remaining() > 0, self.ladder.too_large
        reason = (too_large or "no bound could be searched") if in_time else "time limit reached"
        why = Stop.TIME if not in_time else Stop.SIZE if too_large else None
        return Answer(Verdict.UNKNOWN, reason, self.task.model.name, self.ladder.schemes[-1].name, stopped=why)

    def remaining(self) -> float:
        return self.deadline - time.monotonic()

    def share(self, rung: Rung) -> float:
        """The seconds that the next query of a rung may take."""
        if self.task.bounds.unwind is not None and self.ladder.fixed() is not None:
            return self.remaining()
        if rung.guess:
            return min(max(QUERY_SECONDS, SHARE_OF_GUESSES * self.remaining()), SMALL_SECONDS[1])
        share = SHARE_OF_REMAINING * self.remaining()
        if rung.bmc.scheme is self.ladder.schemes[-1]:
            return max(QUERY_SECONDS, share)
        least, most = SMALL_SECONDS
        return min(max(least, share), most)

    # --- asking -----------------------------------------------------------------------------------------------------

    def query(self, rung: Rung, bound: int, deadline: float) -> Answer | None:
        """Searches one rung within a bound of its scheme; None if the time for it ran out."""
        size = rung.bmc.size
        option = rung.bmc.scheme.option
        interleavings = f"{option} {bound}" if option else "all interleavings"
        self.listener.progress(
            f"unwind {rung.unwind}, {interleavings}: {size.threads} threads, {size.blocks} steps, "
            f"{size.constraints} constraints" + (", long loops shortened" if rung.guess else "")
        )
        try:
            cex = self.ask(rung, bound, deadline)
            if cex is not None:
                return self.guessed(rung, bound, cex, deadline) if rung.guess else self.confirm(rung, bound, cex)
            result = None if rung.guess else self.no_violation(rung, bound, deadline)
        except OutOfTime:
            self.ladder.give_up(rung)
            return None
        rung.searched = bound
        return result

    def ask(self, rung: Rung, bound: int, deadline: float) -> Counterexample | None:
        turn = Turn(bound=bound, until=deadline)
        found: Counterexample | None = self.way.go(rung.bmc, Form.FORMULA, Form.FOUND, turn)
        return found

    def guessed(self, rung: Rung, bound: int, first: Counterexample, deadline: float) -> Answer | None:
        """The first of the violations in an unfolding that leaps over loops that is one of the program."""
        from heddle.replay.replay import ReplayError

        cex: Counterexample | None = first
        for _ in range(GUESSES_REPLAYED):
            if cex is None:
                break
            try:
                return self.confirmed(rung, bound, cex)
            except ReplayError:
                rung.bmc.exclude([(cex.violating_thread, cex.violated)])  # it is not really violated
            cex = self.ask(rung, bound, deadline)
        rung.searched = bound if cex is None else rung.enough
        return None

    def confirm(self, rung: Rung, bound: int, cex: Counterexample) -> Answer:
        from heddle.replay.replay import ReplayError

        try:
            return self.confirmed(rung, bound, cex)
        except ReplayError as error:
            rung.stuck, rung.searched = False, rung.enough
            reason = f"internal error: the violation found does not replay: {error}"
            return self.remember(self.result(Verdict.UNKNOWN, reason, rung, bound))

    def confirmed(self, rung: Rung, bound: int, cex: Counterexample) -> Answer:
        turn = Turn(answer=lambda message: self.result(Verdict.VIOLATION, message, rung, bound))
        answer: Answer = self.way.go(cex, Form.FOUND, Form.ANSWER, turn)
        return answer

    def no_violation(self, rung: Rung, bound: int, deadline: float) -> Answer | None:
        unsupported = rung.bmc.reached(Meaning.UNSUPPORTED, bound, deadline)
        if any(_strays(claim) for claim in unsupported) and self.ladder.look_everywhere(rung):
            return self.query(rung, bound, deadline)
        if unsupported:
            return self.remember(self.result(Verdict.UNKNOWN, _describe_unsupported(unsupported[0]), rung, bound))
        growing = self.cut(rung, bound, deadline, Meaning.CUT, _is_growing)
        cuts = growing | self.cut(rung, bound, deadline, Meaning.CUT, lambda cut: not _is_growing(cut))
        cuts |= self.cut(rung, bound, deadline, Meaning.UNDEFINED, lambda claim: True)
        cuts |= {_told(c) for c in rung.bmc.events.program.unfollowed.values()}
        cuts |= {_told(c) for c in rung.bmc.events.program.one_layout}
        if bound < rung.enough and not rung.bmc.more_matters(bound, deadline, beyond_cuts=not cuts):
            rung.enough = bound
        if not cuts and bound >= rung.enough:
            result = self.result(Verdict.SAFE, "no execution violates the property", rung, bound)
            return result if self.ends(rung, bound) else result.vacuous()
        if not growing and not rung.bmc.events.program.unfollowed and bound >= rung.enough:
            self.ladder.conclude(rung)
        result = self.result(Verdict.BOUNDED, "no violation within the bounds", rung, bound)
        result.cuts = sorted(cuts, key=lambda cut: (str(cut.loc), cut.what))
        if bound < rung.enough:
            scheme = rung.bmc.scheme
            result.cuts.append(Cutoff(f"interleavings of more than {bound} {scheme.counts}", f"--{scheme.option}"))
        return self.remember(result if self.ends(rung, bound) else result.vacuous())

    def cut(
        self, rung: Rung, bound: int, deadline: float, meaning: Meaning, among: Callable[[Claim], bool]
    ) -> set[Cutoff]:
        """What is cut in some execution: no one execution need come to all of it.  That something is cut is known for
        certain; of the rest, what cannot be told soon is said to be."""
        found = {_cutoff(c) for c in rung.bmc.reached(meaning, bound, deadline, among)}
        until = min(deadline, time.monotonic() + max(LEAST_FOR_END, SHARE_FOR_END * since(self.started)))

        def is_left(claim: Claim) -> bool:
            return among(claim) and _cutoff(claim) not in found

        try:
            while found and (more := rung.bmc.reached(meaning, bound, until, is_left)):
                found |= set(map(_cutoff, more))
        except OutOfTime:
            found |= {_cutoff(c) for c in rung.bmc.claims(meaning) if is_left(c)}
        return found

    def ends(self, rung: Rung, bound: int) -> bool:
        """Whether some execution comes to the program's end, as far as that is soon known."""
        if not self.is_known_to_end:
            spent = since(self.started)
            try:
                until = min(self.deadline, time.monotonic() + max(LEAST_FOR_END, SHARE_FOR_END * spent))
                self.is_known_to_end = rung.bmc.ends(bound, until)
            except OutOfTime:
                self.is_known_to_end = True
        return self.is_known_to_end

    # --- answers ----------------------------------------------------------------------------------------------------

    def remember(self, result: Answer) -> Answer:
        """Keeps what is known so far; something that could not be modelled is not forgotten later."""
        if self.best is None or self.best.verdict is not Verdict.UNKNOWN:
            self.best = result
            self.listener.interim(result)
        return result

    def result(self, verdict: Verdict, reason: str, rung: Rung, bound: int) -> Answer:
        size, option = rung.bmc.size, rung.bmc.scheme.option
        return Answer(
            verdict,
            reason,
            self.task.model.name,
            rung.bmc.scheme.name,
            {**self.task.bounds.loops(rung.unwind), **({option: bound} if option else {})},
            seconds=since(self.started),
            note=rung.bmc.scheme.note,
            statistics={
                "threads": size.threads,
                "steps": size.blocks,
                "events": size.events,
                "constraints": size.constraints,
            },
        )


def _is_growing(claim: Claim) -> bool:
    """Whether a bound cuts here that grows while time remains."""
    cut = claim.event.instr
    return isinstance(cut, Cut) and cut.option in GROWING


def _cutoff(claim: Claim) -> Cutoff:
    """What ends there: at a bound, or at undefined behaviour."""
    return at_undefined_behaviour(claim.event.instr) if claim.meaning is Meaning.UNDEFINED else _told(claim.event.instr)


def _told(cut: AnyInstr) -> Cutoff:
    assert isinstance(cut, Cut)
    return Cutoff(cut.what, cut.option, cut.loc)


def _strays(claim: Claim) -> bool:
    """Whether what is unsupported is a pointer that leads where nobody looked."""
    return not isinstance(claim.event.instr, Unsupported)


def _describe_unsupported(claim: Claim) -> str:
    x = claim.event.instr
    reason = x.reason if isinstance(x, Unsupported) else ANYWHERE
    return f"{x.loc}: {reason}"
