"""Engines that unfold the program, bound what threads do together, and ask a solver.

Each has two roads: a formula of its own (:mod:`heddle.engines.search`), and, where the user asks for a shared memory
abstraction or another backend, the sequential program with that abstraction (:mod:`heddle.engines.sma`).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from heddle import backends
from heddle.engines.engine import Engine, Listener, Refusal
from heddle.errors import shorten
from heddle.sma import ABSTRACTIONS, DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heddle.answer import Answer
    from heddle.backends.bmc.schemes import Scheme
    from heddle.core.program import Program
    from heddle.task import Task

FREE = "free"
SCHEDULES = ("rounds", FREE)
"""How threads take turns in a lazy sequential program."""
OF_ABSTRACTIONS = ("queue", "clock", "width")
"""Bounds that only shared memory abstractions have."""


class Bounded(Engine):
    """``abstraction`` decides the road, ``schemes`` what formula the first one takes."""

    bounds = frozenset({"threads", "width"})
    settings = frozenset({"sma", "backend", "reuse_freed", "pipeline"})
    moves_objects = True

    def abstraction(self, task: Task) -> str | None:
        """The shared memory abstraction that the sequential program is made with; None for the formula."""
        return task.method.sma or (self.default_abstraction(task) if task.method.backend != backends.EMBEDDED else None)

    @abstractmethod
    def default_abstraction(self, task: Task) -> str:
        """Where the user wants a sequential program and names none."""

    @abstractmethod
    def schemes(self, task: Task) -> Sequence[Scheme]:
        """What is tried in turn on each unfolding."""

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        chosen = self.abstraction(task)
        if chosen is None:
            from heddle.engines.search import search

            return search(task, program, listener, self.schemes(task))
        from heddle.engines.sma import check

        return check(task, program, listener, chosen, self.name)

    def refuses_detail(self, task: Task) -> Refusal | None:
        return self._refuses_method(task) or self._refuses_bounds(task)

    def _refuses_method(self, task: Task) -> Refusal | None:
        sma, backend, model = task.method.sma, task.method.backend, task.model
        if backend not in backends.names():
            available = ", ".join(backends.names())
            return Refusal(f"backend '{shorten(backend)}' is not available; available: {available}", True)
        if sma is not None and sma not in ABSTRACTIONS:
            available = ", ".join(ABSTRACTIONS)
            return Refusal(f"shared memory abstraction '{shorten(sma)}' is not available; available: {available}", True)
        named = None if sma is None else ABSTRACTIONS[sma]
        if named is not None and named.model != model.operational:
            return Refusal(f"--sma {sma} is for --model {named.model}, not {model.name}", True)
        if named is not None and named.engine != self.name:
            return Refusal(f"--sma {sma} is for --engine {named.engine}, not {self.name}", True)
        chosen = self.abstraction(task)
        if chosen is not None and task.method.reuse_freed:
            return Refusal("--reuse-freed is for formulas: it does not go with shared memory abstractions", True)
        if chosen is not None and ABSTRACTIONS[chosen].model != model.operational:
            through = f" with --backend {backend}" if backend != backends.EMBEDDED else ""
            wanted = ABSTRACTIONS[chosen].model
            return Refusal(f"--engine {self.name}{through} is for --model {wanted}, not {model.name}", True)
        return None

    def _refuses_bounds(self, task: Task) -> Refusal | None:
        chosen, given = self.abstraction(task), task.bounds.given()
        if chosen is None:
            missing = next((name for name in OF_ABSTRACTIONS if name in given), None)
            if missing is None:
                return None
            return Refusal(f"--{missing} is a bound of shared memory abstractions: give --sma too", True)
        has = ABSTRACTIONS[chosen].bounds
        unknown = next((name for name in ("queue", "clock") if name in given and name not in has), None)
        return None if unknown is None else Refusal(f"--{unknown} is no bound of --sma {chosen}", True)


class Lazy(Bounded):
    name = "lazy"
    summary = "lazy sequentialization: threads take turns, in rounds"
    bounds = Bounded.bounds | {"rounds", "contexts", "queue", "clock"}
    settings = Bounded.settings | {"schedule"}

    def abstraction(self, task: Task) -> str | None:
        """Only sequential programs know a free schedule."""
        return super().abstraction(task) or (self.default_abstraction(task) if task.method.schedule == FREE else None)

    def refuses_detail(self, task: Task) -> Refusal | None:
        schedule, given = task.method.schedule, task.bounds.given()
        if schedule not in (None, *SCHEDULES):
            available = ", ".join(SCHEDULES)
            return Refusal(f"schedule '{shorten(str(schedule))}' is not available; available: {available}", True)
        if schedule == FREE and "rounds" in given:
            return Refusal("--rounds is no bound of --schedule free: give --contexts", True)
        if schedule != FREE and "contexts" in given:
            return Refusal("--contexts is a bound of --schedule free", True)
        return super().refuses_detail(task)

    def default_abstraction(self, task: Task) -> str:
        return DEFAULT[task.model.operational or "sc"]

    def schemes(self, task: Task) -> Sequence[Scheme]:
        from heddle.backends.bmc.schemes import LAZY

        return [LAZY]


class Order(Bounded):
    name = "order"
    summary = "one formula for all interleavings: for small programs"
    bounds = frozenset({"threads"})
    settings = frozenset({"reuse_freed", "pipeline"})

    def abstraction(self, task: Task) -> str | None:
        return None

    def default_abstraction(self, task: Task) -> str:
        raise AssertionError("all interleavings at once have no sequential program")

    def schemes(self, task: Task) -> Sequence[Scheme]:
        from heddle.backends.bmc.schemes import ORDER

        return [ORDER]
