"""Constant folding of core expressions.

Constants are numbers and addresses (of objects and functions) with constant offsets.  Folding also brings places into
normal form: an access through a pointer whose target is known becomes an access to that object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heddle.core import arithmetic
from heddle.core.arithmetic import COMPARE
from heddle.core.expr import (
    COMPARISONS,
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
    boolean,
)
from heddle.core.types import INT, PointerType, Scalar
from heddle.core.walk import constant_offset

Lookup: TypeAlias = Callable[[Local], Expr]
Rename: TypeAlias = Callable[[MemoryObject], MemoryObject]


class Folder:
    """Rewrites expressions: locals by ``lookup``, objects by ``rename``, the thread's identifier by ``thread``."""

    def __init__(self, lookup: Lookup, rename: Rename, thread: int | None) -> None:
        self.lookup, self.rename, self.thread = lookup, rename, thread

    def expr(self, e: Expr) -> Expr:
        match e:
            case Const() | FunctionAddress():
                return e
            case Local():
                return self.lookup(e)
            case Unary():
                return fold_unary(e.op, self.expr(e.arg), e.type)
            case Binary():
                return fold_binary(e.op, self.expr(e.left), self.expr(e.right), e.type)
            case Cast():
                return fold_cast(self.expr(e.arg), e.type)
            case Cond():
                test = self.expr(e.test)
                truth = truth_of(test)
                if truth is not None:
                    return self.expr(e.then if truth else e.other)
                return Cond(test, self.expr(e.then), self.expr(e.other), e.type)
            case FloatOp():
                return fold_float(e.op, tuple(self.expr(a) for a in e.args), e.type)
            case AddressOf():
                place = self.place(e.place)
                if not place.steps and not isinstance(place.base, MemoryObject):
                    return fold_cast(place.base, e.type)
                return AddressOf(place, e.type)
            case Self():
                return e if self.thread is None else Const(self.thread, e.type)

    def place(self, p: Place) -> Place:
        steps = tuple(self._step(s) for s in p.steps)
        if isinstance(p.base, MemoryObject):
            return Place(self.rename(p.base), steps, p.type)
        base = self.expr(p.base)
        while isinstance(base, Cast) and isinstance(base.type, PointerType) and isinstance(base.arg.type, PointerType):
            base = base.arg
        target = _target(base)
        if target is None:
            return Place(base, steps, p.type)
        return Place(target.base, target.steps + steps, p.type)

    def _step(self, s: FieldStep | IndexStep) -> FieldStep | IndexStep:
        if isinstance(s, FieldStep):
            return s
        return IndexStep(self.expr(s.index), s.size, s.count)


def _target(pointer: Expr) -> Place | None:
    """The place that a pointer expression is the address of, if that is plain to see."""
    if isinstance(pointer, AddressOf):
        return pointer.place
    if isinstance(pointer, Binary) and pointer.op == "+" and isinstance(pointer.left, AddressOf):
        place = pointer.left.place
        return Place(place.base, (*place.steps, IndexStep(pointer.right, 1, None)), place.type)
    return None


def is_constant(e: Expr) -> bool:
    match e:
        case Const() | FunctionAddress():
            return True
        case AddressOf():
            return isinstance(e.place.base, MemoryObject) and constant_offset(e.place) is not None
        case Binary():
            return e.op in ("+", "-") and is_constant(e.left) and is_constant(e.right)
        case Cast():
            return is_constant(e.arg) and e.type.bits >= e.arg.type.bits
        case _:
            return False


def symbolic_address(e: Expr) -> tuple[str, int] | None:
    """A constant as (symbol, offset); the symbol of a plain number is empty."""
    match e:
        case Const():
            return "", e.value
        case FunctionAddress():
            return f"{e.function}()", 0
        case AddressOf() if isinstance(e.place.base, MemoryObject):
            offset = constant_offset(e.place)
            return None if offset is None else (e.place.base.name, offset)
        case Cast() if e.type.bits >= e.arg.type.bits:
            return symbolic_address(e.arg)
        case Binary(op="+"):
            left, right = symbolic_address(e.left), symbolic_address(e.right)
            if left and right and not (left[0] and right[0]):
                return left[0] + right[0], left[1] + right[1]
        case Binary(op="-"):
            left, right = symbolic_address(e.left), symbolic_address(e.right)
            if left and right and not right[0]:
                return left[0], left[1] - right[1]
    return None


