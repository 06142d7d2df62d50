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
from functools import cached_property, partial
from itertools import dropwhile, islice, pairwise, product
from typing import NoReturn

from heddle.core.instr import (
    FOR_EVER,
    AnyInstr,
    AtomicBegin,
    AtomicEnd,
    Create,
    Declare,
    Exit,
    Fence,
    Free,
    Join,
    Location,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.program import Program
from heddle.core.types import PointerType
from heddle.counterexample import Counterexample, Given
from heddle.execution import INITIAL, Execution, Failure
from heddle.graph import Event, ExecutionGraph, Flag, members, rows
from heddle.models.evaluate import transitive
from heddle.records import dataclass, field
from heddle.replay.circle import Circle
from heddle.replay.code import Code
from heddle.replay.graph_machine import GraphMachine, Piece
from heddle.replay.graph_order import linear, well_formed
from heddle.replay.machine import Effect
from heddle.replay.memory import Fault
from heddle.replay.races import is_check
from heddle.replay.record import Recorder
from heddle.replay.replay import GoesOn, Replayer, ReplayError, Violation
from heddle.replay.sections import Section, Store
from heddle.replay.stack import look
from heddle.replay.stalls import Stalls
from heddle.replay.undetermined import UNNAMED

Place = tuple[int, int, int]
"""Address and size of an access, and which life of its memory it is in."""
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
    stalled: tuple[int, ...] = ()
    """The threads that never go on."""
    contents: dict[int, list[tuple[int, dict[int, int]]]] = field(default_factory=dict)
    """Those of a counterexample."""
    given: dict[int, list[tuple[int, Given | None]]] = field(default_factory=dict)
    """Freed blocks that are given again, as in a counterexample."""


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


class _Follower(Replayer):
    machine_type = GraphMachine
    machine: GraphMachine

    recorder: Recorder

    def __init__(self, code: Code, claim: GraphClaim, recorder: Recorder) -> None:
        failing = -1 if claim.violated is None else claim.violated
        cex = Counterexample(
            [], claim.inputs, claim.contents, claim.violating_thread, failing, given=claim.given
        )
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
        self.address: dict[str, Place] = {}
        self.freed: dict[int, int] = {}
        """The events that have freed blocks, by their addresses."""
        self.given_after: list[tuple[int, int]] = []
        """Such events, each with that of the allocation that gives the block again."""
        self.given_again: dict[int, list[int]] = {}
        """By the address of a block, the events of such allocations."""
        self.sections: dict[int, Section] = {}
        """The atomic sections that threads are in."""
        self.links: dict[int, int] = {}
        """For steps that read what the section holds: the step that put it there."""
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
        if self.silent & {address for address, _, _ in self.address.values()}:
            raise ReplayError("an access that the graph does not show touches memory that threads share")
        if self.program_order() != self.graph.po:
            raise ReplayError("the order of the graph's events is not that of the program")

    def finish(self) -> NoReturn:
        """After the last event the violating thread runs into the claimed violation."""
        if self.claim.flagged is not None:
            raise self.flagged(self.claim.flagged)
        if self.claim.stalled:
            raise self.stalled()
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
            # in the library an instruction may fail that the engine left out, for another one of the same call
            if violation.failure.uid != self.cex.violated and not self.is_in_library(t):
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

    def stalled(self) -> Violation:
        """Threads never go on: each of them is tried, with memory as it is in the end."""
        for t in self.machine.threads:
            if t not in self.claim.stalled:
                circle = Circle(self.machine, t, partial(self.inside, t))
                for instr in self.rest(t):
                    if circle.closes(instr.uid):
                        break  # it goes on for ever
                    self.execute(t, instr, self.unshown_child(t, instr))
        stalls = Stalls(self.machine, self.recorder, self.waits, self.final_memory())
        message = stalls.judged(self.claim.stalled)
        kinds = sorted(self.claims & FOR_EVER, reverse=bool(stalls.spinning))
        if message is None or not kinds or ("deadlock" not in kinds and self.ends_all()):
            raise GoesOn("a thread is said to wait for ever that can go on, or need not as the program ends")
        t = self.claim.stalled[0]
        failure = Failure(kinds[0], message, t, look(self.machine.threads[t]).loc, UNNAMED)
        self.recorder.failed(self.machine, failure)
        return Violation(failure)

    def ends_all(self) -> bool:
        """Whether a thread that goes on ends the process."""
        going = {t: x for t, x in self.machine.threads.items() if t not in self.claim.stalled}
        return any(x.exited or (not x.ended and isinstance(self.machine.advance(t), Exit)) for t, x in going.items())

    def final_memory(self) -> Iterator[tuple[int, bytes]]:
        """What the latest write to each location has put there, and where."""
        for event in self.graph.events:
            if event.kind == "W" and not self.graph.co[event.id] and event.location in self.address:
                address, size, _ = self.address[event.location]
                yield address, (self.written[event.id] & (1 << 8 * size) - 1).to_bytes(size, "little")

    def execution(self) -> Execution:
        """What happened, each read with the step that it read from in the graph."""
        for read, unseen in self.unseen.items():
            write = self.source[read]
            if write in self.owed or read not in self.step_of:
                continue
            known = INITIAL if self.graph.events[write].kind == "init" else self.step_of[write]
            self.recorder.link(self.step_of[read], known, tuple(sorted(self.step_of[event] for event in unseen)))
        for step, store in self.links.items():
            self.recorder.link(step, store, ())
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

    def fence_early(self, t: int, instr: Fence) -> None:
        """A fence behind writes of a section, which happen at the section's end."""
        self.execute(t, instr, None)
        after = dropwhile(lambda event: event.kind == "W", self.lines[t][self.passed[t] :])
        event = next(after, None)
        if event is not None and event.kind == "F" and event.uid == instr.uid:
            self.step_of[event.id] = self.recorder.now - 1

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
            self.passed[t] += 1  # done early
            return
        circle = Circle(self.machine, t, lambda: self.inside(t))
        for _ in range(MOST_STEPS):
            instr = self.upcoming(t)
            if self.passed[t] > event.index:
                return  # an input, on the way
            if instr is None:
                raise ReplayError(f"thread {t} ends before its event {event.index}")
            if circle.closes(instr.uid):
                break
            if t in self.sections and event.kind == "W":
                if self.ends_section(t, instr) and self.written_inside(t, event):
                    return
            elif instr.uid == event.uid and self.is_same(t, instr, event) and not self.is_held(t, instr):
                self.perform(t, instr, event)
                return
            if isinstance(instr, Join):
                raise ReplayError(UNSHOWN.format(t))
            if isinstance(instr, Create):
                self.create_early(t, instr)
            elif isinstance(instr, Fence) and t in self.sections:
                self.fence_early(t, instr)
            else:
                self.execute(t, instr, None)
        raise ReplayError(f"thread {t} runs on without an event")

    def inside(self, t: int) -> object:
        """What an atomic section of the thread holds, and how many inputs it has had."""
        section = self.sections.get(t)
        held = None if section is None else (dict(section.held), set(section.last))
        return held, self.inputs_used.get(t)

    def is_same(self, t: int, instr: AnyInstr, event: Event) -> bool:
        """Library functions access private and shared memory with the same instructions."""
        if not isinstance(instr, Read | Write | Rmw) or event.location is None:
            return True
        return self.is_at(self.place(t, instr), event)

    def place(self, t: int, instr: Read | Write | Rmw) -> int:
        return self.machine.code.compiler.address(instr.place)(self.machine.threads[t].frames[-1])

    def is_at(self, address: int, event: Event) -> bool:
        """Whether an address may be that of an event, as far as the kind of memory tells."""
        assert event.location is not None
        block = self.machine.memory.find(address)
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
        self.happened(event, instr)
        self.passed[t] += 1
        self.leave_library(t)

    def happened(self, event: Event, instr: AnyInstr) -> None:
        """In the step just taken; those of checks are no steps of the execution."""
        if not is_check(instr):
            self.step_of[event.id] = self.recorder.now - 1

    # --- atomic sections: what they write are events at their end

    def execute(self, t: int, instr: AnyInstr, child: int | None) -> None:
        section = self.sections.get(t)
        if section is not None and isinstance(instr, Read | Write | Rmw) and not self.machine.is_event:
            self.execute_inside(t, instr, section)
            return
        thread = self.machine.threads[t]
        if section is not None and isinstance(instr, AtomicEnd) and thread.atomic == 1:
            for address, byte in section.rest():
                self.machine.memory.store(address, bytes([byte]))
                self.silent.add(address)
            del self.sections[t]
        # all that pthread_create does comes before the new thread: its section is as good as atomic
        creates = self.is_in_library(t) and thread.frames[-1].code.function.name == "pthread_create"
        super().execute(t, instr, child)
        if isinstance(instr, AtomicBegin) and thread.atomic == 1 and not creates:
            self.sections[t] = Section()

    def execute_inside(self, t: int, instr: Read | Write | Rmw, section: Section) -> None:
        """An access that is no event by itself: to what the section holds, or to memory of the thread's own."""
        address, size, machine = self.place(t, instr), instr.place.type.size, self.machine
        held = None if isinstance(instr, Write) else section.read(address, size)
        if held is None and not isinstance(instr, Write):
            super().execute(t, instr, None)
            return
        machine.reads = () if held is None else (Piece(0, size, held),)
        machine.is_event = machine.is_inside = True
        source = section.step(address)
        try:
            super().execute(t, instr, None)
        finally:
            machine.reads, machine.is_event, machine.is_inside = (), False, False
        if held is not None and source is not None:
            self.links[self.recorder.now - 1] = source

    def is_held(self, t: int, instr: AnyInstr) -> bool:
        section = self.sections.get(t)
        if section is None or not isinstance(instr, Read | Rmw):
            return False
        return section.read(self.place(t, instr), instr.place.type.size) is not None

    def ends_section(self, t: int, instr: AnyInstr) -> bool:
        """Whether what the section wrote has to be events now: it ends, or the graph has a read after them."""
        if isinstance(instr, AtomicEnd):
            return self.machine.threads[t].atomic == 1
        line, coming = self.lines[t], self.passed[t] + 1
        is_next = coming < len(line) and line[coming].kind == "R" and line[coming].uid == instr.uid
        return is_next and isinstance(instr, Read | Rmw) and not self.is_held(t, instr)

    def written_inside(self, t: int, event: Event) -> bool:
        """The write event is something that the thread's section has written; false if there is no such thing."""
        stored = self.sections[t].take(event.uid, event.part, lambda address: self.is_at(address, event))
        if stored is None:
            return False
        self.same_place(event, stored.address, stored.size)
        self.step_of[event.id] = stored.step
        claimed = self.owed.pop(event.id, None)
        self.written[event.id] = stored.value
        if claimed is not None and (claimed - stored.value) % (1 << 8 * stored.size):
            raise ReplayError(f"thread {t} writes {stored.value}, and {claimed} was read")
        self.passed[t] += 1
        if not self.has_more(t):
            self.leave_library(t)
        return True

    def has_more(self, t: int) -> bool:
        """Whether the next event too is something that the thread's section has written."""
        line, at = self.lines[t], self.passed[t]
        uids = {store.uid for store in self.sections[t].last.values()}
        return at < len(line) and line[at].kind == "W" and line[at].uid in uids

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
            if isinstance(instr, AtomicEnd) and t in self.sections and self.has_more(t):
                return  # what the section has written comes first
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
        if isinstance(instr, Free | Malloc):
            self.lives(t, instr, effect)
        if not isinstance(instr, Read | Write | Rmw):
            return
        if not self.machine.is_event:
            self.silent.add(effect.address)
            return
        section = self.sections.get(t)
        if section is not None:
            self.hold(section, instr, effect)
            if self.machine.is_inside:
                return
        events = self.access(t, self.passed[t])
        event = events[0]
        writes = events if event.kind == "W" else []
        self.passed[t] += len(events) - 1
        if event.kind == "R" and event.partner is not None and isinstance(instr, Rmw) and section is None:
            writes = self.access(t, self.passed[t] + 1)
            self.passed[t] += len(writes)
        self.whole(events, instr, effect)
        if effect.read is not None:
            self.unseen[event.id] = self.missed(event)
        if (not writes) != (effect.written is None) and section is None:
            raise ReplayError(f"event {event.index} of thread {t} is no {event.kind} in the program")
        self.whole(writes, instr, effect)
        for write in writes:
            self.wrote(write, effect)

    def lives(self, t: int, instr: Free | Malloc, effect: Effect) -> None:
        """A block is freed, or given again: what the graph shows of it from now on are other locations."""
        line, at, block = self.lines.get(t, []), self.passed.get(t, 0), effect.block
        if block is None or at >= len(line) or line[at].uid != instr.uid:
            return
        if isinstance(instr, Free):
            self.freed[block.base] = line[at].id
        elif block.base in self.freed:
            self.given_after.append((self.freed.pop(block.base), line[at].id))
            self.given_again.setdefault(block.base, []).append(line[at].id)

    def life(self, event: Event, address: int) -> int:
        """Of the block that is there: how often it has been given again before the event."""
        block = self.machine.memory.find(address) if self.given_again else None
        if block is None or block.base not in self.given_again:
            return 0
        return sum(self.before[allocation] >> event.id & 1 for allocation in self.given_again[block.base])

    @cached_property
    def before(self) -> tuple[int, ...]:
        """For each event those that come after it, in program order and by reading."""
        return transitive(tuple(po | rf for po, rf in zip(self.graph.po, self.graph.rf, strict=True)))

    def hold(self, section: Section, instr: AnyInstr, effect: Effect) -> None:
        assert effect.type is not None
        if effect.read is not None:
            section.hold(effect.address, effect.type.size, effect.read)
        if effect.written is not None:
            store = Store(instr.uid, effect.address, effect.type.size, self.recorder.now - 1)
            section.store(store, effect.written)

    def whole(self, events: list[Event], instr: AnyInstr, effect: Effect) -> None:
        """The events are the access, piece by piece."""
        assert effect.type is not None
        reached = 0
        for event in events:
            offset, size = event.part or (0, effect.type.size)
            if offset != reached:
                raise ReplayError("an access has a piece that the graph does not show")
            reached += size
            self.same_place(event, effect.address + offset, size)
            self.happened(event, instr)
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

    def same_place(self, event: Event, address: int, size: int) -> None:
        """Events of one location of the graph access the same memory, in one life of it, those of others do not."""
        assert event.location is not None
        place = address, size, self.life(event, address)
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
        """The order that the threads took: each thread's own, creation before the new thread, its end before a join,
        and a free before the allocation that gives its block again."""
        direct = list(self.given_after)
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
        """Zeros where nothing is claimed."""
        given = self.cex.contents.get(t, [])
        index = self.contents_used.get(t, 0)
        if index >= len(given) or given[index][0] != instr.uid:
            return {}
        self.contents_used[t] = index + 1
        return given[index][1]


def overlap(one: Place, two: Place) -> bool:
    return one[0] < two[0] + two[1] and two[0] < one[0] + one[1] and one[2] == two[2]


__all__ = ["GraphClaim", "Origin", "follow", "origins"]
