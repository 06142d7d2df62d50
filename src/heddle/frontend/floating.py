"""Floating-point arithmetic: C's operators and conversions on ``float`` and ``double``.

Every operation rounds to the type that C gives it (``FLT_EVAL_METHOD`` is 0), to nearest; the environment of
``<fenv.h>`` does not change.
"""

from __future__ import annotations

from heddle.core import floats
from heddle.core.expr import COMPARISONS, Const, Expr
from heddle.core.types import INT, FloatType, IntType
from heddle.frontend import checks, values
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import CType, Floating, Integer, scalar


def operation(f: Lowering, operator: str, left: Expr, right: Expr) -> Expr:
    """``left operator right``, both of one floating type."""
    type = left.type
    if not (isinstance(type, FloatType) and type.computes and right.type == type):
        f.unsupported("arithmetic on long double")
        return Const(0, INT if operator in COMPARISONS else type)
    match operator:
        case "!=":
            return values.negation(values.float_op("==", INT, left, right))
        case ">" | ">=":
            return values.float_op("<" if operator == ">" else "<=", INT, right, left)
        case "==" | "<" | "<=":
            return values.float_op(operator, INT, left, right)
    return values.float_op(operator, type, left, right)


def negated(f: Lowering, value: Expr) -> Expr:
    """The sign is a bit of its own, also that of zero and of what is not a number."""
    if not (isinstance(value.type, FloatType) and value.type.computes):
        f.unsupported("arithmetic on long double")
        return value
    bits = pattern(value)
    return values.cast(values.binary("^", bits, Const(_sign_bit(value), bits.type)), value.type)


def magnitude(value: Expr) -> Expr:
    """Without its sign."""
    return values.cast(values.binary("&", pattern(value), Const(_sign_bit(value) - 1, pattern(value).type)), value.type)


def pattern(value: Expr) -> Expr:
    """The bits of a floating-point number as an unsigned integer."""
    return values.cast(value, values.unsigned(value.type.bits))


def _sign_bit(value: Expr) -> int:
    return 1 << (value.type.bits - 1)


def is_negative(value: Expr) -> Expr:
    """Whether the sign bit is set, as INT."""
    return values.cast(values.binary(">>", pattern(value), Const(value.type.bits - 1, INT)), INT)


# --- conversions ------------------------------------------------------------------------------------------------------


def converted(f: Lowering, value: Expr, target: CType) -> Expr:
    """``value`` as ``target``; one of the two is floating."""
    source, type = value.type, scalar(target)
    assert type is not None
    if source == type:
        return value
    if any(isinstance(t, FloatType) and not t.computes for t in (source, type)):
        f.unsupported("conversion of long double")
        return Const(0, type)
    if isinstance(target, Integer) and target.is_bool:
        return values.as_bool(value)
    if isinstance(target, Floating):
        return values.float_op("convert" if isinstance(source, FloatType) else "from_int", type, value)
    if not isinstance(type, IntType):
        f.unsupported("conversion of a floating-point number to a pointer")
        return Const(0, type)
    return to_integer(f, value, type)


def to_integer(f: Lowering, value: Expr, type: IntType) -> Expr:
    """Without the fraction; undefined where the result does not fit."""
    if not isinstance(value, Const):
        value = f.keep(value)
    test = fits(value, type)
    checks.require(f, test, "a floating-point number does not fit into an integer", "float-overflow")
    found = values.float_op("to_int", type, value)
    return Const(0, type) if values.is_constant(test, 0) else found


def fits(value: Expr, type: IntType) -> Expr:
    """Whether the number without its fraction is in the range of an integer type."""
    assert isinstance(value.type, FloatType)
    beyond = _exactly(type.hi + 1, value.type) or Const(floats.INFINITY[value.type.bits], value.type)
    above = values.float_op("<", INT, value, beyond)
    below = _exactly(type.lo - 1, value.type)
    if below is not None:
        return values.logical("&&", values.float_op("<", INT, below, value), above)
    lowest = _exactly(type.lo, value.type)
    assert lowest is not None
    return values.logical("&&", values.float_op("<=", INT, lowest, value), above)


def _exactly(number: int, type: FloatType) -> Const | None:
    """An integer as a floating-point constant, if it is one."""
    found = Const(floats.encoded(float(number), type.bits), type)
    return found if floats.decoded(found.value, type.bits) == number else None


__all__ = ["converted", "is_negative", "magnitude", "negated", "operation", "pattern", "to_integer"]
