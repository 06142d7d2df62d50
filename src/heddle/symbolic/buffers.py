"""Store buffers: what TSO and PSO add to the events of a program.

What waits in a buffer, and what empties it, is said by the model's policy (:mod:`heddle.models.store_buffers`).  A
buffered write has two moments: it is issued by its thread, which nobody else notices, and later committed to memory.
A read sees the own thread's latest pending write.

Under SC nothing is buffered, and this module has nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.core.instr import AtomicBegin
from heddle.models.store_buffers import StoreBuffers
from heddle.records import dataclass, field
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.events import Event, EventProgram, Kind, ThreadEvents
from heddle.symbolic.value_analysis import Values


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


class Buffers:
    def __init__(
        self, program: EventProgram, values: Values, policy: StoreBuffers, is_noticed: Callable[[Event, int], bool]
    ) -> None:
        """``is_noticed`` tells whether other threads could notice when a write of a thread is committed."""
        self.policy, self.values, self.dag = policy, values, program.dag
        self.threads: list[ThreadBuffer] = [ThreadBuffer() for _ in program.threads]
        for thread, buffer in zip(program.threads, self.threads, strict=True):
            buffer.writes = [e for e in thread.events if self._is_held(e) and is_noticed(e, thread.thread.index)]
            if buffer.writes:
                self._relate(thread, buffer)

    def is_buffered(self, event: Event, thread: int) -> bool:
        return event in self.threads[thread].after

    def _is_held(self, event: Event) -> bool:
        return self.policy.hold(event.instr, event.section >= 0) and not event.local and not self.values.dead(event)

    def drains(self, event: Event) -> bool:
        """Whether the event needs an empty buffer.  The beginning of a section does, though it belongs to the section;
        that of one within another finds it empty anyway."""
        inside = event.section >= 0 and not isinstance(event.instr, AtomicBegin)
        return self.policy.drain(event.instr, inside)

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
        fences: list[Event] = [write] if self.policy.separate(write.instr) else []
        for event in before:
            if self.policy.separate(event.instr):
                fences.append(event)
            if event not in writes:
                continue
            if self.policy.keep_program_order:
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
