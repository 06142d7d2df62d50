"""Whether a violation witness is one: an execution that passes its waypoints breaks the property, in the replayer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.answer import Answer, Verdict
from heddle.engines.confirm import verify_failure
from heddle.replay.replay import ReplayError, replay
from heddle.report.wording import failure_message
from heddle.svcomp.guided import Guide
from heddle.svcomp.witness import Waypoint

if TYPE_CHECKING:
    from heddle.run.worker import Channel
    from heddle.task import Task

NAME = "witness"
NOT_CONFIRMED = "no execution was found that passes the waypoints and breaks the property"
WAITING = frozenset({"deadlock", "termination"})


def validate(waypoints: Sequence[Waypoint], task: Task, channel: Channel) -> Answer:
    """What a worker process does."""
    started = time.monotonic()
    model = task.model.operational
    if model is None:
        return _unknown(task, f"witnesses are validated under sc, tso and pso, not under {task.model.name}")
    channel.progress("reading the program")
    program = task.program()
    if WAITING & program.claims:
        return _unknown(task, "witnesses of threads that wait for ever are not validated")
    channel.progress("following the witness")
    guide = Guide(program, waypoints, model)
    found = guide.find()
    if found is None:
        return _unknown(task, f"{NOT_CONFIRMED}: {guide.came_to()}")
    try:
        execution = replay(program, found, model)
        verify_failure(task, execution.failure)
    except ReplayError as error:
        return _unknown(task, f"the execution that was found does not replay: {error}")
    return Answer(
        Verdict.VIOLATION, failure_message(execution), task.model.name, NAME, execution=execution,
        seconds=time.monotonic() - started, note="the witness is confirmed",
    )  # fmt: skip


def _unknown(task: Task, reason: str) -> Answer:
    return Answer(Verdict.UNKNOWN, reason, task.model.name, NAME)


__all__ = ["validate"]