def truth_of(e: Expr) -> bool | None:
    """Whether a constant is nonzero; None for what is not constant."""
    if isinstance(e, Const):
        return e.value != 0
    address = symbolic_address(e) if is_constant(e) else None
    return True if address and address[0] else None


def fold_unary(op: str, a: Expr, type: Scalar) -> Expr:
    if op == "!":
        truth = truth_of(a)
        if truth is not None:
            return Const(int(not truth), INT)
    elif isinstance(a, Const):
        return Const(arithmetic.unary(op, a.value, type), type)
    return Unary(op, a, type)


def fold_float(op: str, args: tuple[Expr, ...], type: Scalar) -> Expr:
    operation = FloatOp(op, args, type)
    known = [a.value for a in args if isinstance(a, Const)]
    value = arithmetic.operation(operation.name, known, type) if len(known) == len(args) else None
    return operation if value is None else Const(value, type)


def fold_cast(a: Expr, type: Scalar) -> Expr:
    if isinstance(a, Const):
        return Const(type.wrap(a.value), type)
    if a.type == type:
        return a
    if isinstance(type, PointerType) and isinstance(a.type, PointerType):
        if isinstance(a, AddressOf):
            return AddressOf(a.place, type)
        if isinstance(a, FunctionAddress):
            return FunctionAddress(a.function, type)
    return Cast(a, type)


def fold_binary(op: str, a: Expr, b: Expr, type: Scalar) -> Expr:
    if op in ("&&", "||"):
        return _fold_logical(op, a, b)
    if isinstance(a, Const) and isinstance(b, Const):
        value = arithmetic.binary(op, a.value, b.value, a.type)
        if value is not None:
            return Const(value, type)
    elif op in COMPARISONS and is_constant(a) and is_constant(b):
        verdict = _compare_addresses(op, a, b)
        if verdict is not None:
            return Const(int(verdict), INT)
    elif op in ("+", "-") and isinstance(b, Const) and (moved := _moved(op, a, b, type)) is not None:
        return moved
    elif isinstance(b, Const) and b.value == 0 and op in ("+", "-", "|", "^", "<<", ">>") and a.type == type:
        return a
    elif isinstance(a, Const) and a.value == 0 and op in ("+", "|", "^") and b.type == type:
        return b
    return Binary(op, a, b, type)


def _moved(op: str, a: Expr, b: Const, type: Scalar) -> Expr | None:
    """An address that was moved by a constant already, moved once more: the steps add up."""
    match a:
        case Binary(op="+", left=AddressOf() as address, right=Const() as before) if a.type == type:
            offset = arithmetic.binary(op, before.value, b.value, type)
            return None if offset is None else fold_binary("+", address, Const(offset, type), type)
    return None


def _fold_logical(op: str, a: Expr, b: Expr) -> Expr:
    absorbing = op == "||"
    left, right = truth_of(a), truth_of(b)
    if left is absorbing or right is absorbing:
        return Const(int(absorbing), INT)
    if left is not None:
        return boolean(b) if right is None else Const(int(right), INT)
    if right is not None:
        return boolean(a)
    return Binary(op, a, b, INT)


def _signed(offset: int, bits: int) -> int:
    """An offset computed with the numbers of a type: one step back is not nearly the whole way around."""
    half = 1 << (bits - 1)
    return (offset + half) % (2 * half) - half


def _compare_addresses(op: str, a: Expr, b: Expr) -> bool | None:
    left, right = symbolic_address(a), symbolic_address(b)
    if left is None or right is None:
        return None
    if left[0] and left[0] == right[0]:
        return COMPARE[op](_signed(left[1], a.type.bits), _signed(right[1], b.type.bits))
    functions = left[0].endswith("()") and right[0].endswith("()") and left[1] == right[1] == 0
    if op in ("==", "!=") and (functions or left == ("", 0) or right == ("", 0)):
        return op == "!="  # no two functions are at one address
    return None
