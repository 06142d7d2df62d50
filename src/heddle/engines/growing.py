"""Exploration within bounds that grow by themselves: the wrapper script of Bajczi's case study (2020, section 6.4).

Two searches take turns.  One has no bound: if all loops end, so does it, and says all there is to say.  The other
climbs the ladder of bounds that all engines have (:mod:`heddle.engines.levels`), and searches each level to its end
before the next: a bug that few iterations lead to is found in few iterations, and what holds within a level holds
whatever becomes of the search.  The searches are put on hold between their turns, so nothing is done twice.

Where loops count how long they wait, a third one looks at the program without the count
(:mod:`heddle.passes.counted_waits`): it can only prove.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.answer import Answer, Verdict
from heddle.core.instr import FOR_EVER
from heddle.engines.engine import Listener
from heddle.engines.exploring import Question
from heddle.engines.facts import may_go_on, only_counts
from heddle.engines.levels import GROWING, LADDER, LONG_LOOPS, Level
from heddle.engines.stateless import Misfit
from heddle.explorer._kernel import Act, Bound
from heddle.explorer.kernel import Exploration, Explored
from heddle.models.relation import base_names
from heddle.passes.counted_waits import ANY_ROUNDS, without_counting
from heddle.records import replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.task import Task

DEPENDENCIES = frozenset({"addr", "data", "ctrl", "casdep"})
TURN = 0.1
"""Seconds that each of the searches has until it is the other's turn."""


PROOF_AFTER = 1.0
"""Seconds that the search of the program itself has before another one, which can do more, is looked at for a proof."""
SHARE_OF_COUNTED = 0.25
"""Of a turn: for the search within bounds, where all loops count and so come to an end."""
PAGE = os.sysconf("SC_PAGE_SIZE")
MOST_MEMORY = os.sysconf("SC_PHYS_PAGES") * PAGE // 4
"""Bytes.  Graphs without end take memory without end: the search without a bound has a limit of its own."""


def grows(task: Task, program: Program) -> bool:
    """Whether there is a bound to grow: the user gives none, and does not want all executions."""
    fixed = task.bounds.unwind is not None or task.bounds.max_depth is not None
    return not fixed and not task.wanted.executions and not task.wanted.states and may_go_on(program)


