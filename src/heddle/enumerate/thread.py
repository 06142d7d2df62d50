"""All runs of one thread, for given values that its reads may find.

A run is what the thread does if its reads return certain values: a list of steps (accesses and fences), with the
dependencies between them.  Creation, start, end and join of threads are steps too, which hand over a value.  A run ends
where the thread ends, or where it stops: at a failed assertion, at an assumption that is false, at a bound, …

Memory that no other thread accesses is no business of memory models: accesses to it are no steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal, TypeAlias, TypeVar

from heddle.core.expr import Const, Expr, Local, Place
from heddle.core.instr import (
    NOWHERE,
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
    Location,
    Nondet,
    Read,
    Rmw,
    Write,
)
from heddle.core.instr import Unsupported as UnsupportedInstr
from heddle.core.program import Thread
from heddle.core.types import Scalar
from heddle.enumerate.inputs import choices
from heddle.enumerate.run import HIDDEN, Ending, Kind, Run, Step, Surroundings
from heddle.enumerate.values import (
    POISON,
    Frame,
    Indeterminate,
    Tainted,
    Undefined,
    Unsupported,
)
from heddle.graph import members
from heddle.models.machines import BRANCHED, OWN_ORDER, THESIS
from heddle.models.store_buffers import PSO
from heddle.records import replace

Option = TypeVar("Option")


class _Choices:
    """Goes through all sequences of choices, each run asking for one after the other."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        self.at = 0

    def pick(self, options: list[Option]) -> Option:
        if self.at == len(self.path):
            self.path.append((0, len(options)))
        index = self.path[self.at][0]
        self.at += 1
        return options[index]

    def advance(self) -> bool:
        self.at = 0
        while self.path:
            index, count = self.path.pop()
            if index + 1 < count:
                self.path.append((index + 1, count))
                return True
        return False


