"""The execution graph of an execution under store buffers: what a model that knows only relations would see.

The order in which writes reached memory is their coherence order.  Library code is left out, and so is memory that one
thread alone touches: their arrows explain nothing.
"""

from __future__ import annotations

from itertools import combinations

from heddle.answer import Drawn
from heddle.core.instr import Location
from heddle.execution import INITIAL, Access, Action, Execution, Step, Value
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, Kind, rows

MOST_EVENTS = 40
"""Larger ones are not drawn beside a trace, which tells more."""


def graph_of(execution: Execution) -> Drawn | None:
    """None if there is nothing to see, too much of it, or accesses of different sizes to the same memory."""
    builder = _Builder(execution)
    return builder.build() if builder.fits() else None


class _Builder:
    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        touching: dict[int | None, set[int]] = {}
        for step in execution.steps:
            if step.access is not None and step.call is None and _is_access(step):
                touching.setdefault(step.access.object, set()).add(step.thread)
        self.shared = {number for number, threads in touching.items() if len(threads) > 1}
        self.steps = [index for index, step in enumerate(execution.steps) if self.is_event(step)]
        self.spots = {self.access(i).spot: self.access(i) for i in self.steps if self.is_memory(i)}
        self.events: list[Event] = []
        self.origins: dict[int, tuple[Location, str]] = {}
        self.values: dict[int, str] = {}
        self.initial: dict[str, int] = {}
        self.reading: dict[int, int] = {}
        self.writing: dict[int, int] = {}

    def is_event(self, step: Step) -> bool:
        if step.call is not None:
            return False
        if step.action is Action.FENCE:
            return True
        return step.access is not None and _is_access(step) and step.access.object in self.shared

    def is_memory(self, index: int) -> bool:
        return self.execution.steps[index].access is not None

    def access(self, index: int) -> Access:
        access = self.execution.steps[index].access
        assert access is not None
        return access

    def fits(self) -> bool:
        if not self.spots or len(self.steps) > MOST_EVENTS or any(s.rounds for s in self.execution.steps):
            return False
        accesses = [self.access(i) for i in self.steps if self.is_memory(i)]
        places = {(a.address, a.size) for a in accesses}
        apart = all(a + m <= b or b + n <= a for (a, m), (b, n) in combinations(places, 2))
        return apart and len(places) == len(self.spots) and all(len(a.reads_from) <= 1 for a in accesses)

    def build(self) -> Drawn:
        self.initial_writes()
        for index in self.steps:
            self.take(index)
        size = len(self.events)
        own = [event for event in self.events if event.kind != "init"]
        order = [(a.id, b.id) for a, b in combinations(own, 2) if a.thread == b.thread]
        halves = [(read, self.writing[index]) for index, read in self.reading.items() if index in self.writing]
        po, rf, co, rmw = (rows(size, pairs) for pairs in (order, self.reads_from(), self.coherence(), halves))
        nothing = (0,) * size
        graph = ExecutionGraph(tuple(self.events), po, rf, co, rmw, nothing, nothing, nothing)
        return Drawn(graph, self.origins, True, values=self.values)

    def initial_writes(self) -> None:
        """Their values are known where somebody reads them."""
        accesses = [self.access(index) for index in self.steps if self.is_memory(index)]
        known = {access.spot: access.read for access in accesses if access.reads_from == (INITIAL,)}
        for spot in self.spots:
            self.initial[spot] = self.add(INIT_THREAD, "init", spot, known.get(spot))

    def take(self, index: int) -> None:
        step = self.execution.steps[index]
        access, first = step.access, len(self.events)
        if access is None:
            self.add(step.thread, "F")
        else:
            if access.read is not None:
                self.reading[index] = self.add(step.thread, "R", access.spot, access.read, step)
            if access.written is not None:
                self.writing[index] = self.add(step.thread, "W", access.spot, access.written, step)
        for event in range(first, len(self.events)):
            self.origins[event] = (self.execution.at(step), self.execution.thread_name(step.thread))

    def add(
        self, thread: int, kind: Kind, spot: str | None = None, value: Value | None = None, step: Step | None = None
    ) -> int:
        id, order, partner = len(self.events), "", None
        if step is not None and step.access is not None:
            order = "" if step.order == "plain" else step.order.upper()
            if step.access.read is not None and step.access.written is not None:
                partner = id + 1 if kind == "R" else id - 1
        number = None if value is None else value.number
        self.events.append(Event(id, thread, id, kind, spot, number, frozenset(filter(None, [order])), partner))
        if value is not None and value.symbol:
            self.values[id] = value.symbol
        return id

    def reads_from(self) -> list[tuple[int, int]]:
        found = []
        for index, read in self.reading.items():
            for source in self.access(index).reads_from:
                if source == INITIAL:
                    found.append((self.initial[self.access(index).spot], read))
                elif source in self.writing:
                    found.append((self.writing[source], read))
        return found

    def coherence(self) -> list[tuple[int, int]]:
        """By the moments at which writes reached memory; those that have not come last, each thread's in its order."""
        arrived = {write.step: moment for moment, step in enumerate(self.execution.steps) for write in step.drained}
        waiting = {write.step for step in self.execution.steps for write in step.after}
        never = len(self.execution.steps)
        moment = {i: arrived.get(i, never if i in waiting else i) for i in self.writing}
        order = [self.writing[i] for i in sorted(self.writing, key=lambda i: (moment[i], i))]
        order = [*self.initial.values(), *order]
        return [(a, b) for a, b in combinations(order, 2) if self.events[a].location == self.events[b].location]


def _is_access(step: Step) -> bool:
    return step.action in (Action.READ, Action.WRITE, Action.RMW)


__all__ = ["graph_of"]
