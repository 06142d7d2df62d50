"""Replay along an execution graph: for memory models that are no store buffers.

Each thread of the original program runs once, on the concrete machine.  Its accesses must be the graph's events, in
order; a read gets what the write computed that the graph says it reads from.  So every value is computed anew, and
what the engine that made the graph believes about values plays no part, with one exception: in a cycle of reads and
writes (load buffering) some read comes before the write that it reads from.  It then gets the claimed value, and the
write must turn out to write just that.

Whether the memory model allows the graph is for :mod:`heddle.models.evaluate` to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import reduce
from itertools import islice, pairwise, product
from operator import or_
from typing import NoReturn

from heddle.core.instr import (
    AnyInstr,
    AtomicEnd,
    Create,
    Declare,
    Fence,
    Join,
    Location,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.program import Program
from heddle.core.types import PointerType, Scalar
from heddle.counterexample import Counterexample
from heddle.execution import INITIAL, Execution, Failure
from heddle.graph import Event, ExecutionGraph, Flag, members, rows
from heddle.models.evaluate import transitive
from heddle.records import dataclass, field
from heddle.replay.code import Code
from heddle.replay.machine import Effect, Machine
from heddle.replay.memory import Fault
from heddle.replay.record import Recorder
from heddle.replay.replay import Replayer, ReplayError, Violation
from heddle.replay.state import ThreadState

MOST_STEPS = 1_000_000
"""Steps that are no events, between two events."""
UNSHOWN = "thread {} creates or joins a thread, which the graph does not show"


@dataclass(frozen=True, slots=True)
class GraphClaim:
    """``inputs`` are those of a counterexample.  ``violated``: the uid of the assertion that fails in the end; None if
    none does.  ``flagged``: what the model says against the execution as a whole."""

    graph: ExecutionGraph
    inputs: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    violating_thread: int = 0
    violated: int | None = None
    flagged: Flag | None = None
    on_the_way: dict[int, int] = field(default_factory=dict)
    """For threads that have gone on after their last event: by how many instructions."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of an access, and what they hold."""

    offset: int
    size: int
    value: int = 0

    def taken_from(self, value: int) -> int:
        return value >> 8 * self.offset & self._mask

    def put_into(self, value: int) -> int:
        return value & ~(self._mask << 8 * self.offset) | (self.value & self._mask) << 8 * self.offset

    @property
    def _mask(self) -> int:
        return (1 << 8 * self.size) - 1


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the user's program made an event, and in which thread."""

    thread_name: str
    function: str
    loc: Location


def follow(program: Program, claim: GraphClaim) -> Execution:
    """The claimed violation as it happens; ReplayError if the program has no such execution."""
    follower = _Follower(Code(program), claim, Recorder(program))
    follower.run()
    return follower.execution()


def origins(program: Program, claim: GraphClaim) -> dict[int, Origin]:
    """Where each event of an execution comes from; ReplayError if the program has no such execution."""
    follower = _Follower(Code(program), claim, Recorder(program))
    with suppress(Violation):
        follower.run_schedule()
    execution = follower.execution()
    return {
        event: Origin(execution.thread_name(step.thread), step.user_frame.function, execution.at(step))
        for event, step in ((event, execution.steps[number]) for event, number in follower.step_of.items())
    }


class _GraphMachine(Machine):
    """A machine whose shared memory is the graph: what events write is not in its memory."""

    reads: tuple[Piece, ...] = ()
    """What the access at hand reads of others; the rest is what memory holds."""
    is_event = False

    def peek(self, t: int, address: int, type: Scalar) -> int:
        value = super().peek(t, address, type)
        for piece in self.reads:
            value = piece.put_into(value)
        return type.wrap(value)

    def _store(self, thread: ThreadState, address: int, value: int, type: Scalar, order: str) -> None:
        if not self.is_event:
            super()._store(thread, address, value, type, order)
        elif type.size >= self.code.layout.bits // 8:
            self.memory.escape(value & ((1 << self.code.layout.bits) - 1))


