"""Candidate executions: one run of each thread, where each read reads from, and the order of writes.

A model's constraints are checked as soon as what they speak of is fixed: some after the choice of runs, some after the
choice of ``rf``, the rest with ``co``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from heddle.core.program import BoundedProgram
from heddle.enumerate.domain import Initial
from heddle.enumerate.thread import Run, Step
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, Rows, members, rows
from heddle.models.coherence import implies_coherence
from heddle.models.evaluate import Evaluation, Evaluator
from heddle.models.plan import CO, EVENTS, RF


@dataclass(frozen=True, slots=True)
class Execution:
    """A consistent execution.  ``evaluation`` holds the model's relations on it."""

    graph: ExecutionGraph
    runs: tuple[Run, ...]
    evaluation: Evaluation


Cell: TypeAlias = tuple[str, int]


class _Needs:
    """What a run reads but does not write itself, and what it writes: (location, value) pairs."""

    __slots__ = ("gives", "run", "wants")

    def __init__(self, run: Run, initial: Initial) -> None:
        self.run = run
        self.gives: set[Cell] = set()
        self.wants: set[Cell] = set()
        for step in run.steps:
            if step.location is not None and step.value is not None:
                (self.gives if step.kind == "W" else self.wants).add((step.location, step.value))
        self.wants = {cell for cell in self.wants - self.gives if initial.of(cell[0]) != cell[1]}


def combinations(program: BoundedProgram, runs: list[list[Run]], initial: Initial) -> Iterator[tuple[Run, ...]]:
    """One run of each thread that was created, an empty run of each other; what is read is written by someone."""
    known = [[_Needs(run, initial) for run in part] for part in runs]
    later: list[set[Cell]] = [set()]
    for part in reversed(known):
        later.insert(0, later[0].union(*(item.gives for item in part)))
    givers: list[dict[Cell, list[_Needs]]] = []
    for part in known:
        index: dict[Cell, list[_Needs]] = {}
        for item in part:
            for cell in item.gives:
                index.setdefault(cell, []).append(item)
        givers.append(index)

    def options(position: int, wanted: set[Cell]) -> list[_Needs]:
        """The runs of a thread; only those that give what nobody after it can give."""
        must = wanted - later[position + 1]
        if not must:
            return known[position]
        fewest = min((givers[position].get(cell, []) for cell in must), key=len)
        return [item for item in fewest if must <= item.gives]

    def extend(chosen: tuple[Run, ...], given: set[Cell], wanted: set[Cell]) -> Iterator[tuple[Run, ...]]:
        position = len(chosen)
        if position == len(runs):
            if not wanted:
                yield chosen
            return
        thread = program.threads[position]
        if thread.creator is not None and not any(thread.index in run.created for run in chosen):
            if not wanted - later[position + 1]:
                yield from extend((*chosen, Run(thread.index)), given, wanted)
            return
        for item in options(position, wanted):
            rest = (wanted | (item.wants - given)) - item.gives
            if not rest - later[position + 1]:
                yield from extend((*chosen, item.run), given | item.gives, rest)

    return extend((), set(), set())


