"""A violation that an engine found is one only if the program really runs that way, and the property says so."""

from __future__ import annotations

from collections.abc import Callable

from heddle.answer import Answer
from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.engines.engine import Listener
from heddle.execution import Execution
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay
from heddle.report.wording import failure_message
from heddle.task import Task


def confirm(
    task: Task, program: Program, cex: Counterexample, listener: Listener, violation: Callable[[str], Answer]
) -> Answer:
    """Replays the claim at full bit width, then looks for a shorter one.  Raises ReplayError.

    ``violation`` makes the answer for a message; the listener gets the first one if the second takes its time.
    """

    def answered(claim: Counterexample) -> Answer:
        execution = replayed(task, program, claim)
        answer = violation(failure_message(execution))
        answer.execution = execution
        return answer

    answer = answered(cex)
    shorter = minimize(program, cex, operational(task), meanwhile=lambda: listener.interim(answer))
    return answer if shorter is cex else answered(shorter)


def replayed(task: Task, program: Program, cex: Counterexample) -> Execution:
    """What happens when the program runs that way.  Raises ReplayError if that is no violation."""
    execution = replay(program, cex, operational(task))
    verify_failure(task, execution)
    return execution


def operational(task: Task) -> str:
    model = task.model.operational
    assert model is not None, "only store buffers have schedules"
    return model


def verify_failure(task: Task, execution: Execution) -> None:
    """The property has the last word on what breaks it."""
    failure = execution.failure
    if failure is None or not task.property.breaks(failure):
        raise ReplayError(f"the execution does not break the property {task.property.name}")


__all__ = ["confirm", "replayed", "verify_failure"]
