"""Reading, writing, copying and addressing what C calls lvalues."""

from __future__ import annotations

from heddle.core.expr import AddressOf, Const, Expr, FieldStep, IndexStep, MemoryObject
from heddle.core.instr import Read, Write
from heddle.core.types import PointerType, Scalar
from heddle.frontend import values, whole
from heddle.frontend.lowering import Bits, Lowering, LValue, Memory, Variable
from heddle.frontend.types import Array, Atomic, CType, Integer, Record, leaf_count, leaves, scalar, unqualified

MAX_LEAVES = 4096
"""An aggregate with more scalar pieces is not copied (each copy is an instruction)."""


COUNT = values.signed(32)
"""The type of shift counts."""


def load(f: Lowering, lvalue: LValue) -> Expr:
    if isinstance(lvalue, Variable):
        return lvalue.local
    if isinstance(lvalue, Bits):
        return extract(lvalue, read(f, lvalue.unit, lvalue.type))
    type = scalar(lvalue.ctype)
    if type is None:
        f.unsupported("a value of this type is not supported")
        return Const(0, f.types.int_type.core)
    return read(f, lvalue, type)


def read(f: Lowering, memory: Memory, type: Scalar) -> Expr:
    dst = f.temporary(type)
    f.emit(Read(dst, memory.place(type), memory.order))
    return dst


def store(f: Lowering, lvalue: LValue, value: Expr) -> Expr:
    """Writes a value of the lvalue's type and gives the value that a later read would see."""
    if isinstance(lvalue, Variable):
        f.assign(lvalue.local, value)
        return lvalue.local
    if isinstance(lvalue, Bits):
        unit = read(f, lvalue.unit, lvalue.type)
        f.emit(Write(lvalue.unit.place(lvalue.type), insert(lvalue, unit, value), lvalue.unit.order))
        return extract(lvalue, insert(lvalue, Const(0, lvalue.type), value))
    type = scalar(lvalue.ctype)
    if type is None:
        f.unsupported("a value of this type is not supported")
        return value
    f.emit(Write(lvalue.place(type), values.cast(value, type), lvalue.order))
    return value


def extract(bits: Bits, unit: Expr) -> Expr:
    """The bit-field's value in its declared type."""
    ctype = unqualified(bits.ctype)
    assert isinstance(ctype, Integer)
    above = bits.type.bits - bits.width - bits.shift
    wide = values.signed(bits.type.bits) if ctype.core.signed else values.unsigned(bits.type.bits)
    moved = values.binary("<<", values.cast(unit, wide), Const(above, COUNT))
    return values.cast(values.binary(">>", moved, Const(bits.type.bits - bits.width, COUNT)), ctype.core)


def insert(bits: Bits, unit: Expr, value: Expr) -> Expr:
    """The storage unit with the bit-field replaced."""
    mask = (1 << bits.width) - 1
    kept = values.binary("&", unit, Const(bits.type.wrap(~(mask << bits.shift)), bits.type))
    cut = values.binary("&", values.cast(value, bits.type), Const(mask, bits.type))
    return values.binary("|", kept, values.binary("<<", cut, Const(bits.shift, COUNT)))


def address(f: Lowering, lvalue: LValue) -> Expr:
    if isinstance(lvalue, Memory):
        return values.address(lvalue.place(), f.types.void_pointer.core)
    f.unsupported("address of a bit-field or register variable")
    return Const(0, f.types.void_pointer.core)


def deref(pointer: Expr, ctype: CType) -> Memory:
    """What a pointer points to; ``*&x`` is ``x`` again."""
    if isinstance(pointer, AddressOf):
        return Memory(pointer.place.base, pointer.place.steps, ctype)
    return Memory(pointer, (), ctype)


def copy(f: Lowering, target: Memory, source: Memory) -> None:
    """Assigns an aggregate, one scalar piece after the other: all are read before any is written."""
    if isinstance(target.ctype, Atomic) or isinstance(source.ctype, Atomic):
        whole.copy(f, target, source)
        return
    if leaf_count(target.ctype) > MAX_LEAVES:
        f.unsupported(f"copy of an object of {target.ctype.size} bytes")
        return
    if isinstance(target.base, MemoryObject) and target.place() == source.place():
        return
    pieces = leaves(target.ctype)
    read_pieces = []
    for piece in pieces:
        dst = f.temporary(piece.type)
        f.emit(Read(dst, at_offset(source, piece.offset, source.ctype).place(piece.type), source.order))
        read_pieces.append(dst)
    for piece, value in zip(pieces, read_pieces, strict=True):
        place = at_offset(target, piece.offset, target.ctype).place(piece.type)
        f.emit(Write(place, value, target.order))


def new_local(
    f: Lowering, name: str, ctype: CType, align: int = 1, const: tuple[tuple[int, int], ...] = ()
) -> Memory:
    """A fresh local object (its Declare is the caller's business)."""
    return Memory(f.new_object(name, ctype, align, const), (), ctype)


def at_offset(memory: Memory, offset: int, ctype: CType) -> Memory:
    """What lies at a byte offset of an object, reached through its fields and elements."""
    return Memory(memory.base, (*memory.steps, *path(memory.ctype, offset)), ctype)


def path(ctype: CType, offset: int) -> tuple[FieldStep | IndexStep, ...]:
    """Steps that lead to a byte offset of a type."""
    ctype = unqualified(ctype)
    if isinstance(ctype, Array) and ctype.elem.size:
        index, rest = divmod(offset, ctype.elem.size)
        return (IndexStep(Const(index, COUNT), ctype.elem.size, ctype.count), *path(ctype.elem, rest))
    if isinstance(ctype, Record) and not ctype.is_union:
        for member in ctype.members:
            if member.unit is not None and member.unit[0] == offset:
                return (FieldStep(member.name, offset),)
            if member.unit is None and member.offset <= offset < member.offset + (member.ctype.size or 0):
                return (FieldStep(member.name, member.offset), *path(member.ctype, offset - member.offset))
    return (FieldStep("", offset),) if offset else ()


def as_pointer(f: Lowering, value: Expr) -> Expr:
    pointer: PointerType = f.types.void_pointer.core
    return values.cast(value, pointer)
