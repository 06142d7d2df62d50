"""C types as clang laid them out, and their core counterparts.

A :class:`TypeTable` belongs to one translation unit and converts clang's types once each.  Core types are what memory
objects and places carry; the C types here keep what lowering needs beside: pointees, bit-fields, qualifiers.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.types import ArrayType, DataModel, Field, FloatType, IntType, PointerType, Scalar, StructType, Type
from heddle.frontend import clang
from heddle.frontend.clang import CXCursor, CXType, Kind
from heddle.records import dataclass, field, replace

FieldKey = int | None


@dataclass(eq=False, slots=True)
class CType:
    """``size`` is None where C has none (void, functions, incomplete and variable types)."""

    size: int | None


@dataclass(eq=False, slots=True)
class Void(CType):
    pass


@dataclass(eq=False, slots=True)
class Integer(CType):
    core: IntType
    is_bool: bool = False


@dataclass(eq=False, slots=True)
class Floating(CType):
    core: FloatType


@dataclass(eq=False, slots=True)
class Opaque(CType):
    """A type that Heddle does not model (vectors, complex numbers)."""

    spelling: str


@dataclass(eq=False, slots=True)
class Pointer(CType):
    core: PointerType
    _pointee: Callable[[], CType]

    @property
    def to(self) -> CType:
        return self._pointee()


@dataclass(eq=False, slots=True)
class Array(CType):
    """``count`` is None for incomplete and variable arrays."""

    elem: CType
    count: int | None
    variable: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a record.  Bit-fields give ``width`` and the storage unit that accesses go to (offset, bits)."""

    name: str
    ctype: CType
    bit_offset: int
    width: int | None = None
    unit: tuple[int, int] | None = None
    anonymous: bool = False

    @property
    def offset(self) -> int:
        return self.bit_offset // 8


@dataclass(eq=False, slots=True)
class Record(CType):
    name: str
    is_union: bool
    members: list[Member] = field(default_factory=list)
    by_key: dict[FieldKey, Member] = field(default_factory=dict)
    """Members by their declaration, also those of anonymous inner records (with offsets in this record)."""
    core: StructType | None = None
    align: int = 1


@dataclass(eq=False, slots=True)
class Function(CType):
    result: CType
    params: list[CType]
    variadic: bool
    prototyped: bool


@dataclass(eq=False, slots=True)
class Atomic(CType):
    value: CType


def unqualified(ctype: CType) -> CType:
    """Without ``_Atomic``."""
    return ctype.value if isinstance(ctype, Atomic) else ctype


def scalar(ctype: CType) -> Scalar | None:
    """The core type of a scalar."""
    ctype = unqualified(ctype)
    return ctype.core if isinstance(ctype, Integer | Pointer | Floating) else None


def core_type(ctype: CType) -> Type:
    ctype = unqualified(ctype)
    if isinstance(ctype, Integer | Pointer | Floating):
        return ctype.core
    if isinstance(ctype, Array):
        return ArrayType(core_type(ctype.elem), ctype.count or 0)
    if isinstance(ctype, Record):
        if ctype.core is None:
            ctype.core = StructType(ctype.name, _core_fields(ctype), ctype.size or 0, ctype.is_union, ctype.align)
        return ctype.core
    return ArrayType(IntType(8, False), ctype.size or 0)


def _core_fields(record: Record) -> tuple[Field, ...]:
    fields: list[Field] = []
    units: set[tuple[int, int]] = set()
    for member in record.members:
        if member.unit is None:
            fields.append(Field(member.name, core_type(member.ctype), member.offset))
        elif member.unit not in units:
            units.add(member.unit)
            fields.append(Field(member.name, IntType(member.unit[1], False), member.unit[0]))
    return tuple(fields)


_INTEGERS = {  # clang type kind: (bits or None for long, signed)
    3: (8, False), 4: (8, False), 5: (8, False), 6: (16, False), 7: (32, False), 8: (16, False), 9: (32, False),
    10: (None, False), 11: (64, False), 12: (128, False), 13: (8, True), 14: (8, True), 15: (32, True), 16: (16, True),
    17: (32, True), 18: (None, True), 19: (64, True), 20: (128, True),
}
_FLOATS = (21, 22, 23, 30, 31, 32)
_VOID, _BOOL, _POINTER, _RECORD, _ENUM, _FUNCTION_NO_PROTO, _FUNCTION, _ATOMIC = 2, 3, 101, 105, 106, 110, 111, 177
_CONSTANT_ARRAY, _INCOMPLETE_ARRAY, _VARIABLE_ARRAY = 112, 114, 115


class RecordNames:
    """Names for records of the whole program: equal layouts of equal names are one type, others get a suffix."""

    def __init__(self) -> None:
        self._layouts: dict[str, list[object]] = {}

    def name(self, tag: str, layout: object) -> str:
        known = self._layouts.setdefault(tag, [])
        if layout not in known:
            known.append(layout)
        index = known.index(layout)
        return tag if index == 0 else f"{tag}.{index + 1}"


