"""What answers take for granted of the world that a program runs in: one home for it, whoever gives the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.engines.engine import Listener
from heddle.records import replace

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.task import Task

ALLOCATIONS = "allocations succeed (--malloc-may-fail: they need not)"


def assumptions(task: Task, program: Program) -> tuple[str, ...]:
    from heddle.leaks import allocates

    return (ALLOCATIONS,) if allocates(program) and not task.sources.malloc_may_fail else ()


def assuming(task: Task, program: Program, listener: Listener, run: Callable[[Listener], Answer]) -> Answer:
    """What ``run`` answers, also on the way, with what that takes for granted."""
    taken = assumptions(task, program)
    if not taken:
        return run(listener)
    heard = Listener(listener.progress, lambda interim: listener.interim(replace(interim, assumptions=taken)))
    return replace(run(heard), assumptions=taken)


__all__ = ["assuming", "assumptions"]
