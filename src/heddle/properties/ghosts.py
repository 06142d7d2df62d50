"""Ghost memory: variables that a property adds to a program, and the code that reads and changes them."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import Binary, Const, Expr, IndexStep, Local, MemoryObject, Place
from heddle.core.instr import NOWHERE, AnyInstr, Location, Read, Write
from heddle.core.types import ArrayType, IntType, Scalar
from heddle.records import dataclass

COUNT = IntType(32, False)
PREFIX = "heddle::"
"""What the names of ghosts begin with; no name in C does."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A global number."""

    name: str
    start: int = 0

    @property
    def object(self) -> MemoryObject:
        return MemoryObject(self.name, COUNT, init=((0, COUNT, Const(self.start, COUNT)),) if self.start else ())

    @property
    def value(self) -> Local:
        """Where the code of :meth:`read` and :meth:`add` leaves what it has found."""
        return Local(self.name, COUNT)

    def read(self, loc: Location = NOWHERE) -> Iterator[AnyInstr]:
        yield Read(self.value, Place(self.object, (), COUNT), loc=loc)

    def add(self, number: int, loc: Location = NOWHERE) -> Iterator[AnyInstr]:
        """In a section of its own or of somebody else's."""
        yield from self.read(loc)
        change = Binary("+", self.value, Const(COUNT.wrap(number), COUNT), COUNT)
        yield Write(Place(self.object, (), COUNT), change, loc=loc)


@dataclass(frozen=True, slots=True)
class Table:
    """A global array, zero in the beginning."""

    name: str
    elem: Scalar
    count: int

    @property
    def object(self) -> MemoryObject:
        return MemoryObject(self.name, ArrayType(self.elem, self.count))

    @property
    def value(self) -> Local:
        return Local(self.name, self.elem)

    def read(self, index: Expr, loc: Location = NOWHERE) -> Iterator[AnyInstr]:
        yield Read(self.value, self._place(index), loc=loc)

    def write(self, index: Expr, value: int, loc: Location = NOWHERE) -> Iterator[AnyInstr]:
        yield Write(self._place(index), Const(value, self.elem), loc=loc)

    def _place(self, index: Expr) -> Place:
        return Place(self.object, (IndexStep(index, self.elem.size, self.count),), self.elem)