class TypeTable:
    def __init__(self, model: DataModel, names: RecordNames) -> None:
        self.model = model
        self._names = names
        self._known: dict[tuple[int, int | None], CType] = {}
        self.void_pointer = Pointer(model.pointer_bits // 8, PointerType(model.pointer_bits), lambda: Void(None))
        self.size_type = Integer(model.pointer_bits // 8, IntType(model.pointer_bits, False))
        self.ptrdiff_type = Integer(model.pointer_bits // 8, IntType(model.pointer_bits, True))
        self.int_type = Integer(4, IntType(32, True))

    def of(self, cursor: CXCursor) -> CType:
        return self.convert(clang.library().clang_getCursorType(cursor))

    def is_volatile(self, cursor: CXCursor) -> bool:
        lib = clang.library()
        return bool(lib.clang_isVolatileQualifiedType(lib.clang_getCanonicalType(lib.clang_getCursorType(cursor))))

    def adjusted(self, ctype: CType) -> CType:
        """The type of a parameter: arrays and functions are pointers there.  (libclang undoes this adjustment.)"""
        if isinstance(ctype, Array):
            elem = ctype.elem
            return Pointer(self.void_pointer.size, self.void_pointer.core, lambda: elem)
        if isinstance(ctype, Function):
            return Pointer(self.void_pointer.size, self.void_pointer.core, lambda: ctype)
        return ctype

    def convert(self, given: CXType) -> CType:
        key = (given.kind, given.data[0])
        found = self._known.get(key)
        if found is None:
            canonical = clang.library().clang_getCanonicalType(given)
            canonical_key = (canonical.kind, canonical.data[0])
            found = self._known.get(canonical_key)
            if found is None:
                found = self._build(canonical, canonical_key)
                self._known[canonical_key] = found
            self._known[key] = found
        return found

    def _build(self, given: CXType, key: tuple[int, int | None]) -> CType:
        lib = clang.library()
        kind = given.kind
        if kind in _INTEGERS:
            bits, signed = _INTEGERS[kind]
            bits = bits or self.model.long_bits
            return Integer(bits // 8, IntType(bits, signed), kind == _BOOL)
        if kind == _VOID:
            return Void(None)
        if kind == _ENUM:
            declared = lib.clang_getEnumDeclIntegerType(lib.clang_getTypeDeclaration(given))
            return self.convert(declared) if declared.kind else self.int_type
        if kind == _POINTER:
            target = lib.clang_getPointeeType(given)
            return Pointer(self.model.pointer_bits // 8, self.void_pointer.core, lambda: self.convert(target))
        if kind in (_CONSTANT_ARRAY, _INCOMPLETE_ARRAY, _VARIABLE_ARRAY):
            return self._array(given)
        if kind == _RECORD:
            return self._record(given, key)
        if kind in (_FUNCTION, _FUNCTION_NO_PROTO):
            count = lib.clang_getNumArgTypes(given) if kind == _FUNCTION else 0
            params = [self.adjusted(self.convert(lib.clang_getArgType(given, i))) for i in range(count)]
            result = self.convert(lib.clang_getResultType(given))
            variadic = bool(lib.clang_isFunctionTypeVariadic(given))
            return Function(None, result, params, variadic, kind == _FUNCTION)
        if kind == _ATOMIC:
            inner = self.convert(lib.clang_Type_getValueType(given))
            return Atomic(inner.size, inner)
        size = lib.clang_Type_getSizeOf(given)
        if kind in _FLOATS and size > 0:
            return Floating(size, FloatType(8 * size, size))
        return Opaque(size if size > 0 else None, clang.text(lib.clang_getTypeSpelling(given)))

    def _array(self, given: CXType) -> CType:
        lib = clang.library()
        elem = self.convert(lib.clang_getArrayElementType(given))
        if given.kind == _CONSTANT_ARRAY:
            count = int(lib.clang_getArraySize(given))
            return Array(None if elem.size is None else elem.size * count, elem, count)
        return Array(None, elem, None, given.kind == _VARIABLE_ARRAY)

    def _record(self, given: CXType, key: tuple[int, int | None]) -> Record:
        lib = clang.library()
        declaration = lib.clang_getTypeDeclaration(given)
        size = lib.clang_Type_getSizeOf(given)
        record = Record(size if size >= 0 else None, "", declaration.kind == Kind.UNION_DECL)
        record.align = max(1, lib.clang_Type_getAlignOf(given))
        self._known[key] = record
        cursors: list[CXCursor] = []

        def visit(cursor: CXCursor, _: object) -> int:
            cursors.append(cursor)
            return 1

        lib.clang_Type_visitFields(given, clang.FieldVisitor(visit), None)
        plain = [self._member(c) for c in cursors]
        record.members = with_units(plain, record)
        for cursor, member in zip(cursors, record.members, strict=True):
            record.by_key[cursor.data[0]] = member
            if member.anonymous and isinstance(member.ctype, Record):
                record.by_key.update(
                    {k: shifted(m, member.bit_offset) for k, m in member.ctype.by_key.items()}
                )
        record.members = [m for m in record.members if m.name or m.anonymous]
        tag = clang.spelling(declaration)
        if not tag or "(" in tag:
            tag = "anonymous"
        layout = tuple((m.name, m.bit_offset, m.width, m.ctype.size) for m in record.members)
        record.name = self._names.name(tag, (record.size, record.is_union, layout))
        return record

    def _member(self, cursor: CXCursor) -> Member:
        lib = clang.library()
        ctype = self.of(cursor)
        offset = int(lib.clang_Cursor_getOffsetOfField(cursor))
        width = int(lib.clang_getFieldDeclBitWidth(cursor)) if lib.clang_Cursor_isBitField(cursor) else None
        name = clang.spelling(cursor)
        anonymous = width is None and (not name or "(" in name)
        return Member("" if anonymous else name, ctype, max(offset, 0), width, None, anonymous)


def shifted(member: Member, bits: int) -> Member:
    unit = None if member.unit is None else (member.unit[0] + bits // 8, member.unit[1])
    return Member(member.name, member.ctype, member.bit_offset + bits, member.width, unit, member.anonymous)


def with_units(members: list[Member], record: Record) -> list[Member]:
    """Gives bit-fields their storage units: one for a whole run of neighbours if it fits, else one each."""
    done: list[Member] = []
    run: list[Member] = []
    for member in [*members, None]:
        if member is not None and member.width is not None and not record.is_union:
            run.append(member)
            continue
        if run:
            ends = [(m.bit_offset, m.bit_offset + (m.width or 0)) for m in run]
            shared = _unit(min(ends)[0], max(e for _, e in ends), members, record)
            for field_ in run:
                own = shared or _own_unit(field_, members, record)
                done.append(replace(field_, unit=own))
            run = []
        if member is not None:
            done.append(member if member.width is None else replace(member, unit=_own_unit(member, members, record)))
    return done


def _own_unit(member: Member, others: list[Member], record: Record) -> tuple[int, int]:
    start, end = member.bit_offset, member.bit_offset + max(member.width or 0, 1)
    found = _unit(start, end, others, record)
    return found or (start // 8, 8 * ((end + 7) // 8 - start // 8))


def _unit(start: int, end: int, others: list[Member], record: Record) -> tuple[int, int] | None:
    """The smallest aligned unit (offset, bits) that holds the bits from start to end and no part of other members."""
    ordinary = [(m.offset, m.offset + (m.ctype.size or 0)) for m in others if m.width is None]
    for size in (1, 2, 4, 8):
        offset = start // (8 * size) * size
        apart = record.is_union or all(offset + size <= low or high <= offset for low, high in ordinary)
        if end <= 8 * (offset + size) and offset + size <= (record.size or 0) and apart:
            return offset, 8 * size
    return None


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar piece of an aggregate, for copying and clearing: where, and the type to move it with."""

    offset: int
    type: Scalar


def leaves(ctype: CType) -> list[Leaf]:
    """Scalar pieces that cover all of an object (not its padding); unions and bit-fields as storage-sized integers."""
    ctype = unqualified(ctype)
    whole = scalar(ctype)
    if whole is not None:
        return [Leaf(0, whole)]
    if isinstance(ctype, Array):
        inner = leaves(ctype.elem)
        stride = ctype.elem.size or 0
        return [Leaf(i * stride + leaf.offset, leaf.type) for i in range(ctype.count or 0) for leaf in inner]
    if isinstance(ctype, Record) and not ctype.is_union:
        found = []
        covered = 0
        for member in ctype.members:
            if member.unit is not None:
                start, end = member.unit[0], member.unit[0] + member.unit[1] // 8
                found += chunks(max(start, covered), end)
                covered = max(covered, end)
            else:
                found += [Leaf(member.offset + leaf.offset, leaf.type) for leaf in leaves(member.ctype)]
        return found
    if isinstance(ctype, Record):
        return _union_leaves(ctype)
    return chunks(0, ctype.size or 0)


def leaf_count(ctype: CType) -> int:
    """How many leaves a type has."""
    ctype = unqualified(ctype)
    if isinstance(ctype, Array):
        return (ctype.count or 0) * leaf_count(ctype.elem)
    if isinstance(ctype, Record) and not ctype.is_union:
        return sum(leaf_count(m.ctype) for m in ctype.members)
    return len(leaves(ctype))


def _union_leaves(union: Record) -> list[Leaf]:
    """A member's leaves if they cover the union without gaps (accesses then mostly have one size), else chunks."""
    candidates = [leaves(m.ctype) for m in union.members if m.unit is None and m.ctype.size == union.size]
    full = [c for c in candidates if sum(leaf.type.size for leaf in c) == union.size]
    return min(full, key=len) if full else chunks(0, union.size or 0)


def chunks(start: int, end: int) -> list[Leaf]:
    """Naturally aligned unsigned integers that cover the bytes from start to end."""
    found = []
    while start < end:
        size = next(s for s in (8, 4, 2, 1) if start % s == 0 and start + s <= end)
        found.append(Leaf(start, IntType(8 * size, False)))
        start += size
    return found
