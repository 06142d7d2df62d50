"""Threads with loops, ready to be sequentialized: pointers resolved, steps numbered, points of interruption chosen.

Memory stays memory (sequential consistency), but no access goes through a pointer any more: an address is a number of a
fixed layout, and an access through a pointer tries the cells that it may point to (Andersen's analysis), one after the
other.  An address of no object is a violation or has no meaning; one that the analysis does not expect is unsupported.

A thread is interrupted only where others can tell: before steps at memory that several threads use while threads run,
at the heads of loops, and where it ends the execution behind such a step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from heddle.core.expr import FALSE, Binary, Const, Expr, FieldStep, FunctionAddress, Local, MemoryObject, Place
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
    Return,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.program import BoundedProgram, Function, Program, Thread
from heddle.core.types import BOOL, INT, ArrayType, IntType, scalars_in
from heddle.core.walk import constant_offset, place_of
from heddle.passes.inline import Inlined
from heddle.passes.points_to import PointsTo
from heddle.records import replace
from heddle.sequentializer.addresses import Addresses, any_of
from heddle.sequentializer.share import Shared
from heddle.symbolic.layout import Layout
from heddle.symbolic.provenance import ANYWHERE

MOST_CELLS = 64
"""A pointer that may point to more cells is not followed."""
ENDINGS = (Assume, Exit, Cut, Unsupported)
"""What ends executions: others may want to see first what the thread has done before."""
Parts = list[tuple[int, AnyInstr]]
"""Rewritten instructions, each with the position of the original."""


def share_loops(inlined: Inlined) -> Shared:
    bounded = inlined.program
    layout = Layout(bounded)
    addresses = Addresses(layout, bounded.source.data_model.pointer_bits)
    pointers = PointsTo(_as_program(bounded))
    bodies = {t.index: _Resolving(t, addresses, pointers).run() for t in bounded.threads}
    typed = _typed_blocks(bounded, [x for body in bodies.values() for _, x in body])
    bodies = {t: [(i, _with_types(x, typed)) for i, x in body] for t, body in bodies.items()}
    cells = _cells(x for body in bodies.values() for _, x in body)
    bodies = {t: _declared(body, cells) for t, body in bodies.items()}
    memory = {n: _numbered(typed.get(n, o), addresses) for n, o in bounded.memory.items()}
    shared = Shared(replace(bounded, threads=[], memory=memory), bounded, [], BOOL, {})
    noticed = _noticed(bodies)
    for t in bounded.threads:
        numbered = shared.number(t.index, bodies[t.index])
        shared.program.threads.append(replace(t, body=numbered))
        shared.switch_points[t.index] = _points(t, numbered, noticed)
        shared.blocks.append(1 + len(shared.switch_points[t.index]))
    return shared


def _numbered(obj: MemoryObject, addresses: Addresses) -> MemoryObject:
    return replace(obj, init=tuple((offset, type, addresses.expr(e)) for offset, type, e in obj.init))


# --- pointers -------------------------------------------------------------------------------------------------------


def _as_program(bounded: BoundedProgram) -> Program:
    """The threads as functions: what the points-to analysis knows how to read."""
    pointer = bounded.source.data_model.void_ptr
    functions = dict(bounded.source.functions)
    for t in bounded.threads:
        body = [
            replace(x, function=FunctionAddress(f"thread.{x.function.value}", pointer))
            if isinstance(x, Create) and isinstance(x.function, Const) and x.function.value < len(bounded.threads)
            else x
            for x in t.body
        ]
        parameters = () if t.parameter is None else (t.parameter,)
        functions[f"thread.{t.index}"] = Function(f"thread.{t.index}", parameters, None, [*body, Return(t.result)])
    return replace(bounded.source, functions=functions, memory=bounded.memory)


class _Resolving:
    """Rewrites one thread."""

    def __init__(self, thread: Thread, addresses: Addresses, pointers: PointsTo) -> None:
        self.thread, self.addresses, self.pointers = thread, addresses, pointers
        self.layout = addresses.layout
        self.labels = 0

    def run(self) -> Parts:
        return [
            (position, replace(part, loc=x.loc))
            for position, x in enumerate(self.thread.body)
            for part in self.parts(x)
        ]

    def parts(self, x: AnyInstr) -> Iterator[AnyInstr]:
        expr = self.addresses.expr
        match x:
            case Assign():
                yield replace(x, value=expr(x.value))
            case Branch() | Assume() | Assert():
                yield replace(x, test=expr(x.test))
            case Create():
                yield replace(x, arg=expr(x.arg))
            case Join():
                yield replace(x, thread=expr(x.thread))
            case Free():
                yield Fence()  # nothing happens to memory, but the step belongs to the execution
            case Read() | Write() | Rmw():
                yield from self.access(x)
            case _:
                yield x

    def access(self, x: Read | Write | Rmw) -> Iterator[AnyInstr]:
        if isinstance(x.place.base, MemoryObject):
            if constant_offset(x.place) is None or not self._is_inside(x.place):
                base, address = Const(self.layout.base[x.place.base.name], self.unsigned), self.addresses.of(x.place)
                room = x.place.base.type.size - x.place.type.size
                within = Binary("<=", Binary("-", address, base, self.unsigned), Const(room, self.unsigned), INT)
                yield from self.valid(x, within if room >= 0 else FALSE)
            yield self.at(x, self.addresses.place(x.place))
            return
        cells = self.candidates(x.place)
        if len(cells) > MOST_CELLS:
            yield Unsupported("access through a pointer that may point to too many places")
            return
        where, end = Local(f"where_{self.thread.index}", self.unsigned), self.label("accessed")
        yield Assign(where, self.addresses.of(x.place))
        tests = [self.is_at(where, obj, offset) for obj, offset in cells]
        yield from self.valid(x, any_of(tests), where)
        for (obj, offset), test in zip(cells, tests, strict=True):
            other = self.label("other")
            yield Branch(Binary("==", test, Const(0, INT), INT), other)
            yield self.at(x, Place(obj, (FieldStep("", offset),), x.place.type))
            yield Goto(end)
            yield Label(other)
        yield Label(end)

    @property
    def unsigned(self) -> IntType:
        return self.addresses.unsigned

    def label(self, name: str) -> str:
        self.labels += 1
        return f"{self.thread.index}${name}{self.labels}"

    def is_at(self, where: Expr, obj: MemoryObject, offset: int) -> Expr:
        return Binary("==", where, Const(self.layout.base[obj.name] + offset, self.unsigned), INT)

    @staticmethod
    def _is_inside(place: Place) -> bool:
        assert isinstance(place.base, MemoryObject)
        return 0 <= (constant_offset(place) or 0) <= place.base.type.size - place.type.size

    def valid(self, x: Read | Write | Rmw, test: Expr, where: Expr | None = None) -> Iterator[AnyInstr]:
        """An access goes where it is expected, or it is one to no object, or something that is not followed."""
        fine, wild = self.label("fine"), self.label("wild")
        address = self.addresses.of(x.place) if where is None else where
        inside = self.addresses.inside(address, x.place.type.size)
        yield Branch(test, fine)
        yield Branch(Binary("==", inside, Const(0, INT), INT), wild)
        yield Unsupported(ANYWHERE)
        yield Label(wild)
        yield Assert(FALSE, "access through an invalid pointer", "pointer")
        yield Assume(FALSE)
        yield Label(fine)

    def at(self, x: Read | Write | Rmw, place: Place) -> AnyInstr:
        expr = self.addresses.expr
        match x:
            case Read():
                return replace(x, place=place)
            case Write():
                return replace(x, place=place, value=expr(x.value))
            case Rmw():
                return replace(x, place=place, value=expr(x.value), test=None if x.test is None else expr(x.test))

    def candidates(self, place: Place) -> list[tuple[MemoryObject, int]]:
        """The cells of the access's size in the objects that the pointer may point to."""
        found: list[tuple[MemoryObject, int]] = []
        size = place.type.size
        objects = {o.name: o for o in self.layout.objects}
        for name in sorted(set(self.pointers.objects(f"thread.{self.thread.index}", place))):
            obj = objects.get(name)
            if obj is None:
                continue
            offsets = {offset for offset, type in scalars_in(obj.type) if type.size == size}
            if obj.kind == "heap":
                offsets = set(range(0, obj.type.size - size + 1, size))
            found += ((obj, offset) for offset in sorted(offsets))
        return found


