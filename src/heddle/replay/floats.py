"""IEEE 754 by exact fractions: the replayer's own floating-point arithmetic, on bit patterns.

A pattern is taken apart into a sign and a number; operations are done without any rounding, and their exact result
becomes the nearest pattern, of two equally near ones the even one.  The machine's own arithmetic is not asked.
"""

from __future__ import annotations

import math
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from heddle.core.expr import FloatOp
from heddle.core.types import Scalar
from heddle.replay.evaluate import Evaluator, Undefined


class Special(Enum):
    INFINITE = "inf"
    NOT_A_NUMBER = "nan"


Number: TypeAlias = Fraction | Special
"""Of something infinite the pattern tells the sign, as of zero."""

FRACTION = {32: 23, 64: 52}
"""Digits after the point, by format; what is left beside the sign are the bits of the exponent."""


def _exponent_bits(bits: int) -> int:
    return bits - 1 - FRACTION[bits]


def _bias(bits: int) -> int:
    return (1 << (_exponent_bits(bits) - 1)) - 1


def sign(pattern: int, bits: int) -> int:
    return pattern >> (bits - 1)


def infinite(negative: int, bits: int) -> int:
    return negative << (bits - 1) | ((1 << _exponent_bits(bits)) - 1) << FRACTION[bits]


def not_a_number(bits: int) -> int:
    """The pattern of every result that is not a number: quiet, positive, nothing else."""
    return infinite(0, bits) | 1 << (FRACTION[bits] - 1)


def number(pattern: int, bits: int) -> Number:
    digits = FRACTION[bits]
    fraction = pattern & ((1 << digits) - 1)
    exponent = pattern >> digits & ((1 << _exponent_bits(bits)) - 1)
    if exponent == (1 << _exponent_bits(bits)) - 1:
        return Special.NOT_A_NUMBER if fraction else Special.INFINITE
    whole = fraction if exponent == 0 else fraction | 1 << digits
    size = whole * Fraction(2) ** (max(exponent, 1) - _bias(bits) - digits)
    return -size if sign(pattern, bits) else size


def rounded(exact: Fraction, negative_zero: int, bits: int) -> int:
    """The pattern nearest to a number; ``negative_zero`` is the sign of an exact zero."""
    if exact == 0:
        return negative_zero << (bits - 1)
    digits, size = FRACTION[bits], abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = max(exponent, 1 - _bias(bits)) - digits
    steps = size / Fraction(2) ** unit
    whole = steps.numerator // steps.denominator
    rest = steps - whole
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1):
        whole += 1
    # A carry out of the fraction counts the exponent up, which is right also from the largest number to infinity.
    pattern = whole + (max(unit + digits + _bias(bits), 1) - 1 << digits)
    negative = int(exact < 0)
    return infinite(negative, bits) if pattern >= infinite(0, bits) else negative << (bits - 1) | pattern


def converted(pattern: int, bits: int, to: int) -> int:
    match number(pattern, bits):
        case Fraction() as exact:
            return rounded(exact, sign(pattern, bits), to)
        case Special.INFINITE:
            return infinite(sign(pattern, bits), to)
    return not_a_number(to)


def compared(op: str, a: int, b: int, bits: int) -> int:
    x, y = _comparable(a, bits), _comparable(b, bits)
    if x is None or y is None:
        return 0
    return int(x == y if op == "==" else x < y if op == "<" else x <= y)


def _comparable(pattern: int, bits: int) -> tuple[int, Fraction] | None:
    """Numbers in their order, with the infinite ones at both ends."""
    found = number(pattern, bits)
    if isinstance(found, Fraction):
        return 0, found
    if found is Special.NOT_A_NUMBER:
        return None
    return (-1 if sign(pattern, bits) else 1), Fraction(0)


def combined(op: str, a: int, b: int, bits: int) -> int:
    if op == "-":
        return combined("+", a, b ^ 1 << (bits - 1), bits)
    x, y = number(a, bits), number(b, bits)
    if Special.NOT_A_NUMBER in (x, y):
        return not_a_number(bits)
    return _sum(a, b, x, y, bits) if op == "+" else _product(op, a, b, bits)


