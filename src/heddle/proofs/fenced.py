"""Programs in which nobody can tell that there are store buffers, by where their fences stand.

As long as a write waits in the buffer its thread shall access no other place in a way that may overtake it: not read
it, and where each location has a queue, not write to it either.  Then every execution is one without buffers: let each
write happen when it leaves the buffer, and with it what its own thread has read of it until then.  All else happens
when it does; this keeps the order of each thread, and what is read.

Only memory that several threads know counts, while there are several.  Two accesses are to the same place if both
name the same bytes of a global variable.
"""

from __future__ import annotations

from heddle.core.expr import MemoryObject
from heddle.core.instr import (
    GHOST,
    AnyInstr,
    AtomicBegin,
    Branch,
    Call,
    Free,
    Goto,
    Label,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Write,
)
from heddle.core.program import Function, Program
from heddle.models.store_buffers import StoreBuffers
from heddle.passes.liveness import ENDS
from heddle.passes.points_to import ESCAPED, PointsTo
from heddle.records import dataclass
from heddle.unsequenced.effects import Effects, extent
from heddle.unsequenced.footprint import WHOLE
from heddle.unsequenced.threads import Threads

Spot = tuple[str, int, int]
"""Bytes of a global variable."""
SOMEWHERE: Spot = ("", 0, 0)


@dataclass(frozen=True)
class Waiting:
    """Where writes may wait in the buffer: all of them, and those that a later write may overtake."""

    all: frozenset[Spot] = frozenset()
    loose: frozenset[Spot] = frozenset()

    def __or__(self, other: Waiting) -> Waiting:
        return Waiting(self.all | other.all, self.loose | other.loose)


class _Overtakes(Exception):
    """An access may overtake a write."""


def is_fenced(program: Program, policy: StoreBuffers) -> bool:
    """False also where checks have been written into atomic sections of their own: those empty no buffer."""
    instructions = (x for f in program.functions.values() for x in f.body)
    if any(isinstance(x, AtomicBegin) and x.order == GHOST for x in instructions):
        return False
    try:
        _Flow(program, policy).run()
    except _Overtakes:
        return False
    return True


class _Flow:
    """Which writes may wait, at every label, at the entry and at the end of every function; these only grow."""

    def __init__(self, program: Program, policy: StoreBuffers) -> None:
        self.program, self.policy = program, policy
        points_to = PointsTo(program)
        self.effects = Effects(program, points_to)
        self.threads = Threads(program, points_to, self.effects)
        self.shared = {name for _, name in points_to.holds[ESCAPED]}
        self.shared |= {name for name, obj in program.memory.items() if obj.kind == "global"}
        self.entry: dict[str, Waiting] = {root: Waiting() for root in self.threads.roots}
        self.end: dict[str, Waiting] = {}
        self.at: dict[tuple[str, str], Waiting] = {}

    def run(self) -> None:
        """Raises _Overtakes."""
        before = None
        while before != (before := (dict(self.entry), dict(self.end), dict(self.at))):
            for name in list(self.entry):
                self._sweep(self.program.functions[name])

    def _sweep(self, function: Function) -> None:
        now: Waiting | None = self.entry[function.name]
        for x in function.body:
            if isinstance(x, Label):
                now = _either(now, self.at.get((function.name, x.name)))
            if now is None:
                continue
            if isinstance(x, Call):
                now = self._called(x, now)
                continue
            now = self._after(function.name, x, now)
            if isinstance(x, (Goto, Branch)):
                self.at[function.name, x.label] = now | self.at.get((function.name, x.label), Waiting())
            if isinstance(x, (Return, ThreadExit)):
                self._ends(function, now)
            if isinstance(x, ENDS):
                now = None
        if now is not None:
            self._ends(function, now)

    def _ends(self, function: Function, now: Waiting) -> None:
        self.end[function.name] = now | self.end.get(function.name, Waiting())

    def _called(self, x: Call, now: Waiting) -> Waiting | None:
        after: Waiting | None = None
        for callee in self.effects.callees[x.uid]:
            self.entry[callee] = now | self.entry.get(callee, Waiting())
            after = _either(after, self.end.get(callee))
        return after

    def _after(self, function: str, x: AnyInstr, now: Waiting) -> Waiting:
        """Raises _Overtakes."""
        inside = self.threads.sections.is_inside(x)
        if self.policy.drain(x, inside):
            now = Waiting()
        elif self.policy.separate(x):
            now = Waiting(now.all, frozenset())
        if not self._counts(function, x):
            return now
        spot, holds = _spot(x), self.policy.hold(x, inside)
        overtaken = now.all
        if holds:
            overtaken = frozenset() if self.policy.keep_program_order else now.loose
        is_behind = spot != SOMEWHERE and overtaken == {spot} and (holds or isinstance(x, Read))
        if overtaken and not is_behind:
            raise _Overtakes
        return Waiting(now.all | {spot}, now.loose | {spot}) if holds else now

    def _counts(self, function: str, x: AnyInstr) -> bool:
        """Whether other threads may know the memory that is accessed."""
        if not isinstance(x, (Read, Write, Rmw, Free)) or (not isinstance(x, Free) and x.order == GHOST):
            return False
        own = self.effects.own[x.uid]
        touched = {*own.reads.bytes, *own.writes.bytes}
        is_somewhere = isinstance(x, Free) or not isinstance(x.place.base, MemoryObject)
        return bool(touched & self.shared or (is_somewhere and not touched)) and self.threads.has_company(function, x)


def _spot(x: AnyInstr) -> Spot:
    if isinstance(x, (Read, Write, Rmw)) and isinstance(x.place.base, MemoryObject) and x.place.base.kind == "global":
        bytes_ = extent(x.place)
        if bytes_ != WHOLE:
            return x.place.base.name, *bytes_
    return SOMEWHERE


def _either(a: Waiting | None, b: Waiting | None) -> Waiting | None:
    """None: nobody comes this way."""
    return b if a is None else a if b is None else a | b


__all__ = ["is_fenced"]
