"""The stages, by name: what each makes of what, and with which options.

A new one is a function and an entry in ``STAGES``.  What they need is imported when they run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from heddle.chains import option
from heddle.chains.form import Form
from heddle.chains.option import Option
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.backends.bmc.solver import Bmc
    from heddle.backends.horn import Outcome
    from heddle.backends.sequential import Answer as Found
    from heddle.chains.way import Turn, Way
    from heddle.core.program import BoundedProgram, Program
    from heddle.counterexample import Counterexample
    from heddle.passes.inline import Inlined
    from heddle.sequentializer.histories import Histories
    from heddle.sequentializer.program import SequentialProgram
    from heddle.sequentializer.share import Shared
    from heddle.sources import Sources
    from heddle.symbolic.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    summary: str
    takes: Form
    gives: Form
    run: Callable[[Any, Way, Turn], Any]
    options: tuple[Option, ...] = ()
    is_optional: bool = False
    """A chain may do without it, or have it more than once: it takes what it gives."""


def parse(sources: Sources, way: Way, turn: Turn) -> Program:
    return sources.load(way.task.property.marks)


def claim(program: Program, way: Way, turn: Turn) -> Program:
    prepared = way.task.property.prepare(program)
    if "flag" not in prepared.claims or not way.task.model.forbids_races:
        return prepared
    from heddle.passes.weak_exchanges import without_idle_failures

    return without_idle_failures(prepared, forbids_races=True)


def unfold(program: Program, way: Way, turn: Turn) -> BoundedProgram:
    from heddle.passes.unfold import unfolded

    assert turn.unfolding is not None
    return unfolded(program, turn.unfolding)


def slice_bounded(bounded: BoundedProgram, way: Way, turn: Turn) -> BoundedProgram:
    from heddle.passes.slice import sliced

    return sliced(bounded)


def place(bounded: BoundedProgram, way: Way, turn: Turn) -> BoundedProgram:
    if not way.observes_addresses:
        return bounded
    from heddle.addresses.choice import choose_addresses

    return choose_addresses(bounded, way.task.bounds.width is None)


def reuse(bounded: BoundedProgram, way: Way, turn: Turn) -> BoundedProgram:
    return way.freed.prepared(bounded)


def analyse(bounded: BoundedProgram, way: Way, turn: Turn) -> Analysis:
    from heddle.models.store_buffers import SC
    from heddle.symbolic.analysis import Analysis

    return Analysis(bounded, way.task.model.buffers or SC, turn.everywhere)


def encode(analysis: Analysis, way: Way, turn: Turn) -> Bmc | str:
    """The formula in the first scheme that is worth it, or why there is none."""
    able = [s for s in turn.schemes if s.can(analysis) is None]
    if not able:
        return turn.schemes[-1].can(analysis) or ""
    return way.formula(analysis, next((s for s in able if s.is_worth(analysis)), able[-1]))


def query(bmc: Bmc, way: Way, turn: Turn) -> Counterexample | None:
    return bmc.find_violation(turn.bound, turn.until)


def share(bounded: BoundedProgram, way: Way, turn: Turn) -> Shared:
    from heddle.sequentializer.scheme import shared

    return shared(bounded, way.abstraction, way.task.bounds.width)


def histories(bounded: BoundedProgram, way: Way, turn: Turn) -> Histories:
    from heddle.sequentializer.histories import share_histories

    assert way.abstraction is not None
    return share_histories(bounded, way.abstraction.policy, way.task.bounds.width)


def lazy(shared: Shared, way: Way, turn: Turn) -> SequentialProgram:
    from heddle.sequentializer.lazy import lazy

    return lazy(shared, way.abstraction, turn.memory)


def eager(shared: Histories, way: Way, turn: Turn) -> SequentialProgram:
    from heddle.sequentializer.eager import eager

    assert way.abstraction is not None
    return eager(shared, way.abstraction, turn.memory)


def inline(program: Program, way: Way, turn: Turn) -> Inlined:
    from heddle.passes.inline import inline

    assert turn.unfolding is not None
    return inline(program, turn.unfolding, turn.short)


def keep_loops(inlined: Inlined, way: Way, turn: Turn) -> Shared:
    from heddle.sequentializer.loops import share_loops

    return share_loops(inlined)


def unbounded(shared: Shared, way: Way, turn: Turn) -> SequentialProgram:
    from heddle.sequentializer.unbounded import unbounded

    return unbounded(shared, turn.rounds)


def solve(sequential: SequentialProgram, way: Way, turn: Turn) -> Found:
    from heddle import backends

    return backends.find(way.task.method.backend).check(sequential, turn.until)


def unroll(sequential: SequentialProgram, way: Way, turn: Turn) -> Found:
    from heddle.backends.bmc.sequential import check_sequential

    assert turn.unfolding is not None
    return check_sequential(sequential, turn.until, turn.unfolding)


def prove(sequential: SequentialProgram, way: Way, turn: Turn) -> Outcome:
    from heddle.backends.horn import prove

    return prove(sequential, turn.until)


def replay(cex: Counterexample, way: Way, turn: Turn) -> Answer:
    from heddle.engines.confirm import confirm

    assert way.program is not None and turn.answer is not None
    return confirm(way.task, way.program, cex, way.listener, turn.answer)


def _stages() -> tuple[Stage, ...]:
    F = Form
    memory = (option.ROUNDS, option.CONTEXTS, option.QUEUE, option.CLOCK, option.SCHEDULE)
    return (
        Stage("parse", "C to the core language", F.SOURCES, F.PARSED, parse),
        Stage("claim", "the property becomes claims in the program", F.PARSED, F.PROGRAM, claim),
        Stage("unfold", "calls inlined, loops unrolled, threads told apart", F.PROGRAM, F.UNFOLDED, unfold,
              option.UNFOLDING),
        Stage("slice", "assignments that nobody reads go", F.UNFOLDED, F.UNFOLDED, slice_bounded, is_optional=True),
        Stage("place", "unknown addresses where the program observes them", F.UNFOLDED, F.PLACED, place),
        Stage("reuse", "freed blocks are given out again, or that is a named cut", F.PLACED, F.BOUNDED, reuse,
              (option.REUSE,)),
        Stage("analyse", "events, values, cells, visible steps, without any schedule", F.BOUNDED, F.ANALYSED, analyse),
        Stage("encode", "schedule and memory model as a formula", F.ANALYSED, F.FORMULA, encode,
              (option.SCHEMES, option.GRAIN, option.READS)),
        Stage("query", "the embedded solver looks for a violation", F.FORMULA, F.FOUND, query,
              (option.ROUNDS, option.WRITES)),
        Stage("share", "accesses to shared memory become calls of the abstraction", F.BOUNDED, F.SHARED, share,
              (option.LAZY_MEMORY, option.WIDTH)),
        Stage("histories", "the same, for abstractions that guess what memory will hold", F.BOUNDED, F.HISTORIES,
              histories, (option.EAGER_MEMORY, option.WIDTH)),
        Stage("lazy", "lazy sequentialization", F.SHARED, F.SEQUENTIAL, lazy, memory),
        Stage("eager", "eager sequentialization", F.HISTORIES, F.SEQUENTIAL, eager, (option.ROUNDS, option.WRITES)),
        Stage("solve", "a backend decides the sequential program", F.SEQUENTIAL, F.FOUND, solve, (option.BACKEND,)),
        Stage("inline", "calls inlined, loops kept but those that create threads", F.PROGRAM, F.INLINED, inline,
              option.UNFOLDING),
        Stage("keep-loops", "threads with loops, steps numbered", F.INLINED, F.LOOPING, keep_loops),
        Stage("unbounded", "unbounded lazy sequentialization", F.LOOPING, F.ENDLESS, unbounded, (option.ROUNDS,)),
        Stage("unroll", "the embedded backend decides it, with its loops unrolled", F.ENDLESS, F.FOUND, unroll),
        Stage("prove", "Horn clauses: invariants of all loops, checked", F.ENDLESS, F.ANSWER, prove),
        Stage("replay", "the original program runs as claimed, or there is no violation", F.FOUND, F.ANSWER, replay),
    )  # fmt: skip


STAGES: dict[str, Stage] = {stage.name: stage for stage in _stages()}

__all__ = ["STAGES", "Stage"]
