"""All runs of one thread, for given values that its reads may find.

A run is what the thread does if its reads return certain values: a list of steps (accesses and fences), with the
dependencies between them.  Creation, start, end and join of threads are steps too: a write to, or a read from, a
location of their own, between full fences.  So they order what models order by release and acquire, and nothing else.

A violated assertion does not end a run: it is noted, and the other threads can still join this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from heddle.core.expr import Const, Expr
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
from heddle.core.types import IntType
from heddle.enumerate.tags import of_access, of_failed_rmw, of_fence, of_rmw
from heddle.enumerate.values import Frame, Layout, Tainted, Undefined, Unsupported

HIDDEN = "thread "
"""Locations of this name are those of thread creation and end: no initial write, no part of final states."""

SECTION = frozenset({"A", "X"})
"""Tags of accesses in atomic sections; the first acquires and the last releases."""


@dataclass(frozen=True, slots=True)
class Step:
    """``addr``, ``data``, ``ctrl`` and ``casdep`` are sets of earlier steps of the run, as bits.  ``pair``: the read of
    the read-modify-write whose write this is."""

    kind: str
    location: str | None
    value: int | None
    tags: frozenset[str]
    loc: Location
    addr: int = 0
    data: int = 0
    ctrl: int = 0
    casdep: int = 0
    pair: int | None = None


@dataclass(slots=True)
class Run:
    thread: int
    steps: list[Step] = field(default_factory=list)
    locals: dict[str, int] = field(default_factory=dict)
    created: frozenset[int] = frozenset()
    violations: list[Assert] = field(default_factory=list)
    blocked: bool = False
    cut: bool = False
    exits: bool = False


class _Choices:
    """Goes through all sequences of choices, each run asking for one after the other."""

    def __init__(self) -> None:
        self.path: list[tuple[int, int]] = []
        self.at = 0

    def pick(self, options: list[int]) -> int:
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


class _NoValue(Exception):
    """A read finds nothing, because no thread has ended or been created (yet): the run waits there."""


def runs(
    thread: Thread, layout: Layout, values: Callable[[str], Iterable[int]], unwind: int, speculate: bool = False
) -> Iterator[Run]:
    """The runs of a thread where a read of a location returns one of its ``values``.

    With ``speculate`` conditions that depend on what was read go both ways.
    """
    labels = {instr.name: i for i, instr in enumerate(thread.body) if isinstance(instr, Label)}
    choices = _Choices()
    while True:
        runner = _Runner(thread, layout, values, labels, choices, unwind, speculate)
        with suppress(Undefined):
            yield runner.run()
        if not choices.advance():
            return


class _Runner:
    def __init__(
        self,
        thread: Thread,
        layout: Layout,
        values: Callable[[str], Iterable[int]],
        labels: dict[str, int],
        choices: _Choices,
        unwind: int,
        speculate: bool,
    ) -> None:
        self.thread, self.values, self.labels, self.choices = thread, values, labels, choices
        self.unwind, self.speculate = unwind, speculate
        self.layout = layout
        self.frame = Frame(thread.index, layout)
        self.result = Run(thread.index)
        self.ctrl: list[tuple[str, int]] = []
        self.jumps: dict[int, int] = {}
        self.section: list[int] | None = None
        self.depth = 0

    def run(self) -> Run:
        try:
            self.whole()
        except _NoValue:
            self.result.blocked = True
        self.result.locals = {name: tainted.value for name, tainted in self.frame.locals.items()}
        return self.result

    def whole(self) -> None:
        thread = self.thread
        if thread.creator is not None:
            value = self.handshake("R", f"{HIDDEN}{thread.index} starts", 0, 0)
            if thread.parameter is not None:
                self.frame.locals[thread.parameter.name] = value
        if self.body() and thread.creator is not None:
            result = Tainted(0, 0) if thread.result is None else self.frame.value(thread.result)
            self.handshake("W", f"{HIDDEN}{thread.index} ends", result.value, result.deps)

    def body(self) -> bool:
        """Runs to the end of the thread; False if it stops before."""
        body, at = self.thread.body, 0
        while at < len(body):
            instr = body[at]
            target = self.instruction(instr)
            if self.result.blocked or self.result.cut or self.result.exits:
                return False
            if target is None:
                at += 1
                continue
            goal = self.labels[target]
            if goal <= at:
                self.jumps[at] = self.jumps.get(at, 0) + 1
                if self.jumps[at] > self.unwind:
                    self.result.cut = True
                    return False
            at = goal
        return True

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
            case Assume(test, _):
                condition = self.frame.value(test)
                self.ctrl.append(("", condition.deps))
                self.result.blocked = not condition.value and not (self.speculate and condition.deps)
            case Assert(test):
                if not self.frame.value(test).value:
                    self.result.violations.append(instr)
            case Create(dst, function, arg):
                self.create(instr, dst.name, function, arg)
            case Join(dst, thread):
                joined = self.frame.value(thread)
                returned = self.handshake("R", f"{HIDDEN}{joined.value} ends", 0, 0, instr.loc)
                if dst is not None:
                    self.frame.locals[dst.name] = returned
            case AtomicBegin():
                self.depth += 1
                self.section = self.section if self.section is not None else []
            case AtomicEnd():
                self.end_section()
            case Nondet(dst, _):
                self.nondet(instr, dst.name, dst.type)
            case Exit():
                self.result.exits = True
            case Cut():
                self.result.cut = True
            case Declare() | Free():
                pass
            case UnsupportedInstr(reason):
                raise Unsupported(reason)
            case _:
                raise Unsupported(type(instr).__name__)
        return None

    def test(self, expr: Expr) -> Tainted:
        result = self.frame.value(expr)
        return Tainted(self.choices.pick([0, 1]), result.deps) if self.speculate and result.deps else result

    def leave(self, label: str) -> None:
        """At the label ``endif:7`` the conditional 7 ends, and with it the control dependencies it made."""
        kind, _, number = label.partition(":")
        if kind == "endif":
            self.ctrl = [(start, deps) for start, deps in self.ctrl if start != f"else:{number}"]

    def nondet(self, instr: Nondet, name: str, type: object) -> None:
        if instr.what or not isinstance(type, IntType) or type.hi > 1:
            raise Unsupported(f"input {instr.what or name}" if instr.what else f"the uninitialized variable {name}")
        self.frame.locals[name] = Tainted(self.choices.pick([0, 1]), 0)

    # --- steps

    def step(self, kind: str, location: str | None, value: int | None, tags: frozenset[str], loc: Location,
             **deps: int | None) -> int:
        ctrl = 0
        for _, reads in self.ctrl:
            ctrl |= reads
        if self.section is not None and location is not None and not location.startswith(HIDDEN):
            tags |= SECTION
            self.section.append(len(self.result.steps))
        self.result.steps.append(Step(kind, location, value, tags, loc, ctrl=ctrl, **deps))  # type: ignore[arg-type]
        return len(self.result.steps) - 1

    def found(self, location: str) -> int:
        """One of the values that a read of the location can return."""
        options = sorted(self.values(location))
        if not options:
            raise _NoValue
        return self.choices.pick(options)

    def access(self, instr: Read | Write | Rmw | Fence) -> None:
        if isinstance(instr, Fence):
            order, _, location = instr.order.partition("@")  # a fence of one location: synchronize_srcu
            self.step("F", location or None, None, of_fence(order), instr.loc)
            return
        address = self.frame.address(instr.place)
        location = self.layout.location(address.value, instr.place.type.size)
        if isinstance(instr, Read):
            value = instr.dst.type.wrap(self.found(location))
            tags = of_access(instr.order) if instr.order != "islocked" else frozenset({"RL" if value else "RU"})
            read = self.step("R", location, value, tags, instr.loc, addr=address.deps)
            self.frame.locals[instr.dst.name] = Tainted(value, 1 << read)
        elif isinstance(instr, Write):
            data = self.frame.value(instr.value)
            tags = of_access(instr.order)
            self.step("W", location, data.value, tags, instr.loc, addr=address.deps, data=data.deps)
        else:
            self.rmw(instr, location, address.deps)

    def rmw(self, instr: Rmw, location: str, addr: int) -> None:
        value = instr.dst.type.wrap(self.found(location))
        at = len(self.result.steps)
        self.frame.locals[instr.dst.name] = Tainted(value, 1 << at)
        test = None if instr.test is None else self.test(instr.test)
        casdep = 0 if test is None else test.deps & ~(1 << at)
        if test is not None and not test.value:
            self.step("R", location, value, of_failed_rmw(instr.failure_order), instr.loc, addr=addr, casdep=casdep)
            return
        reads, writes = of_rmw(instr.order)
        self.step("R", location, value, reads, instr.loc, addr=addr, casdep=casdep)
        data = self.frame.value(instr.value)
        self.step("W", location, data.value, writes, instr.loc, addr=addr, data=data.deps, pair=at)

    def handshake(self, kind: str, location: str, value: int, deps: int, loc: Location = NOWHERE) -> Tainted:
        """One end of the communication between a thread and its creator or joiner."""
        fence = of_fence("barrier")
        if kind == "W":
            self.step("F", None, None, fence, loc)
            self.step("W", location, value, of_access("release"), loc, data=deps)
            return Tainted(value, deps)
        value = self.found(location)
        read = self.step("R", location, value, of_access("acquire"), loc)
        self.step("F", None, None, fence, loc)
        return Tainted(value, 1 << read)

    def create(self, instr: Create, dst: str, function: Expr, arg: Expr) -> None:
        if not isinstance(function, Const):
            raise Unsupported("threads whose start function is not fixed")
        value = self.frame.value(arg)
        self.result.created |= {function.value}
        self.handshake("W", f"{HIDDEN}{function.value} starts", value.value, value.deps, instr.loc)
        self.frame.locals[dst] = Tainted(instr.dst.type.wrap(function.value), 0)

    def end_section(self) -> None:
        """An atomic section of one read and one write of the same location is a read-modify-write."""
        self.depth -= 1
        if self.depth or self.section is None:
            return
        steps, section = self.result.steps, self.section
        self.section = None
        writes = [i for i in section if steps[i].kind == "W"]
        targets = {steps[i].location for i in writes}
        reads = [i for i in section if steps[i].kind == "R" and (not targets or steps[i].location in targets)]
        others = [i for i in section if steps[i].kind == "R" and i not in reads and self.varies(steps[i].location)]
        if self.speculate:
            return  # this run only shows which values can be written
        if len(writes) > 1 or len(reads) > 1 or others or (reads and writes and reads[0] > writes[0]):
            raise Unsupported("atomic sections of more than one access to one location")
        for i in reads:
            steps[i] = _with(steps[i], {"ACQ"} | ({"RMW"} if writes else set()), None)
        for i in writes:
            steps[i] = _with(steps[i], {"REL"} | ({"RMW"} if reads else set()), reads[0] if reads else None)

    def varies(self, location: str | None) -> bool:
        """A location that always holds the same value (the kind of a mutex) needs no atomicity."""
        return location is not None and len(list(self.values(location))) > 1


def _with(step: Step, tags: set[str], pair: int | None) -> Step:
    kept = step.tags - {"NA"} | tags
    return replace(step, tags=kept, pair=pair)