class Growing:
    """Raises Unfit."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.whole: Exploration | None = question.exploration()
        """The search without a bound, as long as it gets on."""
        self.deadline = question.until(self.whole)
        self.share = SHARE_OF_COUNTED if only_counts(question.program) else 1
        self.levels = levels()
        self.level = next(self.levels)
        self.rung: Exploration | None = None
        """The search within the bounds of the level."""
        self.searched: Explored | None = None
        """What the best answer so far is about."""
        self.proof = Proof(question)

    def run(self) -> Answer | Misfit:
        while time.monotonic() < self.deadline:
            answer = self.search_all(self.turn()) or self.climb(self.turn(self.share))
            answer = answer or self.proof.search(self.turn())
            if answer is not None:
                return answer
        return self.out_of_time()

    def turn(self, share: float = 1) -> float:
        return min(time.monotonic() + share * TURN, self.deadline)

    def search_all(self, until: float) -> Answer | Misfit | None:
        """The search without a bound has its turn."""
        if self.whole is None:
            return None
        try:
            explored = self.whole.advance(until)
        except MemoryError:
            self.give_up_whole()
            return None
        if explored is None:
            if resident() > MOST_MEMORY:
                self.give_up_whole()
            return None
        answer = self.question.answer(explored)
        if isinstance(answer, Misfit) or answer.verdict is not Verdict.UNKNOWN or explored.witnesses:
            return self.ended(answer, explored)
        if explored.refusal is not None:  # some execution is too long; those of the levels need not be
            self.give_up_whole()
            return None
        return self.best(answer, explored)

    def give_up_whole(self) -> None:
        self.whole = None
        self.question.listener.progress("the search without a bound is given up")

    def climb(self, until: float) -> Answer | Misfit | None:
        """The search within bounds has its turn."""
        while time.monotonic() < until:
            try:
                self.rung = self.rung or self.question.exploration(self.level, self.whole)
                explored = self.rung.advance(until)
            except MemoryError:
                if self.whole is None:
                    raise
                self.rung = None
                self.give_up_whole()  # it has most of what is in use
                continue
            if explored is None:
                return None
            answer = self.question.answer(explored, self.level)
            if isinstance(answer, Misfit) or answer.is_definite or explored.witnesses:
                return self.ended(answer, explored)
            self.remember(answer, explored)
            if explored.refusal is not None or not was_cut(explored):
                return self.best(answer, explored)
            self.rung, self.level = None, next(self.levels)
        return None

    def remember(self, answer: Answer, explored: Explored) -> None:
        """Bounds that were searched are not forgotten for others that could not be."""
        assert answer.counts is not None
        if self.question.best is None or answer.verdict is Verdict.BOUNDED:
            self.question.best, self.searched = answer, explored
            self.question.listener.interim(answer)  # first: who has read the line may stop the search
        line = f"unwind {self.level.unwind}: {answer.counts.executions} executions, no violation"
        self.question.listener.progress(line)

    def out_of_time(self) -> Answer | Misfit:
        last: tuple[Answer | Misfit, Explored] | None = None
        for search, level in ((self.rung, self.level), (self.whole, None)):
            if search is not None and search.is_running:
                stopped = search.stop()
                last = self.question.answer(stopped, level), stopped
                if stopped.witnesses:
                    return self.ended(*last)
        assert last is not None, "some search has had a turn"
        answer = self.best(*last)
        return answer if isinstance(answer, Misfit) else answer.out_of_time()

    def best(self, answer: Answer | Misfit, explored: Explored) -> Answer | Misfit:
        """The best answer so far, or that of a last search if there is none."""
        if self.question.best is None or self.searched is None:
            return self.ended(answer, explored)
        return self.ended(self.question.best, self.searched)

    def ended(self, answer: Answer | Misfit, explored: Explored) -> Answer | Misfit:
        return answer if isinstance(answer, Misfit) else self.question.drawn(answer, explored)


class Proof:
    """The search of the program in which loops do not count how long they wait."""

    def __init__(self, question: Question) -> None:
        self.question: Question | None = question
        """Until there is nothing more to search."""
        self.exploration: Exploration | None = None
        self.begins = question.started + PROOF_AFTER

    def search(self, until: float) -> Answer | None:
        question = self.question
        if question is None or time.monotonic() < self.begins:
            return None
        if self.exploration is None:
            freed = freed_of(question)
            if freed is None:
                self.question = None
                return None
            self.question = question = Question(question.task, freed, Listener(), question.searchers)
            self.exploration = question.exploration()
        try:
            explored = self.exploration.advance(until)
        except MemoryError:
            self.question = self.exploration = None
            return None
        if explored is None:
            return None
        self.question = self.exploration = None
        answer = question.answer(explored)
        is_exact = not any(r.act in (Act.CUT, Act.UNDEFINED) for r, _ in explored.reasons)
        if isinstance(answer, Misfit) or explored.witnesses or not is_exact or answer.verdict is Verdict.UNKNOWN:
            return None
        answer.note = ANY_ROUNDS
        return answer


def freed_of(question: Question) -> Program | None:
    """The program without counting, if it can be told from that what the program itself does: under a model that has no
    dependencies, which go with the count."""
    task, program = question.task, question.program
    asks_more = task.wanted.graphs or not program.claims.isdisjoint(FOR_EVER)
    return None if asks_more or base_names(task.model.relational) & DEPENDENCIES else without_counting(program)


def resident() -> int:
    """The bytes of memory that this process has in use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def was_cut(explored: Explored) -> bool:
    """Whether a bound that grows has cut something."""
    cuts = [r for r, _ in explored.reasons if r.act is Act.CUT]
    loops = (explored.image.loop_options[r.number] for r in cuts if r.bound is Bound.LOOP)
    return any(r.bound is Bound.RECURSION for r in cuts) or any(option in GROWING for option in loops)


def levels() -> Iterator[Level]:
    """Those of the ladder, and on without end.  No level is for long loops: here they are no formula.  Before the first
    comes one in which loops that count end as early as others: threads that spin a few times have very many executions,
    and to have seen some of them to the end is more than nothing."""
    yield replace(LADDER[0], constant_unwind=LADDER[0].unwind)
    yield from (level for number, level in enumerate(LADDER) if number != LONG_LOOPS)
    last = LADDER[-1]
    while True:
        last = Level(2 * last.unwind, 2 * last.constant_unwind, last.threads)
        yield last


__all__ = ["Growing", "grows"]
