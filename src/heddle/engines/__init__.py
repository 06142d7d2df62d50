"""The engines, by name.  A new one is a file of its own and a line in ``_SHIPPED``.

``run`` is the way in: it asks the engine that the task names whether it takes the task, and runs it.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import TYPE_CHECKING

from heddle.engines.assumptions import assuming
from heddle.engines.engine import SILENT, Engine, Listener, Refusal
from heddle.errors import UsageError, shorten
from heddle.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.task import Task

_SHIPPED = {
    "auto": "heddle.engines.auto:Auto",
    "order": "heddle.engines.bounded:Order",
    "lazy": "heddle.engines.bounded:Lazy",
    "mu": "heddle.engines.unwinding:Mu",
    "imu": "heddle.engines.unwinding:Imu",
    "lal-reps": "heddle.engines.lal_reps:LalReps",
    "unbounded": "heddle.engines.unbounded:Unbounded",
    "stateless": "heddle.engines.stateless:Stateless",
    "horn": "heddle.engines.horn:Horn",
    "enumerate": "heddle.engines.enumerated:Enumerate",
    "explicit": "heddle.engines.explicit:Explicit",
}
"""Where each is; imported when somebody asks for it."""
_REGISTERED: dict[str, Engine] = {}


def register(engine: Engine) -> None:
    _REGISTERED[engine.name] = engine


def names() -> tuple[str, ...]:
    return (*_SHIPPED, *(name for name in _REGISTERED if name not in _SHIPPED))


def find(name: str) -> Engine:
    """Raises UsageError if there is no such engine."""
    if name not in _REGISTERED:
        if name not in _SHIPPED:
            raise UsageError(f"engine '{shorten(name)}' is not available; available: {', '.join(names())}")
        module, _, kind = _SHIPPED[name].partition(":")
        register(getattr(import_module(module), kind)())
    return _REGISTERED[name]


def known() -> tuple[Engine, ...]:
    return tuple(find(name) for name in names())


def refusal(task: Task) -> Refusal | None:
    """Why the task's engine does not take it.  Raises UsageError where the task makes no sense."""
    reason = find(task.method.engine).refuses(task)
    if reason is not None and reason.is_usage:
        raise UsageError(reason.reason)
    return reason


def begin(task: Task, load: Callable[[], Program], listener: Listener = SILENT) -> Answer | None:
    """The answer of an engine that has the program read by others; None if it has to be read first."""
    started = time.monotonic()
    answer = None if refusal(task) is not None else find(task.method.engine).begin(task, load, listener)
    return None if answer is None else replace(answer, seconds=time.monotonic() - started)


def run(task: Task, program: Program, listener: Listener = SILENT) -> Answer:
    """``program`` is the task's (:meth:`heddle.task.Task.program`)."""
    engine, started = find(task.method.engine), time.monotonic()
    refused = refusal(task)
    if refused is not None:
        answer = engine.no_answer(task, refused.reason)
    else:
        answer = assuming(task, program, listener, lambda heard: engine.run(task, program, heard))
    return replace(answer, seconds=time.monotonic() - started)


__all__ = ["Engine", "Listener", "Refusal", "begin", "find", "known", "names", "refusal", "register", "run"]
