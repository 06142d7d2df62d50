"""From an execution graph to a schedule that the replayer can follow, under SC, TSO and PSO.

The graph says what every thread did and who read what; the schedule needs an order, and under TSO and PSO the moments
at which writes leave the store buffers.  Both come from one topological sort: of issuing every event, and of flushing
every buffered write.  What is buffered, what drains and what keeps its order is the store-buffer policy's to say
(:mod:`heddle.models.store_buffers`).

Writes to private memory are no events, but the replayer's buffers hold them too.  Nobody else sees when they reach
memory, so they leave the buffer when a write behind them does.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, AtomicBegin, AtomicEnd, Create, Declare, Free, Join, Malloc, Write
from heddle.counterexample import Counterexample, Step
from heddle.explorer._kernel import EventDump, GraphDump, Kind, Mark, TraceItem
from heddle.explorer.events import INIT, WRITE
from heddle.explorer.graphs import Names, after_events, blocks_given, contents, inputs_of
from heddle.graph import INIT_THREAD
from heddle.linearize import Circle, linearize
from heddle.models.store_buffers import POLICIES
from heddle.records import dataclass, field

if TYPE_CHECKING:
    from heddle.explorer.kernel import Explored

Node = tuple[str, int]
"""("issue", slot) or ("flush", slot)."""


class NoSchedule(Exception):
    """No order of the graph's events agrees with the operational model: a defect of the explorer."""


class UsedAfterItsLife(Exception):
    """A thread uses a local object of another that has begun a new life: in the graph that is other memory."""


@dataclass(slots=True)
class ThreadTrace:
    """The concurrent instructions and events of one thread; ``at`` is how far they are in the schedule."""

    items: list[TraceItem]
    inputs: list[tuple[int, int]] = field(default_factory=list)
    at: int = 0
    passed: int = 0
    """Events so far."""
    depth: int = 0
    """Open atomic sections."""


@dataclass(slots=True)
class Pending:
    """A write in a store buffer: an event's (its slot), or a private one.  An object that is a register of the kernel's
    has no address: its writes name it."""

    write: Write
    address: int
    slot: int | None = None

    def is_into(self, obj: MemoryObject, address: int) -> bool:
        if self.address:
            return address <= self.address < address + obj.type.size
        return isinstance(self.write.place.base, MemoryObject) and self.write.place.base.name == obj.name


def counterexample(dump: GraphDump, explored: Explored, names: Names, model: str) -> Counterexample:
    return _Scheduler(dump, explored, names, model).run()


