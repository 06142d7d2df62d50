"""``auto``: the engine that asks the others.  Only it substitutes one engine for another, and the answer says which."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from heddle.backends import EMBEDDED
from heddle.engines.engine import Engine, Listener, Refusal
from heddle.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from heddle.answer import Answer
    from heddle.core.program import Program
    from heddle.task import Task

ALL_AT_ONCE_OR_ROUNDS = "order"
"""Stands for the pair of both: which of them fits is decided on every unfolding."""


LEAST_JOBS = 2
"""A search and a proof, even where there is one core only."""


class Auto(Engine):
    name = "auto"
    summary = "chooses an engine for the program, the memory model and the property"
    settings = frozenset({"jobs"})

    def refuses(self, task: Task) -> Refusal | None:
        """What the chosen engine says, unless the user has to choose."""
        bounds, method = task.bounds, task.method
        unwinding = {"writes": bounds.writes, "mu-grain": method.mu_grain, "mu-reads": method.mu_reads}
        given = next((name for name, value in unwinding.items() if value is not None), None)
        if given is not None and method.sma is None:
            return Refusal(f"--{given} is for memory unwinding: give --engine mu or imu", True)
        chosen = self.chosen(task)
        if chosen.name == ALL_AT_ONCE_OR_ROUNDS:
            task = replace(task, limits=replace(task.limits, jobs=None))  # they are processes here
        return chosen.refuses(task)

    def begin(self, task: Task, load: Callable[[], Program], listener: Listener) -> Answer | None:
        """The search reads the program itself, in its own process: most programs are answered before anybody else has
        to know them."""
        if self.chosen(task).name != ALL_AT_ONCE_OR_ROUNDS or task.bounds.given() or task.bounds.unwindset:
            return None
        from heddle.engines.plan import SEARCH, others
        from heddle.engines.portfolio import Portfolio

        jobs = task.limits.jobs or max(LEAST_JOBS, len(os.sched_getaffinity(0)))
        task = replace(task, limits=replace(task.limits, jobs=None))
        return Portfolio(task, load, listener, SEARCH, lambda program: others(task, program), jobs).run()

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        answer = self.begin(task, lambda: program, listener)
        if answer is not None:
            return answer
        answer = self._alone(task, program, listener)
        answer.about = self._why_alone(task)
        return answer

    def _alone(self, task: Task, program: Program, listener: Listener) -> Answer:
        chosen = self.chosen(task)
        if chosen.name == "stateless":
            from heddle.engines.graphs import search

            return search(task, program, listener)
        if chosen.name != ALL_AT_ONCE_OR_ROUNDS:
            return chosen.run(task, program, listener)
        # Who asks about bounds wants no proofs without them
        from heddle.engines.plan import SEARCH
        from heddle.engines.portfolio import ask

        return ask(SEARCH, replace(task, limits=replace(task.limits, jobs=None)), program, listener)

    def _why_alone(self, task: Task) -> str:
        """Why nobody else is asked."""
        if task.model.operational is None:
            return f"{task.model.name} is no model of store buffers"
        if self.chosen(task).name == ALL_AT_ONCE_OR_ROUNDS or task.bounds.given():
            return "the question is about the bounds that are given"
        return "the question is one for this engine"

    def chosen(self, task: Task) -> Engine:
        """Who answers where nobody else is asked."""
        from heddle import engines
        from heddle.sma import ABSTRACTIONS

        wanted, method = task.wanted, task.method
        if method.sma in ABSTRACTIONS:
            return engines.find(ABSTRACTIONS[method.sma].engine)
        everything = wanted.executions or wanted.states or wanted.graphs or method.no_filter
        if everything or task.model.operational is None or task.bounds.max_depth is not None:
            return engines.find("stateless")
        sequential = method.backend != EMBEDDED or method.sma is not None or method.schedule is not None
        if sequential or task.bounds.given().keys() & {"rounds", "contexts", "queue", "clock", "width"}:
            return engines.find("lazy")
        return engines.find(ALL_AT_ONCE_OR_ROUNDS)
