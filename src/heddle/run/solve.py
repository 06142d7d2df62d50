"""From a task to its answer, in a process of its own and under the task's limits: the command line and the Python API
both come this way."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from heddle import engines
from heddle.records import replace
from heddle.run.advice import advice
from heddle.run.conclude import conclude, stopped, unknown
from heddle.run.easier import answered
from heddle.run.supervisor import Ending, Interrupted, Limits, ignore_line, ignore_tick, supervise

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.run.worker import Channel
    from heddle.task import Task

MARGIN, LEAST_MARGIN = 0.04, 0.3
"""The share of the time limit that an engine leaves for its own orderly end, and the least of it in seconds."""

Worker: TypeAlias = Callable[["Task", "Channel"], "Answer"]
"""What a worker process does: reads the program and runs the engine."""


def work(task: Task, channel: Channel) -> Answer:
    started = time.monotonic()
    listener = engines.Listener(channel.progress, channel.interim)
    if task.sources.is_litmus:
        from heddle.litmus_tests.observe import observe

        return observe(in_time(task, started), listener)
    return answered(task, lambda task: one_answer(task, started, listener))


def one_answer(task: Task, started: float, listener: engines.Listener) -> Answer:
    answer = engines.begin(in_time(task, started), task.program, listener)
    if answer is not None:
        return answer
    listener.progress("reading the program")
    program = task.program()
    return engines.run(in_time(task, started), program, listener)


def in_time(task: Task, started: float) -> Task:
    """The task with the time that is left for the engine."""
    whole = task.limits.timeout
    if whole is None:
        return task
    margin = min(max(LEAST_MARGIN, MARGIN * whole), whole / 2)
    left = max(0.05, whole - margin - (time.monotonic() - started))
    return replace(task, limits=replace(task.limits, timeout=left))


def solve(
    task: Task,
    progress: Callable[[str], None] = ignore_line,
    tick: Callable[[], None] = ignore_tick,
    details: Callable[[str], None] = ignore_line,
    worker: Worker | None = None,
) -> Answer:
    """Raises InputError and UsageError for what is wrong with the task, and Interrupted, whose ``interim`` is the
    answer so far.  ``details`` gets what only developers want to read."""
    refused = refusal(task)
    if refused is not None:
        refused.advice = advice(task, refused)
        return refused
    started = time.monotonic()
    deadline = None if task.limits.timeout is None else started + task.limits.timeout
    chosen = worker or work
    try:
        outcome = supervise(lambda channel: chosen(task, channel), Limits(deadline, task.limits.memory), progress, tick)
    except Interrupted as interrupted:
        answer = stopped("interrupted", interrupted.interim, task)
        answer.seconds = time.monotonic() - started
        raise Interrupted(interrupted.signum, answer) from None
    if outcome.details:
        details(outcome.details)
    answer = conclude(outcome, task)
    answer.seconds = time.monotonic() - started
    answer.advice = advice(task, answer)
    return answer


class NoResult(Exception):
    """A text could not be made: a limit was reached, or Heddle failed."""


def produce(make: Callable[[], str], task: Task, details: Callable[[str], None] = ignore_line) -> str:
    """A text made in a worker under the task's limits.  Raises InputError, NoResult and Interrupted."""
    task.sources.verify()
    deadline = None if task.limits.timeout is None else time.monotonic() + task.limits.timeout
    outcome = supervise(lambda channel: make(), Limits(deadline, task.limits.memory))
    if outcome.ending is Ending.DONE:
        return str(outcome.value)
    if outcome.details:
        details(outcome.details)
    raise NoResult(conclude(outcome, task).reason)


def refusal(task: Task) -> Answer | None:
    """The answer if nobody has to look at the program: the engine does not take the question.  Raises as ``solve``."""
    task.sources.verify()
    refused = engines.refusal(task)
    return None if refused is None else unknown(refused.reason, task)


__all__ = ["NoResult", "Worker", "in_time", "produce", "refusal", "solve", "work"]
