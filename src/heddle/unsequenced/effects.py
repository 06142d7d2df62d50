"""What the order of evaluation can show of something: the memory that it touches, and how it can end."""

from __future__ import annotations

from heddle.core.expr import MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Create,
    Cut,
    Exit,
    Fence,
    Free,
    Goto,
    Join,
    Label,
    Read,
    Rmw,
    ThreadExit,
    Unsupported,
    Write,
)
from heddle.core.program import Function, Program
from heddle.core.walk import constant_offset
from heddle.passes.points_to import PointsTo
from heddle.unsequenced.footprint import WHOLE, Footprint

VISIBLE = (Fence, AtomicBegin, AtomicEnd, Create)
"""They order what stands before and after them for other threads, or start some."""
STOPPING = (Exit, ThreadExit, Join, Unsupported, Cut)


class Effect:
    def __init__(self) -> None:
        self.reads, self.writes = Footprint(), Footprint()
        self.called_reads, self.called_writes = Footprint(), Footprint()
        """Those that may overlap with other operands' and still have a meaning: of calls and of atomic operations."""
        self.is_visible = False
        """Other threads notice it whatever memory it touches."""
        self.creates = False
        self.calls = False
        self.stops = False
        """The execution may end here, or wait."""
        self.fails = False
        """A property may be broken here."""
        self.may_stay = False
        """It may not come to its end: there is a jump back, or an assertion, which is assumed where it is no claim."""
        self.is_ordering = False
        """There is an atomic access that is not relaxed."""

    def update(self, other: Effect, called: bool = False) -> bool:
        """Adds what something else does, by a call or not; tells whether that is news."""
        before = self._flags()
        self.is_visible |= other.is_visible
        self.creates |= other.creates
        self.calls |= other.calls or called
        self.stops |= other.stops
        self.fails |= other.fails
        self.may_stay |= other.may_stay
        self.is_ordering |= other.is_ordering
        grown = [self.reads.update(other.reads), self.writes.update(other.writes)]
        grown.append(self.called_reads.update(other.reads if called else other.called_reads))
        grown.append(self.called_writes.update(other.writes if called else other.called_writes))
        return before != self._flags() or any(grown)

    def _flags(self) -> tuple[bool, ...]:
        return self.is_visible, self.creates, self.calls, self.stops, self.fails, self.may_stay, self.is_ordering

    def conflicts(self, other: Effect) -> bool:
        """Whether one changes what the other looks at or changes, so that C gives both orders a meaning."""
        return (
            self.writes.overlaps(other.called_reads) or self.writes.overlaps(other.called_writes)
            or other.writes.overlaps(self.called_reads) or other.writes.overlaps(self.called_writes)
            or self.reads.overlaps(other.called_writes) or other.reads.overlaps(self.called_writes)
        )  # fmt: skip


class Effects:
    """The effects of all instructions and functions of a program."""

    def __init__(self, program: Program, points_to: PointsTo) -> None:
        self.program, self.points_to = program, points_to
        self.own: dict[int, Effect] = {}
        """By instruction, without what it calls."""
        self.functions: dict[str, Effect] = {name: Effect() for name in program.functions}
        """Calls included."""
        for function in program.functions.values():
            labels = {x.name: index for index, x in enumerate(function.body) if isinstance(x, Label)}
            for index, x in enumerate(function.body):
                self.own[x.uid] = self._own(function, x)
                self.own[x.uid].may_stay |= isinstance(x, (Goto, Branch)) and labels[x.label] <= index
                self.functions[function.name].update(self.own[x.uid])
        self.callees: dict[int, list[str]] = {
            x.uid: [f.name for f in points_to.callees(function.name, x.callee)]
            for function in program.functions.values() for x in function.body if isinstance(x, Call)
        }
        self._called: dict[tuple[str, ...], Effect] = {}
        self._close()

    def of(self, x: AnyInstr) -> Effect:
        """What an instruction does, calls included."""
        if not isinstance(x, Call):
            return self.own[x.uid]
        callees = tuple(self.callees[x.uid])
        if callees not in self._called:
            found = self._called[callees] = Effect()
            for callee in callees:
                found.update(self.functions[callee], called=True)
            found.calls = True
        return self._called[callees]

    def _close(self) -> None:
        callers: dict[str, set[str]] = {name: set() for name in self.functions}
        for function in self.program.functions.values():
            for x in function.body:
                for callee in self.callees.get(x.uid, ()):
                    callers[callee].add(function.name)
        pending = set(self.functions)
        while pending:
            callee = pending.pop()
            for caller in callers[callee]:
                if caller != callee and self.functions[caller].update(self.functions[callee]):
                    pending.add(caller)

    def _own(self, function: Function, x: AnyInstr) -> Effect:
        effect = Effect()
        effect.is_visible = isinstance(x, VISIBLE)
        effect.creates = isinstance(x, Create)
        effect.stops = isinstance(x, STOPPING) or (isinstance(x, Assume) and (x.blocking or not function.library))
        effect.fails = isinstance(x, (Assert, Free))
        effect.may_stay = isinstance(x, Assert) and x.kind == "assert"
        match x:
            case Read() | Write() | Rmw():
                self._access(effect, function.name, x)
            case Free():
                for kind, name in self.points_to.pointees(function.name, x.pointer):
                    if kind != "function":
                        effect.writes.add(name, WHOLE)
                        effect.called_writes.add(name, WHOLE)
        return effect

    def _access(self, effect: Effect, function: str, x: Read | Write | Rmw) -> None:
        is_direct = isinstance(x.place.base, MemoryObject)
        effect.fails = not is_direct
        bytes_ = extent(x.place) if is_direct else WHOLE
        is_atomic = isinstance(x, Rmw) or x.order != "plain"
        effect.is_ordering = is_atomic and x.order != "relaxed"
        for name in self.points_to.objects(function, x.place):
            if not isinstance(x, Write):
                effect.reads.add(name, bytes_)
                if is_atomic:
                    effect.called_reads.add(name, bytes_)
            if not isinstance(x, Read):
                effect.writes.add(name, bytes_)
                if is_atomic:
                    effect.called_writes.add(name, bytes_)


def extent(place: Place) -> tuple[int, int]:
    offset = constant_offset(place)
    return WHOLE if offset is None else (offset, offset + place.type.size)