class Candidates:
    """The consistent executions of a program, given the runs of its threads."""

    def __init__(self, evaluator: Evaluator, initial: Initial, atomic: frozenset[str] | None) -> None:
        self.evaluator = evaluator
        self.initial = initial
        self.atomic = atomic
        self.coherent = implies_coherence(evaluator.model)

    def executions(self, chosen: tuple[Run, ...]) -> Iterator[Execution]:
        skeleton = self.skeleton(chosen)
        sources = self.sources(skeleton)
        if sources is None:
            return
        evaluation = self.evaluator.extend(skeleton, EVENTS)
        if not self.evaluator.allows(evaluation, EVENTS):
            return
        reads = list(sources)
        for picked in product(*sources.values()):
            rf = rows(len(skeleton), zip(picked, reads, strict=True))
            graph = replace(skeleton, rf=rf)
            orders = self.orders(graph, dict(zip(reads, picked, strict=True)))
            if orders is None:
                continue
            with_rf = self.evaluator.extend(graph, RF, evaluation)
            if not self.evaluator.allows(with_rf, RF):
                continue
            for co in orders:
                complete = replace(graph, co=co)
                with_co = self.evaluator.extend(complete, CO, with_rf)
                if self.evaluator.allows(with_co, CO):
                    yield Execution(complete, chosen, with_co)

    def skeleton(self, chosen: tuple[Run, ...]) -> ExecutionGraph:
        """The events and what relates those of one thread."""
        events = self.initial_writes(chosen)
        po: list[tuple[int, int]] = []
        related: dict[str, list[tuple[int, int]]] = {name: [] for name in ("addr", "data", "ctrl", "casdep", "rmw")}
        for run in chosen:
            base = len(events)
            partners = {step.pair: i for i, step in enumerate(run.steps) if step.pair is not None}
            for i, step in enumerate(run.steps):
                partner = step.pair if step.pair is not None else partners.get(i)
                events.append(_event(step, base + i, run.thread, i, None if partner is None else base + partner))
                po += [(base + j, base + i) for j in range(i)]
                for name in ("addr", "data", "ctrl", "casdep"):
                    related[name] += [(base + j, base + i) for j in members(getattr(step, name))]
                if step.pair is not None:
                    related["rmw"].append((base + step.pair, base + i))
        size = len(events)
        none: Rows = (0,) * size
        relations = {name: rows(size, pairs) for name, pairs in related.items()}
        return ExecutionGraph(tuple(events), rows(size, po), none, none, **relations)

    def initial_writes(self, chosen: tuple[Run, ...]) -> list[Event]:
        locations: dict[str, None] = {}
        for run in chosen:
            for step in run.steps:
                if step.location is not None:
                    locations.setdefault(step.location)
        events: list[Event] = []
        for location in sorted(locations):
            value = self.initial.of(location)
            if value is not None:
                plain = self.atomic is not None and location not in self.atomic
                tags = frozenset({"NAL", "NA"}) if plain else frozenset({"A"} if self.atomic is not None else ())
                events.append(Event(len(events), INIT_THREAD, len(events), "init", location, value, tags))
        return events

    def sources(self, graph: ExecutionGraph) -> dict[int, list[int]] | None:
        """The writes that each read can read from: same location, same value.  None if a read has none."""
        writes: dict[tuple[str | None, int | None], list[int]] = {}
        for event in graph.events:
            if event.is_write:
                writes.setdefault((event.location, event.value), []).append(event.id)
        result: dict[int, list[int]] = {}
        for event in graph.events:
            if not event.is_read:
                continue
            after = graph.po[event.id] if self.coherent else 0
            options = [w for w in writes.get((event.location, event.value), ()) if not after >> w & 1]
            if event.partner is not None and event.partner in options:
                options.remove(event.partner)
            if not options:
                return None
            result[event.id] = options
        return result

    def orders(self, graph: ExecutionGraph, source: dict[int, int]) -> Iterator[Rows] | None:
        """The coherence orders: initial writes first, and under coherence what program order and ``rf`` demand.

        None if there is none.
        """
        before = [0] * len(graph)
        writes: list[list[int]] = []
        for bits in graph.by_location.values():
            here = [i for i in members(bits) if graph.events[i].is_write]
            writes.append(here)
            if self.coherent:
                _observed(graph, source, bits, before)
            for i in here:
                if graph.events[i].kind == "init":
                    for j in here:
                        before[j] |= 1 << i if i != j else 0
        per_location = [list(_extensions(here, before)) for here in writes]
        if not all(per_location):
            return None
        return _combine(per_location, len(graph))


def _event(step: Step, number: int, thread: int, index: int, partner: int | None) -> Event:
    kind = step.kind
    assert kind in ("R", "W", "F")
    return Event(number, thread, index, kind, step.location, step.value, step.tags, partner, step.loc)  # type: ignore[arg-type]


def _observed(graph: ExecutionGraph, source: dict[int, int], bits: int, before: list[int]) -> None:
    """What coherence demands of two accesses in program order: the writes they are or read from keep that order."""
    for a in members(bits):
        first = source.get(a, a)
        for b in members(graph.po[a] & bits):
            second = source.get(b, b)
            if first != second:
                before[second] |= 1 << first
            elif a in source and b not in source:
                before[second] |= 1 << second  # reads its own later write: no order at all


def _extensions(items: list[int], before: list[int]) -> Iterator[tuple[int, ...]]:
    """The total orders of some writes in which each comes after those that must be ``before`` it."""

    def extend(order: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield order
            return
        for i in members(left):
            if not before[i] & left:
                yield from extend((*order, i), left & ~(1 << i))

    everything = 0
    for i in items:
        everything |= 1 << i
    return extend((), everything)


def _combine(per_location: list[list[tuple[int, ...]]], size: int) -> Iterator[Rows]:
    for orders in product(*per_location):
        co = [0] * size
        for order in orders:
            later = 0
            for i in reversed(order):
                co[i] = later
                later |= 1 << i
        yield tuple(co)
