"""An expression graph whose nodes know, as soon as they are made, which values they can have.

Where nobody else changes memory, everything that a node is made of is there before it: no fixpoint is needed, and what
turns out to have one value becomes a constant at once.
"""

from __future__ import annotations

from heddle.core import floats
from heddle.core.types import Scalar
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.values import (
    ONE,
    TRUTH,
    ZERO,
    Value,
    binary,
    cast,
    comparison,
    exactly,
    floating,
    full,
    join,
    unary,
)


class RangedDag(Dag):
    """``values`` has the possible values of every node."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        super().__init__()

    def _make(self, op: str, args: tuple[NodeId, ...], type: Scalar, value: int = 0) -> NodeId:
        key = (op, args, type.bits, type.signed, type.__class__, value)
        known = self._ids.get(key)
        if known is not None:
            return known
        possible = exactly(value) if op == "const" else self._possible(op, args, type)
        if op != "const" and possible.single is not None:
            known = self._ids[key] = self.const(possible.single, type)
            return known
        self.values.append(possible)
        return super()._make(op, args, type, value)

    def _possible(self, op: str, args: tuple[NodeId, ...], type: Scalar) -> Value:
        values = [self.values[a] for a in args]
        match op:
            case "var":
                return full(type)
            case "cast":
                return cast(values[0], type)
            case "ite":
                return join(values[1], values[2])
            case "!":
                return {ONE: ZERO, ZERO: ONE}.get(values[0], TRUTH)
            case "&&" | "||":
                return TRUTH
            case "==" | "!=" | "<" | "<=":
                return comparison(op, values[0], values[1])
        if floats.is_operation(op):
            return floating(op, values, type)
        return unary(op, values[0], type) if len(values) == 1 else binary(op, values[0], values[1], type)


__all__ = ["RangedDag"]
