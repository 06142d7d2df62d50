"""Store buffers: what TSO and PSO add to the events of a program.

A buffered write has two moments: it is issued by its thread, which nobody else notices, and later committed to memory.
TSO commits a thread's writes in program order, PSO only those to the same location (design: FIFO per thread, or per
thread and location).  Fences, atomic read-modify-writes, atomic sections, creation and join drain the buffer: they
happen when all earlier writes of the thread are committed.  A read sees the own thread's latest pending write.

Under SC nothing is buffered, and this module has nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from heddle.core.instr import AtomicBegin, Fence, Write
from heddle.symbolic.analysis import Values
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.events import Event, EventProgram, Kind, ThreadEvents

DRAINING_FENCES = frozenset({"full", "seq_cst"})
STORE_FENCES = frozenset({"lwsync", "store", "release", "acq_rel"})
"""Fences that order writes among themselves: no effect under TSO, which keeps their order anyway."""


@dataclass(slots=True)
class ThreadBuffer:
    """The buffered writes of one thread in program order, and how other events of the thread depend on them."""

    writes: list[Event] = field(default_factory=list)
    drained: dict[Event, list[Event]] = field(default_factory=dict)
    """For an event that drains: the writes that may still be pending before it."""
    forwarded: dict[Event, list[tuple[Event, list[Event]]]] = field(default_factory=dict)
    """For a read: the own writes that it may see pending, each with the events in between that may have drained it."""
    after: dict[Event, list[tuple[Event, Event | None]]] = field(default_factory=dict)
    """For a write: the earlier writes that must be committed before it; with a fence, only if the fence is executed."""


class StoreBuffers:
    def __init__(
        self, program: EventProgram, values: Values, model: str, buffers: Callable[[Event, int], bool]
    ) -> None:
        """``buffers`` tells whether other threads could notice when a write of a thread is committed."""
        self.model, self.values, self.dag = model, values, program.dag
        self.threads: list[ThreadBuffer] = [ThreadBuffer() for _ in program.threads]
        if model == "sc":
            return
        for thread, buffer in zip(program.threads, self.threads, strict=True):
            buffer.writes = [e for e in thread.events if self._is_buffered(e) and buffers(e, thread.thread.index)]
            if buffer.writes:
                self._relate(thread, buffer)

    def is_buffered(self, event: Event, thread: int) -> bool:
        return event in self.threads[thread].after

    def _is_buffered(self, event: Event) -> bool:
        if event.kind is not Kind.WRITE or event.section >= 0 or event.local or self.values.dead(event):
            return False
        assert isinstance(event.instr, Write)
        return event.instr.order != "seq_cst"

    def drains(self, event: Event) -> bool:
        """Whether the event needs an empty buffer."""
        match event.kind:
            case Kind.RMW | Kind.JOIN | Kind.CREATE:
                return event.section < 0
            case Kind.WRITE:
                return event.section < 0 and isinstance(event.instr, Write) and event.instr.order == "seq_cst"
        if isinstance(event.instr, Fence):
            return event.section < 0 and event.instr.order in DRAINING_FENCES
        return isinstance(event.instr, AtomicBegin)

    def _orders_stores(self, event: Event) -> bool:
        if self.model != "pso":
            return False
        if isinstance(event.instr, Fence):
            return event.instr.order in STORE_FENCES
        return isinstance(event.instr, Write) and event.instr.order in ("release", "acq_rel")

    def _relate(self, thread: ThreadEvents, buffer: ThreadBuffer) -> None:
        writes = set(buffer.writes)
        events = [e for e in thread.events if not self.values.dead(e)]
        for position, event in enumerate(events):
            before = list(self._pending_before(events, position))
            if self.drains(event):
                buffer.drained[event] = [e for e in reversed(before) if e in writes]
            if event.kind is Kind.READ and not event.local:
                buffer.forwarded[event] = self._seen_by(event, before, writes)
            if event in writes:
                buffer.after[event] = list(self._older(event, before, writes))

    def _pending_before(self, events: list[Event], position: int) -> Iterator[Event]:
        """Earlier events, latest first, back to one that surely drained the buffer."""
        for event in reversed(events[:position]):
            yield event
            if self.drains(event) and implies(self.dag, events[position].guard, event.guard):
                return

    def _seen_by(self, read: Event, before: list[Event], writes: set[Event]) -> list[tuple[Event, list[Event]]]:
        seen: list[tuple[Event, list[Event]]] = []
        drains: list[Event] = []
        for event in before:
            if self.drains(event):
                drains.append(event)
            elif event in writes and _may_overlap(event, read):
                seen.append((event, list(drains)))
        return list(reversed(seen))

    def _older(self, write: Event, before: list[Event], writes: set[Event]) -> Iterator[tuple[Event, Event | None]]:
        fences: list[Event] = [write] if self._orders_stores(write) else []
        for event in before:
            if self._orders_stores(event):
                fences.append(event)
            if event not in writes:
                continue
            if self.model == "tso":
                yield event, None
                if implies(self.dag, write.guard, event.guard):
                    return  # one that is not executed may itself come after nothing: a fence before it is not either
                continue
            yield from ((event, fence) for fence in fences if fence is not event)
            if _may_overlap(event, write):
                yield event, None


def implies(dag: Dag, guard: NodeId, other: NodeId) -> bool:
    """Whether ``guard`` plainly implies ``other``: it is a conjunction that contains it."""
    if other == dag.true:
        return True
    while guard != other:
        node = dag.nodes[guard]
        if node.op != "&&":
            return False
        if node.args[1] == other:
            return True
        guard = node.args[0]
    return True


def _may_overlap(one: Event, two: Event) -> bool:
    return any(
        a < b + two.size and b < a + one.size for a in one.targets or () for b in two.targets or ()
    )
