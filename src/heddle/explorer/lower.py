"""Core programs as bytecode.  Calls and loops stay what they are: the kernel runs them.

Private memory objects that are always accessed whole become registers; other private ones live in the thread's own
memory (:mod:`heddle.explorer.privacy`).  Accesses to either are no events, only marks for the replayer.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from heddle.addresses.sights import Sighting
from heddle.core.expr import FALSE, AddressOf, Binary, Const, Expr, Local, MemoryObject, Place, Unary
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Cut,
    Declare,
    Exit,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Location,
    Malloc,
    Nondet,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Unsupported,
    Write,
)
from heddle.core.parts import all_parts
from heddle.core.program import Function, Program
from heddle.core.types import INT, IntType, PointerType, Scalar
from heddle.core.walk import constant_offset, place_of, walk
from heddle.enumerate.inputs import choices
from heddle.explorer._kernel import Function as FunctionCode
from heddle.explorer._kernel import Ins, Op, Sight
from heddle.explorer._kernel import Region as Memory
from heddle.explorer.bytecode import Image, to_signed
from heddle.explorer.events import EventClasses
from heddle.explorer.layout import Layout
from heddle.explorer.loops import live_at, live_everywhere
from heddle.explorer.lower_wide import WORD, WideRegisters, cannot_compute, is_wide
from heddle.explorer.operands import Operands
from heddle.explorer.privacy import Privacy
from heddle.explorer.trials import Trial
from heddle.models.machines import BRANCHED, THESIS
from heddle.models.store_buffers import PSO
from heddle.models.thread_order import CREATES, JOINS
from heddle.passes.awaits import NOTICE, WAITS, effect
from heddle.passes.bounds import LIBRARY_UNWIND, LoopBound, loop_bound
from heddle.passes.counted import counts
from heddle.passes.loop_kinds import LoopKinds
from heddle.passes.loops import LoopNest, Region
from heddle.records import dataclass, field

CHOSEN = ".creation"
"""The variable that says which of several creations in pthread_create it is."""


@dataclass(frozen=True, slots=True)
class LowerOptions:
    unwind: int | None = None
    unwindset: tuple[tuple[str, int], ...] = ()
    counted: int | None = None
    """The bound of loops that count, if it is another."""
    fences: bool = True
    """The model looks at fences."""
    wide: frozenset[int] = frozenset()
    """The atomic sections (by the uids of their beginnings) that access several shared locations."""
    again: frozenset[int] = frozenset()
    """The allocations (by uid) that may give freed blocks again."""
    sights: Mapping[int, list[Sighting]] = field(default_factory=dict)
    """What instructions (by uid) may see of addresses (:mod:`heddle.addresses.sights`)."""
    trials: Mapping[int, Trial] = field(default_factory=dict)
    """Inputs of many values of which some are tried."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """Bounds of kinds of loops, where they differ from ``unwind``."""
    for_states: bool = False
    """For a search of states: pthread_create is an atomic section like any other, and the image tells which registers
    matter where."""
    unsequenced: bool = False
    """Events of operands that C evaluates in any order need no order."""


def lower(program: Program, classes: EventClasses, options: LowerOptions) -> tuple[Image, Layout]:
    privacy = Privacy(program)
    layout = Layout(program, privacy)
    image = Image()
    numbers = {name: i for i, name in enumerate(program.functions)}
    plain_mutexes, kinds = has_plain_mutexes(program), LoopKinds(program)
    for function in program.functions.values():
        FunctionLowering(
            program, function, image, layout, privacy, classes, options, numbers, plain_mutexes, kinds
        ).run()
    return image, layout


def has_plain_mutexes(program: Program) -> bool:
    """No mutex is recursive or error-checking, so that nothing needs to look at the type of one."""
    if any(name.startswith("pthread_mutexattr_set") for name in program.functions) or "mtx_init" in program.functions:
        return False
    for obj in program.memory.values():
        # A static initializer that gives a kind: the field is not zero.
        if "pthread_mutex" in str(obj.type) and any(getattr(e, "value", 1) != 0 for _, _, e in obj.init):
            return False
    return True


class FunctionLowering:
    def __init__(
        self, program: Program, function: Function, image: Image, layout: Layout, privacy: Privacy,
        classes: EventClasses, options: LowerOptions, numbers: dict[str, int], plain_mutexes: bool,
        loop_kinds: LoopKinds,
    ) -> None:  # fmt: skip
        self.program, self.function, self.image, self.layout = program, function, image, layout
        self.privacy, self.classes, self.options, self.numbers = privacy, classes, options, numbers
        self.plain_mutexes = plain_mutexes and function.library
        self.loop_kinds = loop_kinds
        self.r = WideRegisters(image, layout)
        self.cells = register_objects(function, privacy)
        self.nest = LoopNest(function.body)
        self.start = len(image.code)
        self.labels: dict[str, int] = {}
        self.inside: dict[str, int] = {}
        """For heads of loops: the position after the instruction that enters the loop."""
        self.jumps: list[tuple[int, str, bool]] = []
        self.loops: dict[str, int] = {}
        self.operands = Operands(program, function, classes.language) if options.unsequenced else None
        self.creations: list[Create] = []
        """Of pthread_create: one of them happens."""

    @property
    def is_pthread_create(self) -> bool:
        """And is made of events, in a graph: then it need not be a section."""
        return not self.options.for_states and self.function.library and self.function.name == "pthread_create"

    def run(self) -> None:
        parameters = [(self.r.of(p.name), p.type.bits, p.type.signed) for p in self.function.params]
        self.prologue()
        bounds_at = {r.test_end: r for r in self.nest.regions if r.test_end is not None}
        for i, x in enumerate(self.function.body):
            self.enter_operands(x)
            self.instruction(i, x)
            self.r.release()
            if i in bounds_at:
                self.bound(bounds_at[i])
        self.enter_operands(None)
        self.r.emit(Ins(Op.RETURN))
        self.finish_jumps()
        code = self.image.code[self.start :]
        for head, live in live_at(code, self.start, self.image.lists).items():
            self.image.loops[head] = live
        if self.options.for_states:
            self.image.live += live_everywhere(code, self.start, self.image.lists)
        self.image.functions.append(
            FunctionCode(
                self.function.name, self.start, self.r.count, parameters, self.layout.functions[self.function.name]
            )
        )

    def enter_operands(self, x: AnyInstr | None) -> None:
        for ins in self.operands.before(x) if self.operands is not None else ():
            self.r.emit(ins)

    def prologue(self) -> None:
        pointer = PointerType(self.layout.bits)
        for obj in self.function.memory:
            if obj.name in self.cells:
                continue
            self.r.addresses[obj.name] = self.r.new()
            if self.privacy.is_private(obj):
                self.allocate(obj, Memory.PRIVATE, pointer)

    def allocate(self, obj: MemoryObject, region: Memory, pointer: PointerType) -> None:
        self.image.constants.append(obj.type.size)
        address = self.r.addresses[obj.name]
        self.r.emit(Ins(Op.ALLOCATE, pointer.bits, False, 0, address, len(self.image.constants) - 1, region))

    # --- jumps and loops

    def finish_jumps(self) -> None:
        """Jumps get their targets; a jump back to the head of a loop goes by way of LOOP_BACK."""
        code = self.image.code
        back: dict[str, int] = {}
        for at, label, backwards in self.jumps:
            if not backwards:
                code[at].b = self.labels[label]
                continue
            if label not in back:
                back[label] = len(code)
                self.r.emit(Ins(Op.LOOP_BACK, a=self.loops[label], b=self.inside[label]))
            code[at].b = back[label]

    def jump(self, op: Op, label: str, position: int, test: int = -1) -> None:
        self.jumps.append((len(self.image.code), label, self.nest.position[label] <= position))
        self.r.emit(Ins(op, a=test))

    def label(self, position: int, x: Label) -> None:
        self.labels[x.name] = len(self.image.code)
        region = self.nest.by_head.get(position)
        if region is None:
            return
        number = self.loops[x.name] = len(self.image.loops)
        self.image.loops.append([])
        bound = self.bound_of(region)
        self.image.bounds.append(bound.most or 0)
        self.image.loop_places.append(Location(region.loc.file, region.loc.line))
        self.image.loop_options.append(bound.option)
        self.r.emit(Ins(Op.LOOP_ENTER, a=number))
        self.inside[x.name] = len(self.image.code)
        if region.test_end is None:
            self.bound(region)

    def bound_of(self, region: Region) -> LoopBound:
        given = self.options
        kind = self.loop_kinds.of(self.function, region)
        bound = loop_bound(region.loc, kind, given.unwind, dict(given.unwindset), given.kinds)
        if bound.option != "--unwind" or given.counted is None or not counts(self.nest, self.function.body, region):
            return bound
        return LoopBound(max(given.counted, LIBRARY_UNWIND if self.function.library else 0), bound.option)

    def bound(self, region: Region) -> None:
        """Where another iteration begins that the bound may forbid."""
        head = self.function.body[region.head]
        assert isinstance(head, Label)
        if self.image.bounds[self.loops[head.name]]:
            self.r.emit(Ins(Op.LOOP_BOUND, a=self.loops[head.name]))

    # --- instructions

    def instruction(self, i: int, x: AnyInstr) -> None:
        r = self.r
        if cannot_compute(x):
            self.unsupported(f"an operation on integers of more than {WORD} bits", x)
            return
        self.observe(x, later=False)
        match x:
            case Label():
                self.label(i, x)
            case Goto():
                self.jump(Op.JUMP, x.label, i)
            case Branch():
                self.jump(Op.BRANCH, x.label, i, r.value(x.test))
            case Assign():
                self.assign(x)
            case Nondet():
                self.nondet(x)
            case Call():
                self.call(x)
            case Return():
                value = -1 if x.value is None else r.value(x.value)
                if x.value is not None and self.function.returns is not None:
                    value = r.fit(value, x.value.type, self.function.returns)
                r.emit(Ins(Op.RETURN, a=value))
            case ThreadExit():
                r.emit(Ins(Op.THREAD_EXIT, a=r.value(x.value), uid=x.uid))
            case Assume():
                holder = -1 if x.holder is None else r.value(x.holder)
                r.emit(Ins(Op.ASSUME, a=r.value(x.test), b=holder, c=int(x.blocking), uid=x.uid))
            case Assert():
                r.emit(Ins(Op.ASSERT, a=r.value(x.test), c=int(x.kind in self.program.claims), uid=x.uid))
            case Exit():
                r.emit(Ins(Op.EXIT, uid=x.uid))
            case Unsupported():
                self.unsupported(x.reason, x)
            case Cut():  # like a check that always fails and that nobody claims: executions end here, and that is said
                r.emit(Ins(Op.ASSERT, a=r.value(FALSE), c=0, uid=x.uid))
            case Declare():
                self.declare(x)
            case _:
                self.concurrent(x)

    def unsupported(self, reason: str, x: AnyInstr) -> None:
        self.image.reasons.append(reason)
        self.r.emit(Ins(Op.UNSUPPORTED, a=len(self.image.reasons) - 1, uid=x.uid))

    def observe(self, x: AnyInstr, later: bool) -> None:
        """What the instruction sees of addresses; ``later``: of what it has read."""
        for seen in self.options.sights.get(x.uid, ()):
            read = {x.dst} if isinstance(x, Rmw) else set()
            if later == any(part in read for e in seen.operands for part in walk(e)):
                a, b = [*(self.r.value(e) for e in seen.operands), -1][:2]
                sight = Sight[seen.sight]
                self.r.emit(Ins(Op.OBSERVE, size=seen.addresses, a=a, b=b, c=int(sight), uid=x.uid))

    def assign(self, x: Assign) -> None:
        if is_wide(x.dst.type):
            self.r.assign_wide(x.dst, x.value)
            return
        dst = self.r.of(x.dst.name)
        if x.value.type == x.dst.type:
            self.r.value(x.value, dst)
        else:
            self.r.fit(self.r.value(x.value), x.value.type, x.dst.type, dst)

    def nondet(self, x: Nondet) -> None:
        """Inputs of few values are tried one by one; others must not matter, unless there are values to try."""
        type, dst, count, other = x.dst.type, self.r.of(x.dst.name), choices(x), self.classes.other()
        if self.operands is not None and x.uid in self.operands.defaults:
            self.r.emit(Ins(Op.DEFAULT, type.bits, type.signed, 0, dst, uid=x.uid))
        elif x.uid in self.options.trials:
            values = self.options.trials[x.uid].values
            start = len(self.image.constants)
            self.image.constants += map(to_signed, values)
            self.r.emit(Ins(Op.CHOOSE, type.bits, type.signed, 0, dst, len(values), start, other, x.uid))
        elif count is None:
            self.r.emit(Ins(Op.INDETERMINATE, type.bits, type.signed, 0, dst, uid=x.uid))
        else:
            self.r.emit(Ins(Op.CHOOSE, type.bits, type.signed, 0, dst, count, -1, other, x.uid))

    def call(self, x: Call) -> None:
        r = self.r
        arguments = [r.value(arg) for arg in x.args]
        self.image.lists.append(arguments)
        type: Scalar = x.dst.type if x.dst is not None else IntType(64, False)
        dst = -1 if x.dst is None else r.of(x.dst.name)
        number = len(self.image.lists) - 1
        if isinstance(x.callee, str):
            target = self.numbers[x.callee]
            waits = x.callee in WAITS and not NOTICE & self.numbers.keys()
            if waits:
                r.emit(Ins(Op.WAIT, uid=x.uid))
            r.emit(Ins(Op.CALL, type.bits, type.signed, 0, dst, -1, target, number, x.uid))
            if waits:
                r.emit(Ins(Op.WAITED))
        else:
            r.emit(Ins(Op.CALL_POINTER, type.bits, type.signed, 0, dst, r.value(x.callee), -1, number, x.uid))

    def declare(self, x: Declare) -> None:
        """A new life of an object.  A shared one gets a new address, so that old writes are not its own."""
        self.r.emit(Ins(Op.MARK, a=x.uid, b=self.r.addresses.get(x.obj.name, -1)))
        pointer = PointerType(self.layout.bits)
        cells = self.cells.get(x.obj.name)
        if cells is not None:
            for register in sorted(cells):
                self.r.emit(Ins(Op.INDETERMINATE, 64, False, 0, self.r.of(register)))
        elif self.privacy.is_private(x.obj):
            self.image.constants.append(x.obj.type.size)
            self.r.emit(Ins(Op.FORGET, a=self.r.addresses[x.obj.name], b=len(self.image.constants) - 1))
        else:
            self.allocate(x.obj, Memory.INDETERMINATE, pointer)

    # --- what other threads can notice

    def concurrent(self, x: AnyInstr) -> None:
        r, classes = self.r, self.classes
        match x:
            case Read() | Write() | Rmw():
                self.access(x)
            case Fence():
                if not self.options.fences or (self.function.library and classes.language):
                    self.mark(x)
                else:
                    r.emit(Ins(Op.FENCE, c=classes.fence(x.order), uid=x.uid))
            case AtomicBegin() | AtomicEnd():
                self.section(x)
            case Create():
                self.create(x)
            case Join():
                type: Scalar = x.dst.type if x.dst is not None else IntType(64, False)
                dst = -1 if x.dst is None else r.of(x.dst.name)
                thread = r.value(x.thread)
                r.emit(Ins(Op.JOIN, type.bits, type.signed, 0, dst, thread, -1, self.ordering(JOINS), x.uid))
            case Malloc():
                again = x.uid in self.options.again
                own = self.privacy.is_private_heap(x) and not again
                region = Memory.ZEROED if x.zeroed else Memory.PRIVATE if own else Memory.INDETERMINATE
                type, event = x.dst.type, classes.other() if again else -1
                dst, size = r.of(x.dst.name), r.value(x.size)
                r.emit(Ins(Op.ALLOCATE_DYNAMIC, type.bits, type.signed, 0, dst, size, region, event, x.uid))
            case Free():
                r.emit(Ins(Op.FREE, a=r.value(x.pointer), c=classes.other(), uid=x.uid))
            case _:
                raise AssertionError(x)

    def ordering(self, moment: str) -> int:
        """The class of creating and joining: hardware empties its buffers there."""
        hardware = self.options.fences and not self.classes.language
        return self.classes.full_fence() if hardware else self.classes.of_thread(moment)

    def mark(self, x: AnyInstr) -> None:
        self.r.emit(Ins(Op.MARK, a=x.uid))

    def fence_around(self) -> None:
        if self.options.fences and (self.classes.machine is THESIS or not self.classes.language):
            self.r.emit(Ins(Op.FENCE, c=self.classes.full_fence()))

    def section(self, x: AtomicBegin | AtomicEnd) -> None:
        if self.is_pthread_create:
            if isinstance(x, AtomicEnd):
                self.start_thread()
            self.mark(x)
            return
        if isinstance(x, AtomicBegin):
            self.fence_around()
            self.r.emit(Ins(Op.SECTION_BEGIN, a=int(x.uid in self.options.wide), c=self.section_fence(), uid=x.uid))
        else:
            self.r.emit(Ins(Op.SECTION_END, c=self.section_fence(), uid=x.uid))
            self.fence_around()

    def section_fence(self) -> int:
        """The fence at both ends of a section over several locations, for a language model: hardware has it around all
        sections."""
        fenced = self.options.wide and self.options.fences and self.classes.language
        fenced = fenced and self.classes.machine is not THESIS
        return self.classes.fence("seq_cst") if fenced else -1

    def create(self, x: Create) -> None:
        if not self.is_pthread_create:
            self.emit_create(x, self.r.of(x.dst.name))
            return
        self.mark(x)
        self.r.op(Op.NEXT_THREAD, x.dst.type, into=self.r.of(x.dst.name))
        self.r.constant(len(self.creations), INT, self.r.of(CHOSEN))
        self.creations.append(x)

    def start_thread(self) -> None:
        """All that pthread_create does comes before the new thread, so its section is as good as atomic."""
        code, ends = self.image.code, []
        for number, x in enumerate(self.creations[:-1]):
            is_other = self.r.value(Binary("!=", Local(CHOSEN, INT), Const(number, INT), INT))
            at = len(code)
            self.r.emit(Ins(Op.BRANCH, a=is_other))
            self.emit_create(x, -1)
            ends.append(len(code))
            self.r.emit(Ins(Op.JUMP))
            code[at].b = len(code)
        self.emit_create(self.creations[-1], -1)
        for at in ends:
            code[at].b = len(code)

    def emit_create(self, x: Create, dst: int) -> None:
        r, type = self.r, x.dst.type
        function, argument = r.value(x.function), r.value(x.arg)
        r.emit(Ins(Op.CREATE, type.bits, type.signed, 0, dst, function, argument, self.ordering(CREATES), x.uid))

    def access(self, x: Read | Write | Rmw) -> None:
        machine = self.classes.machine
        self.order_fence(machine.before(x))
        self.bare_access(x)
        after = machine.after(x)
        if BRANCHED in (after, machine.after(x, failed=True)) and not isinstance(x, Write):
            self.r.emit(Ins(Op.ASSUME, a=self.r.value(Binary("==", x.dst, x.dst, INT)), b=-1))
        if not isinstance(x, Rmw) or x.test is None:
            self.order_fence(after)
            return
        after_failure = machine.after(x, failed=True)
        if after == after_failure:
            self.order_fence(after)
        else:
            self.order_fence(after, x.test)
            self.order_fence(after_failure, Unary("!", x.test, INT))

    def order_fence(self, order: str, test: Expr | None = None) -> None:
        """A fence that an order is compiled to."""
        if order and self.options.fences:
            condition = -1 if test is None else self.r.value(test)
            self.r.emit(Ins(Op.FENCE, a=condition, c=self.classes.fence(order)))

    def bare_access(self, x: Read | Write | Rmw) -> None:
        register = self.cell_of(x.place)
        if register is not None:
            self.register_access(x, register)
            return
        if not isinstance(x.place.type, Scalar) or x.place.type.bits > 64:
            self.unsupported(f"access to a value of type {x.place.type}", x)
            return
        if self.plain_mutexes and not isinstance(x, Rmw) and is_mutex_kind(x.place):
            self.mark(x)
            if isinstance(x, Read):
                self.r.constant(0, x.dst.type, self.r.of(x.dst.name))
            return
        address = self.r.address(x.place)
        if not (isinstance(x.place.base, MemoryObject) and x.place.base.kind == "global"):
            self.order(x, address)
        self.memory_access(x, x.place.type, address)

    def order(self, x: Read | Write | Rmw, address: int = -1) -> None:
        """An access to private memory is no event; what it does to the store buffer of hardware is one."""
        machine = self.classes.machine
        if machine.speaks_orders:
            drains, separates = PSO.drain(x, False), PSO.separate(x)
        else:
            drains, separates = machine.orders_by_itself(x), False
        if self.options.fences and not self.classes.language and (drains or separates):
            fence = self.classes.full_fence() if drains else self.classes.fence("release")
            self.r.emit(Ins(Op.ORDER, a=address, c=fence, uid=x.uid))

    def memory_access(self, x: Read | Write | Rmw, type: Scalar, address: int) -> None:
        r, classes = self.r, self.classes
        size = type.size
        if isinstance(x, Read):
            dst = r.of(x.dst.name)
            bits, signed = narrower(x.dst.type, type)
            r.emit(Ins(Op.LOAD, bits, signed, size, dst, address, -1, classes.read(x.order), x.uid))
        elif isinstance(x, Write):
            value = r.fit(r.value(x.value), x.value.type, type)
            r.emit(Ins(Op.STORE, 64, False, size, -1, address, value, classes.write(x.order), x.uid))
        else:
            read, failed, write = classes.rmw(x.order, x.failure_order)
            bits, signed = narrower(x.dst.type, type)
            r.emit(Ins(Op.RMW_LOAD, bits, signed, size, r.of(x.dst.name), address, failed, read, x.uid))
            self.observe(x, later=True)
            test = -1 if x.test is None else r.value(x.test)
            value = r.fit(r.value(x.value), x.value.type, type)
            r.emit(Ins(Op.RMW_STORE, 64, False, size, -1, test, value, write, x.uid))
            r.emit(Ins(Op.EFFECT, a=r.value(effect(x))))

    # --- objects in registers

    def cell_of(self, place: Place) -> str | None:
        if isinstance(place.base, MemoryObject) and place.base.name in self.cells:
            return cell_name(place.base, constant_offset(place) or 0)
        return None

    def register_access(self, x: Read | Write | Rmw, name: str) -> None:
        r, register = self.r, self.r.of(name)
        assert isinstance(x.place.type, Scalar)
        self.order(x)
        self.mark(x)
        if isinstance(x, Write):
            r.fit(r.value(x.value), x.value.type, x.place.type, register)
            return
        dst = r.of(x.dst.name)
        r.fit(register, x.place.type, x.dst.type, dst)
        if isinstance(x, Rmw):
            self.observe(x, later=True)
            value = r.fit(r.value(x.value), x.value.type, x.place.type)
            if x.test is None:
                r.op(Op.MOVE, x.place.type, value, into=register)
            else:
                r.op(Op.SELECT, x.place.type, value, register, r.value(x.test), register)


def narrower(dst: Scalar, type: Scalar) -> tuple[int, bool]:
    """How a value in memory becomes one of the variable that it is read into."""
    return (dst.bits, dst.signed) if dst.bits <= type.bits else (type.bits, type.signed)


def is_mutex_kind(place: Place) -> bool:
    last = place.steps[-1] if place.steps else None
    return getattr(last, "name", "") == "__kind"


def cell_name(obj: MemoryObject, offset: int) -> str:
    return f"{obj.name}+{offset}"


def register_objects(function: Function, privacy: Privacy) -> dict[str, set[str]]:
    """The function's memory objects that registers can stand for: nobody takes their address, and accesses to their
    parts are always to the same parts.  With the names of their registers."""
    parts: dict[str, dict[int, tuple[int, bool]]] = {obj.name: {} for obj in function.memory if privacy.is_private(obj)}
    for x in function.body:
        spoiled = {
            part.place.base.name
            for part in all_parts(x)
            if isinstance(part, AddressOf) and isinstance(part.place.base, MemoryObject)
        }
        place = place_of(x)
        if place is not None and isinstance(place.base, MemoryObject) and place.base.name in parts:
            offset = constant_offset(place)
            type = place.type
            shape = (type.size, isinstance(type, IntType) and type.signed)
            known = parts[place.base.name]
            if offset is None or known.setdefault(offset, shape) != shape or overlaps(known):
                spoiled.add(place.base.name)
        for name in spoiled:
            parts.pop(name, None)
    return {name: {f"{name}+{offset}" for offset in cells} for name, cells in parts.items()}


def overlaps(cells: dict[int, tuple[int, bool]]) -> bool:
    ends = sorted((offset, offset + size) for offset, (size, _) in cells.items())
    return any(end > start for (_, end), (start, _) in pairwise(ends))