class _Stop(Exception):
    """The run goes no further."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending)
        self.ending = ending


Values: TypeAlias = Callable[[str], Iterable[int | None]]


def runs(thread: Thread, around: Surroundings, values: Values, speculate: bool = False) -> Iterator[Run]:
    """The runs of a thread where a read of a location returns one of its ``values``.

    With ``speculate`` conditions that depend on what was read go both ways.
    """
    labels = {instr.name: i for i, instr in enumerate(thread.body) if isinstance(instr, Label)}
    choices = _Choices()
    while True:
        around.tick()
        yield _Runner(thread, around, values, labels, choices, speculate).run()
        if not choices.advance():
            return


class _Runner:
    def __init__(
        self, thread: Thread, around: Surroundings, values: Values, labels: dict[str, int], choices: _Choices,
        speculate: bool,
    ) -> None:  # fmt: skip
        self.thread, self.around, self.values, self.labels = thread, around, values, labels
        self.choices, self.speculate = choices, speculate
        self.layout, self.machine = around.layout, around.machine
        self.frame = Frame(thread.index, self.layout)
        self.result = Run(thread.index)
        self.ctrl: list[tuple[str, int]] = []
        self.jumps: dict[int, int] = {}
        self.section: list[int] | None = None
        self.creations: list[Callable[[], None]] | None = None
        """In pthread_create: the threads that begin at its end."""
        self.depth = 0
        self.own: dict[str, Tainted] = {}
        """What private memory holds."""
        self.declared: set[str] = set()

    def run(self) -> Run:
        try:
            self.whole()
        except _Stop as stop:
            self.result.ending = stop.ending
        except Undefined as error:
            self.result.ending, self.result.why = "undefined", str(error)
        except Indeterminate:
            self.result.ending = "indeterminate"
        if self.section is not None:
            self.end_section(self.result.at)
        self.result.locals = {name: tainted.value for name, tainted in self.frame.locals.items()}
        return self.result

    def whole(self) -> None:
        thread = self.thread
        if thread.creator is not None:
            value = self.receive("start", thread.index, NOWHERE, -1)
            if thread.parameter is not None:
                self.frame.locals[thread.parameter.name] = value
        self.body()
        self.result.at = None
        if thread.creator is not None:
            result = Tainted(0, 0) if thread.result is None else self.frame.value(thread.result)
            self.send("end", thread.index, result, NOWHERE, -1)
            self.result.ended = True

    def body(self) -> None:
        """Runs to the end of the thread; raises _Stop if it stops before."""
        body, at = self.thread.body, 0
        while at < len(body):
            self.result.at = body[at]
            target = self.instruction(body[at])
            if target is None:
                at += 1
                continue
            goal = self.labels[target]
            if goal <= at:
                self.jumps[at] = self.jumps.get(at, 0) + 1
                if self.jumps[at] > self.around.unwind:
                    raise _Stop("cut")
            at = goal

    def instruction(self, instr: AnyInstr) -> str | None:
        """Executes one instruction; the label where to go on, None for the next one."""
        match instr:
            case Assign(dst, value):
                self.frame.locals[dst.name] = self.frame.value(value)
            case Goto(label):
                return label
            case Branch(test, label):
                condition = self.test(test)
                if condition.deps:
                    self.ctrl.append((label, condition.deps))
                return label if condition.value else None
            case Label(name):
                self.leave(name)
            case Read() | Write() | Rmw() | Fence():
                self.access(instr)
            case Assume():
                self.assume(instr)
            case Assert():
                self.check(instr)
            case Create(dst, function, arg):
                self.create(instr, dst.name, function, arg)
            case Join(dst, thread):
                self.join(instr, dst, thread)
            case AtomicBegin() | AtomicEnd():
                self.atomic(instr)
            case Nondet(dst, _):
                self.frame.locals[dst.name] = self.input(instr, dst.type)
            case Exit():
                raise _Stop("exits")
            case Cut():
                raise _Stop("cut")
            case Declare(obj, _):
                if obj.name in self.layout.computed:
                    raise Unsupported(f"{instr.loc}: a block whose size the program computes")
                self.declare(obj.name)
            case Free():
                pass
            case UnsupportedInstr(reason):
                raise Unsupported(f"{instr.loc}: {reason}")
            case _:
                raise Unsupported(f"{instr.loc}: {type(instr).__name__}")
        return None

    def test(self, expr: Expr) -> Tainted:
        result = determined(self.frame.value(expr))
        return Tainted(self.choices.pick([0, 1]), result.deps) if self.is_open(result) else result

    def is_open(self, value: Tainted) -> bool:
        """Whether to speculate on a condition: it depends on a read of something that is ever written."""
        if not self.speculate:
            return False
        read = (self.result.steps[i].location or "" for i in members(value.deps) if i < len(self.result.steps))
        at_hand = value.deps >> len(self.result.steps)  # the read of a read-modify-write, which is no step yet
        return bool(at_hand) or any(self.around.is_written(location) for location in read)

    def leave(self, label: str) -> None:
        """At the label ``endif:7`` the conditional 7 ends, and with it the control dependencies it made."""
        kind, _, number = label.partition(":")
        if kind == "endif":
            self.ctrl = [(start, deps) for start, deps in self.ctrl if start != f"else:{number}"]

    def assume(self, instr: Assume) -> None:
        condition = determined(self.frame.value(instr.test))
        self.ctrl.append(("", condition.deps))
        if not condition.value and not self.is_open(condition):
            self.result.waits_on = condition.deps if instr.blocking else 0
            raise _Stop("waits")

    def check(self, instr: Assert) -> None:
        condition = determined(self.frame.value(instr.test))
        self.ctrl.append(("", condition.deps))
        if not condition.value and not self.is_open(condition):
            raise _Stop("fails" if instr.kind in self.around.claims else "undefined")

    def input(self, instr: Nondet, type: Scalar) -> Tainted:
        """Inputs of few values are tried one by one; others, and uninitialized variables, must not matter."""
        count = choices(instr)
        if count is None:
            return Tainted(0, POISON)
        value = type.wrap(self.choices.pick(list(range(count))))
        self.result.inputs.append((instr.uid, value))
        return Tainted(value, 0)

    # --- steps

    def step(
        self, kind: Kind, location: str | None, value: int | None, tags: frozenset[str], instr: AnyInstr | None,
        **more: int | None,
    ) -> int:  # fmt: skip
        if self.around.depth and len(self.result.steps) >= self.around.depth:
            raise _Stop("cut")
        ctrl = 0
        for _, reads in self.ctrl:
            ctrl |= reads
        if self.section is not None and kind in ("R", "W"):
            self.section.append(len(self.result.steps))
        loc, uid = (NOWHERE, -1) if instr is None else (instr.loc, instr.uid)
        self.result.steps.append(Step(kind, location, value, tags, loc, ctrl=ctrl, uid=uid, **more))  # type: ignore[arg-type]
        return len(self.result.steps) - 1

    def found(self, location: str) -> int | None:
        """One of the values that a read of the location can return."""
        options = list(self.values(location))
        if not options:
            raise _Stop("waits")
        return self.choices.pick(options)

    def access(self, instr: Read | Write | Rmw | Fence) -> None:
        if isinstance(instr, Fence):
            self.fence(instr)
            return
        self.order_fence(self.machine.before(instr))
        failed = self.bare_access(instr)
        behind = self.machine.after(instr, failed)
        if behind == BRANCHED and self.depth == 0 and not isinstance(instr, Write):
            self.ctrl.append(("", self.frame.locals[instr.dst.name].deps))
        self.order_fence(behind)

    def order_fence(self, order: str) -> None:
        if order and self.depth == 0:
            self.step("F", None, None, self.machine.fence(order), None)

    def bare_access(self, instr: Read | Write | Rmw) -> bool:
        """Whether it is a read-modify-write that fails."""
        address = determined(self.frame.address(instr.place))
        location = self.locate(address, instr.place.type.size)
        if self.layout.is_private(self.layout.parts[location][0], self.thread.index):
            return self.private(instr, location, instr.place)
        if isinstance(instr, Rmw):
            return self.rmw(instr, location, address.deps)
        if isinstance(instr, Read):
            value = self.read_value(instr, location, address.deps)
            tags = self.machine.read(instr.order) if instr.order != "islocked" else frozenset({"RL" if value else "RU"})
            read = self.step("R", location, value, tags, instr, addr=address.deps)
            self.frame.locals[instr.dst.name] = Tainted(instr.dst.type.wrap(value), 1 << read)
        else:
            data = determined(self.frame.value(instr.value))
            tags = self.machine.write(instr.order)
            value = self.fitting(data.value, instr.place)
            self.step("W", location, value, tags, instr, addr=address.deps, data=data.deps)
        return False

    def locate(self, address: Tainted, size: int) -> str:
        """What an access touches.  On a value that is only guessed, nothing is concluded."""
        try:
            return self.layout.location(address.value, size)
        except Undefined:
            if "pointer" in self.around.claims and not self.is_open(address):
                raise _Stop("fails") from None
            raise

    def fitting(self, value: int, place: Place) -> int:
        return place.type.wrap(value) if isinstance(place.type, Scalar) else value

    def fence(self, instr: Fence) -> None:
        if instr.uid in self.around.library and not self.around.hardware:
            return  # inside an operation of pthreads, which acquires and releases by itself
        order, _, location = instr.order.partition("@")  # a fence of one location: synchronize_srcu
        self.step("F", self.layout.name(location, 0) if location else None, None, self.machine.fence(order), instr)

    def read_value(self, instr: Read | Rmw, location: str, addr: int) -> int:
        value = self.found(location)
        if value is None:
            if isinstance(instr, Rmw):
                tags = self.machine.failed(instr.failure_order)
            else:
                tags = self.machine.read(instr.order)
            self.step("R", location, None, tags, instr, addr=addr)
            raise Indeterminate
        return value

    def rmw(self, instr: Rmw, location: str, addr: int) -> bool:
        value = self.read_value(instr, location, addr)
        at = len(self.result.steps)
        self.frame.locals[instr.dst.name] = Tainted(instr.dst.type.wrap(value), 1 << at)
        test = None if instr.test is None else self.test(instr.test)
        casdep = 0 if test is None else test.deps & ~(1 << at)
        if test is not None and not test.value:
            self.step("R", location, value, self.machine.failed(instr.failure_order), instr, addr=addr, casdep=casdep)
            return True
        reads, writes = self.machine.rmw(instr.order)
        self.step("R", location, value, reads, instr, addr=addr, casdep=casdep)
        data = determined(self.frame.value(instr.value))
        written = self.fitting(data.value, instr.place)
        self.step("W", location, written, writes, instr, addr=addr, data=data.deps, pair=at)
        return False

    # --- memory of the thread alone

    def declare(self, name: str) -> None:
        if name in self.declared and name in self.layout.shared:
            raise Unsupported(f"{name}, which threads share, has more than one life")
        self.declared.add(name)
        self.own = {where: value for where, value in self.own.items() if self.layout.parts[where][0] != name}

    def order(self, instr: Read | Write | Rmw) -> None:
        """An access to private memory is no step; what it does to the store buffer of hardware is one."""
        if self.depth:
            return
        if self.machine.orders_by_itself(instr):
            raise Unsupported(f"{instr.loc}: {OWN_ORDER}")
        drains = PSO.drain(instr, False)
        if self.around.hardware and self.machine.speaks_orders and (drains or PSO.separate(instr)):
            self.step("F", None, None, self.machine.fence("barrier" if drains else "release"), instr)

    def private(self, instr: Read | Write | Rmw, location: str, place: Place) -> bool:
        self.order(instr)
        if isinstance(instr, Write):
            value = self.frame.value(instr.value)
            self.own[location] = Tainted(self.fitting(value.value, place), value.deps)
            return False
        if location not in self.own:
            first = next(iter(self.values(location)))
            self.own[location] = Tainted(0, POISON) if first is None else Tainted(first, 0)
        known = self.own[location]
        self.frame.locals[instr.dst.name] = Tainted(instr.dst.type.wrap(known.value), known.deps)
        if not isinstance(instr, Rmw):
            return False
        if instr.test is not None and not self.test(instr.test).value:
            return True
        value = self.frame.value(instr.value)
        self.own[location] = Tainted(self.fitting(value.value, place), value.deps)
        return False

    # --- other threads

    def send(self, kind: Literal["create", "end"], thread: int, value: Tainted, loc: Location, uid: int) -> None:
        """Hands a value to a new thread, or the thread's own result to whoever joins it."""
        location = f"{HIDDEN}{thread} {'starts' if kind == 'create' else 'ends'}"
        known = None if value.deps & POISON else value.value
        self.result.steps.append(Step(kind, location, known, frozenset(), loc, uid=uid, other=thread))

    def receive(self, kind: Literal["start", "join"], thread: int, loc: Location, uid: int) -> Tainted:
        location = f"{HIDDEN}{thread} {'starts' if kind == 'start' else 'ends'}"
        options: list[int | str | None] = [*self.values(location)]
        if kind == "join":
            options.append("waits")  # where the other thread never ends
        elif not options:
            raise _Stop("waits")
        value = self.choices.pick(options)
        if isinstance(value, str):
            self.result.waits_for = thread
            raise _Stop("waits")
        self.result.steps.append(Step(kind, location, value, frozenset(), loc, uid=uid, other=thread))
        return Tainted(0, POISON) if value is None else Tainted(value, 0)

    def create(self, instr: Create, dst: str, function: Expr, arg: Expr) -> None:
        if not isinstance(function, Const):
            raise Unsupported(f"{instr.loc}: a thread whose start function is not fixed")
        child = function.value
        self.result.created |= {child}
        creation = partial(self.send, "create", child, self.frame.value(arg), instr.loc, instr.uid)
        if self.creations is None:
            creation()
        else:
            self.creations.append(creation)
        self.frame.locals[dst] = Tainted(instr.dst.type.wrap(child), 0)

    def join(self, instr: Join, dst: Local | None, thread: Expr) -> None:
        joined = determined(self.frame.value(thread))
        returned = self.receive("join", joined.value, instr.loc, instr.uid)
        if dst is not None:
            self.frame.locals[dst.name] = Tainted(dst.type.wrap(returned.value), returned.deps)

    # --- atomic sections

    def atomic(self, instr: AtomicBegin | AtomicEnd) -> None:
        if instr.uid in self.around.creating:  # all it does comes before the new thread, as good as atomic
            for creation in self.creations or ():
                creation()
            self.creations = [] if isinstance(instr, AtomicBegin) else None
            return
        if isinstance(instr, AtomicBegin):
            if self.depth == 0:
                self.result.section = len(self.result.steps)
                self.barrier()
                self.section = []
            self.depth += 1
            return
        self.depth -= 1
        if self.depth == 0:
            self.result.section = None
            self.end_section(instr)
            self.barrier()

    def barrier(self) -> None:
        if self.around.hardware or self.machine is THESIS:
            self.step("F", None, None, self.machine.fence("barrier"), None)

    def end_section(self, instr: AnyInstr | None) -> None:
        """An atomic section of one read and one write of the same location is a read-modify-write."""
        steps, section = self.result.steps, self.section or []
        self.section = None
        writes = [i for i in section if steps[i].kind == "W"]
        targets = {steps[i].location for i in writes}
        reads = [i for i in section if steps[i].kind == "R" and self.matters(steps[i].location, targets)]
        others = [i for i in reads if targets and steps[i].location not in targets]
        if self.speculate or self.is_alone():
            return  # this run only shows which values can be written; or there is nobody who could interrupt
        if len(writes) > 1 or len(reads) > 1 or others or (reads and writes and reads[0] > writes[0]):
            where = "" if instr is None else f"{instr.loc}: "
            raise Unsupported(f"{where}an atomic section of more than one access to one location")
        both = self.machine.rmw("acq_rel")
        for i in reads:
            steps[i] = replace(steps[i], tags=both[0] if writes else self.machine.read("acquire"))
        for i in writes:
            tags, pair = (both[1], reads[0]) if reads else (self.machine.write("release"), None)
            steps[i] = replace(steps[i], tags=tags, pair=pair)

    def is_alone(self) -> bool:
        """Whether main has created no thread yet."""
        return self.thread.creator is None and not self.result.created

    def matters(self, location: str | None, written: set[str | None]) -> bool:
        """A location that always holds the same value (the kind of a mutex) needs no atomicity."""
        return location in written or (location is not None and len(list(self.values(location))) > 1)


def determined(value: Tainted) -> Tainted:
    if value.deps & POISON:
        raise Indeterminate
    return value
