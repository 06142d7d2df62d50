"""From a task to its answer with the workers of a cluster: what a run's own process does instead of the work.

It reads the program, gives errands, and puts together what comes back.  It is a worker process of :mod:`heddle.run`
like any other: when it is killed at a limit or by Ctrl-C, the scheduler sees that it is gone, and its errands end.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from heddle import engines
from heddle.cluster.connect import LOCAL, verify
from heddle.engines.auto import Auto
from heddle.engines.bounded import Bounded
from heddle.engines.engine import Listener
from heddle.errors import InputError, UsageError
from heddle.records import replace
from heddle.run.solve import Worker, in_time

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.cluster.crew import Crew
    from heddle.core.program import Program
    from heddle.run.worker import Channel
    from heddle.task import Task

SEARCHES = ("order", "lazy")
"""Engines whose search is cut into tiles."""
EXPLORES = "stateless"
"""The one whose search tree is cut."""


def prepared(task: Task, address: str) -> tuple[Task, Worker]:
    """The task, and who solves it.  ``--jobs`` is the number of local workers.  Raises UsageError."""
    jobs = local_jobs(address, task.limits.jobs)
    task = replace(task, limits=replace(task.limits, jobs=None))
    chosen(task)

    def worker(task: Task, channel: Channel) -> Answer:
        try:
            return _work(task, channel, address, jobs)
        except UsageError as error:
            raise InputError(str(error)) from None

    return task, worker


def local_jobs(address: str, jobs: int | None) -> int | None:
    """``--jobs``, where it makes sense.  Raises UsageError where the cluster does not."""
    verify(address)
    if jobs is not None and address != LOCAL:
        raise UsageError("--jobs does not go with the address of a cluster: it has its own workers")
    return jobs


def chosen(task: Task) -> str:
    """The engine that does it.  Raises UsageError."""
    engine = engines.find(task.method.engine)
    name = engine.chosen(task).name if isinstance(engine, Auto) else engine.name
    of_formulas = isinstance(found := engines.find(name), Bounded) and found.abstraction(task) is None
    if task.sources.is_litmus or not (name == EXPLORES or (name in SEARCHES and of_formulas)):
        raise UsageError(f"--cluster is for the searches of the engines {', '.join(SEARCHES)} and {EXPLORES}")
    return name


def _work(task: Task, channel: Channel, address: str, jobs: int | None) -> Answer:
    from heddle.cluster.crew import crew

    started = time.monotonic()
    listener = Listener(channel.progress, channel.interim)
    channel.progress("reading the program")
    program = task.program()
    channel.progress("waiting for workers")
    with crew(address, jobs, task.limits.memory, channel.progress) as hands:
        link = hands.client.dashboard_link
        channel.progress(f"{hands.places} places for work; dashboard: {link}")
        answer = run(in_time(task, started), program, listener, hands)
        answer.statistics |= _spent(hands)
        return answer


def _spent(crew: Crew) -> dict[str, float]:
    """Processor time of the errands that have ended."""
    seconds = crew.cpu.values()
    return {"CPU seconds of all workers": round(sum(seconds), 2), "of the busiest": round(max(seconds, default=0.0), 2)}


def run(task: Task, program: Program, listener: Listener, hands: Crew) -> Answer:
    name = chosen(task)
    label = Path(task.sources.files[0]).name
    if name == EXPLORES:
        from heddle.cluster.exploration import spreading
        from heddle.engines.stateless import Misfit, explore

        alone = replace(task, limits=replace(task.limits, jobs=1))
        answer = explore(alone, program, listener, spreading(hands, label))
        if isinstance(answer, Misfit):
            return engines.find(EXPLORES).no_answer(task, answer.reason)
        return answer
    from heddle.cluster.swarm import swarm

    return swarm(task, program, listener, hands, label, name)


__all__ = ["local_jobs", "prepared", "run"]
