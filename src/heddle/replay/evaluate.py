"""Expressions as Python closures: the concrete meaning of :mod:`heddle.core.expr`.

A value is a Python integer inside the range of its type, so comparing and extending need no care for signs; every
operation that can leave the range wraps its result.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from heddle.core.expr import (
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    FunctionAddress,
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.types import PointerType, Scalar

if TYPE_CHECKING:
    from heddle.replay.memory import Layout
    from heddle.replay.state import Frame

Evaluator: TypeAlias = "Callable[[Frame], int]"


class Undefined(Exception):
    """The program does something that has no meaning in C; the reason is the message."""


def divide(left: int, right: int) -> int:
    """Division that truncates toward zero."""
    if right == 0:
        raise Undefined("division by zero")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    return left - right * divide(left, right)


WRAPPING: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": divide, "%": remainder,
    "&": operator.and_, "|": operator.or_, "^": operator.xor,
}
COMPARING: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}


def fitting(value: Evaluator, source: Scalar, target: Scalar) -> Evaluator:
    """``value`` converted from one type to another."""
    if target.lo <= source.lo and source.hi <= target.hi:
        return value
    wrap = target.wrap
    return lambda frame: wrap(value(frame))


class Compiler:
    """Turns expressions and places of one program into closures; equal work is done once."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._known: dict[int, tuple[Expr | Place, Evaluator]] = {}

    def value(self, expr: Expr) -> Evaluator:
        """The evaluator of an expression.  Keyed by identity; the expression is kept so that its id stays its own."""
        known = self._known.get(id(expr))
        if known is None:
            known = self._known[id(expr)] = (expr, self._compile(expr))
        return known[1]

    def address(self, place: Place) -> Evaluator:
        """The evaluator of a place's address."""
        known = self._known.get(id(place))
        if known is None:
            known = self._known[id(place)] = (place, self._compile_place(place))
        return known[1]

    def _compile(self, expr: Expr) -> Evaluator:
        match expr:
            case Const(value, type):
                constant = type.wrap(value)
                return lambda frame: constant
            case Local(name, _):
                return _local(name)
            case Unary():
                return self._unary(expr)
            case Binary():
                return self._binary(expr)
            case Cast(arg, type):
                return fitting(self.value(arg), arg.type, type)
            case Cond(test, then, other, _):
                condition, yes, no = self.value(test), self.value(then), self.value(other)
                return lambda frame: yes(frame) if condition(frame) else no(frame)
            case FloatOp():
                return self._float(expr)
            case AddressOf(place, type):
                return fitting(self.address(place), PointerType(self.layout.bits), type)
            case FunctionAddress(function, _):
                entry = self.layout.functions[function]
                return lambda frame: entry
            case Self(type):
                return lambda frame: type.wrap(frame.thread)
        raise AssertionError(expr)

    def _unary(self, expr: Unary) -> Evaluator:
        arg, wrap = self.value(expr.arg), expr.type.wrap
        match expr.op:
            case "-":
                return lambda frame: wrap(-arg(frame))
            case "~":
                return lambda frame: wrap(~arg(frame))
            case "!":
                return lambda frame: 0 if arg(frame) else 1
        raise AssertionError(expr.op)

    def _binary(self, expr: Binary) -> Evaluator:
        left, op, wrap = self.value(expr.left), expr.op, expr.type.wrap
        if op == "&&":
            right = self.value(expr.right)
            return lambda frame: 1 if left(frame) and right(frame) else 0
        if op == "||":
            right = self.value(expr.right)
            return lambda frame: 1 if left(frame) or right(frame) else 0
        if op in ("<<", ">>"):
            return self._shift(expr)
        right = fitting(self.value(expr.right), expr.right.type, expr.left.type)
        if op in COMPARING:
            compare = COMPARING[op]
            return lambda frame: 1 if compare(left(frame), right(frame)) else 0
        combine = WRAPPING[op]
        return lambda frame: wrap(combine(left(frame), right(frame)))

    def _shift(self, expr: Binary) -> Evaluator:
        left, count = self.value(expr.left), self.value(expr.right)
        shift = operator.lshift if expr.op == "<<" else operator.rshift
        bits, wrap = expr.left.type.bits, expr.type.wrap

        def run(frame: Frame) -> int:
            places = count(frame)
            if not 0 <= places < bits:
                raise Undefined(f"shift of a {bits}-bit value by {places}")
            return wrap(shift(left(frame), places))

        return run

    def _float(self, expr: FloatOp) -> Evaluator:
        from heddle.replay.floats import evaluator  # most programs do without

        return evaluator(expr, [self.value(arg) for arg in expr.args])

    def _compile_place(self, place: Place) -> Evaluator:
        base = self._base(place.base)
        offset = sum(step.offset for step in place.steps if isinstance(step, FieldStep))
        indices = [(self.value(step.index), step.size) for step in place.steps if isinstance(step, IndexStep)]
        limit = (1 << self.layout.bits) - 1
        if not indices:
            return lambda frame: base(frame) + offset & limit

        def run(frame: Frame) -> int:
            address = base(frame) + offset
            for index, size in indices:
                address += index(frame) * size
            return address & limit

        return run

    def _base(self, base: MemoryObject | Expr) -> Evaluator:
        if not isinstance(base, MemoryObject):
            return self.value(base)
        name = base.name
        if base.kind == "tls":
            return lambda frame: frame.tls[name]
        if base.kind == "local":
            return lambda frame: frame.objects[name]
        address = self.layout.globals[name]
        return lambda frame: address


def _local(name: str) -> Evaluator:
    def run(frame: Frame) -> int:
        try:
            return frame.locals[name]
        except KeyError:
            raise Undefined(f"variable '{name}' is used before it has a value") from None

    return run


__all__ = ["Compiler", "Evaluator", "Undefined"]
