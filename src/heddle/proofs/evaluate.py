"""Which values expressions can have, for given values of the local variables; and what a test says about these"""

from __future__ import annotations

from collections.abc import Mapping

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
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.types import IntType, PointerType, Scalar
from heddle.symbolic import values as V
from heddle.symbolic.layout import Layout
from heddle.symbolic.values import Value

NOTHING_YET = Value(0, -1, 1, frozenset(), True)
"""Indeterminate, and nothing else."""
Environment = dict[str, Value]
_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Evaluator:
    """``identifiers`` holds the identifiers that the running thread may have."""

    def __init__(self, layout: Layout, pointer: PointerType, identifiers: Value) -> None:
        self.layout, self.pointer, self.identifiers = layout, pointer, identifiers

    def value(self, e: Expr, env: Mapping[str, Value]) -> Value:
        match e:
            case Const():
                return V.exactly(e.value)
            case Local():
                return env.get(e.name, NOTHING_YET)
            case Unary(op="!"):
                return _as_truth(_negation(truth(self.value(e.arg, env))))
            case Unary():
                return V.unary(e.op, self.value(e.arg, env), e.type)
            case Binary():
                return self._binary(e, env)
            case Cast():
                return V.cast(self.value(e.arg, env), e.type)
            case Cond():
                test = truth(self.value(e.test, env))
                if test is not None:
                    return self.value(e.then if test else e.other, env)
                return V.join(self.value(e.then, env), self.value(e.other, env))
            case AddressOf():
                return V.cast(self.address(e.place, env), e.type)
            case FunctionAddress():
                return V.exactly(self.layout.function(e.function))
            case Self():
                return V.cast(self.identifiers, e.type)
            case FloatOp():
                return V.floating(e.name, [self.value(a, env) for a in e.args], e.type)
        raise AssertionError(e)

    def _binary(self, e: Binary, env: Mapping[str, Value]) -> Value:
        a, b = self.value(e.left, env), self.value(e.right, env)
        if e.op in COMPARISONS:
            if e.op in (">", ">="):
                return V.comparison(_TURNED[e.op], b, a)
            return V.comparison(e.op, a, b)
        if e.op in LOGICAL:
            decisive = e.op == "||"
            sides = truth(a), truth(b)
            if decisive in sides:
                return V.ONE if decisive else V.ZERO
            return V.TRUTH if None in sides else _as_truth(not decisive)
        return V.cast(V.binary(e.op, a, b, e.left.type), e.type)

    def address(self, place: Place, env: Mapping[str, Value]) -> Value:
        """Where a place is.  Elements beyond an object's end are left out: whoever uses the address checks that it is
        one of these, unless :meth:`is_inside` says so."""
        if isinstance(place.base, MemoryObject):
            at = V.exactly(self.layout.base[place.base.name])
        else:
            at = self.value(place.base, env)
        number = IntType(self.pointer.bits, True)
        for step in place.steps:
            if isinstance(step, FieldStep):
                at = V.binary("+", at, V.exactly(step.offset), self.pointer)
            else:
                offset = V.binary("*", self.value(step.index, env), V.exactly(step.size), number)
                at = self._moved(at, offset, max(step.size, 1))
        return at

    def _moved(self, at: Value, offset: Value, size: int) -> Value:
        if at.numbers is None:
            return V.binary("+", at, offset, self.pointer)
        moved = Value(0, -1, 1, frozenset(), at.junk or offset.junk)
        for start in at.numbers:
            to = V.binary("+", V.exactly(start), offset, self.pointer)
            obj = self.layout.at(start, 0)
            if obj is None:
                moved = V.join(moved, to)
                continue
            low = self.layout.base[obj.name]
            high = low + obj.type.size
            if low <= to.lo and to.hi <= high:
                moved = V.join(moved, to)
            elif to.numbers is not None:
                moved = V.join(moved, V.of_numbers(frozenset(n for n in to.numbers if low <= n <= high), True))
            else:
                moved = V.join(moved, V.interval(low + (start - low) % size, high, size, True))
        return moved

    # --- tests --------------------------------------------------------------------------------------------------------

    def where(self, env: Environment, e: Expr, holds: bool) -> Environment | None:
        """What the variables can be where a test is true (false); None if it cannot be."""
        known = truth(self.value(e, env))
        if known is not None and known != holds:
            return None
        match e:
            case Unary(op="!"):
                return self.where(env, e.arg, not holds)
            case Binary() if e.op in LOGICAL:
                if (e.op == "&&") != holds:
                    return env
                left = self.where(env, e.left, holds)
                return None if left is None else self.where(left, e.right, holds)
            case Binary() if e.op in COMPARISONS:
                op = e.op if holds else _NEGATED[e.op]
                first = self._limited(env, e.left, op, e.right)
                return None if first is None else self._limited(first, e.right, _TURNED.get(op, op), e.left)
            case Local():
                return self._limited(env, e, "!=" if holds else "==", Const(0, e.type))
        return env

    def _limited(self, env: Environment, side: Expr, op: str, other: Expr) -> Environment | None:
        limit = self.value(other, env)
        while not isinstance(side, Local):
            under = self._under(env, side, limit)
            if under is None:
                return env
            side, limit = under
        if side.name not in env:
            return env
        mine = env[side.name]
        if mine.junk or limit.junk or limit.is_empty or mine.is_empty:
            return env
        left = meet(mine, op, limit)
        if left.is_empty:
            return None
        return env if left == mine else {**env, side.name: left}

    def _under(self, env: Environment, side: Expr, limit: Value) -> tuple[Expr, Value] | None:
        """An operand that compares with a limit of its own as ``side`` does with the given one: that of a cast, or of
        an addition or subtraction of a constant that does not wrap around."""
        if isinstance(side, Cast):
            kept = _keeps_value(side.arg.type, side.type) or fits(side.type, self.value(side.arg, env))
            return (side.arg, limit) if kept else None
        if not isinstance(side, Binary) or side.op not in ("+", "-") or limit.is_empty:
            return None
        left, right, sign = side.left, side.right, 1 if side.op == "+" else -1
        if isinstance(left, Const) and sign == 1:
            left, right = right, left
        if not isinstance(right, Const) or isinstance(left, Const):
            return None
        by = sign * right.value
        return (left, V.shifted(limit, -by)) if fits(side.type, V.shifted(self.value(left, env), by)) else None


