"""Writes down what the machine does, step by step, as :class:`heddle.execution.Execution`.

Everything is written down, also what happens in the library and to memory that only one thread touches.
"""

from __future__ import annotations

from heddle.core.expr import Place
from heddle.core.instr import (
    AnyInstr,
    AtomicBegin,
    AtomicEnd,
    Create,
    Declare,
    Fence,
    Free,
    Join,
    Malloc,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.program import Program
from heddle.core.types import PointerType, Scalar
from heddle.execution import (
    Access,
    Action,
    Execution,
    Failure,
    Frame,
    LibraryCall,
    MemoryObject,
    Pending,
    Step,
    Thread,
    Value,
    ValueType,
)
from heddle.records import dataclass, replace
from heddle.replay.buffers import Pending as Entry
from heddle.replay.locks import Locks, lock_parameter
from heddle.replay.machine import Effect, Machine
from heddle.replay.memory import Block
from heddle.replay.provenance import Provenance
from heddle.replay.spelling import Spelling, plain_name
from heddle.replay.stack import look
from heddle.replay.state import Frame as MachineFrame
from heddle.replay.state import ThreadState

ACTIONS: dict[type, Action] = {
    Read: Action.READ, Write: Action.WRITE, Rmw: Action.RMW, Fence: Action.FENCE, AtomicBegin: Action.ATOMIC_BEGIN,
    AtomicEnd: Action.ATOMIC_END, Create: Action.CREATE, Join: Action.JOIN, Malloc: Action.MALLOC, Free: Action.FREE,
    Declare: Action.DECLARE, Nondet: Action.INPUT,
}
UNTOLD = -1
"""In place of the index of a library call that nobody is told of."""


@dataclass(slots=True)
class Draft:
    """A step in the making: what is known before its instruction executes, then what it did."""

    thread: int
    action: Action
    uid: int
    stack: tuple[Frame, ...]
    before: tuple[Pending, ...]
    held: tuple[str, ...]
    call: int | None
    place: str = ""
    """How the user's code spells the place that is accessed."""
    access: Access | None = None
    order: str = ""
    other: int | None = None
    value: Value | None = None
    what: str = ""
    drained: tuple[Pending, ...] = ()

    def step(self, after: tuple[Pending, ...]) -> Step:
        return Step(
            self.thread, self.action, self.uid, self.stack, self.access, self.order, self.other, self.value, self.what,
            self.before, after, self.drained, self.held, self.call,
        )  # fmt: skip


class Recorder:
    """Listens to one run."""

    def __init__(self, program: Program) -> None:
        self.steps: list[Step] = []
        self.threads: list[Thread] = [Thread(0, program.entry)]
        self.failure: Failure | None = None
        self.round = 0
        """More than 0 in the rounds of a loop that goes on like its last iteration: one step stands for them all."""
        self._program = program
        self._spelling = Spelling()
        self._provenance = Provenance()
        self.locks = Locks()
        self._calls: list[LibraryCall] = []
        self._call_of: dict[int, int] = {}
        """For each call of the machine, by its serial: the library call that it is."""
        self._objects: dict[tuple[int, str], tuple[int, MemoryObject]] = {}
        """By address and name: index and object."""
        self.repeats: int | None = None
        """The first of the steps that repeat for ever."""
        self._placed: tuple[MemoryObject, ...] = ()
        self._stacks: dict[tuple[int, int], tuple[Frame, ...]] = {}
        """By the serial and position of the innermost call: the others stand still."""

    @property
    def now(self) -> int:
        """The step that comes next, or that stands for what happens."""
        return len(self.steps) - (1 if self.round else 0)

    def execution(self) -> Execution:
        """All that happened so far."""
        files = {frame.at.file for step in self.steps for frame in step.stack if not frame.library}
        return Execution(
            tuple(self.steps), tuple(self.threads), self.failure, tuple(self._calls),
            tuple(known for _, known in self._objects.values()),
            {file: text for file, text in self._program.sources.items() if file in files}, self._placed,
            self.repeats,
        )  # fmt: skip

    # --- what the replayer tells

    def about(self, machine: Machine, t: int, place: Place, address: int) -> tuple[str, tuple[str, ...]]:
        """How a place is spelled that a thread is about to access, and the locks that the thread holds."""
        thread, block = machine.threads[t], machine.memory.find(address)
        type = place.type if isinstance(place.type, Scalar) else None
        spot = hex(address) if block is None else self._spelling.spot(block, address, type)
        spelled = "" if look(thread).library else self._spelling.place(machine, thread.frames[-1], place)
        return spelled if spelled and "…" not in spelled else spot, self.locks.of(t)

    def before(self, machine: Machine, t: int, instr: AnyInstr) -> Draft:
        """An instruction is about to execute."""
        if self.round:
            return self._repeated(machine, machine.threads[t], ACTIONS[type(instr)], instr.uid)
        draft = self._draft(machine, t, ACTIONS[type(instr)], instr.uid)
        if draft.call is None and isinstance(instr, Read | Write | Rmw):
            draft.place = self._spelling.place(machine, machine.threads[t].frames[-1], instr.place)
        return draft

    def after(self, machine: Machine, instr: AnyInstr, effect: Effect, draft: Draft) -> None:
        """It has executed, with this effect."""
        draft.drained = self._drained(machine, draft.thread, instr, effect)
        if self.round:
            self._remember(machine, instr, effect, draft)
            return
        match instr:
            case Read() | Write() | Rmw():
                self._accessed(machine, instr, effect, draft)
            case Fence(order):
                draft.order = order
            case Create():
                child = effect.other or 0
                self.threads.append(Thread(child, machine.threads[child].name, draft.thread, self.now))
                draft.other = child
                draft.value = self._spelling.value(machine, effect.written or 0, instr.arg.type)
            case Join():
                draft.other = effect.other
                draft.value = self._spelling.value(machine, effect.read or 0, self._program.data_model.void_ptr)
            case Malloc() | Free():
                draft.access = self._allocated(instr, effect)
        self._add(machine, draft)

    def input(self, machine: Machine, instr: Nondet, value: int, draft: Draft) -> None:
        draft.what = instr.what or self._spelling.expr(machine, machine.threads[draft.thread].frames[-1], instr.dst)
        draft.value = self._spelling.value(machine, value, instr.dst.type)
        self._add(machine, draft)

    def declared(self, machine: Machine, block: Block, draft: Draft) -> None:
        """A new life of a local object has begun."""
        self._provenance.forgotten(draft.thread, block)
        self._provenance.born(block, self.now)
        draft.access = self._whole(block)
        self._add(machine, draft)

    def flushed(self, machine: Machine, t: int, entry: Entry, before: tuple[Pending, ...]) -> None:
        """A pending write of thread ``t`` reached memory; ``before`` was in the buffer."""
        write = self._provenance.flushed(t, entry, self.now)
        issuing = self.steps[write.step]
        self.steps.append(Step(
            t, Action.FLUSH, issuing.uid, issuing.stack, issuing.access, issuing.order, before=before,
            after=self.pending(machine, t), drained=(write,), held=self.locks.of(t), call=issuing.call,
        ))  # fmt: skip

    def pending(self, machine: Machine, t: int) -> tuple[Pending, ...]:
        """The store buffer of thread ``t``."""
        return self._provenance.buffer(t, machine.threads[t].buffer)

    def returned(self, machine: Machine, t: int, frame: MachineFrame, value: int | None) -> None:
        """A call is over."""
        self.locks.returned(t, frame, value)
        call, type = self._call_of.pop(frame.serial, None), frame.code.function.returns
        if call is not None and call != UNTOLD and value is not None and type is not None:
            self._calls[call] = replace(self._calls[call], result=self._spelling.value(machine, value, type))

    def failed(self, machine: Machine, failure: Failure) -> None:
        """The property is broken by what the failing thread is about to do."""
        told = {thread.id for thread in self.threads}  # not those that a loop goes on to create
        self.failure = replace(failure, others=tuple((t, loc) for t, loc in failure.others if t in told))
        self._placed = tuple(map(shown, machine.memory.placed))
        self._add(machine, self._draft(machine, failure.thread, Action.FAIL, failure.uid))

    def flagged(self, failure: Failure) -> None:
        """The memory model says that the execution breaks the property."""
        self.failure = failure
        last = self.steps[failure.steps[-1]]
        self.steps.append(Step(last.thread, Action.FAIL, last.uid, last.stack, held=last.held, call=last.call))

    def link(self, step: int, reads_from: int, unseen: tuple[int, ...]) -> None:
        """Where the read in ``step`` got its value, as an execution graph has it."""
        access = self.steps[step].access
        assert access is not None
        access = replace(access, reads_from=(reads_from,), forwarded=False, unseen=unseen)
        self.steps[step] = replace(self.steps[step], access=access)

    # --- steps in the making

    def _draft(self, machine: Machine, t: int, action: Action, uid: int) -> Draft:
        thread = machine.threads[t]
        call = self._call(machine, thread)
        return Draft(t, action, uid, self._stack(thread.frames), self.pending(machine, t), self.locks.of(t), call)

    def _add(self, machine: Machine, draft: Draft) -> None:
        if not self.round:
            self.steps.append(draft.step(self.pending(machine, draft.thread)))

    def _repeated(self, machine: Machine, thread: ThreadState, action: Action, uid: int) -> Draft:
        """Something is about to happen in a round of a loop that goes on like its last iteration."""
        call = self._call(machine, thread)
        last = self.steps[-1] if self.steps else None
        if last is None or last.action is not Action.REPEAT or last.thread != thread.index:
            stack = self._stack(thread.frames)
            if call == UNTOLD:  # the loop is the user's, and this call one of its rounds
                call, stack = None, tuple(frame for frame in stack if not frame.library) or stack
            self.steps.append(Step(thread.index, Action.REPEAT, uid, stack, call=call, rounds=self.round))
        elif last.rounds != self.round:
            self.steps[-1] = replace(last, rounds=self.round)
        return Draft(thread.index, action, uid, (), (), (), None)

    def _remember(self, machine: Machine, instr: AnyInstr, effect: Effect, draft: Draft) -> None:
        """What later steps can tell of an instruction in such a round: what it leaves in memory."""
        if isinstance(instr, Malloc) and effect.block is not None:
            self._provenance.born(effect.block, self.now)
        if isinstance(instr, Write | Rmw) and effect.written is not None:
            if machine.threads[draft.thread].buffer:
                self._accessed(machine, instr, effect, draft)
            elif effect.type is not None:
                self._provenance.stored(effect.address, effect.type.size, self.now, self.now)

    def _stack(self, frames: list[MachineFrame]) -> tuple[Frame, ...]:
        key = (frames[-1].serial, frames[-1].pc)
        if key not in self._stacks:
            self._stacks[key] = tuple(
                Frame(frame.code.name, frame.loc, frame.code.function.library) for frame in frames
            )
        return self._stacks[key]

    def _call(self, machine: Machine, thread: ThreadState) -> int | None:
        """The library call that the thread is in."""
        view = look(thread)
        if view.library is None:
            return None
        serial = view.library.serial
        new = serial not in self._call_of
        if self._call_of.setdefault(serial, UNTOLD) == UNTOLD and not self.round:
            self._call_of[serial] = len(self._calls)
            self._calls.append(LibraryCall(view.library.code.name, thread.index, view.frame.code.name, view.loc))
        if new:
            lock = lock_parameter(view.library)
            if lock is not None:
                address = view.library.locals[lock.name]
                self.locks.called(view.library, address, self.object_name(machine, address, lock.type), view.loc)
        return self._call_of[serial]

    def object_name(self, machine: Machine, address: int, type: Scalar) -> str:
        block = machine.memory.find(address)
        pointee = type.to if isinstance(type, PointerType) else None
        return hex(address) if block is None else self._spelling.spot(block, address, pointee)

    # --- memory

    def _drained(self, machine: Machine, t: int, instr: AnyInstr, effect: Effect) -> tuple[Pending, ...]:
        """What the instruction sent to memory from this thread's store buffer, and from that of a joined thread."""
        owners = sorted({t, effect.other}) if isinstance(instr, Join) and effect.other is not None else [t]
        emptied = [owner for owner in owners if not machine.threads[owner].buffer]
        return tuple(write for owner in emptied for write in self._provenance.drained(owner, self.now))

    def _accessed(self, machine: Machine, instr: Read | Write | Rmw, effect: Effect, draft: Draft) -> None:
        t, block, type = draft.thread, effect.block, effect.type
        assert block is not None and type is not None
        draft.order = instr.failure_order if isinstance(instr, Rmw) and effect.written is None else instr.order
        sources: tuple[int, ...] = ()
        unseen: tuple[int, ...] = ()
        forwarded = False
        if effect.read is not None:
            sources, forwarded = self._provenance.sources(t, block, effect.address, type.size)
            if not forwarded:
                unseen = self._provenance.unseen(t, effect.address, type.size, list(machine.threads))
        spot = self._spelling.spot(block, effect.address, type)
        access = draft.access = Access(
            draft.place if draft.place and "…" not in draft.place else spot, spot, effect.address, type.size,
            self._object(block), ValueType(type.bits, type.signed, isinstance(type, PointerType)),
            None if effect.read is None else self._spelling.value(machine, effect.read, type),
            None if effect.written is None else self._spelling.value(machine, effect.written, type),
            sources, forwarded, unseen,
        )  # fmt: skip
        if access.written is not None:
            self._wrote(machine, t, access, access.written)

    def _wrote(self, machine: Machine, t: int, access: Access, value: Value) -> None:
        """The write is in the store buffer's end if there is anything in the buffer, else in memory."""
        buffer = machine.threads[t].buffer
        if buffer:
            entry = buffer[-1]
            assert entry is not None
            write = Pending(t, access.place, access.address, access.size, value, self.now)
            self._provenance.issued(write, entry)
        else:
            self._provenance.stored(access.address, access.size, self.now, self.now)

    def _allocated(self, instr: Malloc | Free, effect: Effect) -> Access:
        if effect.block is None:
            return Access("", "", effect.address, 0, None)
        access = self._whole(effect.block)
        if isinstance(instr, Free):
            return access
        self._provenance.born(effect.block, self.now)
        return replace(access, written=Value(effect.address, f"&{access.spot}"))

    def _whole(self, block: Block) -> Access:
        name = plain_name(block.name)
        return Access(name, name, block.base, block.size, self._object(block))

    def _object(self, block: Block) -> int:
        key = block.base, block.name
        if key not in self._objects:
            self._objects[key] = (len(self._objects), shown(block))
        return self._objects[key][0]


def shown(block: Block) -> MemoryObject:
    return MemoryObject(plain_name(block.name), block.kind, block.base, block.size, block.owner)


__all__ = ["Draft", "Recorder"]
