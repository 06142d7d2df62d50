"""Writes down what the machine does, step by step, as :class:`heddle.execution.Execution`.

Everything is written down, also what happens in the library and to memory that only one thread touches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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


@dataclass(slots=True)
class Started:
    """What must be noted before an instruction executes."""

    step: Step
    place: str = ""
    """How the user's code spells the place that it accesses."""


class Recorder:
    """Listens to one run."""

    def __init__(self, program: Program) -> None:
        self.steps: list[Step] = []
        self.threads: list[Thread] = [Thread(0, program.entry)]
        self.failure: Failure | None = None
        self._program = program
        self._spelling = Spelling()
        self._provenance = Provenance()
        self._locks = Locks()
        self._calls: list[LibraryCall] = []
        self._call_of: dict[int, int] = {}
        """For each call of the machine, by its serial: the library call that it is."""
        self._objects: dict[int, tuple[int, MemoryObject]] = {}
        """By address: index and object."""
        self._frames: dict[tuple[int, int], Frame] = {}

    @property
    def now(self) -> int:
        """The step that comes next."""
        return len(self.steps)

    def execution(self) -> Execution:
        """All that happened so far."""
        files = {frame.at.file for step in self.steps for frame in step.stack if not frame.library}
        return Execution(
            tuple(self.steps), tuple(self.threads), self.failure, tuple(self._calls),
            tuple(known for _, known in self._objects.values()),
            {file: text for file, text in self._program.sources.items() if file in files},
        )  # fmt: skip

    # --- what the replayer tells

    def before(self, machine: Machine, t: int, instr: AnyInstr) -> Started:
        """An instruction is about to execute."""
        step = self._start(machine, t, ACTIONS[type(instr)], instr.uid)
        if step.call is None and isinstance(instr, Read | Write | Rmw):
            return Started(step, self._spelling.place(machine, machine.threads[t].frames[-1], instr.place))
        return Started(step)

    def after(self, machine: Machine, t: int, instr: AnyInstr, effect: Effect, started: Started) -> None:
        """It has executed, with this effect."""
        step = started.step
        drained = self._drained(machine, t, instr, effect)
        match instr:
            case Read() | Write() | Rmw():
                step = self._accessed(machine, t, instr, effect, started)
            case Fence(order):
                step = replace(step, order=order)
            case Create():
                value = self._spelling.value(machine, effect.written or 0, instr.arg.type)
                self.threads.append(Thread(effect.other or 0, machine.threads[effect.other or 0].name, t, self.now))
                step = replace(step, other=effect.other, value=value)
            case Join():
                value = self._spelling.value(machine, effect.read or 0, machine.code.program.data_model.void_ptr)
                step = replace(step, other=effect.other, value=value)
            case Malloc() | Free():
                step = replace(step, access=self._allocated(instr, effect))
        self._add(machine, replace(step, drained=drained))

    def input(self, machine: Machine, t: int, instr: Nondet, value: int, started: Started) -> None:
        what = instr.what or self._spelling.expr(machine, machine.threads[t].frames[-1], instr.dst)
        shown = self._spelling.value(machine, value, instr.dst.type)
        self._add(machine, replace(started.step, value=shown, what=what))

    def declared(self, machine: Machine, t: int, block: Block, started: Started) -> None:
        """A new life of a local object has begun."""
        self._provenance.forgotten(t, block)
        self._provenance.born(block, self.now)
        self._add(machine, replace(started.step, access=self._whole(block)))

    def flushed(self, machine: Machine, t: int, entry: Entry, started: tuple[Pending, ...]) -> None:
        """A pending write of thread ``t`` reached memory; ``started`` was in the buffer before."""
        write = self._provenance.flushed(t, entry, self.now)
        issuing = self.steps[write.step]
        assert issuing.access is not None
        access = replace(issuing.access, read=None, written=write.value, reads_from=(), forwarded=False, unseen=())
        self._add(machine, Step(
            t, Action.FLUSH, issuing.uid, issuing.stack, access, issuing.order, before=started, drained=(write,),
            held=self._locks.of(t), call=issuing.call,
        ))  # fmt: skip

    def pending(self, machine: Machine, t: int) -> tuple[Pending, ...]:
        """The store buffer of thread ``t``."""
        return self._provenance.buffer(t, machine.threads[t].buffer)

    def returned(self, machine: Machine, t: int, frame: MachineFrame, value: int | None) -> None:
        """A call is over."""
        self._locks.returned(t, frame, value)
        call, type = self._call_of.pop(frame.serial, None), frame.code.function.returns
        if call is not None and value is not None and type is not None:
            self._calls[call] = replace(self._calls[call], result=self._spelling.value(machine, value, type))

    def failed(self, machine: Machine, failure: Failure) -> None:
        """The property is broken by what the failing thread is about to do."""
        self.failure = failure
        step = self._start(machine, failure.thread, Action.FAIL, failure.uid)
        self.steps.append(replace(step, after=step.before))

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

    def _start(self, machine: Machine, t: int, action: Action, uid: int) -> Step:
        thread = machine.threads[t]
        call = self._call(machine, thread)
        return Step(
            t, action, uid, self._stack(thread), before=self.pending(machine, t), held=self._locks.of(t), call=call
        )

    def _add(self, machine: Machine, step: Step) -> None:
        self.steps.append(replace(step, after=self.pending(machine, step.thread)))

    def _stack(self, thread: ThreadState) -> tuple[Frame, ...]:
        stack = []
        for frame in thread.frames:
            key = (frame.serial, frame.pc)
            if key not in self._frames:
                self._frames[key] = Frame(frame.code.name, frame.loc, frame.code.function.library)
            stack.append(self._frames[key])
        return tuple(stack)

    def _call(self, machine: Machine, thread: ThreadState) -> int | None:
        """The library call that the thread is in."""
        view = look(thread)
        if view.library is None:
            return None
        serial = view.library.serial
        if serial not in self._call_of:
            self._call_of[serial] = len(self._calls)
            self._calls.append(LibraryCall(view.library.code.name, thread.index, view.function, view.loc))
            lock = lock_parameter(view.library)
            if lock is not None:
                address = view.library.locals[lock.name]
                self._locks.called(view.library, address, self._lock_name(machine, address, lock.type))
        return self._call_of[serial]

    def _lock_name(self, machine: Machine, address: int, type: Scalar) -> str:
        block = machine.memory.find(address)
        pointee = type.to if isinstance(type, PointerType) else None
        return hex(address) if block is None else self._spelling.spot(block, address, pointee)

    # --- memory

    def _drained(self, machine: Machine, t: int, instr: AnyInstr, effect: Effect) -> tuple[Pending, ...]:
        """What the instruction sent to memory from this thread's store buffer, and from that of a joined thread."""
        owners = sorted({t, effect.other}) if isinstance(instr, Join) and effect.other is not None else [t]
        emptied = [owner for owner in owners if not machine.threads[owner].buffer]
        return tuple(write for owner in emptied for write in self._provenance.drained(owner, self.now))

    def _accessed(
        self, machine: Machine, t: int, instr: Read | Write | Rmw, effect: Effect, started: Started
    ) -> Step:
        block, type = effect.block, effect.type
        assert block is not None and type is not None
        spot = self._spelling.spot(block, effect.address, type)
        place = started.place if started.place and "…" not in started.place else spot
        order = instr.failure_order if isinstance(instr, Rmw) and effect.written is None else instr.order
        access = Access(
            place, spot, effect.address, type.size, self._object(block),
            ValueType(type.bits, type.signed, isinstance(type, PointerType)),
        )  # fmt: skip
        if effect.read is not None:
            sources, forwarded = self._provenance.sources(t, block, effect.address, type.size)
            others = () if forwarded else self._provenance.unseen(t, effect.address, type.size, list(machine.threads))
            value = self._spelling.value(machine, effect.read, type)
            access = replace(access, read=value, reads_from=sources, forwarded=forwarded, unseen=others)
        if effect.written is not None:
            value = self._spelling.value(machine, effect.written, type)
            access = replace(access, written=value)
            self._wrote(machine, t, access, value)
        return replace(started.step, access=access, order=order)

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
        if block.base not in self._objects:
            made = MemoryObject(plain_name(block.name), block.kind, block.base, block.size, block.owner)
            self._objects[block.base] = (len(self._objects), made)
        return self._objects[block.base][0]


__all__ = ["Recorder", "Started"]
