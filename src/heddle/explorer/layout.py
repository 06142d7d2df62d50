"""Where globals, functions and thread-local objects lie in the kernel's memory."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import MemoryObject
from heddle.core.initial import Initial
from heddle.core.program import Program
from heddle.core.types import ArrayType, IntType, PointerType, Scalar, StructType, Type
from heddle.errors import InputError
from heddle.explorer._kernel import ALIGNMENT, FUNCTION_REGION, Region
from heddle.explorer.bytecode import aligned, to_signed
from heddle.explorer.privacy import Privacy

FIRST = {64: 0x2_7182_8000, 32: 0x0271_8000}
"""By the bits of pointers; no number that a program is likely to compute with is near to any address."""
WIDEST_GAP = 1 << 20
"""Between globals, so that a pointer that leaves one does not meet another."""
MOST_THREAD_LOCAL = 4096
"""Scalars of thread-local objects: each is copied with every state of a thread."""


class Layout:
    def __init__(self, program: Program, privacy: Privacy) -> None:
        self.bits = program.data_model.pointer_bits
        self.shift = 24 if self.bits == 32 else 32
        self.globals: dict[str, int] = {}
        self.objects: list[tuple[int, MemoryObject]] = []
        self.thread_offset: dict[str, tuple[bool, int]] = {}
        """Of thread-local objects: whether each is private, and its offset in its region."""
        self.own_size = self.shared_size = 0
        address, base = FIRST[self.bits], FUNCTION_REGION << self.shift
        needed = sum(aligned(obj.type.size) for obj in program.memory.values())
        gap = min(WIDEST_GAP, max(0, base - address - needed) // (2 * len(program.memory) + 1))
        for obj in program.memory.values():
            if obj.kind == "tls":
                self._thread_local(obj, privacy.is_private(obj))
            else:
                address = -(-address // obj.align) * obj.align
                self.globals[obj.name] = address
                self.objects.append((address, obj))
                address = aligned(address + obj.type.size + gap)
        self.functions = {name: base + ALIGNMENT * (i + 1) for i, name in enumerate(program.functions)}
        self.initial = Initial(self.globals, self.functions.__getitem__)
        if address >= base:
            raise InputError("the program's globals do not fit into the explorer's memory")

    def _thread_local(self, obj: MemoryObject, private: bool) -> None:
        size = self.own_size if private else self.shared_size
        self.thread_offset[obj.name] = (private, size)
        if private:
            self.own_size = aligned(size + obj.type.size)
        else:
            self.shared_size = aligned(size + obj.type.size)

    def thread_extents(self, program: Program) -> list[tuple[Region, int, int]]:
        """Where thread-local objects lie: region, offset and size, in the order of addresses."""
        regions = {True: Region.PRIVATE, False: Region.THREAD_LOCAL}
        extents = [
            (regions[own], base, program.memory[name].type.size) for name, (own, base) in self.thread_offset.items()
        ]
        return sorted(extents, key=lambda extent: (int(extent[0]), extent[1]))

    def global_bytes(self) -> list[tuple[int, bytes]]:
        return [(address, self.initial.contents(obj)) for address, obj in self.objects]

    def thread_objects(self, program: Program, private: bool) -> list[tuple[int, int, int]]:
        """Offset, size and initial value of every scalar in thread-local objects."""
        found: list[tuple[int, int, int]] = []
        for name, (own, base) in self.thread_offset.items():
            if own != private:
                continue
            obj = program.memory[name]
            content = self.initial.contents(obj)
            for offset, type in scalars(obj.type):
                data = content[offset : offset + type.size]
                value = type.wrap(int.from_bytes(data, "little"))
                found.append((base + offset, type.size, to_signed(value)))
        if len(found) > MOST_THREAD_LOCAL:
            raise InputError("the program's thread-local objects are too large for the explorer")
        return found


def scalars(type: Type, offset: int = 0) -> Iterator[tuple[int, Scalar]]:
    """The scalars that a type is made of, with their offsets; of a union those of its first member."""
    match type:
        case IntType() | PointerType():
            yield offset, type
        case ArrayType():
            for i in range(type.count):
                yield from scalars(type.elem, offset + i * type.elem.size)
        case StructType():
            for field in type.fields[:1] if type.is_union else type.fields:
                yield from scalars(field.type, offset + field.offset)
