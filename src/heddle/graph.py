"""Execution graphs: events and the relations between them (thesis section 4.1).

An execution graph is one run of a program as memory sees it: which accesses and fences each thread made (``po``),
where each read got its value (``rf``), in which order the writes to each location took effect (``co``, the thesis's
*mo*), and which earlier reads an access depends on (``addr``, ``data``, ``ctrl``).

Relations are tuples of integers, one row an event: bit *j* of row *i* is set where event *i* is related to event *j*.
``po`` and ``co`` are transitive.  Initial writes are events of their own: the first in ``co``, in no thread's ``po``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, TypeAlias

from heddle.core.instr import NOWHERE, Location
from heddle.records import dataclass, field

Rows: TypeAlias = tuple[int, ...]
Kind: TypeAlias = Literal["R", "W", "F", "init", "other"]

INIT_THREAD = -1
"""The thread of initial writes."""


@dataclass(frozen=True, slots=True)
class Event:
    """``id`` is the event's row; ``index`` its place in its thread.

    ``kind`` "other" is for what is neither an access nor a fence (a thread's start and end, a branch).  A
    read-modify-write is two events, its read and its write, each the other's ``partner``; a failed one is its read
    alone.
    ``tags`` are the annotations that models ask for, under the names of :mod:`heddle.models.vocabulary`.
    ``location`` names what is accessed, for models and for readers; two events with equal names access the same memory.
    """

    id: int
    thread: int
    index: int
    kind: Kind
    location: str | None = None
    value: int | None = None
    tags: frozenset[str] = frozenset()
    partner: int | None = None
    loc: Location = field(default=NOWHERE, compare=False)
    uid: int = field(default=-1, compare=False)
    """The instruction that it comes from, -1 if from none."""
    other: int | None = field(default=None, compare=False)
    """The thread that it creates or joins."""
    joins: bool = field(default=False, compare=False)
    part: tuple[int, int] | None = field(default=None, compare=False)
    """Of an access that is several events, one for each piece of memory: where in it this one begins, and its size."""

    @property
    def is_write(self) -> bool:
        return self.kind in ("W", "init")

    @property
    def is_read(self) -> bool:
        return self.kind == "R"


@dataclass(frozen=True)
class ExecutionGraph:
    events: tuple[Event, ...]
    po: Rows
    rf: Rows
    co: Rows
    rmw: Rows
    addr: Rows
    data: Rows
    ctrl: Rows
    casdep: Rows = ()
    """Reads to the compare-and-exchanges whose expected value depends on them; empty where nobody tracks it."""

    def __len__(self) -> int:
        return len(self.events)

    @cached_property
    def everything(self) -> int:
        """The set of all events."""
        return (1 << len(self.events)) - 1

    @cached_property
    def fr(self) -> Rows:
        """Reads to the writes that overwrite what they read."""
        rows = [0] * len(self.events)
        for write, reads in enumerate(self.rf):
            for read in members(reads):
                rows[read] = self.co[write] & ~(1 << read)
        return tuple(rows)

    @cached_property
    def by_location(self) -> dict[str, int]:
        """The events of each location, as sets."""
        sets: dict[str, int] = {}
        for event in self.events:
            if event.location is not None:
                sets[event.location] = sets.get(event.location, 0) | 1 << event.id
        return sets

    @cached_property
    def by_thread(self) -> dict[int, int]:
        """The events of each thread, as sets; the initial writes count as one thread."""
        sets: dict[int, int] = {}
        for event in self.events:
            sets[event.thread] = sets.get(event.thread, 0) | 1 << event.id
        return sets

    @cached_property
    def same_location(self) -> Rows:
        return tuple(0 if e.location is None else self.by_location[e.location] for e in self.events)

    @cached_property
    def accesses(self) -> tuple[tuple[int, ...], ...]:
        """The events of each access to several pieces of memory, in order."""
        found: list[list[int]] = []
        for event in sorted(self.events, key=lambda e: (e.thread, e.index)):
            if event.part is not None and event.part[0] == 0:
                found.append([event.id])
            elif event.part is not None and found:
                found[-1].append(event.id)
        return tuple(tuple(pieces) for pieces in found)

    @cached_property
    def same_access(self) -> Rows:
        rows = [1 << event.id for event in self.events]
        for pieces in self.accesses:
            for piece in pieces:
                rows[piece] = event_set(pieces)
        return tuple(rows)

    @cached_property
    def internal(self) -> Rows:
        """Pairs within one thread, each event with itself included."""
        return tuple(self.by_thread[e.thread] for e in self.events)

    @cached_property
    def external(self) -> Rows:
        return tuple(self.everything & ~row for row in self.internal)

    def tagged(self, tag: str) -> int:
        """The set of the events that carry a tag."""
        return event_set(e.id for e in self.events if tag in e.tags)

    def of_kind(self, *kinds: Kind) -> int:
        return event_set(e.id for e in self.events if e.kind in kinds)


def members(bits: int) -> Iterator[int]:
    """The elements of a set, in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def event_set(ids: Iterable[int]) -> int:
    bits = 0
    for i in ids:
        bits |= 1 << i
    return bits


def rows(size: int, pairs: Iterable[tuple[int, int]]) -> Rows:
    """A relation from its pairs."""
    result = [0] * size
    for a, b in pairs:
        result[a] |= 1 << b
    return tuple(result)


def pairs(relation: Rows) -> Iterator[tuple[int, int]]:
    for a, row in enumerate(relation):
        for b in members(row):
            yield a, b


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag that a model raises about an execution (``flag ~empty race as data-race``), which breaks the property.

    ``events`` are the ids of the events that it relates, the pair of the race.
    """

    name: str
    events: tuple[int, ...] = ()
