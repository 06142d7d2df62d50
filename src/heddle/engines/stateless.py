"""The stateless engine: explores every execution graph that the memory model allows.

An exploration that ends without cutting anything is a proof.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from heddle.answer import Answer, Counts, Drawn
from heddle.engines.engine import Engine, Listener, since
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.explorer.kernel import Explored
    from heddle.task import Task


@dataclass(frozen=True, slots=True)
class Misfit:
    """The explorer's algorithm is not for this model, or not for what the program does under it."""

    reason: str
    seconds: float


class Stateless(Engine):
    name = "stateless"
    summary = "every execution graph that the memory model allows, each once"
    bounds = frozenset({"max_depth"})
    settings = frozenset({"no_filter"})
    models = None
    counts_executions = True

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        answer = explore(task, program, listener)
        if isinstance(answer, Misfit):
            return self.no_answer(task, f"{answer.reason} (--engine enumerate is for small programs under any model)")
        return answer


def explore(task: Task, program: Program, listener: Listener) -> Answer | Misfit:
    from heddle.engines.judgement import judge, unfit
    from heddle.explorer import kernel
    from heddle.explorer.model import Unfit
    from heddle.explorer.refusals import is_misfit, words

    started, model, wanted = time.monotonic(), task.model.relational, task.wanted
    options = kernel.ExploreOptions(
        task.bounds.unwind, task.bounds.unwindset, filter=not task.method.no_filter, first_only=not wanted.executions,
        depth=task.bounds.max_depth or 0, workers=task.limits.jobs or cores(), keep=wanted.graphs, states=wanted.states,
        timeout=task.limits.timeout, kinds=task.bounds.kinds(),
    )  # fmt: skip

    def counts(executions: int, blocked: int, violations: int) -> None:
        interim = Stateless().no_answer(task, "")
        interim.counts = Counts(executions, blocked, violations)
        listener.interim(interim)

    try:
        explored = kernel.explore(program, model, options, listener.progress, counts)
    except Unfit as error:
        return Misfit(unfit(model, error), since(started))
    if explored.refusal is not None and is_misfit(explored.refusal) and not explored.witnesses:
        return Misfit(unfit(model, Unfit(words(explored.refusal))), since(started))
    answer = judge(task, program, explored)
    answer.counts = Counts(
        explored.executions + explored.cut, explored.blocked, explored.violations, explored.cut, explored.finished
    )
    answer.states = dict(explored.states.items()) if wanted.states else None
    if wanted.graphs:
        answer.graphs = graphs(program, explored)
    return answer


def graphs(program: Program, explored: Explored) -> list[Drawn]:
    from heddle.engines.confirm_graph import drawn
    from heddle.explorer.graphs import Names, claim

    assert explored.layout is not None
    names = Names(program, explored.layout)
    shown = [(dump, False) for dump in explored.kept] + [(dump, True) for dump in explored.witnesses]
    return [drawn(program, claim(dump, explored, names), violates) for dump, violates in shown]


def cores() -> int:
    return len(os.sched_getaffinity(0))


__all__ = ["Misfit", "Stateless", "cores", "explore"]
