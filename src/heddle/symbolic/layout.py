"""Where memory objects and functions lie: one fixed choice of addresses for a bounded program.

Objects are kept apart by gaps, so that an address one past the end of one object is not the address of another.
"""

from __future__ import annotations

from bisect import bisect_right

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, FunctionAddress, MemoryObject
from heddle.core.program import BoundedProgram
from heddle.passes.fold import constant_offset

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
        self.functions = {name: self._advance(1) for name in program.source.functions}

    def _advance(self, size: int) -> int:
        at = self.next
        self.next = (at + size + 2 * ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
        return at

    def place(self, obj: MemoryObject) -> None:
        self.base[obj.name] = self._advance(obj.type.size)
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

    def value(self, e: Expr) -> int:
        """The number that a constant expression of an initializer stands for."""
        match e:
            case Const():
                return e.value
            case FunctionAddress():
                return self.function(e.function)
            case AddressOf() if isinstance(e.place.base, MemoryObject):
                offset = constant_offset(e.place)
                assert offset is not None
                return self.base[e.place.base.name] + offset
            case Cast():
                return e.type.wrap(self.value(e.arg))
            case Binary(op="+"):
                return e.type.wrap(self.value(e.left) + self.value(e.right))
            case Binary(op="-"):
                return e.type.wrap(self.value(e.left) - self.value(e.right))
        raise AssertionError(f"not a constant initializer: {e}")

    def initial_bytes(self, obj: MemoryObject) -> bytearray:
        content = bytearray(obj.type.size)
        for offset, type, e in obj.init:
            value = self.value(e) & ((1 << 8 * type.size) - 1)
            content[offset : offset + type.size] = value.to_bytes(type.size, "little")
        return content
