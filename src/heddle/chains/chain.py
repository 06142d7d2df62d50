"""A chain as data: steps, each a stage with some of its options fixed."""

from __future__ import annotations

from typing import Any, TypeVar

from heddle.chains.form import Form
from heddle.chains.option import SCHEME, Value
from heddle.chains.stages import STAGES, Stage
from heddle.errors import UsageError, shorten
from heddle.records import dataclass, fields, replace
from heddle.task import Bounds, Method, Task


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    options: tuple[tuple[str, Value], ...] = ()
    """By the names of the fields that they are about."""

    @property
    def stage(self) -> Stage:
        return STAGES[self.name]


@dataclass(frozen=True, slots=True)
class Chain:
    name: str
    summary: str
    steps: tuple[Step, ...]
    model: str | None = None
    """The memory model that it is for, if it is for one."""

    def between(self, have: Form, want: Form) -> tuple[Step, ...]:
        """The steps from one form to another."""
        gives = [Form.SOURCES, *(step.stage.gives for step in self.steps)]
        first = len(gives) - gives[::-1].index(have) - 1
        return self.steps[first : len(gives) - gives[::-1].index(want) - 1]

    def forms(self) -> frozenset[Form]:
        return frozenset(step.stage.gives for step in self.steps)

    def options(self) -> dict[str, Value]:
        """What it fixes, by field."""
        return {name: value for step in self.steps for name, value in step.options}

    @property
    def engine(self) -> str:
        """Who runs it."""
        from heddle.sma import ABSTRACTIONS

        if Form.ENDLESS in self.forms():
            return "unbounded"
        options = self.options()
        return str(options[SCHEME]) if SCHEME in options else ABSTRACTIONS[str(options["sma"])].engine


T = TypeVar("T", Bounds, Method)
MANDATORY = {"encode": SCHEME, "share": "sma", "histories": "sma"}
"""Options without which it is not clear what a stage does."""


class Misfit(UsageError):
    """The steps are no chain: ``step`` is the number of the one that is wrong."""

    def __init__(self, step: int, reason: str) -> None:
        super().__init__(reason)
        self.step = step


def verify(chain: Chain) -> None:
    """Every stage gets what it takes, and there is an answer in the end.  Raises Misfit."""
    form = Form.SOURCES
    for number, step in enumerate(chain.steps):
        stage = step.stage
        if stage.takes is not form:
            wrong = f"stage '{stage.name}' takes {stage.takes.value}, not {form.value}"
            raise Misfit(number, f"{wrong}; {_following(form)}")
        needed = MANDATORY.get(stage.name)
        if needed is not None and needed not in dict(step.options):
            raise Misfit(number, f"stage '{stage.name}' needs {needed}: one of {_names(stage, needed)}")
        form = stage.gives
    if form is not Form.ANSWER:
        raise Misfit(len(chain.steps) - 1, f"a chain ends with an answer, not with {form.value}; {_following(form)}")


def _following(form: Form) -> str:
    able = [s.name for s in STAGES.values() if s.takes is form]
    return f"what can follow: {', '.join(able)}" if able else "nothing can follow"


def _names(stage: Stage, field: str) -> str:
    return next(option.shown() for option in stage.options if option.field == field)


def applied(chain: Chain, task: Task) -> Task:
    """The task with what the chain fixes; who runs the chain finds it in the task's method.  Raises UsageError where
    the task says something else."""
    fixed = {name: value for name, value in chain.options().items() if name != SCHEME}
    if task.method.engine not in ("auto", chain.engine):
        raise UsageError(f"pipeline {shorten(chain.name)} is run by engine {chain.engine}, not {task.method.engine}")
    bounds, method = _fixed(task.bounds, Bounds(), fixed, chain), _fixed(task.method, Method(), fixed, chain)
    return replace(task, bounds=bounds, method=replace(method, engine=chain.engine, pipeline=chain))


def _fixed(given: T, default: T, fixed: dict[str, Value], chain: Chain) -> T:
    own: dict[str, Any] = {f.name: fixed[f.name] for f in fields(type(given)) if f.name in fixed}
    for name, value in own.items():
        said = getattr(given, name)
        if said not in (getattr(default, name), value):
            option = name.replace("_", "-")
            raise UsageError(f"--{option} {said}: pipeline {shorten(chain.name)} has {option} {value}")
    return replace(given, **own)


__all__ = ["Chain", "Misfit", "Step", "applied", "verify"]
