"""A plan carried out: engines in processes of their own, so many at a time; the first definite answer ends the rest.

Where there are more engines than may run at the same time they take turns: whoever has had its turn is stopped where it
stands, and goes on later, so nothing is done twice.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from heddle.addresses.freed import NOT_AGAIN
from heddle.addresses.observed import OTHER_LAYOUTS
from heddle.answer import NOT_ASKED, Answer, Cutoff, Part, Stop, Verdict, is_undefined
from heddle.engines.assumptions import assuming
from heddle.engines.engine import Listener, deadline
from heddle.engines.plan import HEAD_START, Entry, Plan, engines_of, following
from heddle.records import dataclass, replace
from heddle.run.conclude import conclude, stopped
from heddle.run.supervisor import (
    TICK,
    Ending,
    Limits,
    Outcome,
    Worker,
    allow,
    hold,
    kill,
    let_go,
    listen,
    start,
    worked,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.core.program import Program
    from heddle.run.worker import Channel
    from heddle.task import Task

LEAST_PATIENCE, MOST_PATIENCE, TIMES = 5.0, 60.0, 10.0
"""How long the others are waited for when the search has come to its end and there is no time limit: so many times as
long as the search has taken, but at least and at most so many seconds."""
LEAST_GRACE = 2.0
"""... and at least so many seconds where nobody can say more, else as long as it has taken: the search often tells
better where something is cut."""
SEARCHED = "the search has come to its end"
MOST_DELAY = 10.0
"""Turns and head starts are counted in the processor's time, but last at most so many times as long."""
LEAST_WAIT = 0.02
"""Seconds between two looks at who has had its turn."""


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
    before: float = 0.0
    """Seconds of the processor's time that it had before."""
    spent: float = 0.0
    """Seconds of its turns that are over."""
    line: str = ""
    """The last of its progress."""

    def left_of_turn(self) -> float:
        """Seconds."""
        return float("inf") if self.entry.stays else self.left_of(self.entry.turn * 2 ** (self.turns - 1))

    def left_of(self, seconds: float) -> float:
        """... of so many since its turn has begun, as the processor counts them: on a busy machine these are longer."""
        assert self.worker is not None
        used = worked(self.worker) - self.before
        return min(seconds - used, MOST_DELAY * seconds - (time.monotonic() - self.since))

    @property
    def answer(self) -> Answer | None:
        done = self.outcome is not None and self.outcome.ending is Ending.DONE
        return self.outcome.value if done and self.outcome is not None else None

    @property
    def ends_all(self) -> bool:
        """Whether nobody could say more: an answer that leaves no doubt, or wrong input."""
        refused = self.outcome is not None and self.outcome.ending is Ending.REFUSED
        return refused or (self.answer is not None and self.answer.is_definite)

    def hear(self, line: str) -> None:
        self.line = line


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
    """The first engine reads the program itself.  If it takes its time, the program is read here too, and ``plan`` says
    who else is asked."""

    def __init__(
        self, task: Task, load: Callable[[], Program], listener: Listener, first: Entry,
        plan: Callable[[Program], Plan], jobs: int,
    ) -> None:  # fmt: skip
        self.task, self.load, self.listener, self.jobs = task, load, listener, jobs
        # One that runs all the time leaves nothing for others if no two may run at the same time
        self.asked = [Asked(replace(first, stays=first.stays and jobs > 1))]
        self.plan: Callable[[Program], Plan] | None = plan
        self.about = ""
        self.began = time.monotonic()
        self.deadline = deadline(task, self.began)
        self.patience = float("inf")
        """Until when the others are waited for."""
        self.settled: float | None = None
        """Until when, since nobody can say more: they may say where it is cut."""

    def run(self) -> Answer:
        try:
            answer = self._run()
        finally:
            for one in self._left():
                if one.worker is not None:
                    kill(one.worker)
        return self._with_parts(answer)

    def _run(self) -> Answer:
        while (self._left() or self.plan is not None) and time.monotonic() < min(self.patience, self.deadline):
            if self.plan is not None and (not self._left() or self._is_late()):
                self._read(self.plan)
            self._share_out()
            self._listen()
            found = next((one for one in self.asked if one.ends_all), None)
            if found is not None:
                return self._concluded(found)
            if self.settled is None and any(self._has_said_all(one) for one in self.asked):
                self.settled = time.monotonic() + max(LEAST_GRACE, time.monotonic() - self.began)
                self.patience = min(self.patience, self.settled)
        return self._best()

    def _has_said_all(self, one: Asked) -> bool:
        """Whether it has come to its end, by real executions, and nobody who is left could do without what it cuts."""
        answer = one.answer
        if answer is None or answer.verdict is not Verdict.BOUNDED or not answer.cuts or self.plan is not None:
            return False
        if any(engine.moves_objects for engine in engines_of(one.entry)):
            return False
        left = self._left()
        return bool(left) and all(self._is_beyond(other, cut) for cut in answer.cuts for other in left)

    def _is_beyond(self, one: Asked, cut: Cutoff) -> bool:
        """Whether somebody will never do without what another one, who has seen all else, has cut."""
        if is_undefined(cut):
            return True
        if cut.what not in (OTHER_LAYOUTS, NOT_AGAIN):
            return False
        if not any(engine.moves_objects for engine in engines_of(one.entry)):
            return True
        source = self.asked[0] if one.entry.like_the_search else one
        known: Answer | None = source.answer or (None if source.worker is None else source.worker.interim)
        return known is not None and any(c.what == cut.what for c in known.cuts)

    def _is_late(self) -> bool:
        """Whether the first engine has had its head start."""
        first = self.asked[0]
        return first.worker is not None and first.left_of(HEAD_START) <= 0

    def _read(self, plan: Callable[[Program], Plan]) -> None:
        """Makes the plan for the others.  The program that they are asked about is read once for all of them."""
        program = self.load()
        planned = plan(program)
        self.asked += [Asked(replace(e, stays=e.stays and self.jobs > 1)) for e in planned.entries]
        self.plan, self.about, self.load = None, planned.about, lambda: program
        if not self.asked[0].outcome:
            self._share_memory()
        else:
            self._search_is_over()

    def _left(self) -> list[Asked]:
        return [one for one in self.asked if one.outcome is None]

    # --- turns --------------------------------------------------------------------------------------------------------

    def _share_out(self) -> None:
        """Whose turn is over makes room for who has waited."""
        now = time.monotonic()
        waiting = self._waiting(now)
        for one in self._running():
            if waiting and one.left_of_turn() <= 0:
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
        one.before = worked(one.worker)

    def _stop(self, one: Asked) -> None:
        assert one.worker is not None
        hold(one.worker)
        self._rest(one)

    def _rest(self, one: Asked) -> None:
        one.running, one.spent = False, one.spent + time.monotonic() - one.since

    # --- processes ----------------------------------------------------------------------------------------------------

    def _started(self, one: Asked) -> Worker:
        def work(channel: Channel) -> Answer:
            if one is self.asked[0]:
                channel.progress("reading the program")
            program = self.load()
            task, listener = self._task(one.entry), Listener(channel.progress, channel.interim)
            return assuming(task, program, listener, lambda heard: ask(one.entry, task, program, heard))

        return start(work, Limits(None, self._memory(one)), lambda line: self._progress(one, line))

    def _task(self, entry: Entry) -> Task:
        """The task of one engine, with the seconds that are left."""
        left = self.deadline - time.monotonic()
        seconds = None if left == float("inf") else max(0.05, left)
        bounds = self.task.bounds if entry.unwind is None else replace(self.task.bounds, unwind=entry.unwind)
        return replace(self.task, bounds=bounds, limits=replace(self.task.limits, timeout=seconds, jobs=entry.workers))

    def _memory(self, one: Asked) -> int | None:
        """Megabytes: what there is goes to those who have not come to an end."""
        whole = self.task.limits.memory
        total = sum(other.entry.share for other in self._left())
        return None if whole is None else max(1, int(whole * one.entry.share / total))

    def _share_memory(self) -> None:
        for one in self._left():
            if one.worker is not None:
                allow(one.worker, self._memory(one))

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
            if one.worker is None or one.worker.interim is known:
                continue
            if one is self.asked[0]:
                self.listener.interim(self._with_parts(one.worker.interim))
            if one.worker.interim.suspicion and self.asked[0].outcome is None:
                search = self.asked[0].entry
                self.asked.append(Asked(following(search, one.entry, one.worker.interim.suspicion)))

    def _until_something_changes(self) -> float:
        """Seconds until somebody else has a turn or time is over, but a tick at most."""
        now = time.monotonic()
        begins = [self.began + one.entry.after for one in self._left() if not one.running and one.worker is None]
        over = [now + one.left_of_turn() for one in self._running()]
        if self.plan is not None:
            over.append(now + self.asked[0].left_of(HEAD_START))
        end = max(0.0, min(self.deadline, self.patience) - now)
        return min([TICK, end, *(max(LEAST_WAIT, moment - now) for moment in (*begins, *over) if moment > now)])

    def _ended(self, one: Asked, outcome: Outcome) -> None:
        self._rest(one)
        one.outcome = outcome
        assert one.worker is not None
        kill(one.worker)
        self._share_memory()
        if one is self.asked[0]:
            self._search_is_over()

    def _search_is_over(self) -> None:
        """Others of its kind have nothing to look at that it has not seen to the end."""
        for other in self._left():
            if other.entry.like_the_search:
                said = Answer(Verdict.UNKNOWN, SEARCHED, self.task.model.name, other.entry.name)
                other.outcome, other.running = Outcome(Ending.DONE, said), False
                if other.worker is not None:
                    kill(other.worker)
        if self.deadline == float("inf"):
            so_far = time.monotonic() - self.began
            self.patience = time.monotonic() + min(MOST_PATIENCE, max(LEAST_PATIENCE, TIMES * so_far))

    # --- answers ------------------------------------------------------------------------------------------------------

    def _concluded(self, one: Asked) -> Answer:
        """What one has said, or what holds of it when it is stopped."""
        if one.outcome is not None:
            return conclude(one.outcome, self.task)
        assert one.worker is not None
        if time.monotonic() < self.deadline:
            return stopped("not waited for any longer", one.worker.interim, self.task)
        return stopped("time limit reached", one.worker.interim, self.task, Stop.TIME)

    def _best(self) -> Answer:
        """Where nobody is sure: bounds say more than nothing, and the less is cut the more; then the first of the plan
        counts more than others."""
        answers = [self._concluded(one) for one in self.asked if one.worker is not None]
        bounded = [a for a in answers if a.verdict is Verdict.BOUNDED]
        best = min(bounded, key=lambda a: len(a.cuts), default=answers[0])
        if best.stopped is Stop.SIZE:
            best = next((a for a in answers if a.stopped is not Stop.SIZE), best)
            best = replace(best, reason=f"{best.reason}; {answers[0].engine} cannot begin: {answers[0].reason}")
        return best.out_of_time() if self._left() and time.monotonic() >= self.deadline else best

    def _with_parts(self, answer: Answer) -> Answer:
        """What the answer is part of."""
        return replace(answer, parts=[self._part(one) for one in self.asked], about=self.about)

    def _part(self, one: Asked) -> Part:
        if one.worker is None:
            return Part(one.entry.name, one.entry.why, 0.0, NOT_ASKED)
        spent = one.spent + (time.monotonic() - one.since if one.running else 0.0)
        if one.outcome is None:
            last = f" at: {one.line}" if one.line else ""
            return Part(one.entry.name, one.entry.why, spent, f"stopped{last}")
        told = self._concluded(one)
        return Part(one.entry.name, one.entry.why, spent, f"{told.verdict}: {told.reason}")


__all__ = ["Portfolio", "ask"]
