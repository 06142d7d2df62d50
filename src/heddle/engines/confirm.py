"""A violation that an engine found is one only if the program really runs that way, and the property says so."""

from __future__ import annotations

from collections.abc import Callable

from heddle.answer import Answer
from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.engines.engine import Listener
from heddle.execution import Failure
from heddle.replay.lasso import shortened
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, code_for, failure_of, replay
from heddle.report.wording import failure_message
from heddle.task import Task


def confirm(
    task: Task, program: Program, cex: Counterexample, listener: Listener, violation: Callable[[str], Answer]
) -> Answer:
    """Replays the claim at full bit width, then looks for a shorter one, and tells its story.  Raises ReplayError.

    ``violation`` makes the answer for a message; the listener gets the first one if the second takes its time.
    """
    model, code = operational(task), code_for(program, cex)

    def replayed(claim: Counterexample) -> Answer:
        execution = replay(program, claim, model, code)
        verify_failure(task, execution.failure)
        answer = violation(failure_message(execution))
        answer.execution = execution
        return answer

    verify_failure(task, failure_of(cex, model, code))
    if cex.for_ever is not None and cex.for_ever.cycle is not None:
        return replayed(shortened(cex, model, code))
    shorter = minimize(program, cex, model, meanwhile=lambda: listener.interim(replayed(cex)), code=code)
    return replayed(shorter)


def verify(task: Task, program: Program, cex: Counterexample) -> None:
    """Raises ReplayError if the program does not run that way, or that is no violation."""
    verify_failure(task, failure_of(cex, operational(task), code_for(program, cex)))


def operational(task: Task) -> str:
    model = task.model.operational
    assert model is not None, "only store buffers have schedules"
    return model


def verify_failure(task: Task, failure: Failure | None) -> None:
    """The property has the last word on what breaks it."""
    if failure is None or not task.property.breaks(failure):
        raise ReplayError(f"the execution does not break the property {task.property.name}")


__all__ = ["confirm", "verify", "verify_failure"]
