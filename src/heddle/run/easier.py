"""What is asked first where it is easier: a stronger property.

Whether blocks are lost is a look at all memory when the program ends; most programs free all that they have, and that
is a number.  So a program is asked about that first, for a part of the time, if there is memory to look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.answer import Answer, Verdict
from heddle.records import replace

if TYPE_CHECKING:
    from heddle.task import Task

SHARE, SECONDS = 0.4, 30.0
"""Of the time limit; without one, so many seconds."""


def easier(task: Task) -> Task | None:
    """The question whose answer may do; None if there is none that is easier."""
    stronger = task.property.stronger()
    if stronger is None or task.wanted.executions or task.model.operational is None:
        return None
    from heddle.leaks import looks_at_memory

    if any(file.endswith(".xcfa") for file in task.sources.files) or not looks_at_memory(task.sources.load()):
        return None
    whole = task.limits.timeout
    seconds = SECONDS if whole is None else SHARE * whole
    return replace(task, property=stronger, limits=replace(task.limits, timeout=seconds))


def answered(task: Task, ask: Callable[[Task], Answer]) -> Answer:
    """What the easier question says is enough if all is well, or wrong for another reason."""
    first = easier(task)
    known = None if first is None else ask(first)
    if known is not None and known.is_definite:
        failure = None if known.execution is None else known.execution.failure
        if failure is None or task.property.breaks(failure):
            return known
    answer = ask(task)
    is_more = known is not None and known.verdict is Verdict.BOUNDED and answer.verdict is Verdict.UNKNOWN
    return known if is_more and known is not None else answer


__all__ = ["answered"]
