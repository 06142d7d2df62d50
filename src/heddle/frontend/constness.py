"""``const``: which parts of an object are defined with it, and that no assignment goes there."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import AddressOf, Binary, Const, Expr, MemoryObject
from heddle.core.instr import CONST
from heddle.core.types import INT
from heddle.core.walk import constant_offset
from heddle.frontend import checks, clang
from heddle.frontend.clang import CXCursor, CXType
from heddle.frontend.lowering import Bits, Lowering, LValue, Memory
from heddle.frontend.types import core_type
from heddle.passes.read_only import clear_of, message

Part = tuple[int, int]
MOST_PARTS = 256
"""Of an object: the members of large arrays of structs are not told apart."""
_RECORD, _ARRAY = 105, 112


def parts(given: CXType) -> tuple[Part, ...]:
    """The parts (offset and size) of an object of this type that are defined with ``const``."""
    found = tuple(_parts(clang.library().clang_getCanonicalType(given), 0))
    return found if len(found) <= MOST_PARTS else ()


def parts_of(variable: CXCursor) -> tuple[Part, ...]:
    return parts(clang.library().clang_getCursorType(variable))


def _parts(given: CXType, offset: int) -> Iterator[Part]:
    lib = clang.library()
    size = lib.clang_Type_getSizeOf(given)
    if size <= 0:
        return
    if lib.clang_isConstQualifiedType(given):
        yield offset, size
    elif given.kind == _ARRAY:
        elem = lib.clang_getCanonicalType(lib.clang_getArrayElementType(given))
        inner, count, step = list(_parts(elem, 0)), int(lib.clang_getArraySize(given)), lib.clang_Type_getSizeOf(elem)
        if inner == [(0, step)]:
            yield offset, size
        elif len(inner) * count <= MOST_PARTS:
            yield from ((offset + i * step + at, length) for i in range(count) for at, length in inner)
    elif given.kind == _RECORD:
        for field in _fields(given):
            if not lib.clang_Cursor_isBitField(field):
                at = lib.clang_Cursor_getOffsetOfField(field) // 8
                yield from _parts(lib.clang_getCanonicalType(lib.clang_getCursorType(field)), offset + at)


def _fields(record: CXType) -> list[CXCursor]:
    found: list[CXCursor] = []

    def visit(cursor: CXCursor, _: object) -> int:
        found.append(cursor)
        return 1

    clang.library().clang_Type_visitFields(record, clang.FieldVisitor(visit), None)
    return found


def assigned(f: Lowering, target: LValue) -> None:
    """What must hold before something that has a name is assigned; for pointers see :mod:`heddle.passes.read_only`."""
    place = target.unit if isinstance(target, Bits) else target
    if CONST not in f.linker.checks or not isinstance(place, Memory) or not isinstance(place.base, MemoryObject):
        return
    obj = place.base
    whole = obj.const == ((0, obj.type.size),)
    if not obj.const or (isinstance(target, Bits) and not whole):
        return
    checks.require(f, Const(0, INT) if whole else _apart(f, place, obj), message(obj), CONST)


def _apart(f: Lowering, target: Memory, obj: MemoryObject) -> Expr:
    """Whether a part of an object is none of those that are constant."""
    place = target.place()
    size = max(1, core_type(target.ctype).size)
    offset = constant_offset(place)
    if offset is not None:
        meets = any(offset < at + length and at < offset + size for at, length in obj.const)
        return Const(int(not meets), INT)
    address = AddressOf(place, f.types.void_pointer.core)
    tests = [clear_of(address, size, obj, part) for part in obj.const]
    for test in tests[1:]:
        tests[0] = Binary("&&", tests[0], test, INT)
    return tests[0]


__all__ = ["assigned", "parts", "parts_of"]
