"""``auto`` under models that are no store buffers: execution graphs are explored, or enumerated, or both.

Where the explorer's algorithm does not fit the model, or what the program does, all candidates are enumerated.  Where
the model allows load buffering, the explorer finds violations without it, in programs of any size; the enumerator finds
the others, and proves, in small programs.  They take turns.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from heddle import engines
from heddle.answer import Verdict
from heddle.engines.engine import Listener, since
from heddle.engines.exploring import Question
from heddle.engines.judgement import LOAD_BUFFERING
from heddle.engines.stateless import Misfit, searched
from heddle.records import replace

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.task import Task

FIRST_TURN = 2.0
"""Seconds of the explorer before the enumerator is asked; less where the time limit is short."""
SHARE_OF_ENUMERATION = 0.4
"""Of the time that is left then, if the explorer has not come to its end."""
LONGEST_ENUMERATION = 60.0
"""Seconds, where there is no time limit."""
LEAST_PATIENCE, TIMES = 2.0, 5.0
"""Where the explorer has come to its end: so many seconds of enumeration, or so many times as many as that took, show
whether there is an end to it within the time limit."""
SHARE_OF_SEARCH, ALL_OF_IT = 0.95, 0.9
LEAST = 0.05
PARTLY = "the model allows load buffering, and the explorer sees executions without it"


def search(task: Task, program: Program, listener: Listener) -> Answer:
    return _Search(task, program, listener).run()


class _Search:
    def __init__(self, task: Task, program: Program, listener: Listener) -> None:
        self.task, self.program, self.listener = task, program, listener
        self.started = time.monotonic()
        self.known: Answer | None = None
        """What holds whatever becomes of an enumeration; it has nothing better to say until its end."""

    def run(self) -> Answer:
        limit = self.task.limits.timeout
        question = Question(self.task, self.program, self.listener)
        question.part_seconds = FIRST_TURN if limit is None else min(FIRST_TURN, limit / 4)
        explored = searched(question)
        if isinstance(explored, Misfit):
            return self.enumerated(explored.reason, self.left())
        if not question.is_part or explored.is_definite:
            return explored
        is_done = explored.cuts == [LOAD_BUFFERING]
        if explored.verdict is Verdict.BOUNDED:
            self.listener.interim(explored)
            self.known = explored
        patience = TIMES * since(self.started) if is_done else None
        enumerated = self.enumerated(PARTLY, self.left() if is_done else self.turn(), patience)
        if enumerated.is_definite:
            return enumerated
        again = explored if is_done else self.explored_again()
        if enumerated.verdict is Verdict.BOUNDED and again.verdict is not Verdict.VIOLATION:
            return enumerated
        again.note = f"{PARTLY} only; enumerating the others: {enumerated.verdict}: {enumerated.reason}"
        return again.out_of_time() if self.is_late() else again

    def is_late(self) -> bool:
        """Whether those who were asked have used the time that there was."""
        limit = self.task.limits.timeout
        return limit is not None and since(self.started) >= ALL_OF_IT * limit

    def left(self) -> float | None:
        """Seconds until the time limit, but for what the answer needs to get out."""
        limit = self.task.limits.timeout
        return None if limit is None else max(LEAST, SHARE_OF_SEARCH * (limit - since(self.started)))

    def turn(self) -> float:
        """Of the enumerator, where the explorer has not come to its end."""
        left = self.left()
        return LONGEST_ENUMERATION if left is None else SHARE_OF_ENUMERATION * left

    def within(self, seconds: float | None) -> Task:
        return replace(self.task, limits=replace(self.task.limits, timeout=seconds))

    def explored_again(self) -> Answer:
        answer = searched(Question(self.within(self.left()), self.program, self.listener))
        assert not isinstance(answer, Misfit), "it has fitted before"
        return answer

    def enumerated(self, why: str, seconds: float | None, patience: float | None = None) -> Answer:
        """``patience``: after so many seconds it is given up, if it would not come to its end."""
        from heddle.engines.enumeration import Patience, enumerate_all

        enumerator = engines.find("enumerate")
        refusal = enumerator.refuses(replace(self.task, limits=replace(self.task.limits, jobs=None)))
        if refusal is not None and not refusal.is_usage:
            return enumerator.no_answer(self.task, f"{why}; {refusal.reason}")
        self.listener.progress(f"{why}: enumerating candidate executions")
        waited = None
        if patience is not None:
            waited = Patience(max(LEAST_PATIENCE, patience), LONGEST_ENUMERATION if seconds is None else seconds)
        heard = self.listener if self.known is None else Listener(self.listener.progress)
        answer = enumerate_all(self.within(seconds), self.program, heard, waited)
        answer.note = f"enumerated, since {why}"
        if answer.counts is not None and not answer.counts.complete and answer.execution is None:
            answer.reason = f"{why}; {answer.reason}"
        return answer


__all__ = ["search"]