# --- blocks of bytes ------------------------------------------------------------------------------------------------


def _typed_blocks(bounded: BoundedProgram, instructions: list[AnyInstr]) -> dict[str, MemoryObject]:
    """Allocations, which have no type of their own, as arrays of what is accessed in them, if that is of one size."""
    sizes: dict[str, set[int]] = defaultdict(set)
    for x in instructions:
        place = place_of(x)
        if place is not None and isinstance(place.base, MemoryObject):
            sizes[place.base.name].add(place.type.size)
    found: dict[str, MemoryObject] = {}
    for name, obj in bounded.memory.items():
        if obj.kind == "heap" and len(sizes[name]) == 1:
            (size,) = sizes[name]
            if size > 1 and obj.type.size % size == 0:
                found[name] = replace(obj, type=ArrayType(IntType(8 * size, False), obj.type.size // size))
    return found


def _with_types(x: AnyInstr, typed: dict[str, MemoryObject]) -> AnyInstr:
    if isinstance(x, Declare):
        return replace(x, obj=typed.get(x.obj.name, x.obj))
    if isinstance(x, (Read, Write, Rmw)) and isinstance(x.place.base, MemoryObject):
        return replace(x, place=replace(x.place, base=typed.get(x.place.base.name, x.place.base)))
    return x


# --- contents of declared objects -----------------------------------------------------------------------------------


def _cells(instructions: Iterable[AnyInstr]) -> dict[str, set[tuple[int, int]]]:
    """The cells of every object that accesses name: offset and size."""
    found: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for x in instructions:
        place = place_of(x)
        if place is None or not isinstance(place.base, MemoryObject):
            continue
        offset = constant_offset(place)
        if offset is not None:
            found[place.base.name].add((offset, place.type.size))
        else:
            found[place.base.name].update((at, type.size) for at, type in scalars_in(place.base.type))
    return found


def _declared(body: Parts, cells: dict[str, set[tuple[int, int]]]) -> Parts:
    """A declared object holds anything; what, is part of the execution."""
    result: Parts = []
    for position, x in body:
        result.append((position, x))
        if isinstance(x, Declare):
            for offset, size in sorted(cells.get(x.obj.name, ())):
                type = IntType(8 * size, False)
                content: Expr = Const(0, type)
                if not x.zeroed:
                    content = Local(f"$fresh{8 * size}", type)
                    result.append((position, Nondet(content, loc=x.loc)))
                place = Place(x.obj, (FieldStep("", offset),), type)
                result.append((position, Write(place, content, loc=x.loc)))
    return result


# --- where to interrupt ---------------------------------------------------------------------------------------------


def _noticed(bodies: dict[int, Parts]) -> set[str]:
    """The objects that some thread writes and another uses while there are threads."""
    users: dict[str, set[int]] = defaultdict(set)
    writers: dict[str, set[int]] = defaultdict(set)
    for t, body in bodies.items():
        started = t != 0
        for _, x in body:
            started |= isinstance(x, Create)
            place = place_of(x)
            if started and place is not None and isinstance(place.base, MemoryObject):
                users[place.base.name].add(t)
                if not isinstance(x, Read):
                    writers[place.base.name].add(t)
    return {name for name, who in users.items() if len(who) > 1 and writers[name]}


def _points(thread: Thread, body: list[AnyInstr], noticed: set[str]) -> set[int]:
    """Positions in a rewritten body."""
    depths, heads = depths_of(body), loop_heads(body)
    started, changed = thread.index != 0, False
    points: set[int] = set()
    for i, x in enumerate(body):
        place = place_of(x)
        is_noticed = place is not None and isinstance(place.base, MemoryObject) and place.base.name in noticed
        if depths[i] == 0 and started:
            step = is_noticed or isinstance(x, (AtomicBegin, Create, Join))
            ending = isinstance(x, ENDINGS) and changed
            if step or ending or (isinstance(x, Label) and x.name in heads):
                points.add(i)
                changed = False
        if isinstance(x, (Label, AtomicEnd)) or (is_noticed and not isinstance(x, Read)) or isinstance(x, Create):
            changed = True
        started |= isinstance(x, Create)
    return points


def loop_heads(body: list[AnyInstr]) -> set[str]:
    """The labels that some jump goes back to."""
    seen: set[str] = set()
    heads: set[str] = set()
    for x in body:
        if isinstance(x, Label):
            seen.add(x.name)
        elif isinstance(x, (Goto, Branch)) and x.label in seen:
            heads.add(x.label)
    return heads


def depths_of(body: list[AnyInstr]) -> list[int]:
    """In how many atomic sections each instruction stands at least: more points of interruption are no mistake in a
    proof, and what they lead to that is none is not replayed."""
    at: dict[str, int] = {}
    depths = [0] * len(body)
    changed = True
    while changed:
        changed = False
        depth: int | None = 0
        for i, x in enumerate(body):
            if isinstance(x, Label):
                arriving = [d for d in (depth, at.get(x.name)) if d is not None]
                depth = min(arriving, default=None)
            depths[i] = depth or 0
            if depth is None:
                continue
            if isinstance(x, AtomicBegin):
                depth += 1
            elif isinstance(x, AtomicEnd):
                depth = max(depth - 1, 0)
            elif isinstance(x, (Branch, Goto)) and depth < at.get(x.label, depth + 1):
                at[x.label] = depth
                changed = True
            if isinstance(x, (Goto, Exit, Cut, Unsupported)):
                depth = None
    return depths


__all__ = ["depths_of", "loop_heads", "share_loops"]
