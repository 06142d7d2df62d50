"""Where objects may lie: the addresses that a process has, and how objects are aligned there."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.core.expr import MemoryObject
from heddle.core.program import Program
from heddle.core.types import ArrayType, StructType, Type
from heddle.passes.points_to import Target

PAGE = 4096
"""Nothing lies in the first page, and nothing in the last: null pointers and error codes are no addresses."""
MOST_SMALL = 4095
USER_SPACE = {64: 47, 32: 32}
"""The bits of addresses, by those of pointers: what x86-64 and AArch64 leave to programs; pointers are marked above."""
HEAP_ALIGNMENT = {64: 16, 32: 8}
FIXED_ALIGNMENT = 16
"""What engines that know one layout only align objects to."""


class Space:
    def __init__(self, program: Program) -> None:
        self.bits = program.data_model.pointer_bits
        self.pointer_size = self.bits // 8
        self.mask = (1 << USER_SPACE[self.bits]) - 1
        self.lowest, self.end = PAGE, self.mask + 1 - PAGE
        self._locals = {obj.name: obj for f in program.functions.values() for obj in f.memory}
        self._memory = program.memory

    def is_never(self, number: int) -> bool:
        """Whether no object has this address, and none ends there."""
        return not self.lowest <= number % (1 << self.bits) <= self.end

    def alignment(self, targets: Iterable[Target]) -> int:
        """What all of these are aligned to, in every engine's layout too."""
        return min((self._of(*target) for target in targets), default=1)

    def _of(self, kind: str, name: str) -> int:
        if kind == "heap":
            return HEAP_ALIGNMENT[self.bits]
        if kind == "function":
            return 1
        obj = self._memory.get(name) or self._locals[name]
        return min(self.object_alignment(obj), FIXED_ALIGNMENT)

    def object_alignment(self, obj: MemoryObject) -> int:
        if obj.kind == "heap":
            return HEAP_ALIGNMENT[self.bits]
        return max(obj.align, self._natural(obj.type))

    def _natural(self, type: Type) -> int:
        match type:
            case ArrayType():
                return self._natural(type.elem)
            case StructType():
                return type.align
        size = type.size
        return min(size & -size, 16 if self.bits == 64 else 4) if size else 1


__all__ = ["PAGE", "Space"]
