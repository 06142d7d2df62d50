"""Addresses taken apart: a base, a constant number of bytes, and variable indices with their element sizes.

Two places with the same sum are the same place, so the C printer may write an access in the way that reads best: it
looks for a path of members and elements that leads to the same byte.
"""

from __future__ import annotations

from heddle.core.expr import Binary, Cast, Const, Expr, IndexStep, MemoryObject, Place
from heddle.core.types import IntType, PointerType
from heddle.records import dataclass, field


@dataclass(slots=True)
class Sum:
    """``base`` + ``constant`` bytes + the sum of index * size over ``terms``.

    Without a base the sum is a number.  Indices keep their own type; they count as values of that type.
    """

    base: MemoryObject | Expr | None = None
    constant: int = 0
    terms: list[tuple[Expr, int]] = field(default_factory=list)


def place_sum(place: Place) -> Sum:
    base = place.base
    total = Sum(base) if isinstance(base, MemoryObject) else pointer_sum(base)
    for step in place.steps:
        if isinstance(step, IndexStep):
            _add_index(total, step.index, step.size)
        else:
            total.constant += step.offset
    return total


def pointer_sum(e: Expr) -> Sum:
    """A pointer expression as a sum that has a base."""
    total = Sum()
    _add(total, e, 1)
    if total.base is None:
        return Sum(e)
    return total


def _add_index(total: Sum, index: Expr, size: int) -> None:
    if isinstance(index, Const):
        total.constant += _signed(index) * size
    elif isinstance(index.type, PointerType):
        _add_offset(total, index, size)
    else:
        total.terms.append((index, size))


def _add(total: Sum, e: Expr, scale: int) -> None:
    """Adds a pointer-sized expression; its first real pointer becomes the base."""
    if isinstance(e, Binary) and isinstance(e.type, PointerType):
        if e.op == "+":
            _add(total, e.left, scale)
            _add(total, e.right, scale)
            return
        if e.op == "-" and is_number(e.right):
            _add(total, e.left, scale)
            _add_offset(total, e.right, -scale)
            return
    if total.base is None and not is_number(e):
        total.base = e
    else:
        _add_offset(total, e, scale)


def _add_offset(total: Sum, e: Expr, scale: int) -> None:
    """Adds a number of address width.  Sums and products can be taken apart there: addresses wrap the same way."""
    match e:
        case Const():
            total.constant += _signed(e) * scale
        case Cast() if isinstance(e.arg.type, IntType) and (e.arg.type.bits == e.type.bits or _is_leaf_cast(e)):
            if e.arg.type.bits == e.type.bits:
                _add_offset(total, e.arg, scale)
            else:
                total.terms.append((e.arg, scale))
        case Binary(op="+"):
            _add_offset(total, e.left, scale)
            _add_offset(total, e.right, scale)
        case Binary(op="*") if isinstance(e.right, Const):
            _add_offset(total, e.left, scale * _signed(e.right))
        case Binary(op="*") if isinstance(e.left, Const):
            _add_offset(total, e.right, scale * _signed(e.left))
        case _:
            total.terms.append((e, scale))


def _is_leaf_cast(e: Cast) -> bool:
    """A widening: the narrower value may stand for it as an index."""
    return e.arg.type.bits < e.type.bits


def _signed(c: Const) -> int:
    """A constant offset as the smallest number of bytes that gives the same address."""
    return IntType(c.type.bits, True).wrap(c.value) if isinstance(c.type, PointerType) or c.type.bits >= 64 else c.value


def is_number(e: Expr) -> bool:
    """Whether a pointer-typed expression is no pointer but a number that stands beside one."""
    match e:
        case Const():
            return True
        case Cast():
            return isinstance(e.arg.type, IntType) or is_number(e.arg)
        case Binary():
            if e.op == "-" and not is_number(e.left):
                return not is_number(e.right)
            return is_number(e.left) and is_number(e.right)
    return isinstance(e.type, IntType)
