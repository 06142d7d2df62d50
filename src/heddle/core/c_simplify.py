"""Simplifications before printing C: plainer conditions, and none of the trivial tests that compilers warn about."""

from __future__ import annotations

import operator

from heddle.core.expr import (
    COMPARISONS,
    LOGICAL,
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FloatOp,
    MemoryObject,
    Unary,
)
from heddle.core.types import INT

COMPARE = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def is_truth(e: Expr) -> bool:
    """Whether ``e`` can only be 0 or 1."""
    match e:
        case Binary():
            return e.op in COMPARISONS or e.op in LOGICAL
        case Unary():
            return e.op == "!"
        case FloatOp():
            return e.op in COMPARISONS
        case Const():
            return e.value in (0, 1)
    return False


def simplify(e: Expr) -> Expr:
    """An expression with the same value and type that reads better (only the outermost operator is looked at)."""
    if isinstance(e, Unary) and e.op == "!":
        return _negation(e)
    if isinstance(e, Unary) and e.op == "~" and truth_value(e.arg) is not None:
        return Binary("-", Const(e.type.wrap(-1), e.type), e.arg, e.type)
    if isinstance(e, Binary) and e.op in COMPARISONS:
        if isinstance(e.left, Const) and not isinstance(e.right, Const):
            return _comparison(Binary(MIRRORED[e.op], e.right, e.left, INT))
        return _comparison(e)
    return e


def _negation(e: Unary) -> Expr:
    inner = simplify(e.arg)
    match inner:
        case Const():
            return Const(int(inner.value == 0), INT)
        case Binary() if inner.op in OPPOSITE:
            return simplify(Binary(OPPOSITE[inner.op], inner.left, inner.right, INT))
        case Unary(op="!") if is_truth(inner.arg):
            return simplify(inner.arg)
    return Binary("==", inner, Const(0, inner.type), INT) if not is_truth(inner) else Unary("!", inner, INT)


def _comparison(e: Binary) -> Expr:
    if e.left == e.right:
        return Const(int(e.op in ("==", "<=", ">=")), INT)
    if e.op in ("==", "!=") and isinstance(e.right, Const):
        if e.right.value == 0 and _is_object_address(e.left):
            return Const(int(e.op == "!="), INT)
        if _cannot_equal(e.left, e.right.value):
            return Const(int(e.op == "!="), INT)
    if isinstance(e.right, Const):
        left = truth_value(e.left)
        if left is not None:
            return _truth_against_constant(e.op, left, e.right.value) or e
    return e


def truth_value(e: Expr) -> Expr | None:
    """``e`` without its casts if it can only be 0 or 1."""
    while isinstance(e, Cast):
        e = e.arg
    return e if is_truth(e) and not isinstance(e, Const) else None


def _truth_against_constant(op: str, truth: Expr, value: int) -> Expr | None:
    outcomes = [COMPARE[op](b, value) for b in (0, 1)]
    if outcomes[0] == outcomes[1]:
        return Const(int(outcomes[0]), INT)
    return simplify(truth) if outcomes[1] else simplify(Unary("!", truth, INT))


def _is_object_address(e: Expr) -> bool:
    while isinstance(e, Cast):
        e = e.arg
    return isinstance(e, AddressOf) and isinstance(e.place.base, MemoryObject)


def _cannot_equal(e: Expr, value: int) -> bool:
    """A masked value against a constant with bits that the mask excludes (or lacks)."""
    if not isinstance(e, Binary) or e.op not in ("&", "|"):
        return False
    masks = [side.value for side in (e.left, e.right) if isinstance(side, Const)]
    return any(value & ~mask if e.op == "&" else mask & ~value for mask in masks)


def as_condition(e: Expr) -> Expr:
    """``e`` where only its being zero or not matters."""
    e = simplify(e)
    if is_truth(e):
        return e
    if isinstance(e, Cond):
        return Binary("!=", e, Const(0, e.type), INT)
    return simplify(Binary("!=", e, Const(0, e.type), INT))