def _sum(a: int, b: int, x: Number, y: Number, bits: int) -> int:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return rounded(x + y, sign(a, bits) & sign(b, bits), bits)
    if x is Special.INFINITE and y is Special.INFINITE and sign(a, bits) != sign(b, bits):
        return not_a_number(bits)
    return a if x is Special.INFINITE else b


def _product(op: str, a: int, b: int, bits: int) -> int:
    """Also a quotient: then the second operand counts as its inverse."""
    negative = sign(a, bits) ^ sign(b, bits)
    x, y = number(a, bits), number(b, bits)
    if op == "/":
        if y is Special.INFINITE:
            y = Fraction(0)
            if x is Special.INFINITE:
                return not_a_number(bits)
        elif y == 0:
            if x == 0:
                return not_a_number(bits)
            return infinite(negative, bits)
        else:
            assert isinstance(y, Fraction)
            y = 1 / y
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return rounded(x * y, negative, bits)
    return not_a_number(bits) if 0 in (x, y) else infinite(negative, bits)


def rooted_or_rounded(op: str, a: int, bits: int) -> int:
    x = number(a, bits)
    if x is Special.NOT_A_NUMBER or (op == "sqrt" and sign(a, bits) and x != 0):
        return not_a_number(bits)
    if x is Special.INFINITE or x == 0:
        return a
    assert isinstance(x, Fraction)
    exact = _root(x) if op == "sqrt" else Fraction(_integral(op, x))
    return rounded(exact, sign(a, bits), bits)


def _integral(op: str, x: Fraction) -> int:
    match op:
        case "floor":
            return math.floor(x)
        case "ceil":
            return math.ceil(x)
        case "trunc":
            return math.trunc(x)
        case "rint":
            return round(x)  # of fractions: halves to even
    away = math.floor(abs(x) + Fraction(1, 2))
    return away if x > 0 else -away


def _root(x: Fraction) -> Fraction:
    """The square root to so many digits that rounding sees it right: a last digit tells whether there are more."""
    scale = 2 * 80 + x.denominator.bit_length() + x.denominator.bit_length() % 2
    scaled = x.numerator * (1 << scale) // x.denominator
    root = math.isqrt(scaled)
    is_exact = root * root == scaled and scaled * x.denominator == x.numerator << scale
    return Fraction(2 * root + (not is_exact), 1 << (scale // 2 + 1))


def evaluator(expr: FloatOp, args: list[Evaluator]) -> Evaluator:
    """An operation of the program on what its operands evaluate to."""
    op, bits, first = expr.op, expr.format, args[0]
    match op:
        case "from_int":
            return lambda frame: rounded(Fraction(first(frame)), 0, bits)
        case "to_int":
            return lambda frame: whole(number(first(frame), bits), expr.type)
        case "convert":
            return lambda frame: converted(first(frame), bits, expr.type.bits)
        case "==" | "<" | "<=":
            return lambda frame: compared(op, first(frame), args[1](frame), bits)
    if len(args) == 1:
        return lambda frame: rooted_or_rounded(op, first(frame), bits)
    return lambda frame: combined(op, first(frame), args[1](frame), bits)


def whole(exact: Number, type: Scalar) -> int:
    """A number without its fraction; C has no meaning for one that the type cannot hold."""
    found = math.trunc(exact) if isinstance(exact, Fraction) else None
    if found is None or not type.lo <= found <= type.hi:
        raise Undefined("a floating-point number that the integer type cannot hold")
    return found


def spelled(pattern: int, bits: int) -> str:
    """As C would print it, with as few digits as it takes: ``0.1``, ``-inf``, ``nan``; a pattern of other formats."""
    if bits not in FRACTION:
        return hex(pattern)
    found = number(pattern, bits)
    minus = "-" if sign(pattern, bits) else ""
    if isinstance(found, Special):
        return minus + found.value
    for digits in range(17):
        text = f"{float(abs(found)):.{digits}e}"
        if rounded(Fraction(text), 0, bits) == pattern & ~(1 << (bits - 1)):
            break
    return minus + repr(float(text))


__all__ = [
    "Number", "combined", "compared", "converted", "evaluator", "number", "rooted_or_rounded", "rounded", "spelled",
]
