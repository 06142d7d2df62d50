"""Building pure expressions, with constants folded: what C's operators mean in the core language."""

from __future__ import annotations

from heddle.core import floats
from heddle.core.expr import (
    COMPARISONS,
    LOGICAL,
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    IndexStep,
    Place,
    Unary,
    boolean,
)
from heddle.core.types import BOOL, INT, FloatType, IntType, PointerType, Scalar


def is_constant(expr: Expr, value: int | None = None) -> bool:
    return isinstance(expr, Const) and (value is None or expr.value == value)


def cast(expr: Expr, to: Scalar) -> Expr:
    """Truncation or extension; nothing where the type is the same already.  Of a floating type, the pattern is cast."""
    if expr.type == to:
        return expr
    if isinstance(expr, Const):
        return Const(to.wrap(expr.value), to)
    if isinstance(expr, AddressOf) and isinstance(to, PointerType):
        return AddressOf(expr.place, to)
    if isinstance(expr, Cast) and to.bits <= min(expr.type.bits, expr.arg.type.bits):
        return cast(expr.arg, to)
    return Cast(expr, to)


def as_bool(expr: Expr) -> Expr:
    """C's conversion to _Bool."""
    return cast(truth(expr), BOOL)


def truth(expr: Expr) -> Expr:
    """``expr != 0`` as INT, looking through widenings of truth values."""
    if isinstance(expr.type, FloatType):
        return negation(float_op("==", INT, expr, Const(0, expr.type)))
    if isinstance(expr, Const):
        return Const(int(expr.value != 0), INT)
    if isinstance(expr, Cast) and isinstance(expr.arg.type, FloatType):
        return boolean(expr)  # of the pattern, not of the number
    if isinstance(expr, Cast) and expr.type.bits >= expr.arg.type.bits:
        return truth(expr.arg)
    if isinstance(expr, Cast) and _is_truth_value(expr.arg):
        return truth(expr.arg)
    return boolean(expr)


def _is_truth_value(expr: Expr) -> bool:
    if isinstance(expr, Binary):
        return expr.op in COMPARISONS + LOGICAL
    if isinstance(expr, FloatOp):
        return expr.op in COMPARISONS
    return isinstance(expr, Unary) and expr.op == "!"


def negation(expr: Expr) -> Expr:
    """C's ``!``."""
    expr = truth(expr)
    if isinstance(expr, Const):
        return Const(1 - expr.value, INT)
    if isinstance(expr, Unary) and expr.op == "!":
        return truth(expr.arg)
    if isinstance(expr, Binary) and expr.op in ("==", "!="):
        return Binary("!=" if expr.op == "==" else "==", expr.left, expr.right, INT)
    return Unary("!", expr, INT)


def unary(op: str, arg: Expr) -> Expr:
    if isinstance(arg, Const):
        return Const(arg.type.wrap(-arg.value if op == "-" else ~arg.value), arg.type)
    return Unary(op, arg, arg.type)


def binary(op: str, left: Expr, right: Expr) -> Expr:
    """An arithmetic or comparison operator; operands have one type (except a shift's count)."""
    result = INT if op in COMPARISONS else left.type
    if isinstance(left, Const) and isinstance(right, Const):
        folded = fold(op, left.value, right.value, left.type)
        if folded is not None:
            return Const(result.wrap(folded), result)
    if op in ("+", "-", "|", "^", "<<", ">>") and is_constant(right, 0):
        return left
    if op in ("*", "/") and is_constant(right, 1):
        return left
    if op == "+" and is_constant(left, 0):
        return right
    return Binary(op, left, right, result)


def float_op(op: str, type: Scalar, *args: Expr) -> Expr:
    """A floating-point operation (:class:`heddle.core.expr.FloatOp`)."""
    operation = FloatOp(op, args, type)
    known = [a.value for a in args if isinstance(a, Const)]
    folded = floats.operation(operation.name, known, type) if len(known) == len(args) else None
    return operation if folded is None else Const(folded, type)


def fold(op: str, left: int, right: int, type: Scalar) -> int | None:
    """The operator's value on constants, None where C gives none."""
    if op in COMPARISONS:
        return int({"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
                    ">": left > right, ">=": left >= right}[op])
    if op in ("/", "%"):
        if right == 0:
            return None
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if op == "/" else left - quotient * right
    if op in ("<<", ">>"):
        if not 0 <= right < type.bits:
            return None
        return left << right if op == "<<" else left >> right
    return {"+": left + right, "-": left - right, "*": left * right, "&": left & right, "|": left | right,
            "^": left ^ right}[op]


def logical(op: str, left: Expr, right: Expr) -> Expr:
    """Pure ``&&`` or ``||``."""
    left, right = truth(left), truth(right)
    neutral = 1 if op == "&&" else 0
    if isinstance(left, Const):
        return right if left.value == neutral else left
    if isinstance(right, Const) and right.value == neutral:
        return left
    return Binary(op, left, right, INT)


def condition(test: Expr, then: Expr, other: Expr) -> Expr:
    test = truth(test)
    if isinstance(test, Const):
        return then if test.value else other
    if then == other:
        return then
    if is_constant(then, 1) and is_constant(other, 0):
        return cast(test, then.type)
    if is_constant(then, 0) and is_constant(other, 1):
        return cast(negation(test), then.type)
    return Cond(test, then, other, then.type)


def address(place: Place, type: PointerType) -> Expr:
    """The address of a place; that of a dereferenced pointer is the pointer itself."""
    if not place.steps and isinstance(place.base, Expr):
        return cast(place.base, type)
    if isinstance(place.base, Const):
        total: Expr = cast(place.base, type)
        for step in place.steps:
            total = binary("+", total, offset_of_step(step, type))
        return total
    return AddressOf(place, type)


def offset_of_step(step: FieldStep | IndexStep, type: Scalar) -> Expr:
    if isinstance(step, FieldStep):
        return Const(type.wrap(step.offset), type)
    return binary("*", cast(step.index, type), Const(step.size, type))


def signed(bits: int) -> IntType:
    return IntType(bits, True)


def unsigned(bits: int) -> IntType:
    return IntType(bits, False)
