"""What a user could try next where an answer is not definite: one option, as it would be typed"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.answer import EXPLAIN, Answer, Stop, Verdict
from heddle.errors import UsageError
from heddle.records import replace

if TYPE_CHECKING:
    from heddle.task import Task

MORE = 2
"""So many times as much of what was too little."""
FLAGS = ("--reuse-freed",)
"""Options of cuts that are no bounds."""


def advice(task: Task, answer: Answer) -> str:
    """Empty for a definite answer."""
    if answer.is_definite:
        return ""
    return _limit(task, answer) or _bound(task, answer) or _engine(task) or _property(task, answer) or EXPLAIN


def _limit(task: Task, answer: Answer) -> str:
    timeout, memory = task.limits.timeout, task.limits.memory
    if answer.stopped is Stop.MEMORY and memory is not None:
        return f"--memory {MORE * memory}: the search was stopped when it had used {memory} MB"
    if answer.stopped is Stop.TIME and timeout is not None:
        return f"--timeout {MORE * timeout:g}: the search was stopped after {timeout:g} s"
    return ""


def _bound(task: Task, answer: Answer) -> str:
    """A larger bound, if it is one that cuts; a smaller one, if a program is too large as it is."""
    for cut in answer.cuts:
        option = cut.option.split()[0] if cut.option else ""
        if option in FLAGS:
            if _takes(replace(task, method=replace(task.method, reuse_freed=True))):
                return f"{option}: {cut.what}"
            continue
        name = option.removeprefix("--").replace("-", "_")
        value = answer.bounds.get(name) or getattr(task.bounds, name, None)
        if isinstance(value, int):
            return f"{option} {MORE * value}: with {value} something is cut"
    if answer.verdict is Verdict.UNKNOWN and answer.stopped is Stop.SIZE and task.bounds.unwind is None:
        return "--unwind 1: the program is too large to follow all of it"
    return ""


def _engine(task: Task) -> str:
    """Another engine, if the user has chosen this one, and ``auto`` would take the question."""
    from heddle.task import Method

    if task.method.engine == "auto":
        return ""
    instead = replace(task, method=Method(), limits=replace(task.limits, jobs=None))
    return f"--engine auto: other engines may know more than {task.method.engine}" if _takes(instead) else ""


def _takes(task: Task) -> bool:
    """Whether the command line takes the question like this."""
    from heddle import engines

    try:
        return engines.find(task.method.engine).refuses(task) is None
    except UsageError:
        return False


def _property(task: Task, answer: Answer) -> str:
    from heddle import properties

    wider = properties.ALL if task.model.operational is not None else properties.DEFAULT
    is_cut = any("undefined behaviour" in cut.what for cut in answer.cuts)
    if is_cut and task.property != wider.under(task.model):
        return f"--property {wider.name}: undefined behaviour is a violation there"
    return ""


__all__ = ["advice"]