class _Scheduler:
    def __init__(self, dump: GraphDump, explored: Explored, names: Names, model: str) -> None:
        self.dump, self.names, self.policy = dump, names, POLICIES[model]
        self.members, self.contents = explored.classes.members, contents(dump, explored, names)
        self.of_slot: dict[int, EventDump] = {e.slot: e for e in dump.events}
        self.threads: dict[int, list[EventDump]] = defaultdict(list)
        for e in dump.events:
            if e.thread >= 0:
                self.threads[e.thread].append(e)
        for events in self.threads.values():
            events.sort(key=lambda e: e.index)
        self.traces = {t: _parse(items) for t, items in dump.traces}
        self.in_section: dict[int, int] = {}
        """For events inside atomic sections the first event of the section."""
        self.in_access: dict[int, int] = {}
        """For the events of an access to several pieces of memory the first of them."""
        for t in self.traces:
            self._find_accesses(t)
            self._find_sections(t)
        self.has_lives = False
        """Objects begin new lives that other threads have used."""
        self.last: dict[Node, int] = {}
        """The last event (its index) that happens together with others."""
        self.earlier: dict[Node, set[Node]] = defaultdict(set)
        self.buffers: dict[int, list[Pending]] = defaultdict(list)
        self.schedule: list[Step] = []

    def run(self) -> Counterexample:
        waiting = {node: self.earlier[node] for node in self._constrain()}
        try:
            for node in linearize(waiting, self._thread, lambda n: (n[0] == "flush", (self._thread(n), n[1]))):
                self._perform(node)
        except Circle:
            if self.has_lives:
                raise UsedAfterItsLife from None
            raise NoSchedule("the events cannot be put into an order") from None
        t = self.dump.failed_thread
        if self.dump.ended_thread in (-1, t):
            self._finish(t)
        else:  # the replayer lets the call return before the last step, which is not in the schedule
            self._run_on(self.dump.ended_thread)
            self._run_on(t)
        inputs = {thread: trace.inputs for thread, trace in self.traces.items()}
        given = blocks_given(self.dump, self.names)
        return Counterexample(self.schedule, inputs, self.contents, t, self.dump.failed_uid, given=given)

    def _thread(self, node: Node) -> int:
        return self.of_slot[node[1]].thread

    # --- the constraints on the order

    def _find_accesses(self, t: int) -> None:
        first = -1
        for e in self.threads[t]:
            first = e.slot if e.part <= 0 else first
            if e.part >= 0:
                self.in_access[e.slot] = first

    def _find_sections(self, t: int) -> None:
        """Events inside atomic sections.  A section that waits for ever has not begun: its events are left out."""
        events = self.threads[t]
        depth = index = start = 0
        for item in self.traces[t].items:
            if item.mark is Mark.EVENT:
                if depth and index < len(events):
                    self.in_section[events[index].slot] = events[start].slot
                index += 1
            else:
                start = index if not depth else start
                depth += _nesting(self._instr(item.uid))
        if depth and t != self.dump.failed_thread:
            del events[start:]

    def _instr(self, uid: int) -> AnyInstr | None:
        return self.names.instrs[uid][1] if uid in self.names.instrs else None

    def _kind(self, e: EventDump) -> Kind:
        return self.members[e.cls][0]

    def _buffered(self, e: EventDump) -> bool:
        x = self._instr(e.uid)
        return self._kind(e) == WRITE and x is not None and self.policy.hold(x, e.slot in self.in_section)

    def _drains(self, e: EventDump) -> bool:
        """An event of no instruction is a fence around an atomic section, whose beginning drains."""
        x = self._instr(e.uid)
        return e.slot in self.in_section or x is None or self.policy.drain(x, False)

    def _separates(self, e: EventDump) -> bool:
        x = self._instr(e.uid)
        return x is not None and self.policy.separate(x)

    def _issue(self, e: EventDump) -> Node:
        """A read-modify-write is one step: its write is issued with its read.  So are atomic sections and accesses."""
        first = self.in_section.get(e.slot, e.partner if e.partner >= 0 else e.slot)
        return ("issue", self.in_access.get(first, first))

    def _flushed(self, e: EventDump) -> Node:
        """When a buffered write reaches memory."""
        return ("flush", self.in_access.get(e.slot, e.slot))

    def _visible(self, e: EventDump) -> Node:
        """When other threads see the write."""
        return self._flushed(e) if self._buffered(e) else self._issue(e)

    def _edge(self, a: Node, b: Node) -> None:
        if a != b:
            self.earlier[b].add(a)

    def _constrain(self) -> set[Node]:
        nodes: set[Node] = set()
        for events in self.threads.values():
            for e in events:
                nodes.add(self._issue(e))
                self.last[self._issue(e)] = e.index
                if self._buffered(e):
                    nodes.add(self._flushed(e))
            self._program_order(events)
        self._thread_edges()
        for t in self.traces:
            self._lives(t)
        self._communication()
        return nodes

    def _lives(self, t: int) -> None:
        """What others do with a local object comes before its next life, which begins with the next event."""
        passed = 0
        for item in self.traces[t].items:
            x = self._instr(item.uid)
            if item.mark is Mark.EVENT:
                passed += 1
            elif isinstance(x, Declare) and item.address and passed < len(self.threads[t]):
                for e in self.dump.events:
                    if e.thread not in (t, INIT_THREAD) and 0 <= e.address - item.address < x.obj.type.size and e.size:
                        self.has_lives = True
                        self._edge(self._issue(e), self._issue(self.threads[t][passed]))
                        self._edge(self._visible(e), self._issue(self.threads[t][passed]))

    def _program_order(self, events: list[EventDump]) -> None:
        pending: list[EventDump] = []
        fence: list[EventDump] = []
        for i, e in enumerate(events):
            if i:
                self._edge(self._issue(events[i - 1]), self._issue(e))
            if self._drains(e):
                for w in pending:
                    self._edge(self._flushed(w), self._issue(e))
                pending, fence = [], []
            if self._separates(e):
                fence = list(pending)
            if self._buffered(e):
                self._edge(self._issue(e), self._flushed(e))
                for w in pending:
                    if self.policy.keep_program_order or w in fence or w.address == e.address:
                        self._edge(self._flushed(w), self._flushed(e))
                pending.append(e)

    def _thread_edges(self) -> None:
        for events in list(self.threads.values()):
            for e in events:
                x = self._instr(e.uid)
                if isinstance(x, Create):
                    for first in self.threads.get(e.other, [])[:1]:
                        self._edge(self._issue(e), self._issue(first))
                elif isinstance(x, Join):
                    for before in (self.of_slot[s] for s in e.po):
                        if before.thread != e.thread:
                            self._edge(self._issue(before), self._issue(e))
                            if self._buffered(before):
                                self._edge(self._flushed(before), self._issue(e))
                elif isinstance(x, Malloc):  # the block that it gives again is free by then
                    for before in (self.of_slot[s] for s in e.po):
                        if isinstance(self._instr(before.uid), Free):
                            self._edge(self._issue(before), self._issue(e))

    def _communication(self) -> None:
        later: dict[int, list[EventDump]] = {}
        for order in self.dump.co:
            writes = [self.of_slot[slot] for slot in order]
            for i, w in enumerate(writes):
                later[w.slot] = writes[i + 1 :]
                if self._kind(w) != INIT and i + 1 < len(writes):
                    self._edge(self._visible(w), self._visible(writes[i + 1]))
        for e in self.dump.events:
            if e.rf < 0:
                continue
            source = self.of_slot[e.rf]
            if source.thread >= 0 and source.thread != e.thread:
                self._edge(self._visible(source), self._issue(e))
            for w in later.get(e.rf, []):
                if self._issue(w) != self._issue(e):
                    self._edge(self._issue(e), self._visible(w))

    # --- the schedule

    def _perform(self, node: Node) -> None:
        e = self.of_slot[node[1]]
        if node[0] == "flush":
            self._flush(e)
            return
        if isinstance(self._instr(e.uid), Join):
            self._finish(e.other)
        self._emit(e.thread, self.last[node] + 1)

    def _flush(self, e: EventDump) -> None:
        """The write goes to memory; first the private ones before it do."""
        buffer = self.buffers[e.thread]
        position = 0
        while position < len(buffer) and buffer[position].slot != e.slot:
            if buffer[position].slot is None:
                del buffer[position]
                self.schedule.append(Step(e.thread, -1, flush=position))
            else:
                position += 1
        if position < len(buffer):  # otherwise its object has begun a new life meanwhile
            del buffer[position]
            self.schedule.append(Step(e.thread, -1, flush=position))

    def _emit(self, t: int, events: int) -> None:
        """The instructions up to so many events, and on to the end of an atomic section."""
        trace = self.traces[t]
        while trace.at < len(trace.items) and (trace.passed < events or trace.depth):
            item = trace.items[trace.at]
            trace.at += 1
            x = self._instr(item.uid)
            if item.mark is Mark.EVENT:
                trace.passed += 1
            elif isinstance(x, Declare):
                self.buffers[t] = [p for p in self.buffers[t] if not p.is_into(x.obj, item.address)]
            elif x is not None:
                event = self._event_of(trace, t, item.uid)
                self.schedule.append(Step(t, item.uid, self._created(trace, t, x) if isinstance(x, Create) else None))
                self._buffer(t, x, bool(trace.depth), item.address, event)
                trace.depth += _nesting(x)

    def _event_of(self, trace: ThreadTrace, t: int, uid: int) -> EventDump | None:
        """The event that an instruction is, if it is one: its mark follows."""
        events = self.threads[t]
        if trace.at == len(trace.items) or trace.items[trace.at].mark is not Mark.EVENT or trace.passed >= len(events):
            return None
        event = events[trace.passed]
        return event if event.uid == uid else None

    def _created(self, trace: ThreadTrace, t: int, x: Create) -> int | None:
        """The thread begins at the end of pthread_create: other events may come before that, and a violation."""
        return next((e.other for e in self.threads[t][trace.passed :] if e.uid == x.uid), self._unused)

    @property
    def _unused(self) -> int:
        """The number of no thread."""
        return 1 + max((max(e.thread, e.other or 0) for events in self.threads.values() for e in events), default=0)

    def _buffer(self, t: int, x: AnyInstr, in_section: bool, address: int, event: EventDump | None) -> None:
        """What an instruction does to the store buffer."""
        if self.policy.drain(x, in_section):
            self.buffers[t] = []
        elif isinstance(x, Write) and self.policy.hold(x, in_section):
            self.buffers[t].append(Pending(x, address, None if event is None else event.slot))

    def _run_on(self, t: int) -> None:
        """What the thread does after its last event, up to its next one, which is not in the graph."""
        trace = self.traces[t]
        trace.items = trace.items[: trace.at] + after_events(trace.items[trace.at :], 0)
        self._finish(t)

    def _finish(self, t: int) -> None:
        """What the thread does after its last event."""
        self._emit(t, len(self.traces[t].items))


def _nesting(x: AnyInstr | None) -> int:
    return isinstance(x, AtomicBegin) - isinstance(x, AtomicEnd)


def _parse(items: list[TraceItem]) -> ThreadTrace:
    """Inputs apart from instructions."""
    return ThreadTrace([item for item in items if item.mark is not Mark.INPUT], list(inputs_of(items)))
