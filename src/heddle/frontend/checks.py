"""Arithmetic that C leaves undefined, and assignments of structs that overlap.

Divisions by zero and bad shift counts are always asserted ("div-by-zero", "shift"): the property decides whether they
are violations or just the end of an execution.  Signed overflow is asserted if asked for ("overflow"); otherwise
arithmetic wraps.
"""

from __future__ import annotations

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, MemoryObject
from heddle.core.instr import OVERLAP, Assert
from heddle.core.types import INT, IntType
from heddle.core.walk import constant_offset
from heddle.frontend import values
from heddle.frontend.lowering import Lowering, Memory


def overflow_matters(f: Lowering) -> bool:
    """``-fwrapv`` gives signed overflow a meaning."""
    return "overflow" in f.linker.checks and not f.unit.wraps


def operation(f: Lowering, operator: str, left: Expr, right: Expr) -> None:
    """What must hold before ``left operator right``."""
    if operator in ("/", "%"):
        division(f, operator, left, right)
    elif operator in ("<<", ">>"):
        shift(f, operator, left, right)
    elif overflow_matters(f) and operator in ("+", "-", "*") and left.type.signed:
        no_overflow(f, operator, left, right)


def in_range(value: Expr, low: int, high: int) -> Expr:
    at_most = values.binary("<=", value, Const(value.type.wrap(high), value.type)) if high < value.type.hi else None
    at_least = values.binary(">=", value, Const(value.type.wrap(low), value.type)) if low > value.type.lo else None
    tests = [t for t in (at_least, at_most) if t is not None]
    if not tests:
        return Const(1, values.signed(32))
    return tests[0] if len(tests) == 1 else values.logical("&&", tests[0], tests[1])


def division(f: Lowering, operator: str, left: Expr, right: Expr) -> None:
    if not (isinstance(right, Const) and right.value != 0):
        f.emit(Assert(values.truth(right), "division by zero", "div-by-zero"))
    if overflow_matters(f) and left.type.signed:
        smallest = values.binary("==", left, Const(left.type.lo, left.type))
        minus_one = values.binary("==", right, Const(-1, right.type))
        require(f, values.negation(values.logical("&&", smallest, minus_one)), f"overflow on signed {operator}")


def shift(f: Lowering, operator: str, left: Expr, right: Expr) -> None:
    require(f, in_range(right, 0, left.type.bits - 1), "shift count out of range", "shift")
    if overflow_matters(f) and operator == "<<" and left.type.signed:
        room = values.binary(">>", Const(left.type.hi, left.type), right)
        fits = values.logical("&&", values.binary(">=", left, Const(0, left.type)), values.binary("<=", left, room))
        require(f, fits, "overflow on signed <<")


def no_overflow(f: Lowering, operator: str, left: Expr, right: Expr) -> None:
    require(f, fits(operator, left, right), f"overflow on signed {operator}")


def fits(operator: str, left: Expr, right: Expr) -> Expr:
    """The exact result is representable in the operands' type: compare with a computation in twice the width."""
    wide = IntType(2 * left.type.bits, True)
    exact = values.binary(operator, values.cast(left, wide), values.cast(right, wide))
    return in_range(exact, left.type.lo, left.type.hi)


def overflow_of_negation(f: Lowering, arg: Expr) -> None:
    if overflow_matters(f) and arg.type.signed:
        require(f, values.binary("!=", arg, Const(arg.type.lo, arg.type)), "overflow on signed negation")


def copy(f: Lowering, target: Memory, source: Memory) -> None:
    """What must hold before a struct is assigned: it is the same, or one that lies elsewhere (C11 6.5.16.1)."""
    size = target.ctype.size
    if OVERLAP not in f.linker.checks or f.unit.library or not size or target.place() == source.place():
        return
    if isinstance(target.base, MemoryObject) and isinstance(source.base, MemoryObject) and target.base != source.base:
        return
    message = "a struct is assigned to one that it overlaps"
    offsets = constant_offset(target.place()), constant_offset(source.place())
    if target.base == source.base and None not in offsets:
        distance = (offsets[0] or 0) - (offsets[1] or 0)
        require(f, Const(int(distance == 0 or abs(distance) >= size), INT), message, OVERLAP)
        return
    number = f.types.size_type.core
    to, at = (Cast(AddressOf(m.place(), f.types.void_pointer.core), number) for m in (target, source))
    ahead, behind = Binary("-", to, at, number), Binary("-", at, to, number)
    room = Const(size, number)
    beyond = Binary("&&", Binary(">=", ahead, room, INT), Binary(">=", behind, room, INT), INT)
    require(f, Binary("||", Binary("==", to, at, INT), beyond, INT), message, OVERLAP)


def require(f: Lowering, test: Expr, message: str, kind: str = "overflow") -> None:
    if not values.is_constant(test, 1):
        f.emit(Assert(test, message, kind))
