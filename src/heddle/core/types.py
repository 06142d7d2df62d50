"""Types of the core language: C's object types, laid out in bytes for one data model.

Scalars are integers, pointers and floating-point numbers.  Booleans are 8-bit unsigned integers holding 0 or 1 (the
frontend writes the conversion as ``x != 0``).  A floating-point number is its bit pattern, an unsigned integer,
wherever it is kept or moved; only the operators of :class:`heddle.core.expr.FloatOp` see the number in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class IntType:
    bits: int
    signed: bool

    @property
    def size(self) -> int:
        return (self.bits + 7) // 8

    @property
    def lo(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def hi(self) -> int:
        return (1 << (self.bits - (1 if self.signed else 0))) - 1

    def wrap(self, value: int) -> int:
        """The value of this type that is congruent to ``value`` modulo 2**bits."""
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value >> (self.bits - 1) else value

    def __str__(self) -> str:
        return f"{'i' if self.signed else 'u'}{self.bits}"


@dataclass(frozen=True, slots=True)
class PointerType:
    """A pointer: an unsigned address of ``bits`` bits.  ``to`` is None for void and function pointers."""

    bits: int
    to: Type | None = None

    @property
    def size(self) -> int:
        return self.bits // 8

    @property
    def signed(self) -> bool:
        return False

    @property
    def lo(self) -> int:
        return 0

    @property
    def hi(self) -> int:
        return (1 << self.bits) - 1

    def wrap(self, value: int) -> int:
        return value & self.hi

    def __str__(self) -> str:
        return f"ptr{self.bits}"


@dataclass(frozen=True, slots=True)
class FloatType:
    """An IEEE 754 format of 32 or 64 bits; values of others (``long double``) are moved around only."""

    bits: int
    size: int

    @property
    def signed(self) -> bool:
        return False

    @property
    def lo(self) -> int:
        return 0

    @property
    def hi(self) -> int:
        return (1 << self.bits) - 1

    def wrap(self, value: int) -> int:
        return value & self.hi

    @property
    def computes(self) -> bool:
        """Whether there are operators for it."""
        return self.bits in (32, 64)

    def __str__(self) -> str:
        return f"f{self.bits}"


@dataclass(frozen=True, slots=True)
class ArrayType:
    elem: Type
    count: int

    @property
    def size(self) -> int:
        return self.elem.size * self.count

    def __str__(self) -> str:
        return f"[{self.count}]{self.elem}"


@dataclass(frozen=True, slots=True)
class Field:
    """A struct or union member.  Bit-fields do not appear: the frontend turns them into their storage units."""

    name: str
    type: Type
    offset: int


@dataclass(frozen=True, slots=True)
class StructType:
    """A struct or union.  Equality is by name: the frontend gives every distinct C type a name of its own.

    A struct can hold pointers to itself; such inner pointers are built with ``to=None``.  ``align`` is its alignment in
    bytes.
    """

    name: str
    fields: tuple[Field, ...]
    size: int
    is_union: bool = False
    align: int = 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StructType) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __str__(self) -> str:
        return f"{'union' if self.is_union else 'struct'} {self.name}"


Scalar: TypeAlias = IntType | PointerType | FloatType
Type: TypeAlias = IntType | PointerType | FloatType | ArrayType | StructType

BOOL = IntType(8, False)
CHAR = IntType(8, True)
INT = IntType(32, True)
UINT = IntType(32, False)
FLOAT = FloatType(32, 4)
DOUBLE = FloatType(64, 8)


def scalars_in(type: Type, offset: int = 0) -> Iterator[tuple[int, Scalar]]:
    """The scalars that a type is made of, those of all members of unions included, with their offsets."""
    match type:
        case ArrayType():
            for i in range(type.count):
                yield from scalars_in(type.elem, offset + i * type.elem.size)
        case StructType():
            for field in type.fields:
                yield from scalars_in(field.type, offset + field.offset)
        case _:
            yield offset, type


def part_name(type: Type, offset: int) -> str:
    """The part of an object at an offset, in C syntax: ``[2].field``."""
    match type:
        case ArrayType() if type.elem.size:
            return f"[{offset // type.elem.size}]" + part_name(type.elem, offset % type.elem.size)
        case StructType():
            for field in type.fields:
                if field.offset <= offset < field.offset + field.type.size:
                    return f".{field.name}" + part_name(field.type, offset - field.offset)
    return "" if isinstance(type, Scalar) and offset == 0 else f"+{offset}"


@dataclass(frozen=True, slots=True)
class DataModel:
    """Sizes that depend on the platform: ``ilp32`` (SV-COMP's default) or ``lp64``."""

    name: str
    pointer_bits: int
    long_bits: int

    @property
    def void_ptr(self) -> PointerType:
        return PointerType(self.pointer_bits)


ILP32 = DataModel("ilp32", 32, 32)
LP64 = DataModel("lp64", 64, 64)
DATA_MODELS = {m.name: m for m in (ILP32, LP64)}
