"""All executions of a program under a model: explored, or enumerated where the explorer does not fit the model."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from heddle.core.program import Program
from heddle.engines.enumerated import Enumerated, enumerate_all
from heddle.engines.judgement import Judgement, confirm_graph, judge, unfit
from heddle.explore.graphs import Names, claim
from heddle.explore.kernel import Counts, Explored, ExploreOptions, explore
from heddle.explore.model import Unfit
from heddle.models.relation import Model
from heddle.replay.follow import GraphClaim
from heddle.result import Verdict


@dataclass(slots=True)
class Executions:
    """``cut`` executions are among ``executions``.  ``note`` says why they were enumerated, if they were."""

    judgement: Judgement
    executions: int
    blocked: int
    violations: int
    cut: int
    complete: bool
    states: dict[tuple[tuple[str, int], ...], int]
    graphs: list[GraphClaim] = field(default_factory=list)
    witnesses: list[GraphClaim] = field(default_factory=list)
    note: str = ""
    candidates: int | None = None


def all_executions(
    program: Program, model: Model, name: str, options: ExploreOptions,
    progress: Callable[[str], None] = lambda line: None,
    counts: Counts = lambda executions, blocked, violations: None,
) -> Executions:  # fmt: skip
    """``name`` is what the user calls the model."""
    started = time.monotonic()
    try:
        explored = explore(program, model, options, progress, counts)
    except Unfit as error:
        why = unfit(model, error)
    else:
        judgement = judge(program, model, explored, name)
        if explored.witnesses or not explored.is_misfit:
            return from_explored(program, explored, judgement)
        why = judgement.reason
    progress(f"{why}: enumerating candidate executions")
    if options.timeout is not None:
        options = replace(options, timeout=max(0.05, options.timeout - (time.monotonic() - started)))
    found = enumerate_all(program, model, options, progress, counts)
    return from_enumerated(program, model, found, why)


def from_explored(program: Program, explored: Explored, judgement: Judgement) -> Executions:
    assert explored.layout is not None
    names = Names(program, explored.layout)
    return Executions(
        judgement, explored.executions + explored.cut, explored.blocked, explored.violations, explored.cut,
        explored.finished, explored.states, [claim(dump, explored, names) for dump in explored.kept],
        [claim(dump, explored, names) for dump in explored.witnesses],
    )  # fmt: skip


def from_enumerated(
    program: Program, model: Model, found: Enumerated, why: str
) -> Executions:
    return Executions(
        judge_enumerated(program, model, found, why), found.executions + found.cut, found.blocked,
        found.violations, found.cut, found.finished, found.states, found.kept,
        [found.witness] if found.witness else [], f"enumerated, since {why}", found.candidates,
    )  # fmt: skip


def judge_enumerated(
    program: Program, model: Model, found: Enumerated, why: str
) -> Judgement:
    if found.witness is not None:
        return confirm_graph(program, model, found.witness)
    if found.broken:
        return Judgement(Verdict.UNKNOWN, f"{why}; {found.broken}")
    if found.obstacles:
        return Judgement(Verdict.UNKNOWN, found.obstacles[0])
    if found.cuts:
        return Judgement(Verdict.BOUNDED, "no violation within the bounds", sorted(found.cuts))
    return Judgement(Verdict.SAFE, "no execution violates the property")


__all__ = ["Executions", "all_executions"]
