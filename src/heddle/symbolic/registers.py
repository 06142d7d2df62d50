"""Memory objects that behave like local variables.

An object that one thread alone uses, always by name, at constant offsets and whole cells, needs no memory: each of its
cells is a register of that thread.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import Expr, MemoryObject, Place
from heddle.core.instr import AnyInstr
from heddle.core.program import BoundedProgram
from heddle.core.walk import constant_offset, expressions, objects_addressed, place_of

MOST_CELLS = 32


class Registers:
    def __init__(self, program: BoundedProgram) -> None:
        self.user: dict[str, int] = {}
        self._cells: dict[str, dict[int, int]] = {}
        self._covered: dict[str, set[int]] = {}
        self._spoiled: set[str] = set()
        for obj in program.memory.values():
            for _, _, e in obj.init:
                self._spoil_addresses(e)
        for thread in program.threads:
            for x in thread.body:
                self._scan(x, thread.index)

    def _scan(self, x: AnyInstr, thread: int) -> None:
        for e in expressions(x):
            self._spoil_addresses(e)
        place = place_of(x)
        if place is None or not isinstance(place.base, MemoryObject):
            return
        name, offset = place.base.name, constant_offset(place)
        if self.user.setdefault(name, thread) != thread or offset is None or not self._whole_cell(place, offset):
            self._spoiled.add(name)

    def _whole_cell(self, place: Place, offset: int) -> bool:
        assert isinstance(place.base, MemoryObject)
        size = place.type.size
        if not 0 <= offset <= place.base.type.size - size:
            return False
        cells = self._cells.setdefault(place.base.name, {})
        if cells.get(offset) == size:
            return True
        covered = self._covered.setdefault(place.base.name, set())
        if not covered.isdisjoint(range(offset, offset + size)):
            return False
        covered.update(range(offset, offset + size))
        cells[offset] = size
        return True

    def _spoil_addresses(self, e: Expr) -> None:
        self._spoiled.update(obj.name for obj in objects_addressed(e))

    def is_register(self, obj: MemoryObject) -> bool:
        return obj.name not in self._spoiled

    def objects(self, program: BoundedProgram) -> frozenset[str]:
        return frozenset(name for name, obj in program.memory.items() if self.is_register(obj))

    def cells(self, obj: MemoryObject) -> Iterator[tuple[int, int]]:
        yield from self._cells.get(obj.name, {}).items()

    def name(self, place: Place) -> str | None:
        """The register that an access to ``place`` means, if its object is one."""
        if not isinstance(place.base, MemoryObject) or place.base.name in self._spoiled:
            return None
        return register_name(place.base, constant_offset(place) or 0)

    def is_large(self, obj: MemoryObject) -> bool:
        """Too many cells to carry along at every jump."""
        return len(self._cells.get(obj.name, ())) > MOST_CELLS

    def of(self, x: AnyInstr) -> str | None:
        """The register of an access that liveness has to follow."""
        place = place_of(x)
        if place is None or (isinstance(place.base, MemoryObject) and self.is_large(place.base)):
            return None
        return self.name(place)


def register_name(obj: MemoryObject, offset: int) -> str:
    return f"{obj.name}+{offset}"
