"""Expressions and places of the core language.

Expressions are pure: they read local variables and never memory, so evaluating one is not a step that another thread
can see.  Every conversion is explicit; both operands of a binary operator have the same type (except the count of a
shift, whose type is free).  Comparisons and logical operators yield ``INT`` 0 or 1.

Floating-point numbers are bit patterns: only FloatOp computes with them, every other expression moves or takes apart
the patterns.
"""

from __future__ import annotations

from typing import TypeAlias

from heddle.core.types import INT, FloatType, IntType, PointerType, Scalar, Type
from heddle.records import dataclass, field

ARITHMETIC = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
LOGICAL = ("&&", "||")


@dataclass(frozen=True, slots=True)
class Const:
    value: int
    type: Scalar


@dataclass(frozen=True, slots=True)
class Local:
    """A scalar variable of one function whose address is never taken: a register.  The name is unique there."""

    name: str
    type: Scalar


@dataclass(frozen=True, slots=True)
class Unary:
    """``-`` (negation), ``~`` (complement) in the operand's type; ``!`` yields INT 0 or 1."""

    op: str
    arg: Expr
    type: Scalar


@dataclass(frozen=True, slots=True)
class Binary:
    """An operator of ARITHMETIC, COMPARISONS or LOGICAL.

    Signedness is that of the left operand's type.  Arithmetic wraps modulo 2**bits; ``/`` and ``%`` truncate toward
    zero as in C and have no meaning for a zero divisor (the frontend puts an Assert before them); a shift
    count outside 0..bits-1 has no meaning either.  ``&&`` and ``||`` take scalars of any type.
    Pointer arithmetic is plain integer arithmetic on byte addresses: the frontend multiplies by the element size.
    """

    op: str
    left: Expr
    right: Expr
    type: Scalar


@dataclass(frozen=True, slots=True)
class Cast:
    """Conversion between integer and pointer types: truncation, or extension by the sign of the *source* type.

    A floating type stands for the unsigned integer of its bits here: the cast keeps the pattern, not the number.
    """

    arg: Expr
    type: Scalar


@dataclass(frozen=True, slots=True)
class Cond:
    """``test ? then : other``, both sides pure."""

    test: Expr
    then: Expr
    other: Expr
    type: Scalar


@dataclass(frozen=True, slots=True)
class FloatOp:
    """An operation of IEEE 754 on floating-point numbers, rounding to nearest, ties to even.

    ``+``, ``-``, ``*``, ``/``, ``sqrt``, and to an integer of the same type ``floor``, ``ceil``, ``trunc``, ``round``
    (halves away from zero), ``rint`` (halves to even); ``==``, ``<``, ``<=`` yield INT 0 or 1, 0 if an operand is no
    number; ``convert`` goes from one format to another, ``from_int`` and ``to_int`` (toward zero; it has no meaning
    where the result does not fit) are what C's conversions do.
    A result that is not a number has the pattern of :mod:`heddle.core.floats`.
    """

    op: str
    args: tuple[Expr, ...]
    type: Scalar

    @property
    def format(self) -> int:
        """The bits of the operands' type (of the result's, where the operand is an integer)."""
        return self.type.bits if self.op == "from_int" else self.args[0].type.bits

    @property
    def name(self) -> str:
        """The operation and its format: ``f64.+``."""
        return f"f{self.format}.{self.op}"


@dataclass(frozen=True, slots=True)
class AddressOf:
    """The address of a place (thesis Fig. 3.1: ``address``)."""

    place: Place
    type: PointerType


@dataclass(frozen=True, slots=True)
class FunctionAddress:
    function: str
    type: PointerType


@dataclass(frozen=True, slots=True)
class Self:
    """The running thread's identifier: 0 for main, then 1, 2, … in order of creation."""

    type: Scalar


Expr: TypeAlias = Const | Local | Unary | Binary | Cast | Cond | FloatOp | AddressOf | FunctionAddress | Self


@dataclass(frozen=True, slots=True)
class MemoryObject:
    """A named piece of memory: a global, a thread-local variable, or a local variable that lives in memory.

    ``kind`` is "global", "tls" (one instance per thread) or "local" (one instance per call of its function).
    ``init`` gives scalar initial values as (byte offset, type, value expression) with constant expressions
    (Const, AddressOf a global, FunctionAddress, or Casts and sums of these); bytes without one are zero.
    Locals have no ``init``: the frontend writes their initializers as instructions.  ``literal`` marks the arrays of
    string literals.  ``align`` is the alignment that its declaration asks for, beyond that of its type.  ``const`` are
    the parts (offset and size in bytes) that are defined with ``const``: nothing but an initializer writes there.
    """

    name: str
    type: Type
    kind: str = "global"
    init: tuple[tuple[int, Scalar, Expr], ...] = field(default=(), compare=False)
    literal: bool = field(default=False, compare=False)
    align: int = field(default=1, compare=False)
    const: tuple[tuple[int, int], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class FieldStep:
    name: str
    offset: int


@dataclass(frozen=True, slots=True)
class IndexStep:
    """An array element: adds ``index * size`` bytes (index as a signed value of its type).  ``count`` is the declared
    length, None where unknown."""

    index: Expr
    size: int
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory access goes: an object or the target of a pointer expression, then fields and elements.

    ``type`` is the type of what is found there (a scalar for Read and Write).  The address is that of the base plus
    the steps' offsets; nothing else has a meaning, the structure only keeps programs readable and bounds checkable.
    """

    base: MemoryObject | Expr
    steps: tuple[FieldStep | IndexStep, ...]
    type: Type


def boolean(expr: Expr) -> Expr:
    """``expr != 0`` as INT, or ``expr`` itself where it already is a truth value."""
    if isinstance(expr, Binary) and expr.op in COMPARISONS + LOGICAL:
        return expr
    if isinstance(expr, Unary) and expr.op == "!":
        return expr
    if isinstance(expr, FloatOp) and expr.op in COMPARISONS:
        return expr
    if isinstance(expr.type, FloatType):
        return negate(FloatOp("==", (expr, Const(0, expr.type)), INT))
    return Binary("!=", expr, Const(0, expr.type), INT)


def negate(expr: Expr) -> Expr:
    """The logical negation of ``expr``."""
    return Unary("!", expr, INT)


def const(value: int, type: Scalar = INT) -> Const:
    return Const(type.wrap(value), type)


TRUE = Const(1, INT)
FALSE = Const(0, INT)

__all__ = [
    "ARITHMETIC", "COMPARISONS", "FALSE", "LOGICAL", "TRUE", "AddressOf", "Binary", "Cast", "Cond", "Const", "Expr",
    "FieldStep", "FloatOp", "FunctionAddress", "IndexStep", "IntType", "Local", "MemoryObject", "Place", "Self",
    "Unary", "boolean", "const", "negate",
]
