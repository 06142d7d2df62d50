"""The interface of engines: what one takes, or why it does not, and how it is run."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from heddle.answer import Answer, Stop, Verdict
from heddle.core.instr import GHOST_KINDS
from heddle.errors import shorten
from heddle.models.store_buffers import POLICIES
from heddle.records import dataclass
from heddle.task import Method

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.task import Task

FOR_EVERYONE = frozenset({"unwind", "unwindset", "unwind_for", "unwind_while", "unwind_threads", "malloc_size"})
"""Bounds of what every engine does first: unfolding."""


def _ignore_line(line: str) -> None: ...


def _ignore_answer(answer: Answer) -> None: ...


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears of a search while it runs: ``progress`` gets a short line whenever it moves on, ``interim`` every
    answer that holds even if the search is stopped right after it."""

    progress: Callable[[str], None] = _ignore_line
    interim: Callable[[Answer], None] = _ignore_answer


SILENT = Listener()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an engine does not take a task.  ``is_usage``: options that do not go together; otherwise the question makes
    sense, but this engine has no answer."""

    reason: str
    is_usage: bool = False


class Engine(ABC):
    """One way to answer tasks.  An engine that the user names runs as itself or says why it cannot."""

    name: str
    summary: str
    bounds: frozenset[str] = frozenset()
    """The bounds that it knows, beside those of unfolding."""
    unfolds: bool = True
    """Whether it unfolds programs at all; if not, it takes no bounds of that either."""
    settings: frozenset[str] = frozenset()
    """What it knows of a task's method, beside its own name; ``jobs`` if it can work with several threads."""
    unchecked: frozenset[str] = frozenset()
    """Kinds of failure that it cannot see."""
    models: frozenset[str] | None = frozenset(POLICIES)
    """The store buffers that it knows; None: it takes any memory model."""
    ghost_models: frozenset[str] = frozenset(POLICIES)
    """The store buffers that it lets ghost accesses pass by."""
    counts_executions: bool = False
    moves_objects: bool = False
    """Whether it knows better than to name every place as a cut where a program could tell other addresses of objects
    from one choice of them, or a freed block from a new one."""

    def refuses(self, task: Task) -> Refusal | None:
        """Why it does not take the task; None if it does.  Whatever command asks, the answer is this one."""
        return self._refuses_question(task) or self._refuses_options(task) or self.refuses_detail(task)

    def refuses_detail(self, task: Task) -> Refusal | None:
        """What the tables above cannot say."""
        return None

    def unseen(self, task: Task) -> frozenset[str]:
        """Kinds of failure that it cannot see under the task's memory model."""
        return self.unchecked

    def begin(self, task: Task, load: Callable[[], Program], listener: Listener) -> Answer | None:
        """Before the program is read: the answer, if others read it; None if that is for this process to do."""
        return None

    @abstractmethod
    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        """``program`` is the task's, with its property's claims in it."""

    def _refuses_question(self, task: Task) -> Refusal | None:
        if not task.property.is_supported:
            return Refusal(f"{unsupported(task)} is not checked under {shorten(task.model.name)}")
        if self.models is not None and task.model.operational not in self.models:
            available = ", ".join(name for name in POLICIES if name in self.models)
            return Refusal(
                f"memory model '{shorten(task.model.name)}' is not available with engine {self.name}; "
                f"available: {available}", True,
            )  # fmt: skip
        unseen = sorted(task.property.claims & self.unseen(task))
        if unseen:
            return Refusal(f"the {self.name} engine does not check {', '.join(unseen)}")
        ghostly = sorted(task.property.claims & GHOST_KINDS)
        if ghostly and task.model.operational not in self.ghost_models:
            return Refusal(
                f"the {self.name} engine checks {', '.join(ghostly)} under {', '.join(sorted(self.ghost_models))} only"
            )
        if not self.counts_executions and (task.wanted.executions or task.wanted.states or task.wanted.graphs):
            return Refusal(f"the {self.name} engine does not go through all executions", True)
        return None

    def _refuses_options(self, task: Task) -> Refusal | None:
        known = self.bounds | FOR_EVERYONE if self.unfolds else self.bounds
        for name in [*task.bounds.given(), *(["unwindset"] if task.bounds.unwindset else [])]:
            if name not in known:
                return Refusal(f"--{name.replace('_', '-')} is no bound of the {self.name} engine", True)
        if task.method.reuse_freed and "reuse_freed" not in self.settings:
            return Refusal(f"the {self.name} engine gives no freed block out again (--reuse-freed)", True)
        for name in given(task.method):
            if name not in self.settings:
                return Refusal(f"--{name.replace('_', '-')} does not go with the {self.name} engine", True)
        if task.limits.jobs is not None and "jobs" not in self.settings:
            return Refusal(f"--jobs does not go with the {self.name} engine", True)
        return None

    def no_answer(self, task: Task, reason: str, stopped: Stop | None = None) -> Answer:
        return Answer(Verdict.UNKNOWN, reason, task.model.name, self.name, stopped=stopped)


def given(method: Method) -> list[str]:
    """What the user says about the method, beside the engine."""
    default = Method()
    names = [name for name in Method.__slots__ if name != "engine"]
    return [name for name in names if getattr(method, name) != getattr(default, name)]


def unsupported(task: Task) -> str:
    from heddle.properties.property import Several

    parts = task.property.parts if isinstance(task.property, Several) else (task.property,)
    return " + ".join(p.name for p in parts if not p.is_supported)


def deadline(task: Task, started: float) -> float:
    """When an engine that started then has to be done, as a time of ``time.monotonic``."""
    return float("inf") if task.limits.timeout is None else started + task.limits.timeout


def since(started: float) -> float:
    return time.monotonic() - started
