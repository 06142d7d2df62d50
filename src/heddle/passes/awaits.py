"""Await loops: iterations that leave everything as it was.

A thread that spins (on a flag, a ticket, a failing compare-and-exchange) runs iterations that change neither memory nor
any variable that matters at the head of the loop.  Such an *idle* iteration can be left out of an execution: what
remains is an execution too, and everybody else sees the same.  (Reads have no effect.  Fences and failing
read-modify-writes wait for the own store buffer; without them the buffer may still empty when it did.)  So a bounded
search need not go on after an idle iteration: an execution in which the thread comes later does the same.

*Waits* for condition variables release a mutex and take it again.  Of two iterations that do nothing else, one after
the other and with the same mutex, the first may go on waiting where it takes the mutex, until the second does: in
between the thread only looks at things while it holds the mutex, which nobody notices but a thread that tries to lock
without waiting (to unlock or copy a mutex that another thread holds is undefined behaviour).  What the first has
found before its wait must not matter after it.  So a search need not go on after the second.

Whether an iteration was idle is known when it ends.  Here is what to look at: which loops can have idle iterations,
which variables matter at their heads, and what an instruction does to memory.  The explorer follows iterations as they
run, by the same notion: :func:`effect` tells it which read-modify-writes change nothing.  Of waits it compares what the
thread is like when it begins one and the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import FALSE, TRUE, AddressOf, Binary, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Branch,
    Call,
    Create,
    Declare,
    Free,
    Goto,
    Join,
    Label,
    Malloc,
    Read,
    Rmw,
    Write,
    defined,
)
from heddle.core.parts import all_parts
from heddle.core.program import Function
from heddle.core.types import INT, Scalar
from heddle.core.walk import constant_offset, place_of
from heddle.passes.liveness import ENDS, Liveness, transfer
from heddle.passes.loops import LoopNest, Region
from heddle.records import dataclass

WAITS = frozenset({"pthread_cond_wait"})
"""Functions of the library that release the mutex that is their last argument, and take it again."""
NOTICE = frozenset({"pthread_mutex_trylock", "pthread_mutex_timedlock", "__model_fall_asleep"})
"""Functions that can tell that a mutex is held, or where waiting uses up signals."""
ALWAYS = (Write, Malloc, Free, Create, Join, Declare)
"""What these do to memory or to threads stays (but see :class:`Cell`)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece of a local object whose address nobody takes: a variable like others, though it lives in memory."""

    obj: MemoryObject
    offset: int
    type: Scalar

    @property
    def name(self) -> str:
        return f"{self.obj.name}+{self.offset}"


Variable = Local | Cell


def effect(x: AnyInstr) -> Expr:
    """When an instruction that has been executed has changed what is not a variable: a truth value.

    A read-modify-write that puts back what it found has not.  ``Call`` is not asked: what it calls is.
    """
    if isinstance(x, ALWAYS):
        return TRUE
    if not isinstance(x, Rmw):
        return FALSE
    changes = Binary("!=", x.value, x.dst, INT)
    return changes if x.test is None else Binary("&&", x.test, changes, INT)


class AwaitLoops:
    """The loops of a function that may have idle iterations."""

    def __init__(self, function: Function, nest: LoopNest) -> None:
        self.body, self.nest = function.body, nest
        self.cells = Cells(function.body)
        self.watched: dict[Region, tuple[Variable, ...]] = {}
        """For each such loop the variables that an iteration may change and that matter at the head."""
        self._live_after_calls: dict[int, frozenset[str]] | None = None
        regions = [] if function.persistent else [r for r in nest.regions if self._looks_around(r)]
        if regions:
            live = Liveness(self.body, transfer=self.transfer).at
            for region in regions:
                head = self.body[region.head]
                assert isinstance(head, Label)
                changing = [v for v in self._assigned(region) if v.name in live.get(head.name, ())]
                if self._may_be_idle(region, {v.name for v in changing}):
                    self.watched[region] = tuple({v.name: v for v in changing}.values())

    def _looks_around(self, region: Region) -> bool:
        """Whether an iteration can depend on what others do, or there is no way out; others wait for nobody."""
        if not region.exits:
            return True
        inside = self.body[region.head : region.end + 1]
        return any(isinstance(x, (Read, Rmw, Call)) and self.cells.of(x) is None for x in inside)

    def transfer(self, x: AnyInstr, live: set[str]) -> None:
        if isinstance(x, Declare):
            live.difference_update(c.name for c in self.cells.inside(x.obj))
        cell = self.cells.of(x)
        if cell is not None and isinstance(x, Write):
            live.discard(cell.name)
        transfer(x, live)
        if cell is not None and isinstance(x, Read):
            live.add(cell.name)

    def _assigned(self, region: Region) -> Iterator[Variable]:
        for x in self.body[region.head : region.end + 1]:
            dst, cell = defined(x), self.cells.of(x)
            if dst is not None:
                yield dst
            if cell is not None and isinstance(x, Write):
                yield cell
            if isinstance(x, Declare):
                yield from self.cells.inside(x.obj)

    def _may_be_idle(self, region: Region, matter: set[str]) -> bool:
        """Whether some way through the loop, back to its head, has no effect that is plain to see."""
        counts = [v.name for v in self._assigned(region)]
        seen: set[int] = set()
        ways = [region.head + 1]
        while ways:
            i = ways.pop()
            if i in seen or not region.head < i <= region.end:
                if i == region.head:
                    return True
                continue
            seen.add(i)
            x = self.body[i]
            if self.has_effect(x) or (_steps(x) and counts.count(x.dst.name) == 1 and x.dst.name in matter):  # type: ignore[union-attr]
                continue
            if isinstance(x, (Goto, Branch)):
                ways.append(self.nest.position[x.label])
            if not isinstance(x, ENDS):
                ways.append(i + 1)
        return False

    def carried(self, position: int, region: Region | None) -> bool:
        """Whether something that an iteration (or, without a region, the function) sets is used after a call in it."""
        if self._live_after_calls is None:
            self._live_after_calls = self._find_live_after_calls()
        live = self._live_after_calls[position]
        return bool(live) if region is None else any(v.name in live for v in self._assigned(region))

    def _find_live_after_calls(self) -> dict[int, frozenset[str]]:
        found: dict[int, frozenset[str]] = {}
        backwards = Liveness(self.body, transfer=self.transfer).backwards()
        for i, (x, live) in zip(range(len(self.body) - 1, -1, -1), backwards, strict=True):
            if isinstance(x, Call):
                found[i] = frozenset(live - ({x.dst.name} if x.dst is not None else set()))
        return found

    def has_effect(self, x: AnyInstr) -> bool:
        """Whether an instruction always changes what is not a variable."""
        if isinstance(x, Declare):
            return not self.cells.are_all_of(x.obj)
        return isinstance(x, ALWAYS) and self.cells.of(x) is None


def _steps(x: AnyInstr) -> bool:
    """``v := v + 1`` and the like."""
    if not isinstance(x, Assign) or not isinstance(x.value, Binary) or x.value.op not in ("+", "-"):
        return False
    return x.value.left == x.dst and isinstance(x.value.right, Const) and x.value.right.value != 0


class Cells:
    """The local objects of a function that are variables: used by name, at constant offsets, in whole pieces."""

    def __init__(self, body: list[AnyInstr]) -> None:
        self._found: dict[str, dict[int, Cell]] = {}
        self._spoiled: set[str] = set()
        for x in body:
            for part in all_parts(x):
                if isinstance(part, AddressOf) and isinstance(part.place.base, MemoryObject):
                    self._spoiled.add(part.place.base.name)
            place = place_of(x)
            if place is not None and isinstance(place.base, MemoryObject) and place.base.kind == "local":
                self._add(x, place.base, place)

    def _add(self, x: AnyInstr, obj: MemoryObject, place: Place) -> None:
        offset, known = constant_offset(place), self._found.setdefault(obj.name, {})
        if offset is None or isinstance(x, Rmw) or not 0 <= offset <= obj.type.size - place.type.size:
            self._spoiled.add(obj.name)
            return
        for other in known.values():
            apart = other.offset + other.type.size <= offset or offset + place.type.size <= other.offset
            if not apart and (other.offset, other.type.size) != (offset, place.type.size):
                self._spoiled.add(obj.name)
        known.setdefault(offset, Cell(obj, offset, place.type))  # type: ignore[arg-type]

    def of(self, x: AnyInstr) -> Cell | None:
        """The variable that an access means."""
        place = place_of(x)
        if place is None or not isinstance(place.base, MemoryObject) or place.base.name in self._spoiled:
            return None
        return self._found.get(place.base.name, {}).get(constant_offset(place) or 0)

    def inside(self, obj: MemoryObject) -> list[Cell]:
        return [] if obj.name in self._spoiled else list(self._found.get(obj.name, {}).values())

    def are_all_of(self, obj: MemoryObject) -> bool:
        """Whether everything that the object holds is a variable (or is never looked at)."""
        return obj.name not in self._spoiled
