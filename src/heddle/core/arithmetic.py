"""What operators compute on numbers: C's arithmetic in the range of a type, for everybody but the replayer."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from heddle.core import floats
from heddle.core.types import Scalar

EXACT: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip
"""Operators that always have a result, before it is brought into the range of the type."""
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def unary(op: str, a: int, type: Scalar) -> int:
    """``-a`` or ``~a``."""
    return type.wrap(-a if op == "-" else ~a)


def binary(op: str, a: int, b: int, type: Scalar) -> int | None:
    """``a op b`` in C, operands in range of ``type``; None where C gives it no meaning."""
    if op in EXACT:
        return type.wrap(EXACT[op](a, b))
    if op in COMPARE:
        return int(COMPARE[op](a, b))
    if op in ("/", "%"):
        if b == 0:
            return None
        quotient = divided(a, b)
        return type.wrap(quotient if op == "/" else a - quotient * b)
    if not 0 <= b < type.bits:
        return None
    return type.wrap(a << b if op == "<<" else a >> b)


def divided(a: int, b: int) -> int:
    """The quotient, truncated toward zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def operation(op: str, args: Sequence[int], type: Scalar) -> int | None:
    """Any operator of an expression on its operands; None where C gives it no meaning."""
    match op:
        case "cast":
            return type.wrap(args[0])
        case "ite":
            return args[1] if args[0] else args[2]
        case "!":
            return int(not args[0])
        case "&&":
            return int(bool(args[0]) and bool(args[1]))
        case "||":
            return int(bool(args[0]) or bool(args[1]))
    if floats.is_operation(op):
        return floats.operation(op, args, type)
    return unary(op, args[0], type) if len(args) == 1 else binary(op, args[0], args[1], type)


__all__ = ["COMPARE", "EXACT", "binary", "divided", "operation", "unary"]