class _Follower(Replayer):
    machine_type = _GraphMachine
    machine: _GraphMachine

    recorder: Recorder

    def __init__(self, code: Code, claim: GraphClaim, recorder: Recorder) -> None:
        failing = -1 if claim.violated is None else claim.violated
        cex = Counterexample([], claim.inputs, {}, claim.violating_thread, failing)
        super().__init__(code, cex, "sc", recorder)
        self.claim, self.graph = claim, claim.graph
        self.lines: dict[int, list[Event]] = {}
        for event in claim.graph.events:
            if event.kind != "init":
                self.lines.setdefault(event.thread, []).append(event)
        for line in self.lines.values():
            line.sort(key=lambda event: event.index)
        self.passed: dict[int, int] = {}
        """How many events of each thread are done."""
        self.written: dict[int, int] = {}
        self.owed: dict[int, int] = {}
        """What writes still to come must write, because it was read already."""
        self.address: dict[str, tuple[int, int]] = {}
        self.silent: set[int] = set()
        """Addresses accessed by what is no event."""
        self.step_of: dict[int, int] = {}
        """The step in which each event happened."""
        self.unseen: dict[int, tuple[int, ...]] = {}
        """For each read event, the writes before it that are newer than what it reads."""
        self.source = {read: write for write, reads in enumerate(claim.graph.rf) for read in members(reads)}

    def run(self) -> Failure:
        failure = super().run()
        if self.owed:
            raise ReplayError("a value was read that nobody writes")
        return failure

    def run_schedule(self) -> None:
        well_formed(self.graph)
        for event in linear(self.graph):
            if event.uid < 0:
                if event.kind in ("R", "W"):
                    raise ReplayError("an access of the graph has no instruction")
                self.expect(event)
                self.passed[event.thread] += 1
            elif self.passed.get(event.thread, 0) <= event.index:
                self.reach(event)
        if self.owed:
            raise ReplayError("a value was read that nobody writes")
        if self.silent & {address for address, _ in self.address.values()}:
            raise ReplayError("an access that the graph does not show touches memory that threads share")
        if self.program_order() != self.graph.po:
            raise ReplayError("the order of the graph's events is not that of the program")

    def finish(self) -> NoReturn:
        """After the last event the violating thread runs into the claimed violation."""
        if self.claim.flagged is not None:
            raise self.flagged(self.claim.flagged)
        t = self.cex.violating_thread
        if t not in self.machine.threads:
            raise ReplayError(f"thread {t}, said to violate, does not exist")
        try:
            for other, count in self.claim.on_the_way.items():
                for instr in islice(self.rest(other), count):
                    self.execute(other, instr, self.unshown_child(other, instr))
            self.let_others_return(t)
            for instr in self.rest(t):
                self.execute(t, instr, self.unshown_child(t, instr))
        except Violation as violation:
            if violation.failure.uid != self.cex.violated:
                raise ReplayError(f"not the claimed assertion fails, but the one at {violation.failure.at}") from None
            raise
        raise ReplayError(f"thread {t} violates nothing")

    def flagged(self, flag: Flag) -> Violation:
        """What the model says against the execution; that it says so is for others to check."""
        unknown = [event for event in flag.events if event not in self.step_of]
        if unknown or not flag.events:
            raise ReplayError(f"the flag {flag.name} is about no event of the program")
        steps = tuple(sorted(self.step_of[event] for event in flag.events))
        last = self.recorder.steps[steps[-1]]
        at = self.recorder.execution().at(last)
        failure = Failure("flag", flag.name, last.thread, at, last.uid, steps=steps)
        self.recorder.flagged(failure)
        return Violation(failure)

    def execution(self) -> Execution:
        """What happened, each read with the step that it read from in the graph."""
        for read, unseen in self.unseen.items():
            write = self.source[read]
            if write in self.owed:
                continue
            known = INITIAL if self.graph.events[write].kind == "init" else self.step_of[write]
            self.recorder.link(self.step_of[read], known, tuple(sorted(self.step_of[event] for event in unseen)))
        return self.recorder.execution()

    def rest(self, t: int) -> Iterator[AnyInstr]:
        """The concurrent instructions of a thread that are not events, up to its end."""
        for _ in range(MOST_STEPS):
            instr = self.upcoming(t)
            if instr is None:
                return
            if isinstance(instr, Join):
                raise ReplayError(UNSHOWN.format(t))
            yield instr
        raise ReplayError(f"thread {t} runs on without an event")

    # --- pthread_create: its thread begins at its end, so the event comes after those of what else it does

    def unshown_child(self, t: int, instr: AnyInstr) -> int | None:
        """The number of a thread that does not come to begin."""
        if not isinstance(instr, Create) or instr.uid == self.cex.violated:
            return None
        if not self.is_in_library(t):
            raise ReplayError(UNSHOWN.format(t))
        return max(self.machine.threads) + 1

    def create_early(self, t: int, instr: Create) -> None:
        line = self.lines[t][self.passed[t] :]
        later = next((event for event in line if event.uid == instr.uid), None)
        if later is None or not self.is_in_library(t):
            raise ReplayError(UNSHOWN.format(t))
        self.execute(t, instr, later.other)
        self.step_of[later.id] = self.recorder.now - 1

    def is_in_library(self, t: int) -> bool:
        return self.machine.threads[t].frames[-1].code.function.library

    # --- events

    def expect(self, event: Event) -> None:
        if self.passed.setdefault(event.thread, 0) != event.index:
            raise ReplayError(f"event {event.index} of thread {event.thread} is out of order")

    def reach(self, event: Event) -> None:
        """The event's thread runs on through the event."""
        t = event.thread
        self.expect(event)
        if t not in self.machine.threads:
            raise ReplayError(f"thread {t} does not exist")
        if event.id in self.step_of:
            self.passed[t] += 1  # a thread, created early
            return
        for _ in range(MOST_STEPS):
            instr = self.upcoming(t)
            if self.passed[t] > event.index:
                return  # an input, on the way
            if instr is None:
                raise ReplayError(f"thread {t} ends before its event {event.index}")
            if instr.uid == event.uid and self.is_same(t, instr, event):
                self.perform(t, instr, event)
                return
            if isinstance(instr, Join):
                raise ReplayError(UNSHOWN.format(t))
            if isinstance(instr, Create):
                self.create_early(t, instr)
            else:
                self.execute(t, instr, None)
        raise ReplayError(f"thread {t} runs on without an event")

    def is_same(self, t: int, instr: AnyInstr, event: Event) -> bool:
        """Library functions access private and shared memory with the same instructions."""
        if not isinstance(instr, Read | Write | Rmw) or event.location is None:
            return True
        frame = self.machine.threads[t].frames[-1]
        block = self.machine.memory.find(self.machine.code.compiler.address(instr.place)(frame))
        is_global = any(
            event.location == name or event.location.startswith((f"{name}+", f"{name}[", f"{name}."))
            for name in self.machine.code.layout.globals
        )
        return block is not None and (block.kind == "global") == is_global

    def perform(self, t: int, instr: AnyInstr, event: Event) -> None:
        machine = self.machine
        if event.kind == "R":
            machine.reads = self.pieces_read(t, event, instr)
        machine.is_event = event.kind in ("R", "W")
        if isinstance(instr, Join):
            target = machine.join_target(t, instr)
            for step in self.rest(target):
                if isinstance(step, Create):
                    raise ReplayError(UNSHOWN.format(target))
                self.execute(target, step, None)
        try:
            self.execute(t, instr, event.other)
        finally:
            machine.reads, machine.is_event = (), False
        self.step_of[event.id] = self.recorder.now - 1
        self.passed[t] += 1
        self.leave_library(t)

    def input(self, t: int, instr: Nondet) -> None:
        """An input may be an event: one of a few values, which the engine tried one by one."""
        super().input(t, instr)
        line, at = self.lines.get(t, []), self.passed.get(t, 0)
        if at < len(line) and line[at].uid == instr.uid and line[at].kind == "other":
            self.step_of[line[at].id] = self.recorder.now - 1
            self.passed[t] = at + 1

    def leave_library(self, t: int) -> None:
        """What a library call still does after its event happens now: the trace then tells of the call once."""
        line, at = self.lines[t], self.passed[t]
        coming = line[at].uid if at < len(line) else -1
        for _ in range(MOST_STEPS):
            try:
                instr = self.machine.advance(t)
            except Fault:
                return  # in the user's code, after the call
            inside = instr is not None and self.is_in_library(t)
            if not inside or not isinstance(instr, Write | AtomicEnd | Fence) or instr.uid == coming:
                return
            self.execute(t, instr, None)

    def access(self, t: int, index: int) -> list[Event]:
        """The event of a thread, with all others of the same access."""
        line, first = self.lines[t], self.lines[t][index]
        together = self.graph.same_access[first.id]
        return [event for event in line[index : index + together.bit_count()] if together >> event.id & 1]

    def pieces_read(self, t: int, event: Event, instr: AnyInstr) -> tuple[Piece, ...]:
        assert isinstance(instr, Read | Rmw)
        pieces = []
        for part in self.access(t, event.index):
            value = self.value_read(part, instr)
            if value is not None:
                pieces.append(Piece(*(part.part or (0, instr.place.type.size)), value))
        return tuple(pieces)

    def value_read(self, event: Event, instr: AnyInstr) -> int | None:
        """What a read event gets; None: what memory holds, which is what it held in the beginning."""
        write = self.graph.events[self.source[event.id]]
        if write.kind == "init":
            return None
        if write.id in self.written:
            return self.written[write.id]
        assert isinstance(instr, Read | Rmw)
        if isinstance(instr.place.type, PointerType) or event.value is None:
            raise ReplayError("a pointer is read before it is written")
        if self.owed.setdefault(write.id, event.value) != event.value:
            raise ReplayError("two reads of one write get different values")
        return event.value

    def executed(self, t: int, instr: AnyInstr, effect: Effect) -> None:
        if not isinstance(instr, Read | Write | Rmw):
            return
        if not self.machine.is_event:
            self.silent.add(effect.address)
            return
        events = self.access(t, self.passed[t])
        event = events[0]
        writes = events if event.kind == "W" else []
        self.passed[t] += len(events) - 1
        if event.kind == "R" and event.partner is not None and isinstance(instr, Rmw):
            writes = self.access(t, self.passed[t] + 1)
            self.passed[t] += len(writes)
        self.whole(events, effect)
        if effect.read is not None:
            self.unseen[event.id] = self.missed(event)
        if (not writes) != (effect.written is None):
            raise ReplayError(f"event {event.index} of thread {t} is no {event.kind} in the program")
        self.whole(writes, effect)
        for write in writes:
            self.wrote(write, effect)

    def whole(self, events: list[Event], effect: Effect) -> None:
        """The events are the access, piece by piece."""
        assert effect.type is not None
        reached = 0
        for event in events:
            offset, size = event.part or (0, effect.type.size)
            if offset != reached:
                raise ReplayError("an access has a piece that the graph does not show")
            reached += size
            self.same_place(event, (effect.address + offset, size))
            self.step_of[event.id] = self.recorder.now - 1
        if events and reached != effect.type.size:
            raise ReplayError("an access has a piece that the graph does not show")

    def wrote(self, write: Event, effect: Effect) -> None:
        assert effect.written is not None and effect.type is not None
        value, claimed = effect.written, self.owed.pop(write.id, None)
        if write.part is not None:
            value = Piece(*write.part).taken_from(value)
        elif claimed is not None:
            claimed = effect.type.wrap(claimed)
        self.written[write.id] = value
        if claimed is not None and claimed != value:
            raise ReplayError(f"thread {write.thread} writes {value}, and {claimed} was read")

    def same_place(self, event: Event, place: tuple[int, int]) -> None:
        """Events of one location of the graph access the same memory, those of different ones do not."""
        assert event.location is not None
        if self.address.setdefault(event.location, place) != place:
            raise ReplayError(f"accesses to {event.location} are not all to the same memory")
        if any(name != event.location and overlap(place, known) for name, known in self.address.items()):
            raise ReplayError(f"{event.location} is also accessed under another name")

    def missed(self, event: Event) -> tuple[int, ...]:
        """The writes that have happened already and are newer than the one that the event reads."""
        newer = members(self.graph.co[self.source[event.id]])
        return tuple(write for write in newer if write in self.written and write != event.partner)

    # --- order

    def program_order(self) -> tuple[int, ...]:
        """The order that the threads took: each thread's own, creation before the new thread, its end before a join."""
        direct: list[tuple[int, int]] = []
        creator: dict[int, int] = {}
        together = [list(members(row)) for row in self.graph.same_access]
        for line in self.lines.values():
            for a, b in pairwise(line):
                if b.id not in together[a.id]:
                    direct += product(together[a.id], together[b.id])
            creator.update((e.other, e.id) for e in line if e.other is not None and e.other not in self.joined(e))
        for t, line in self.lines.items():
            if t in creator:
                direct += product([creator[t]], together[line[0].id])
            for event in line:
                for other in self.joined(event):
                    last = self.lines.get(other)
                    direct += product(together[last[-1].id] if last else [creator[other]], [event.id])
        return transitive(rows(len(self.graph), direct))

    def joined(self, event: Event) -> list[int]:
        is_join = event.other is not None and event.uid in self.join_uids
        return [event.other] if is_join and event.other is not None else []

    @property
    def join_uids(self) -> frozenset[int]:
        functions = self.code.program.functions.values()
        return frozenset(x.uid for function in functions for x in function.body if isinstance(x, Join))

    # --- what is not determined

    def next_input(self, t: int, instr: Nondet) -> int:
        """Inputs without a value are those that do not matter."""
        given = self.cex.inputs.get(t, [])
        index = self.inputs_used.get(t, 0)
        if index >= len(given) or given[index][0] != instr.uid:
            return 0
        self.inputs_used[t] = index + 1
        return given[index][1]

    def next_contents(self, t: int, instr: Declare | Malloc) -> dict[int, int]:
        return {}


