"""The accesses of a program that can race: those to memory that several threads know, by the user's code or for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.core.expr import Expr, Local, MemoryObject, Place
from heddle.core.instr import GHOST, AnyInstr, Read, Rmw, Write
from heddle.core.parts import all_parts, parts
from heddle.core.program import Function, Program
from heddle.passes.points_to import ESCAPED, PointsTo
from heddle.properties.ghosts import PREFIX
from heddle.records import dataclass
from heddle.unsequenced.effects import Effects
from heddle.unsequenced.threads import Threads

CREATOR = "pthread_create"
"""It writes to the user's memory inside a step that only the library makes atomic: counts as written at its start."""

Extent = tuple[int, int]
Orders = Callable[[Read | Write], bool]


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """``extents``: the objects that it may touch, and the bytes of them.  ``is_atomic``: by its order, or because it
    only runs inside an atomic section (``is_inside``)."""

    function: str
    position: int
    instr: Read | Write | Rmw
    extents: dict[str, Extent]
    is_write: bool
    is_read: bool
    is_atomic: bool
    is_inside: bool

    @property
    def is_direct(self) -> bool:
        return isinstance(self.instr.place.base, MemoryObject)

    @property
    def size(self) -> int:
        return self.instr.place.type.size


def orders_by_c11(x: Read | Write) -> bool:
    """Whether an access, beside read-modify-writes, counts as one that orders: by what the program says about it."""
    return x.order != "plain"


class Accesses:
    def __init__(self, program: Program, orders: Orders = orders_by_c11) -> None:
        self.program, self.orders = program, orders
        self.points_to = PointsTo(program)
        self.effects = Effects(program, self.points_to)
        self.threads = Threads(program, self.points_to, self.effects)
        shared = {name for _, name in self.points_to.holds[ESCAPED]}
        shared |= {name for name, obj in program.memory.items() if obj.kind == "global"}
        self._shared = {name for name in shared - _of_library(program) if not name.startswith(PREFIX)}
        self.found = [a for f in program.functions.values() for a in self._of(f)]

    def _of(self, function: Function) -> Iterator[Access]:
        for position, x in enumerate(function.body):
            if not isinstance(x, (Read, Write, Rmw)) or x.order == GHOST:
                continue
            inside = self.threads.sections.is_inside(x)
            if inside and function.library:  # a step of the library's own, on its own state
                if not _is_for_user(function, x):
                    continue
                position, inside = 0, False
            touched = self.effects.own[x.uid]
            reads, writes = touched.reads.bytes, touched.writes.bytes
            extents = {n: e for n, e in _extents(reads, writes) if n in self._shared}
            if extents:
                atomic = inside or isinstance(x, Rmw) or self.orders(x)
                yield Access(function.name, position, x, extents, bool(writes), bool(reads), atomic, inside)


def _extents(*footprints: dict[str, set[Extent]]) -> Iterator[tuple[str, Extent]]:
    """Of one access: the same bytes of every object."""
    for found in footprints:
        for name, extents in found.items():
            (extent,) = extents
            yield name, extent


def _is_for_user(function: Function, x: AnyInstr) -> bool:
    if function.name != CREATOR or not isinstance(x, Write):
        return False
    base: MemoryObject | Expr = x.place.base
    return isinstance(base, Local) and base in function.params and not x.place.steps


def _of_library(program: Program) -> set[str]:
    """Global objects that the user's code does not get to know: the library's own state."""
    pending: set[str] = set()
    for function in program.functions.values():
        if not function.library:
            pending |= {name for x in function.body for name in _named(all_parts(x))}
    names = set(program.memory)
    while pending & names:
        names -= pending
        inits = [e for name in pending if name in program.memory for _, _, e in program.memory[name].init]
        pending = {name for e in inits for name in _named(parts(e))}
    return names


def _named(found: Iterator[Expr | Place]) -> set[str]:
    return {p.base.name for p in found if isinstance(p, Place) and isinstance(p.base, MemoryObject)}


__all__ = ["Access", "Accesses", "Extent"]
