"""Engines side by side: each in a process of its own, and the first definite answer ends the others"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from heddle.answer import Verdict
from heddle.engines.engine import Engine, Listener, deadline
from heddle.records import replace
from heddle.run.supervisor import Ending, Limits, Outcome, Worker, ignore_line, kill, listen, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.run.worker import Channel
    from heddle.task import Task

HEAD_START = 0.3
"""Seconds that the search for violations has for itself: small programs are answered by then."""
FIRST_TURN, SHARE = 3.0, 0.25
"""What the first prover may take before the others try: seconds, and of the time that is left."""
LEAST_PATIENCE, MOST_PATIENCE, TIMES = 5.0, 60.0, 10.0
"""How long a proof is waited for when the search has come to its end and there is no time limit: so many times as long
as the search has taken, but at least and at most so many seconds."""
DEFINITE = (Verdict.VIOLATION, Verdict.SAFE)


class SideBySide:
    """A search, and proof engines that take turns beside it.  The answer is the search's unless a proof is found."""

    def __init__(self, task: Task, program: Program, listener: Listener, provers: list[Engine]) -> None:
        self.task, self.program, self.listener, self.provers = task, program, listener, provers
        self.deadline = deadline(task, time.monotonic())
        self.workers: list[Worker] = []

    def run(self, search: Callable[[Task, Program, Listener], Answer]) -> Answer:
        try:
            return self._run(search)
        finally:
            for worker in self.workers:
                kill(worker)

    def _run(self, search: Callable[[Task, Program, Listener], Answer]) -> Answer:
        searching = self._start(lambda channel: self._search(search, channel), self.listener.progress, 1.0)
        began, found = time.monotonic(), None
        while found is None and time.monotonic() - began < HEAD_START:
            found = self._heard(searching)
        if found is not None and _is(found, *DEFINITE):
            return self._answer(found)
        proving = self._start(self._prove, ignore_line, 0.5)
        while found is None:
            ended = self._listen([searching, proving])
            proved = ended.get(1)
            if proved is not None:
                found = proved if _is(proved, Verdict.SAFE) else self._wait(searching)
                assert found is not None
                return self._answer(found)
            found = ended.get(0)
        if not _is(found, *DEFINITE):
            patience = min(MOST_PATIENCE, max(LEAST_PATIENCE, TIMES * (time.monotonic() - began)))
            proved = self._wait(proving, patience if self.deadline == float("inf") else None)
            if proved is not None and _is(proved, *DEFINITE):
                return self._answer(proved)
        return self._answer(found)

    # --- processes ----------------------------------------------------------------------------------------------------

    def _start(self, work: Callable[[Channel], Answer], progress: Callable[[str], None], share: float) -> Worker:
        memory = self.task.limits.memory
        ends = None if self.deadline == float("inf") else self.deadline + 1
        limits = Limits(ends, None if memory is None else max(1, int(memory * share)))
        worker = start(work, limits, progress)
        self.workers.append(worker)
        return worker

    def _search(self, search: Callable[[Task, Program, Listener], Answer], channel: Channel) -> Answer:
        return search(self._in_time(), self.program, Listener(channel.progress, channel.interim))

    def _prove(self, channel: Channel) -> Answer:
        """The provers in turn.  The first has a short turn; if it was not enough, and the others find nothing, it has
        the rest of the time."""
        listener = Listener(channel.progress)
        first = self.provers[0]
        left = min(FIRST_TURN, SHARE * (self.deadline - time.monotonic()))
        answer = first.run(self._in_time(left if self.provers[1:] else None), self.program, listener)
        needs_time = "limit reached" in answer.reason
        for prover in self.provers[1:]:
            if answer.verdict is not Verdict.SAFE:
                answer = prover.run(self._in_time(), self.program, listener)
        if answer.verdict is not Verdict.SAFE and needs_time and self.provers[1:]:
            answer = first.run(self._in_time(), self.program, listener)
        return answer

    def _in_time(self, most: float | None = None) -> Task:
        """The task with so many seconds, or with those that are left."""
        left = self.deadline - time.monotonic()
        if most is None and left == float("inf"):
            return self.task
        seconds = max(0.05, left if most is None else min(most, left))
        return replace(self.task, limits=replace(self.task.limits, timeout=seconds))

    # --- listening ----------------------------------------------------------------------------------------------------

    def _listen(self, workers: list[Worker]) -> dict[int, Outcome]:
        before = workers[0].interim
        ended = listen(workers)
        if workers[0] is self.workers[0] and workers[0].interim is not before:
            self.listener.interim(workers[0].interim)
        return ended

    def _heard(self, worker: Worker) -> Outcome | None:
        return self._listen([worker]).get(0)

    def _wait(self, worker: Worker, seconds: float | None = None) -> Outcome | None:
        """How a worker ends; None if it does not in that time."""
        end = float("inf") if seconds is None else time.monotonic() + seconds
        outcome = None
        while outcome is None and time.monotonic() < end:
            outcome = self._heard(worker)
        return outcome

    def _answer(self, outcome: Outcome) -> Answer:
        from heddle.run.conclude import conclude

        return conclude(outcome, self.task)


def _is(outcome: Outcome, *verdicts: Verdict) -> bool:
    return outcome.ending is Ending.DONE and outcome.value.verdict in verdicts
