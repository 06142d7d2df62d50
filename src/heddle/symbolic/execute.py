"""Symbolic execution of each thread of a bounded program, once, into guarded events.

Control flow is straight-line with forward jumps, so execution is one pass: a jump leaves the live part of its state
at the target label, where states are joined by if-then-else on their guards.  What a read gives is a fresh variable,
except where the thread itself knows: registers, and locations that the same atomic section has accessed before.
"""

from __future__ import annotations

from heddle.core.expr import (
    AddressOf,
    Const,
    FieldStep,
    FunctionAddress,
    MemoryObject,
    Place,
    Self,
)
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Create,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Nondet,
    Read,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.program import BoundedProgram, Thread
from heddle.core.types import INT, IntType, Scalar
from heddle.core.walk import constant_offset
from heddle.passes.liveness import Liveness, transfer
from heddle.records import dataclass
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.environment import Env, Environment
from heddle.symbolic.events import Event, EventProgram, Kind, ThreadEvents
from heddle.symbolic.layout import Layout
from heddle.symbolic.registers import Registers, register_name


@dataclass(slots=True)
class State:
    """What holds where a jump arrives: its guard, the live variables, and the atomic section it is in."""

    guard: NodeId
    env: Env
    depth: int
    section: int


def execute(program: BoundedProgram, registers: Registers) -> EventProgram:
    whole = EventProgram(program, Layout(program), Dag(), [], {}, registers.objects(program))
    for thread in program.threads:
        whole.threads.append(_Execution(whole, registers, thread).run())
    return whole


def _live_at_labels(thread: Thread, registers: Registers) -> dict[str, frozenset[str]]:
    """What must be carried across jumps: variables, and memory that behaves like them."""

    def with_registers(x: AnyInstr, live: set[str]) -> None:
        transfer(x, live)
        register = registers.of(x)
        if register is None:
            return
        if isinstance(x, Write):
            live.discard(register)
        else:
            live.add(register)

    return Liveness(thread.body, [thread.result.name] if thread.result else [], with_registers).at