def overlap(one: tuple[int, int], two: tuple[int, int]) -> bool:
    return one[0] < two[0] + two[1] and two[0] < one[0] + one[1]


def linear(graph: ExecutionGraph) -> Iterator[Event]:
    """The events but the initial ones, in an order that respects po and, where there are no cycles, rf.

    It stays with one thread as long as possible.
    """
    done = graph.of_kind("init")
    before = [0] * len(graph)
    reads = [0] * len(graph)
    for relation, into in ((graph.po, before), (graph.rf, reads)):
        for a, row in enumerate(relation):
            for b in members(row):
                into[b] |= 1 << a
    for pieces in graph.accesses:
        for into in (before, reads):
            needed = reduce(or_, (into[piece] for piece in pieces))
            for piece in pieces:
                into[piece] = needed
    current = 0
    while done != graph.everything:
        left = [e for e in graph.events if not done >> e.id & 1 and not before[e.id] & ~done]
        if not left:
            raise ReplayError("program order has a cycle")
        ready = [e for e in left if not reads[e.id] & ~done] or left
        event = min(ready, key=lambda e: (e.thread != current, e.thread, e.index))
        current = event.thread
        done |= 1 << event.id
        yield event


def well_formed(graph: ExecutionGraph) -> None:
    """Each read has one source at its location; each location's writes have one order, the initial one first."""
    sources = [[w for w, row in enumerate(graph.rf) if row >> e.id & 1] for e in graph.events]
    for event, found in zip(graph.events, sources, strict=True):
        if event.is_read and (len(found) != 1 or graph.events[found[0]].location != event.location):
            raise ReplayError("a read of the graph has no source")
        if not event.is_read and found:
            raise ReplayError("what is no read reads in the graph")
    for bits in graph.by_location.values():
        writes = [i for i in members(bits) if graph.events[i].is_write]
        order = sorted(writes, key=lambda i: -graph.co[i].bit_count())
        for at, write in enumerate(order):
            if graph.co[write] != sum(1 << later for later in order[at + 1 :]):
                raise ReplayError("the writes of a location are not in one order")
            if at and graph.events[write].kind == "init":
                raise ReplayError("an initial write comes after another")


__all__ = ["GraphClaim", "Origin", "follow", "origins"]
