"""Where memory objects and functions lie: one fixed choice of addresses for a bounded program.

Objects are kept apart by gaps, so that an address one past the end of one object is not the address of another.
"""

from __future__ import annotations

from bisect import bisect_right

from heddle.core.expr import MemoryObject
from heddle.core.initial import Initial
from heddle.core.program import BoundedProgram

ALIGNMENT = 16
FIRST = 0x40000
"""Above the numbers that programs compute with, so that the value analysis does not take one for an address."""


class Layout:
    def __init__(self, program: BoundedProgram) -> None:
        self.base: dict[str, int] = {}
        self.objects: list[MemoryObject] = []
        self._starts: list[int] = []
        self.next = FIRST
        for obj in program.memory.values():
            self.place(obj)
        self.initial = Initial(self.base, self.function)
        self.functions = {name: self._advance(1) for name in program.source.functions}

    def _advance(self, size: int, align: int = ALIGNMENT) -> int:
        at = -(-self.next // align) * align
        self.next = (at + size + 2 * ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
        return at

    def place(self, obj: MemoryObject) -> None:
        self.base[obj.name] = self._advance(obj.type.size, max(obj.align, ALIGNMENT))
        self.objects.append(obj)
        self._starts.append(self.base[obj.name])

    def at(self, address: int, size: int) -> MemoryObject | None:
        """The object that holds ``size`` bytes at ``address``."""
        i = bisect_right(self._starts, address) - 1
        if i < 0:
            return None
        obj = self.objects[i]
        return obj if address + size <= self._starts[i] + obj.type.size else None

    def function(self, name: str) -> int:
        if name not in self.functions:
            self.functions[name] = self._advance(1)
        return self.functions[name]