class _Execution(Environment):
    def __init__(self, whole: EventProgram, registers: Registers, thread: Thread) -> None:
        self.whole, self.registers, self.thread = whole, registers, thread
        self.dag, self.layout = whole.dag, whole.layout
        self.pointer = whole.program.source.data_model.void_ptr
        self.offset_type = IntType(self.pointer.bits, True)
        self.guard = self.dag.true
        self.env: Env = {}
        self.pending: dict[str, list[State]] = {}
        self.large: dict[str, list[tuple[NodeId, NodeId]]] = {}
        """Registers of large objects: the writes so far as (guard, value), the latest last."""
        self.live = _live_at_labels(thread, registers)
        self.events: list[Event] = []
        self.position = 0
        self.depth = 0
        self.section = -1
        self.sections = 0
        self.known: dict[int, tuple[NodeId, int, NodeId]] = {}
        """Locations whose content the current atomic section knows: address to (guard, size, value)."""

    def run(self) -> ThreadEvents:
        self.start()
        for position, x in enumerate(self.thread.body):
            self.position = position
            if isinstance(x, Label):
                self.join_at(x.name)
            elif self.guard != self.dag.false:
                self.instruction(x)
        result = self.env.get(self.thread.result.name, self.dag.false) if self.thread.result else self.dag.false
        return ThreadEvents(self.thread, self.events, self.guard, result)

    def start(self) -> None:
        creation = self.whole.created_by.get(self.thread.index)
        if self.thread.creator is not None:
            self.guard = self.dag.false if creation is None else creation.guard
        if self.thread.parameter is not None and creation is not None:
            self.env[self.thread.parameter.name] = self.dag.cast(creation.value, self.thread.parameter.type)
        for name, user in self.registers.user.items():
            obj = self.whole.program.memory[name]
            if user == self.thread.index and self.registers.is_register(obj):
                content = self.layout.initial.contents(obj)
                for at, size in self.registers.cells(obj):
                    value = int.from_bytes(content[at : at + size], "little")
                    self.set_register(obj, at, self.dag.const(value, IntType(8 * size, False)))

    # --- registers --------------------------------------------------------------------------------------------------

    def set_register(self, obj: MemoryObject, offset: int, value: NodeId) -> None:
        name = register_name(obj, offset)
        if not self.registers.is_large(obj):
            self.env[name] = value
            return
        writes = self.large.setdefault(name, [])
        if self.guard == self.dag.true or (writes and writes[-1][0] == self.guard):
            del writes[0 if self.guard == self.dag.true else -1 :]
        writes.append((self.guard, value))

    def assign_register(self, place: Place, value: NodeId) -> None:
        assert isinstance(place.base, MemoryObject)
        self.set_register(place.base, constant_offset(place) or 0, value)

    def register(self, name: str, size: int) -> NodeId:
        if name in self.env:
            return self.env[name]
        value, later = self.dag.const(0, IntType(8 * size, False)), []
        for guard, written in reversed(self.large.get(name, [])):
            if self.implied(guard):
                value = written
                break
            later.append((guard, written))
        for guard, written in reversed(later):
            value = self.dag.ite(guard, written, value)
        return value

    # --- control flow -----------------------------------------------------------------------------------------------

    def leave_for(self, label: str, guard: NodeId) -> None:
        live, env = self.live[label], self.env
        if len(env) < len(live):
            snapshot = {k: v for k, v in env.items() if k in live}
        else:
            snapshot = {k: env[k] for k in live if k in env}
        self.pending.setdefault(label, []).append(State(guard, snapshot, self.depth, self.section))

    def join_at(self, label: str) -> None:
        if self.guard != self.dag.false:
            self.leave_for(label, self.guard)
        arriving = self.pending.pop(label, [])
        if not arriving:
            return
        state = arriving.pop()
        self.depth, self.section = state.depth, state.section
        while arriving:
            state = self.join_two(arriving.pop(), state)
        self.guard, self.env = state.guard, state.env

    def join_two(self, a: State, b: State) -> State:
        test = self.distinguishing(a.guard, b.guard)
        env = self.joined(test, a.env, b.env)
        return State(self.dag.or_(a.guard, b.guard), env, b.depth, b.section)

    def implied(self, guard: NodeId) -> bool:
        """Whether the current guard plainly implies ``guard``."""
        current = self.guard
        while True:
            if current == guard or guard == self.dag.true:
                return True
            node = self.dag.nodes[current]
            if node.op != "&&":
                return False
            if node.args[1] == guard:
                return True
            current = node.args[0]

    # --- instructions -----------------------------------------------------------------------------------------------

    def event(self, kind: Kind, x: AnyInstr) -> Event:
        event = Event(kind, x, self.guard, self.position, self.section)
        self.events.append(event)
        return event

    def instruction(self, x: AnyInstr) -> None:
        match x:
            case Assign() | Goto() | Branch():
                self.control(x)
            case Nondet():
                event = self.event(Kind.NONDET, x)
                event.result = self.env[x.dst.name] = self.dag.var(x.dst.type)
            case Assume() | Assert():
                self.condition(x)
            case Exit():
                self.event(Kind.ASSUME, x).value = self.dag.false
                self.guard = self.dag.false
            case Unsupported():
                self.event(Kind.UNSUPPORTED, x)
                self.guard = self.dag.false
            case Cut():
                self.event(Kind.CUT, x)
                self.guard = self.dag.false
            case _:
                self.concurrent(x)

    def condition(self, x: Assume | Assert) -> None:
        test = self.dag.truth(self.eval(x.test))
        if test == self.dag.true:
            return
        self.event(Kind.ASSUME if isinstance(x, Assume) else Kind.ASSERT, x).value = test
        if isinstance(x, Assume) and test == self.dag.false:
            self.guard = self.dag.false

    def concurrent(self, x: AnyInstr) -> None:
        match x:
            case Read():
                self.read(x)
            case Write():
                self.write(x)
            case Rmw():
                self.rmw(x)
            case AtomicBegin():
                self.enter_section()
                self.event(Kind.OTHER, x)
            case AtomicEnd():
                self.event(Kind.OTHER, x)
                self.leave_section()
            case Fence():
                self.event(Kind.OTHER, x)
            case Create():
                event = self.event(Kind.CREATE, x)
                event.value = self.eval(x.arg)
                assert isinstance(x.function, Const)
                self.whole.created_by[x.function.value] = event
                self.env[x.dst.name] = self.dag.const(x.function.value, x.dst.type)
            case Join():
                wanted = self.eval(x.thread)
                if (self.dag.constant(wanted) or 0) >= len(self.whole.program.threads):
                    # a thread that is not followed never ends
                    self.event(Kind.ASSUME, x).value = self.guard = self.dag.false
                    return
                event = self.event(Kind.JOIN, x)
                event.address = wanted
                if x.dst is not None:
                    event.result = self.env[x.dst.name] = self.dag.var(x.dst.type)
            case Free():
                self.event(Kind.FREE, x).address = self.eval(x.pointer)
                self.known = {}  # what is read after it is not known, but wrong
            case Declare():
                self.declare(x)
            case _:
                raise AssertionError(f"unexpected instruction {x}")

    def enter_section(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.section = self.sections
            self.sections += 1
            self.known = {}

    def leave_section(self) -> None:
        self.depth -= 1
        if self.depth <= 0:
            self.depth, self.section = 0, -1

    def declare(self, x: Declare) -> None:
        event = self.event(Kind.DECLARE, x)
        if not self.registers.is_register(x.obj):
            return
        event.local = True
        for at, size in self.registers.cells(x.obj):
            if x.zeroed:
                node = self.dag.const(0, IntType(8 * size, False))
            else:
                node = self.dag.var(IntType(8 * size, False))
                event.contents[at] = (size, node)
            self.set_register(x.obj, at, node)

    # --- memory -----------------------------------------------------------------------------------------------------

    def access(self, kind: Kind, x: Read | Write | Rmw) -> tuple[Event, Scalar]:
        event = self.event(kind, x)
        type = x.place.type
        assert isinstance(type, Scalar), x
        event.size = type.size
        event.address = self.address(x.place)
        return event, type

    def read(self, x: Read) -> None:
        event, type = self.access(Kind.READ, x)
        known = self.lookup(event, self.registers.name(x.place))
        if known is None:
            event.result = self.dag.var(type)
            self.learn(event, event.result)
        else:
            event.local = True
            event.result = self.dag.cast(known, type)
        self.env[x.dst.name] = self.dag.cast(event.result, x.dst.type)

    def write(self, x: Write) -> None:
        event, type = self.access(Kind.WRITE, x)
        event.value = self.dag.cast(self.eval(x.value), type)
        register = self.registers.name(x.place)
        if register is not None:
            event.local = True
            self.assign_register(x.place, event.value)
        else:
            self.learn(event, event.value)

    def rmw(self, x: Rmw) -> None:
        event, type = self.access(Kind.RMW, x)
        register = self.registers.name(x.place)
        known = self.lookup(event, register)
        event.result = self.dag.var(type) if known is None else self.dag.cast(known, type)
        self.env[x.dst.name] = self.dag.cast(event.result, x.dst.type)
        event.test = self.dag.true if x.test is None else self.dag.truth(self.eval(x.test))
        event.value = self.dag.cast(self.eval(x.value), type)
        after = self.dag.ite(event.test, event.value, event.result)
        if register is not None:
            event.local = True
            self.assign_register(x.place, after)
        else:
            self.learn(event, after)

    def lookup(self, event: Event, register: str | None) -> NodeId | None:
        if register is not None:
            return self.register(register, event.size)
        if self.section < 0:
            return None
        address = self.dag.constant(event.address)
        if address is None or address not in self.known:
            return None
        guard, size, value = self.known[address]
        return value if size == event.size and self.implied(guard) else None

    def learn(self, event: Event, value: NodeId) -> None:
        """Notes what the location of ``event`` holds after it, for the rest of the atomic section."""
        if self.section < 0:
            return
        address = self.dag.constant(event.address)
        if address is None:
            if event.kind is not Kind.READ:
                self.known = {}
            return
        before = self.known.get(address)
        if event.kind is not Kind.READ:
            for at in [a for a, (_, size, _) in self.known.items() if a < address + event.size and address < a + size]:
                del self.known[at]
        if before is not None and before[1] == event.size and before[0] != self.guard and self.implied(before[0]):
            self.known[address] = (before[0], event.size, self.dag.ite(self.guard, value, before[2]))
        else:
            self.known[address] = (self.guard, event.size, value)

    def address(self, place: Place) -> NodeId:
        if isinstance(place.base, MemoryObject):
            node = self.dag.const(self.layout.base[place.base.name], self.pointer)
        else:
            node = self.dag.cast(self.eval(place.base), self.pointer)
        for step in place.steps:
            if isinstance(step, FieldStep):
                offset = self.dag.const(step.offset, self.offset_type)
            else:
                index = self.dag.cast(self.eval(step.index), self.offset_type)
                offset = self.dag.binary("*", index, self.dag.const(step.size, self.offset_type), self.offset_type)
            node = self.dag.binary("+", node, offset, self.pointer)
        return node

    # --- expressions ------------------------------------------------------------------------------------------------

    def named(self, e: AddressOf | FunctionAddress | Self) -> NodeId:
        match e:
            case AddressOf():
                return self.dag.cast(self.address(e.place), e.type)
            case FunctionAddress():
                return self.dag.const(self.layout.function(e.function), e.type)
            case Self():
                return self.dag.const(self.thread.index, INT)
