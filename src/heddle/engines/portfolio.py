"""A plan carried out: engines in processes of their own, so many at a time; the first definite answer ends the rest.

Where there are more engines than may run at the same time they take turns: whoever has had its turn is stopped where it
stands, and goes on later, so nothing is done twice.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from heddle.answer import NOT_ASKED, Part, Verdict
from heddle.engines.engine import Listener, deadline
from heddle.engines.plan import Entry, Plan, engines_of
from heddle.records import dataclass, replace
from heddle.run.conclude import conclude, stopped
from heddle.run.supervisor import TICK, Ending, Limits, Outcome, Worker, allow, hold, kill, let_go, listen, start

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.run.worker import Channel
    from heddle.task import Task

LEAST_PATIENCE, MOST_PATIENCE, TIMES = 5.0, 60.0, 10.0
"""How long the others are waited for when the search has come to its end and there is no time limit: so many times as
long as the search has taken, but at least and at most so many seconds."""


@dataclass(slots=True)
class Asked:
    """One that the plan names, and how far it has come."""

    entry: Entry
    worker: Worker | None = None
    outcome: Outcome | None = None
    running: bool = False
    turns: int = 0
    since: float = 0.0
    """When its turn has begun."""
    spent: float = 0.0
    """Seconds of its turns that are over."""
    line: str = ""
    """The last of its progress."""

    @property
    def turn_ends(self) -> float:
        return float("inf") if self.entry.stays else self.since + self.entry.turn * 2 ** (self.turns - 1)

    @property
    def answer(self) -> Answer | None:
        done = self.outcome is not None and self.outcome.ending is Ending.DONE
        return self.outcome.value if done and self.outcome is not None else None

    @property
    def is_definite(self) -> bool:
        return self.answer is not None and self.answer.is_definite

    def hear(self, line: str) -> None:
        self.line = line


def run_plan(task: Task, program: Program, listener: Listener, plan: Plan, jobs: int) -> Answer:
    if len(plan.entries) == 1:
        return ask(plan.entries[0], task, program, listener)
    return Portfolio(task, program, listener, plan, jobs).run()


def ask(entry: Entry, task: Task, program: Program, listener: Listener) -> Answer:
    """What one of a plan answers, in this process."""
    asked = engines_of(entry)
    if len(asked) == 1:
        return asked[0].run(task, program, listener)
    from heddle.engines.bounded import Bounded
    from heddle.engines.search import search

    schemes = [scheme for engine in asked if isinstance(engine, Bounded) for scheme in engine.schemes(task)]
    return search(task, program, listener, schemes)


class Portfolio:
    def __init__(self, task: Task, program: Program, listener: Listener, plan: Plan, jobs: int) -> None:
        self.task, self.program, self.listener, self.plan = task, program, listener, plan
        # One that runs all the time leaves nothing for others if no two may run at the same time
        entries = [replace(e, stays=e.stays and jobs > 1) for e in plan.entries]
        self.asked = [Asked(entry) for entry in entries]
        self.jobs = jobs
        self.began = time.monotonic()
        self.deadline = deadline(task, self.began)
        self.patience = float("inf")
        """Until when the others are waited for."""

    def run(self) -> Answer:
        try:
            answer = self._run()
        finally:
            for one in self.asked:
                if one.worker is not None:
                    kill(one.worker)
        answer.parts = [self._part(one) for one in self.asked]
        answer.about = self.plan.about
        return answer

    def _run(self) -> Answer:
        while self._left() and time.monotonic() < min(self.patience, self.deadline):
            self._share_out()
            self._listen()
            found = next((one for one in self.asked if one.is_definite), None)
            if found is not None:
                return self._concluded(found)
        return self._best()

    def _left(self) -> list[Asked]:
        return [one for one in self.asked if one.outcome is None]

    # --- turns --------------------------------------------------------------------------------------------------------

    def _share_out(self) -> None:
        """Whose turn is over makes room for who has waited."""
        now = time.monotonic()
        waiting = self._waiting(now)
        for one in self._running():
            if waiting and now >= one.turn_ends:
                self._stop(one)
        room = self.jobs - len(self._running())
        for one in self._waiting(now)[: max(0, room)]:
            self._go_on(one)

    def _running(self) -> list[Asked]:
        return [one for one in self.asked if one.running]

    def _waiting(self, now: float) -> list[Asked]:
        """Who could run: those first who have had fewer turns, and of these those whom the plan names first."""
        resting = [one for one in self._left() if not one.running]
        due = now - self.began
        if resting and not self._running():  # nobody is left who could have a head start
            due = max(due, min(one.entry.after for one in resting))
        return sorted((one for one in resting if one.entry.after <= due), key=lambda one: (one.turns, one.entry.after))

    def _go_on(self, one: Asked) -> None:
        if one.worker is None:
            one.worker = self._started(one)
        else:
            let_go(one.worker)
        one.running, one.since, one.turns = True, time.monotonic(), one.turns + 1

    def _stop(self, one: Asked) -> None:
        assert one.worker is not None
        hold(one.worker)
        self._rest(one)

    def _rest(self, one: Asked) -> None:
        one.running, one.spent = False, one.spent + time.monotonic() - one.since

    # --- processes ----------------------------------------------------------------------------------------------------

    def _started(self, one: Asked) -> Worker:
        task = self._in_time()

        def work(channel: Channel) -> Answer:
            return ask(one.entry, task, self.program, Listener(channel.progress, channel.interim))

        return start(work, Limits(None, self._memory(one)), lambda line: self._progress(one, line))

    def _in_time(self) -> Task:
        """The task of one engine, with the seconds that are left."""
        left = self.deadline - time.monotonic()
        seconds = None if left == float("inf") else max(0.05, left)
        return replace(self.task, limits=replace(self.task.limits, timeout=seconds, jobs=1))

    def _memory(self, one: Asked) -> int | None:
        """Megabytes: what there is goes to those who have not come to an end."""
        whole = self.task.limits.memory
        total = sum(other.entry.share for other in self._left())
        return None if whole is None else max(1, int(whole * one.entry.share / total))

    def _progress(self, one: Asked, line: str) -> None:
        """The user hears the first one that runs."""
        one.hear(line)
        if one is self._running()[0]:
            self.listener.progress(line if one is self.asked[0] else f"{one.entry.name}: {line}")

    # --- listening ----------------------------------------------------------------------------------------------------

    def _listen(self) -> None:
        running = self._running()
        before = [one.worker.interim for one in running if one.worker is not None]
        ended = listen([one.worker for one in running if one.worker is not None], self._until_something_changes())
        for position, outcome in ended.items():
            self._ended(running[position], outcome)
        for one, known in zip(running, before, strict=True):
            if one.worker is not None and one.worker.interim is not known and one is self.asked[0]:
                self.listener.interim(one.worker.interim)

    def _until_something_changes(self) -> float:
        """Seconds until somebody else has a turn or time is over, but a tick at most."""
        now = time.monotonic()
        begins = [self.began + one.entry.after for one in self._left() if not one.running and one.worker is None]
        over = [one.turn_ends for one in self._running()]
        end = max(0.0, min(self.deadline, self.patience) - now)
        return min([TICK, end, *(moment - now for moment in (*begins, *over) if moment > now)])

    def _ended(self, one: Asked, outcome: Outcome) -> None:
        self._rest(one)
        one.outcome = outcome
        assert one.worker is not None
        kill(one.worker)
        for other in self._left():
            if other.worker is not None:
                allow(other.worker, self._memory(other))
        if one is self.asked[0] and self.deadline == float("inf"):
            so_far = time.monotonic() - self.began
            self.patience = time.monotonic() + min(MOST_PATIENCE, max(LEAST_PATIENCE, TIMES * so_far))

    # --- answers ------------------------------------------------------------------------------------------------------

    def _concluded(self, one: Asked) -> Answer:
        """What one has said, or what holds of it when it is stopped."""
        if one.outcome is not None:
            return conclude(one.outcome, self.task)
        assert one.worker is not None
        in_time = time.monotonic() < self.deadline
        return stopped("not waited for any longer" if in_time else "time limit reached", one.worker.interim, self.task)

    def _best(self) -> Answer:
        """Where nobody is sure: bounds say more than nothing, and the first of the plan more than others."""
        answers = [self._concluded(one) for one in self.asked if one.worker is not None]
        return next((a for a in answers if a.verdict is Verdict.BOUNDED), answers[0])

    def _part(self, one: Asked) -> Part:
        if one.worker is None:
            return Part(one.entry.name, one.entry.why, 0.0, NOT_ASKED)
        spent = one.spent + (time.monotonic() - one.since if one.running else 0.0)
        if one.outcome is None:
            last = f" at: {one.line}" if one.line else ""
            return Part(one.entry.name, one.entry.why, spent, f"stopped{last}")
        told = self._concluded(one)
        return Part(one.entry.name, one.entry.why, spent, f"{told.verdict}: {told.reason}")


__all__ = ["Portfolio", "run_plan"]
