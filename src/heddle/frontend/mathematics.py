"""Functions of ``<math.h>`` that are single operations of IEEE 754, or look at the bits of a number.

Others are C in the model library (``math.c``); those that only an approximation can compute (``sin``, ``pow``) have no
model.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.core import floats
from heddle.core.expr import Const, Expr
from heddle.core.types import INT
from heddle.frontend import floating, values
from heddle.frontend.clang import Node
from heddle.frontend.constants import constant
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import Floating, unqualified

ROUNDED = {"sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "round", "rint": "rint",
           "nearbyint": "rint", "roundeven": "rint"}  # fmt: skip
COMPARED = {"isgreater": ">", "isgreaterequal": ">=", "isless": "<", "islessequal": "<="}
CONSTANTS = frozenset(name + suffix for name in ("huge_val", "inf", "nan") for suffix in ("", "f"))


def call(f: Lowering, node: Node, name: str, args: list[Node]) -> Expr | None:
    """Lowers a call of one of these functions; None if it is not one."""
    name = name.removeprefix("__builtin_").removeprefix("__")  # GCC's and glibc's names for the same
    if name in CONSTANTS:
        return constant(f, node)
    plain = name if name in HANDLERS else name.removesuffix("f")
    handler = HANDLERS.get(plain)
    formats = [t.core for t in (unqualified(f.ctype(arg)) for arg in args) if isinstance(t, Floating)]
    if handler is None or not formats:
        return None
    if not all(format.computes for format in formats):
        f.at(node)
        f.unsupported(f"{name} of long double")
        return Const(0, INT)
    numbers: list[Expr] = [v if isinstance(v, Const) else f.keep(v) for v in map(f.value, args)]
    f.at(node)
    return handler(f, plain, numbers)


Handler = Callable[[Lowering, str, list[Expr]], Expr]


def rounded(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return values.float_op(ROUNDED[name], args[0].type, args[0])


def absolute(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return floating.magnitude(args[0])


def copy_sign(f: Lowering, name: str, args: list[Expr]) -> Expr:
    size = floating.magnitude(args[0])
    return values.condition(floating.is_negative(args[1]), floating.negated(f, size), size)


def is_nan(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return _against_infinity(">", args[0])


def is_infinite(f: Lowering, name: str, args: list[Expr]) -> Expr:
    """With the sign of the number."""
    sign = values.condition(floating.is_negative(args[0]), Const(-1, INT), Const(1, INT))
    return values.condition(_against_infinity("==", args[0]), sign, Const(0, INT))


def is_finite(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return _against_infinity("<", args[0])


def is_normal(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return values.logical("&&", _against_infinity("<", args[0]), _against_smallest(">=", args[0]))


def sign_bit(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return floating.is_negative(args[0])


def compared(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return floating.operation(f, COMPARED[name], *_alike(args))


def differ(f: Lowering, name: str, args: list[Expr]) -> Expr:
    """One is smaller than the other."""
    left, right = _alike(args)
    return values.logical("||", *(floating.operation(f, op, left, right) for op in ("<", ">")))


def unordered(f: Lowering, name: str, args: list[Expr]) -> Expr:
    return values.logical("||", *(_against_infinity(">", arg) for arg in args))


def classified(f: Lowering, name: str, args: list[Expr]) -> Expr:
    """``__builtin_fpclassify``: the first five arguments are the answers; glibc's function has its own."""
    nan, infinite, normal, subnormal, zero = args[:-1] or [Const(answer, INT) for answer in (0, 1, 4, 3, 2)]
    number = args[-1]
    empty = values.binary("==", floating.pattern(floating.magnitude(number)), Const(0, floating.pattern(number).type))
    finite = values.condition(_against_smallest(">=", number), normal, values.condition(empty, zero, subnormal))
    special = values.condition(_against_infinity("==", number), infinite, finite)
    return values.condition(_against_infinity(">", number), nan, special)


def _alike(args: list[Expr]) -> tuple[Expr, Expr]:
    """Two numbers in the larger of their formats; comparing macros do not convert."""
    wide = max((arg.type for arg in args), key=lambda type: type.bits)
    left, right = (arg if arg.type == wide else values.float_op("convert", wide, arg) for arg in args)
    return left, right


def _against_infinity(operator: str, number: Expr) -> Expr:
    """How the magnitude of a number compares with infinity; what is not a number lies beyond."""
    return _magnitude_against(operator, number, floats.INFINITY[number.type.bits])


def _against_smallest(operator: str, number: Expr) -> Expr:
    """How the magnitude compares with the smallest number that has all its digits."""
    infinity = floats.INFINITY[number.type.bits]
    return _magnitude_against(operator, number, infinity & -infinity)


def _magnitude_against(operator: str, number: Expr, pattern: int) -> Expr:
    magnitude = floating.pattern(floating.magnitude(number))
    return values.binary(operator, magnitude, Const(pattern, magnitude.type))


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(ROUNDED, rounded), **dict.fromkeys(COMPARED, compared), "fabs": absolute, "copysign": copy_sign,
    "isnan": is_nan, "isinf": is_infinite, "isinf_sign": is_infinite, "isfinite": is_finite, "finite": is_finite,
    "isnormal": is_normal, "signbit": sign_bit, "islessgreater": differ, "isunordered": unordered,
    "fpclassify": classified,
}  # fmt: skip

__all__ = ["call"]
