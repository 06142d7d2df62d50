"""Floating-point arithmetic on bit patterns, for everybody but the replayer: by the machine's own doubles.

Numbers of 32 bits are computed with as doubles and then rounded: that is exact for these operations, as a double has
more than twice as many digits.  C does not say which of the many patterns a result has that is not a number; here it
is always the same one.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Sequence

from heddle.core.types import Scalar

_FORMATS = {32: "<f", 64: "<d"}
_SAFE = 50
"""So many bits of an integer fit into a double together with one that tells whether anything is lost."""

NAN = {32: 0x7FC0_0000, 64: 0x7FF8_0000_0000_0000}
"""The result that is not a number, by format."""
INFINITY = {32: 0x7F80_0000, 64: 0x7FF0_0000_0000_0000}
COMPARE: dict[str, Callable[[float, float], bool]] = {"==": operator.eq, "<": operator.lt, "<=": operator.le}
OPERATIONS = frozenset(
    f"f{bits}.{op}"
    for bits in _FORMATS
    for op in ("+", "-", "*", "/", "sqrt", "floor", "ceil", "trunc", "round", "rint", *COMPARE, "convert", "from_int",
               "to_int")
)  # fmt: skip
TESTS = frozenset(f"f{bits}.{op}" for bits in _FORMATS for op in COMPARE)
"""The operations that yield a truth value."""


def is_operation(op: str) -> bool:
    """Whether this is the name of a floating-point operation; no other operator starts like that."""
    return op[0] == "f"


def decoded(pattern: int, bits: int) -> float:
    return float(struct.unpack(_FORMATS[bits], pattern.to_bytes(bits // 8, "little"))[0])


def encoded(value: float, bits: int) -> int:
    """The pattern of a number, rounded to nearest."""
    if math.isnan(value):
        return NAN[bits]
    try:
        return int.from_bytes(struct.pack(_FORMATS[bits], value), "little")
    except OverflowError:
        return INFINITY[bits] | (int(value < 0) << (bits - 1))


def operation(name: str, args: Sequence[int], type: Scalar) -> int | None:
    """``f64.+`` and so on, on patterns; None where C gives it no meaning."""
    bits, op = int(name[1:3]), name[4:]
    if op == "from_int":
        return from_integer(args[0], bits)
    numbers = [decoded(a, bits) for a in args]
    if op in COMPARE:
        return int(COMPARE[op](numbers[0], numbers[1]))
    if op == "to_int":
        return to_integer(numbers[0], type)
    if op == "convert":
        return encoded(numbers[0], type.bits)
    if len(numbers) == 1:
        return encoded(square_root(numbers[0]) if op == "sqrt" else rounded(op, numbers[0]), bits)
    return encoded(arithmetic(op, numbers[0], numbers[1]), bits)


def arithmetic(op: str, a: float, b: float) -> float:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
    if b != 0:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, math.copysign(1, a) * math.copysign(1, b))


def square_root(a: float) -> float:
    return math.nan if a < 0 else math.sqrt(a)


def rounded(op: str, a: float) -> float:
    """``a`` as an integral number; the sign stays, also that of zero."""
    if not math.isfinite(a):
        return a
    if op == "round":
        whole = math.trunc(abs(a))
        result = whole + (abs(a) - whole >= 0.5)
    elif op == "rint":
        result = round(a)
    else:
        result = math.floor(a) if op == "floor" else math.ceil(a) if op == "ceil" else math.trunc(a)
    return math.copysign(float(result), a)


def from_integer(a: int, bits: int) -> int:
    """Rounded once: a long integer first loses bits only as far as the last one kept can tell of it."""
    spare = abs(a).bit_length() - _SAFE
    if bits == 64 or spare <= 0:
        return encoded(float(a), bits)
    kept = abs(a) >> spare
    if kept << spare != abs(a):
        kept |= 1
    return encoded(math.copysign(math.ldexp(kept, spare), a), bits)


def to_integer(a: float, type: Scalar) -> int | None:
    if not math.isfinite(a):
        return None
    whole = math.trunc(a)
    return whole if type.lo <= whole <= type.hi else None


def spelled(pattern: int, bits: int) -> str:
    """The number of a pattern with as few digits as tell it from all others: ``0.1``, ``inf``, ``-nan``."""
    value = decoded(pattern, bits)
    if math.isnan(value):
        return "-nan" if pattern >> (bits - 1) else "nan"
    if bits == 64 or not math.isfinite(value):
        return repr(value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if encoded(float(text), bits) == pattern:
            return repr(float(text))
    return repr(value)


__all__ = ["INFINITY", "NAN", "OPERATIONS", "TESTS", "decoded", "encoded", "is_operation", "operation", "spelled"]
