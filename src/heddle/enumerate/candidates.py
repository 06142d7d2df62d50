"""Candidate executions: one run of each thread, where each read reads from, and the order of writes.

A model's constraints are checked as soon as what they speak of is fixed: some after the choice of runs, some after the
choice of ``rf``, the rest with ``co``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TypeAlias

from heddle.core.program import BoundedProgram
from heddle.enumerate.domain import Initial
from heddle.enumerate.run import Run, Step
from heddle.enumerate.values import Unsupported
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, Flag, Rows, event_set, members, rows
from heddle.models.coherence import implies_atomicity, implies_coherence
from heddle.models.evaluate import Evaluation, Evaluator, is_irreflexive, transitive
from heddle.models.plan import CO, EVENTS, RF
from heddle.models.tags import FULL_FENCE
from heddle.models.thread_order import BEGINS, CREATES, ENDS, JOINS, TAGS, has_thread_events
from heddle.records import dataclass, replace

MAX_CANDIDATES = 1_000_000
"""More than this is no job for enumeration."""


@dataclass(frozen=True, slots=True)
class Execution:
    """A consistent execution.  ``evaluation`` holds the model's relations on it; ``flags`` are those that it raises, if
    the program claims that there are none."""

    graph: ExecutionGraph
    runs: tuple[Run, ...]
    evaluation: Evaluation
    sees_threads: bool
    """Whether the beginnings and ends of threads are events."""
    flags: tuple[Flag, ...] = ()

    def steps(self, run: Run) -> list[int]:
        """The steps of a run that are events of the graph, in their order."""
        return event_steps(run, self.sees_threads)


def event_steps(run: Run, sees_threads: bool) -> list[int]:
    return [i for i, step in enumerate(run.steps) if sees_threads or step.kind not in ("start", "end")]


Cell: TypeAlias = tuple[str, int | None]
GIVING = ("W", "create", "end")
MOMENTS = {"create": CREATES, "start": BEGINS, "end": ENDS, "join": JOINS}
"""Of threads: the steps that models may see as events."""


class _Needs:
    """What a run reads but does not write itself, and what it writes: (location, value) pairs."""

    __slots__ = ("gives", "run", "wants")

    def __init__(self, run: Run, initial: Initial) -> None:
        self.run = run
        self.gives: set[Cell] = set()
        self.wants: set[Cell] = set()
        for step in run.steps:
            if step.location is not None and step.kind != "F":
                (self.gives if step.kind in GIVING else self.wants).add((step.location, step.value))
        self.wants = {c for c in self.wants - self.gives if not initial.has(c[0]) or initial.of(c[0]) != c[1]}


def combinations(
    program: BoundedProgram, runs: list[list[Run]], initial: Initial, told: Callable[[float], None] = lambda share: None
) -> Iterator[tuple[Run, ...]]:
    """One run of each thread that was created, an empty run of each other; what is read is written by someone.

    ``told`` hears, before each, which share of them all came before, as far as one can tell.
    """
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

    def extend(
        chosen: tuple[Run, ...], given: set[Cell], wanted: set[Cell], before: float, share: float
    ) -> Iterator[tuple[Run, ...]]:
        position = len(chosen)
        if position == len(runs):
            if not wanted and not any(run.waits_for is not None and _ended(chosen, run.waits_for) for run in chosen):
                told(before)
                yield chosen
            return
        thread = program.threads[position]
        if thread.creator is not None and not any(thread.index in run.created for run in chosen):
            if not wanted - later[position + 1]:
                yield from extend((*chosen, Run(thread.index)), given, wanted, before, share)
            return
        possible = options(position, wanted)
        part = share / max(1, len(possible))
        for number, item in enumerate(possible):
            rest = (wanted | (item.wants - given)) - item.gives
            if not rest - later[position + 1]:
                yield from extend((*chosen, item.run), given | item.gives, rest, before + number * part, part)

    return extend((), set(), set(), 0.0, 1.0)


def _ended(chosen: tuple[Run, ...], thread: int) -> bool:
    return 0 <= thread < len(chosen) and chosen[thread].ended


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """At one location: the write that each read reads from, and the orders of the writes."""

    source: dict[int, int]
    orders: list[tuple[int, ...]]


class Candidates:
    """The consistent executions of a program, given the runs of its threads."""

    def __init__(
        self, evaluator: Evaluator, initial: Initial, atomic: frozenset[str] | None, hardware: bool = True,
        tick: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self.evaluator = evaluator
        self.initial = initial
        self.atomic = atomic
        self.hardware = hardware
        self.sees_threads = has_thread_events(evaluator.model)
        self.tried, self.tick = 0, tick
        self.coherent = implies_coherence(evaluator.model)
        self.atomic_pairs = self.coherent and implies_atomicity(evaluator.model)

    def executions(self, chosen: tuple[Run, ...]) -> Iterator[Execution]:
        skeleton = self.skeleton(chosen)
        sources = None if skeleton is None else self.sources(skeleton)
        if skeleton is None or sources is None:
            return
        evaluation = self.evaluator.extend(skeleton, EVENTS)
        if not self.evaluator.allows(evaluation, EVENTS):
            return
        places = [self.place_choices(skeleton, bits, sources) for bits in skeleton.by_location.values()]
        for picked in product(*places):
            self.count()
            edges = ((write, read) for choice in picked for read, write in choice.source.items())
            graph = replace(skeleton, rf=rows(len(skeleton), edges))
            with_rf = self.evaluator.extend(graph, RF, evaluation)
            if not self.evaluator.allows(with_rf, RF):
                continue
            for co in _combine([choice.orders for choice in picked], len(graph)):
                self.count()
                complete = replace(graph, co=co)
                with_co = self.evaluator.extend(complete, CO, with_rf)
                if self.evaluator.allows(with_co, CO):
                    yield Execution(complete, chosen, with_co, self.sees_threads)

    def count(self) -> None:
        self.tried += 1
        self.tick()
        if self.tried > MAX_CANDIDATES:
            raise Unsupported(f"the program is too large: more than {MAX_CANDIDATES} candidates for executions")

    def skeleton(self, chosen: tuple[Run, ...]) -> ExecutionGraph | None:
        """The events and what relates those of one thread; None if threads would have to join each other."""
        events = self.initial_writes(chosen)
        numbers: list[dict[int, int]] = []
        """For each run the events that its steps are."""
        for run in chosen:
            known: dict[int, int] = {}
            partners = {step.pair: i for i, step in enumerate(run.steps) if step.pair is not None}
            base = len(events)
            seen = event_steps(run, self.sees_threads)
            known.update((i, base + place) for place, i in enumerate(seen))
            for place, i in enumerate(seen):
                step = run.steps[i]
                partner = step.pair if step.pair is not None else partners.get(i)
                number = None if partner is None else known[partner]
                events.append(self.event(step, base + place, run.thread, place, number))
            numbers.append(known)
        related: dict[str, list[tuple[int, int]]] = {name: [] for name in ("addr", "data", "ctrl", "casdep", "rmw")}
        for run, known in zip(chosen, numbers, strict=True):
            for i, step in enumerate(run.steps):
                for name in ("addr", "data", "ctrl", "casdep"):
                    related[name] += [(known[j], known[i]) for j in members(getattr(step, name)) if i in known]
                if step.pair is not None:
                    related["rmw"].append((known[step.pair], known[i]))
        size = len(events)
        po = program_order(chosen, numbers, size)
        if po is None:
            return None
        relations = {name: rows(size, pairs) for name, pairs in related.items()}
        none: Rows = (0,) * size
        return ExecutionGraph(tuple(events), po, none, none, **relations)

    def event(self, step: Step, number: int, thread: int, index: int, partner: int | None) -> Event:
        """Creating and joining threads empties the buffers of hardware."""
        kind, tags, joins = step.kind, step.tags, step.kind == "join"
        if kind in MOMENTS:
            seen = TAGS[MOMENTS[kind]] if self.sees_threads else frozenset()
            kind, tags = ("F", FULL_FENCE) if self.hardware else ("other", seen)  # type: ignore[assignment]
            if step.kind in ("start", "end"):
                return Event(number, thread, index, kind, tags=tags)  # type: ignore[arg-type]
            return Event(number, thread, index, kind, None, None, tags, None, step.loc, step.uid, step.other, joins)  # type: ignore[arg-type]
        return Event(number, thread, index, kind, step.location, step.value, tags, partner, step.loc, step.uid)  # type: ignore[arg-type]

    def initial_writes(self, chosen: tuple[Run, ...]) -> list[Event]:
        locations: dict[str, None] = {}
        for run in chosen:
            for step in run.steps:
                if step.location is not None and self.initial.has(step.location):
                    locations.setdefault(step.location)
        events: list[Event] = []
        for location in sorted(locations):
            value = self.initial.of(location)
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

    def place_choices(self, graph: ExecutionGraph, bits: int, sources: dict[int, list[int]]) -> list[PlaceChoice]:
        """What can happen at one location: where its reads read from, and the orders of its writes that go with it.

        Initial writes come first; under coherence, what program order and ``rf`` demand; under atomicity, nothing
        between what a read-modify-write reads and what it writes.
        """
        writes = [i for i in members(bits) if graph.events[i].is_write]
        initial = event_set(i for i in writes if graph.events[i].kind == "init")
        reads = [i for i in members(bits) if i in sources]
        found: list[PlaceChoice] = []
        for picked in product(*(sources[read] for read in reads)):
            self.count()
            source = dict(zip(reads, picked, strict=True))
            after: dict[int, int] = {}
            if self.atomic_pairs:
                pairs = [(write, graph.events[read].partner) for read, write in source.items()]
                after = {partner: write for write, partner in pairs if partner is not None}
                if len(set(after.values())) < len(after):
                    continue
            before = {i: initial & ~(1 << i) for i in writes}
            if self.coherent:
                _observed(graph, source, bits, before)
            orders: list[tuple[int, ...]] = []
            for order in _extensions(writes, before, after):
                self.count()
                orders.append(order)
            if orders:
                found.append(PlaceChoice(source, orders))
        return found


def program_order(chosen: tuple[Run, ...], numbers: list[dict[int, int]], size: int) -> Rows | None:
    """Each thread's events in order, after what its creator did before creating it and before what follows a join.

    None if that is no order: two threads would each have to wait for the other.
    """
    po: list[tuple[int, int]] = []
    first: dict[int, int] = {}
    direct: list[tuple[int, int]] = []
    for run, known in zip(chosen, numbers, strict=True):
        line = list(known.values())
        po += [(a, b) for at, a in enumerate(line) for b in line[at + 1 :]]
        for i, step in enumerate(run.steps):
            if step.kind == "create" and step.other is not None:
                first[step.other] = known[i]
    for run, known in zip(chosen, numbers, strict=True):
        if run.thread in first and known:
            direct.append((first[run.thread], min(known.values())))
        for i, step in enumerate(run.steps):
            if step.kind == "join" and step.other is not None:
                joined = numbers[step.other]
                direct.append((max(joined.values()) if joined else first[step.other], known[i]))
    if not direct:
        return rows(size, po)
    order = transitive(rows(size, [*po, *direct]))
    return order if is_irreflexive(order) else None


def _observed(graph: ExecutionGraph, source: dict[int, int], bits: int, before: dict[int, int]) -> None:
    """What coherence demands of two accesses in program order: the writes they are or read from keep that order."""
    for a in members(bits):
        first = source.get(a, a)
        for b in members(graph.po[a] & bits):
            second = source.get(b, b)
            if first != second:
                before[second] |= 1 << first
            elif a in source and b not in source:
                before[second] |= 1 << second  # reads its own later write: no order at all


def _extensions(items: list[int], before: dict[int, int], after: dict[int, int]) -> Iterator[tuple[int, ...]]:
    """The total orders of some writes in which each comes after those that must be ``before`` it.

    ``after`` maps a write to the one that it must follow at once.
    """
    claimed = {first: write for write, first in after.items()}

    def extend(order: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield order
            return
        follower = claimed.get(order[-1]) if order else None
        for i in members(left) if follower is None else (follower,):
            follows = after.get(i) is None or (bool(order) and order[-1] == after[i])
            if follows and left >> i & 1 and not before[i] & left:
                yield from extend((*order, i), left & ~(1 << i))

    return extend((), event_set(items))


def _combine(per_location: list[list[tuple[int, ...]]], size: int) -> Iterator[Rows]:
    for orders in product(*per_location):
        co = [0] * size
        for order in orders:
            later = 0
            for i in reversed(order):
                co[i] = later
                later |= 1 << i
        yield tuple(co)
