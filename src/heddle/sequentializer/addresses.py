"""Addresses as numbers: where shared memory is an abstraction, no C object lends its address."""

from __future__ import annotations

from collections.abc import Iterable

from heddle.core.expr import (
    FALSE,
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
    MemoryObject,
    Place,
    Unary,
)
from heddle.core.types import INT, IntType
from heddle.passes.fold import fold_binary, fold_cast
from heddle.symbolic.layout import Layout


class Addresses:
    """Rewrites expressions by the layout that the symbolic side uses, so that both mean the same numbers."""

    def __init__(self, layout: Layout, pointer_bits: int) -> None:
        self.layout = layout
        self.unsigned, self.signed = IntType(pointer_bits, False), IntType(pointer_bits, True)

    def expr(self, e: Expr) -> Expr:
        match e:
            case Unary():
                return Unary(e.op, self.expr(e.arg), e.type)
            case Binary():
                return Binary(e.op, self.expr(e.left), self.expr(e.right), e.type)
            case Cast():
                return Cast(self.expr(e.arg), e.type)
            case Cond():
                return Cond(self.expr(e.test), self.expr(e.then), self.expr(e.other), e.type)
            case FloatOp():
                return FloatOp(e.op, tuple(map(self.expr, e.args)), e.type)
            case AddressOf():
                return fold_cast(self.of(e.place), e.type)
            case FunctionAddress():
                return Const(self.layout.function(e.function), e.type)
        return e

    def of(self, place: Place) -> Expr:
        """The address of a place, an unsigned number."""
        address: Expr
        if isinstance(place.base, MemoryObject):
            address = Const(self.layout.base[place.base.name], self.unsigned)
        else:
            address = fold_cast(self.expr(place.base), self.unsigned)
        for step in place.steps:
            offset: Expr
            if isinstance(step, FieldStep):
                offset = Const(step.offset, self.unsigned)
            else:
                index = fold_cast(fold_cast(self.expr(step.index), self.signed), self.unsigned)
                offset = fold_binary("*", index, Const(step.size, self.unsigned), self.unsigned)
            address = fold_binary("+", address, offset, self.unsigned)
        return address

    def inside(self, address: Expr, size: int) -> Expr:
        """Whether an access is to bytes of one object, wherever in it."""
        return any_of(
            Binary("<=", Binary("-", address, base, self.unsigned), Const(obj.type.size - size, self.unsigned), INT)
            for obj in self.layout.objects
            if obj.type.size >= size
            for base in [Const(self.layout.base[obj.name], self.unsigned)]
        )

    def place(self, place: Place) -> Place:
        """A place in a private object, with its indices rewritten."""
        steps = tuple(
            IndexStep(self.expr(s.index), s.size, s.count) if isinstance(s, IndexStep) else s for s in place.steps
        )
        return Place(place.base, steps, place.type)


def any_of(tests: Iterable[Expr]) -> Expr:
    """Whether one of the tests holds."""
    found: Expr = FALSE
    for test in tests:
        found = test if found is FALSE else Binary("||", found, test, INT)
    return found


__all__ = ["Addresses", "any_of"]
