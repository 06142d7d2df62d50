"""The concrete machine: threads with call stacks over one memory, under SC, TSO or PSO.

The machine executes; it does not choose.  :meth:`Machine.advance` runs a thread's silent instructions and hands the
next instruction that needs a decision (a concurrent one, an input, an assumption, an assertion) to the driver: the
replayer decides by the counterexample, the explorer tries everything.

Machines can be cloned: threads are copied only when they change.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Expr, Local, Place
from heddle.core.instr import (
    BAD_FREE,
    CONCURRENT,
    GHOST,
    LIFETIME,
    AnyInstr,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Declare,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Malloc,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Write,
)
from heddle.core.types import Scalar
from heddle.counterexample import Given
from heddle.records import dataclass
from heddle.replay.buffers import (
    DRAINING_FENCES,
    STORE_FENCES,
    Pending,
    flushable,
    forget,
    forward,
    with_fence,
    without,
)
from heddle.replay.code import Code, FunctionCode
from heddle.replay.evaluate import Undefined
from heddle.replay.memory import Block, Fault, Memory
from heddle.replay.state import Frame, ThreadState

LOCAL_FUEL = 1_000_000
"""So many silent instructions in a row, and the thread counts as running forever."""
STACK_LIMIT = 20_000
STEPS = frozenset(CONCURRENT)


class Blocked(Exception):
    """The instruction cannot execute now.  ``waiting``: another thread may change that."""

    def __init__(self, reason: str, waiting: bool = True) -> None:
        super().__init__(reason)
        self.reason, self.waiting = reason, waiting


class Endless(Exception):
    """A thread runs on without ever taking a step that others can see."""


@dataclass(slots=True)
class Effect:
    """What a concurrent instruction did."""

    address: int = 0
    block: Block | None = None
    type: Scalar | None = None
    read: int | None = None
    written: int | None = None
    other: int | None = None
    """The thread created or joined."""


class Machine:
    """Where the program does not claim "lifetime" dead objects stay usable; where not "free", every free is fine.

    ``reuse`` is that of :class:`~heddle.replay.memory.Memory`.
    """

    def __init__(self, code: Code, model: str, reuse: bool = False) -> None:
        self.code, self.model, self.claims = code, model, code.program.claims
        self.liveness = LIFETIME in self.claims
        self.fuel = LOCAL_FUEL
        self.memory = Memory(code.layout, reuse)
        self.threads: dict[int, ThreadState] = {}
        self._owned: set[int] = set()
        self._serial = 0
        self.on_return: Callable[[int, Frame, int | None], None] | None = None
        self.unspecified: Callable[[int], int] = lambda thread: 0
        """Gives the parameters that nobody passes (those of main, missing arguments) their values."""

    def start(self) -> Machine:
        """Sets the globals and makes thread 0, about to run the program's entry function."""
        entry = self.code.functions[self.code.program.entry]
        nowhere = Frame(entry, 0, {}, {})
        for obj in self.code.program.memory.values():
            if obj.kind != "tls":
                self._initialize(self.code.layout.globals[obj.name], obj.init, nowhere)
        self._start_thread(0, entry, [])
        return self

    def clone(self) -> Machine:
        copy = Machine(self.code, self.model)
        copy.memory = self.memory.clone()
        copy.threads = self.threads.copy()
        copy._serial, copy.fuel = self._serial, self.fuel
        self._owned = set()
        return copy

    @property
    def changed(self) -> frozenset[int]:
        """The threads that have changed since the machine was copied."""
        return frozenset(self._owned)

    def own(self, t: int) -> ThreadState:
        """Thread ``t``, ready to be changed."""
        thread = self.threads[t]
        if t not in self._owned:
            thread = self.threads[t] = thread.copy()
            self._owned.add(t)
        thread.key = None
        return thread

    # --- threads and calls ---------------------------------------------------------------------------------------

    def _initialize(self, base: int, init: tuple[tuple[int, Scalar, Expr], ...], frame: Frame) -> None:
        for offset, type, expr in init:
            value = self.code.compiler.value(expr)(frame)
            self.memory.store(base + offset, to_bytes(value, type))

    def _start_thread(self, t: int, function: FunctionCode, args: list[int]) -> None:
        tls = {}
        for obj in self.code.program.memory.values():
            if obj.kind == "tls":
                tls[obj.name] = self.memory.allocate(t, obj, "tls").base
        thread = ThreadState(t, function.function.shown or function.name, [], tls)
        self.threads[t] = thread
        self._owned.add(t)
        frame = self._push(thread, function, args, None)
        for obj in self.code.program.memory.values():
            if obj.kind == "tls":
                self._initialize(tls[obj.name], obj.init, frame)

    def _push(self, thread: ThreadState, code: FunctionCode, args: list[int], dst: Local | None) -> Frame:
        if len(thread.frames) >= STACK_LIMIT:
            raise Endless(f"the call stack of thread {thread.index} is {STACK_LIMIT} calls deep")
        function = code.function
        objects = {obj.name: self.memory.allocate(thread.index, obj, "local").base for obj in function.memory}
        self._serial += 1
        given = args + [self.unspecified(thread.index) for _ in function.params[len(args) :]]
        values = {param.name: param.type.wrap(arg) for param, arg in zip(function.params, given, strict=False)}
        frame = Frame(code, thread.index, objects, thread.tls, values, dst=dst, serial=self._serial)
        thread.frames.append(frame)
        return frame

    def _call(self, thread: ThreadState, frame: Frame, instr: Call) -> None:
        value = self.code.compiler.value
        if isinstance(instr.callee, str):
            code = self.code.functions[instr.callee]
        else:
            code = self._function_at(value(instr.callee)(frame))
        self._push(thread, code, [value(arg)(frame) for arg in instr.args], instr.dst)

    def _function_at(self, address: int) -> FunctionCode:
        name = self.code.layout.function_at.get(address)
        if name is None:
            raise Fault("pointer", f"call of an invalid function pointer ({address:#x})")
        return self.code.functions[name]

    def _return(self, thread: ThreadState, value: int | None) -> None:
        frame = thread.frames.pop()
        if thread.frames or thread.index:  # with main the program ends, and its objects with it
            self.memory.release(thread.index, list(frame.objects.values()))
        returns = frame.code.function.returns
        if value is not None and returns is not None:
            value = returns.wrap(value)
        if self.on_return is not None:
            self.on_return(thread.index, frame, value)
        if not thread.frames:
            if thread.index == 0:
                thread.exited = True
            else:
                self._end(thread, value or 0)
            return
        caller = thread.frames[-1]
        if frame.dst is not None:
            caller.locals[frame.dst.name] = frame.dst.type.wrap(value or 0)
        caller.pc += 1

    def _end(self, thread: ThreadState, result: int) -> None:
        while thread.frames:
            self.memory.release(thread.index, list(thread.frames.pop().objects.values()))
        thread.ended, thread.atomic = True, 0
        thread.result = self.code.program.data_model.void_ptr.wrap(result)

    # --- silent instructions -------------------------------------------------------------------------------------

    def advance(self, t: int) -> AnyInstr | None:
        """Runs silent instructions of ``t`` up to the next one that needs a decision; None if the thread is done."""
        thread = self.own(t)
        value = self.code.compiler.value
        fuel = self.fuel
        while thread.frames:
            frame = thread.frames[-1]
            body = frame.code.body
            if frame.pc >= len(body):
                self._return(thread, None)
                continue
            instr = body[frame.pc]
            if type(instr) in STEPS:
                return instr
            match instr:
                case Label():
                    frame.pc += 1
                case Assign(dst, expr):
                    frame.locals[dst.name] = dst.type.wrap(value(expr)(frame))
                    frame.pc += 1
                case Goto(label):
                    frame.pc = frame.code.target[label]
                case Branch(test, label):
                    frame.pc = frame.code.target[label] if value(test)(frame) else frame.pc + 1
                case Call():
                    self._call(thread, frame, instr)
                case Return(result):
                    self._return(thread, None if result is None else value(result)(frame))
                case ThreadExit(result):
                    self._end(thread, value(result)(frame))
                case _:
                    return instr
            fuel -= 1
            if not fuel:
                raise Endless(f"thread {t} runs on without a visible step ({frame.loc})")
        return None

    def evaluate(self, t: int, expr: Expr) -> int:
        """The value of an expression in the current call of thread ``t``."""
        return self.code.compiler.value(expr)(self.threads[t].frames[-1])

    def skip(self, t: int) -> None:
        """Passes the current instruction: a test that holds, or one that nobody asked for."""
        self.own(t).frames[-1].pc += 1

    def input(self, t: int, dst: Local, value: int) -> int:
        """Gives a Nondet its value; returns it as a value of the variable's type."""
        frame = self.own(t).frames[-1]
        frame.locals[dst.name] = dst.type.wrap(value)
        frame.pc += 1
        return frame.locals[dst.name]

    def declare(self, t: int, instr: Declare, contents: dict[int, int], base: int | None = None) -> Block:
        """A new life of a local object begins, with these contents, and at this address if one is given."""
        thread = self.own(t)
        frame = thread.frames[-1]
        block = self.memory.find(frame.objects[instr.obj.name], instr.obj.type.size)
        assert block is not None
        if base is not None and base != block.base:
            block = self.memory.move(block, instr.obj, base)
            frame.objects = frame.objects | {instr.obj.name: base}  # copies of the machine share the old ones
        self.memory.fill(block, contents)
        thread.buffer = forget(thread.buffer, block.base, block.size)
        frame.pc += 1
        return block

    def assume(self, t: int, instr: Assume) -> None:
        """Passes an assumption that holds; Blocked if it does not."""
        if not self.evaluate(t, instr.test):
            raise Blocked("waits for a condition" if instr.blocking else "an assumption is false", instr.blocking)
        self.skip(t)

    # --- memory under the model ----------------------------------------------------------------------------------

    def peek(self, t: int, address: int, type: Scalar) -> int:
        """What thread ``t`` would read at ``address``."""
        data = self.memory.load(address, type.size)
        buffer = self.threads[t].buffer
        return from_bytes(forward(buffer, address, data) if buffer else data, type)

    def _store(self, thread: ThreadState, address: int, value: int, type: Scalar, order: str) -> None:
        data = to_bytes(value, type)
        if type.size >= self.code.layout.bits // 8:
            self.memory.escape(value & ((1 << self.code.layout.bits) - 1))
        if order == GHOST:
            self.memory.store(address, data)
            return
        if self.model == "sc" or thread.atomic or order == "seq_cst":
            self.drain(thread)
            self.memory.store(address, data)
            return
        if self.model == "pso" and order in ("release", "acq_rel"):
            thread.buffer = with_fence(thread.buffer)
        thread.buffer = (*thread.buffer, (address, data))

    def drain(self, thread: ThreadState) -> None:
        """All pending writes of the thread go to memory."""
        for entry in thread.buffer:
            if entry is not None:
                self.memory.store(*entry)
        thread.buffer = ()

    def pending(self, t: int) -> list[Pending]:
        """The pending writes of thread ``t``, oldest first."""
        return [entry for entry in self.threads[t].buffer if entry is not None]

    def flushes(self, t: int) -> list[Pending]:
        """The pending writes of thread ``t`` that may go to memory next."""
        return flushable(self.threads[t].buffer, self.model)

    def flush(self, t: int, entry: Pending) -> None:
        thread = self.own(t)
        self.memory.store(*entry)
        thread.buffer = without(thread.buffer, entry)

    # --- concurrent instructions ---------------------------------------------------------------------------------

    def concurrent(
        self, t: int, instr: AnyInstr, child: int = -1, contents: dict[int, int] | None = None,
        base: int | None = None, again: Given | None = None,
    ) -> Effect:  # fmt: skip
        """Executes the concurrent instruction that thread ``t`` stands at.

        ``child`` names the thread that a Create starts; ``contents`` are those of a Malloc, ``base`` its address;
        ``again`` names the freed block that it gives, if it does.
        """
        thread = self.own(t)
        frame = thread.frames[-1]
        match instr:
            case Read():
                effect = self._read(thread, frame, instr)
            case Write():
                effect = self._write(thread, frame, instr)
            case Rmw():
                effect = self._rmw(thread, frame, instr)
            case Fence(order):
                self._fence(thread, order)
                effect = Effect()
            case AtomicBegin() | AtomicEnd():
                self._section(thread, isinstance(instr, AtomicBegin))
                effect = Effect()
            case Create():
                effect = self._create(thread, frame, instr, child)
            case Join():
                effect = self._join(thread, frame, instr)
            case Malloc():
                effect = self._malloc(thread, frame, instr, contents or {}, base, again)
            case Free(pointer):
                address = self.code.compiler.value(pointer)(frame)
                effect = Effect(address, self._free(address))
            case _:
                raise AssertionError(instr)
        frame.pc += 1
        return effect

    def _locate(self, frame: Frame, place: Place) -> tuple[int, Scalar, Block]:
        address = self.code.compiler.address(place)(frame)
        type = scalar(place)
        return address, type, self.memory.check(address, type.size, self.liveness)

    def _read(self, thread: ThreadState, frame: Frame, instr: Read) -> Effect:
        address, type, block = self._locate(frame, instr.place)
        value = self.peek(thread.index, address, type)
        frame.locals[instr.dst.name] = instr.dst.type.wrap(value)
        return Effect(address, block, type, read=value)

    def _write(self, thread: ThreadState, frame: Frame, instr: Write) -> Effect:
        address, type, block = self._locate(frame, instr.place)
        value = type.wrap(self.code.compiler.value(instr.value)(frame))
        self._store(thread, address, value, type, instr.order)
        return Effect(address, block, type, written=value)

    def _rmw(self, thread: ThreadState, frame: Frame, instr: Rmw) -> Effect:
        if instr.order != GHOST:
            self.drain(thread)
        address, type, block = self._locate(frame, instr.place)
        value = self.peek(thread.index, address, type)
        frame.locals[instr.dst.name] = instr.dst.type.wrap(value)
        effect = Effect(address, block, type, read=value)
        if instr.test is None or self.code.compiler.value(instr.test)(frame):
            effect.written = type.wrap(self.code.compiler.value(instr.value)(frame))
            self._store(thread, address, effect.written, type, GHOST if instr.order == GHOST else "seq_cst")
        return effect

    def _fence(self, thread: ThreadState, order: str) -> None:
        if order in DRAINING_FENCES:
            self.drain(thread)
        elif order in STORE_FENCES and self.model == "pso":
            thread.buffer = with_fence(thread.buffer)

    def _section(self, thread: ThreadState, begin: bool) -> None:
        if begin:
            self.drain(thread)
            thread.atomic += 1
        elif thread.atomic:
            thread.atomic -= 1
        else:
            raise Undefined("an atomic section ends that never began")

    def _create(self, thread: ThreadState, frame: Frame, instr: Create, child: int) -> Effect:
        if child < 0 or child in self.threads:
            raise Undefined(f"thread {child} cannot be created: the number is taken")
        value = self.code.compiler.value
        self.drain(thread)
        function = self._function_at(value(instr.function)(frame))
        arg = value(instr.arg)(frame)
        self.memory.escape(arg)
        self._start_thread(child, function, [arg])
        frame.locals[instr.dst.name] = instr.dst.type.wrap(child)
        return Effect(other=child, written=arg)

    def thread_function(self, t: int, instr: Create) -> FunctionCode:
        """What the new thread is to run; a Fault if that is no function."""
        return self._function_at(self.evaluate(t, instr.function))

    def join_target(self, t: int, instr: Join) -> int:
        return self.evaluate(t, instr.thread)

    def _join(self, thread: ThreadState, frame: Frame, instr: Join) -> Effect:
        target = self.code.compiler.value(instr.thread)(frame)
        if target not in self.threads or not self.threads[target].ended:
            raise Blocked(f"waits for the end of thread {target}")
        if self.threads[target].buffer:
            self.drain(self.own(target))
        self.drain(thread)
        result = self.threads[target].result
        if instr.dst is not None:
            frame.locals[instr.dst.name] = instr.dst.type.wrap(result)
        return Effect(other=target, read=result)

    def _malloc(
        self, thread: ThreadState, frame: Frame, instr: Malloc, contents: dict[int, int], base: int | None,
        again: Given | None,
    ) -> Effect:  # fmt: skip
        size = self.code.compiler.value(instr.size)(frame)
        if size < 0:
            raise Undefined(f"allocation of {size} bytes")
        if again is None:
            block = self.memory.allocate_heap(thread.index, size, base)
        else:
            block = self.memory.allocate_again(again.thread, again.number, size)
        if again is not None or not instr.zeroed:
            self.memory.fill(block, {} if instr.zeroed else contents)
        frame.locals[instr.dst.name] = instr.dst.type.wrap(block.base)
        return Effect(block.base, block, written=block.base)

    def _free(self, address: int) -> Block | None:
        try:
            return self.memory.free(address)
        except Fault:
            if BAD_FREE in self.claims:
                raise
            return None


def scalar(place: Place) -> Scalar:
    """The type of a place that is read or written."""
    if not isinstance(place.type, Scalar):
        raise Undefined(f"access to a value of type {place.type}")
    return place.type


def to_bytes(value: int, type: Scalar) -> bytes:
    return (value & ((1 << 8 * type.size) - 1)).to_bytes(type.size, "little")


def from_bytes(data: bytes, type: Scalar) -> int:
    return type.wrap(int.from_bytes(data, "little"))


__all__ = ["Blocked", "Effect", "Endless", "Machine"]