def truth(v: Value) -> bool | None:
    """Whether all these values are true, or all are false."""
    if v.junk or v.is_empty:
        return None
    if v.lo == v.hi == 0:
        return False
    return True if v.lo > 0 or v.hi < 0 or (v.numbers is not None and 0 not in v.numbers) else None


def _negation(known: bool | None) -> bool | None:
    return None if known is None else not known


def _as_truth(known: bool | None) -> Value:
    return V.TRUTH if known is None else V.ONE if known else V.ZERO


def fits(type: Scalar, v: Value) -> bool:
    """Whether the type has all these values."""
    return not v.junk and not v.is_empty and type.lo <= v.lo and v.hi <= type.hi


def _keeps_value(inner: Scalar, outer: Scalar) -> bool:
    return outer.lo <= inner.lo and inner.hi <= outer.hi


def meet(v: Value, op: str, limit: Value) -> Value:
    """The members of ``v`` that compare so with some member of ``limit``."""
    lo, hi = v.lo, v.hi
    match op:
        case "==":
            if limit.numbers is not None and v.numbers is None:
                return V.of_numbers(frozenset(n for n in limit.numbers if lo <= n <= hi and (n - lo) % v.step == 0))
            lo, hi = max(lo, limit.lo), min(hi, limit.hi)
        case "<":
            hi = min(hi, limit.hi - 1)
        case "<=":
            hi = min(hi, limit.hi)
        case ">":
            lo = max(lo, limit.lo + 1)
        case ">=":
            lo = max(lo, limit.lo)
        case "!=" if limit.lo == limit.hi and v.numbers is None:
            lo, hi = lo + v.step * (lo == limit.lo), hi - v.step * (hi == limit.lo)
    if v.numbers is not None:
        gone = limit.lo if op == "!=" and limit.lo == limit.hi else None
        kept = frozenset(n for n in v.numbers if lo <= n <= hi and n != gone)
        if op == "==" and limit.numbers is not None:
            kept &= limit.numbers
        return V.of_numbers(kept)
    lo += (v.lo - lo) % v.step
    return V.interval(lo, hi, v.step)
