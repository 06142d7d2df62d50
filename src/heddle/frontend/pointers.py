"""What C asks of pointers beyond leading to memory: alignment, and arithmetic that stays within the object."""

from __future__ import annotations

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, FieldStep, MemoryObject, Place
from heddle.core.instr import ALIGNMENT, BEYOND
from heddle.core.types import INT
from heddle.frontend import checks, clang
from heddle.frontend.clang import Node
from heddle.frontend.link import INITIALIZER
from heddle.frontend.lowering import Lowering

MOST_ALIGNED = 16
"""Objects are taken to begin at such addresses: nobody says what they are, where their types do not."""


def followed(f: Lowering, node: Node, pointer: Expr) -> None:
    """What must hold of a pointer, the value of an expression, before it is followed."""
    if ALIGNMENT not in f.linker.checks or f.unit.library or f.function == INITIALIZER:
        return
    align = _alignment(node)
    if align <= 1 or (isinstance(pointer, AddressOf) and _is_aligned(pointer.place, align)):
        return
    number = f.types.size_type.core
    rest = Binary("&", Cast(pointer, number), Const(align - 1, number), number)
    test = Binary("==", rest, Const(0, number), INT)
    checks.require(f, test, f"access at an address that is no multiple of {align}", ALIGNMENT)


def _alignment(node: Node) -> int:
    """That of what an expression points to, by the type as it is written: a typedef may have one of its own."""
    lib = clang.library()
    written = lib.clang_getCursorType(node.cursor)
    canonical = lib.clang_getCanonicalType(written)
    pointees = lib.clang_getPointeeType(written), lib.clang_getPointeeType(canonical)
    for pointee in (*pointees, lib.clang_getArrayElementType(canonical)):
        if pointee.kind:
            return min(int(lib.clang_Type_getAlignOf(pointee)), MOST_ALIGNED)
    return 1


def _is_aligned(place: Place, align: int) -> bool:
    """Whether all steps from an object's beginning go so far."""
    if not isinstance(place.base, MemoryObject):
        return False
    for step in place.steps:
        if isinstance(step, FieldStep):
            size = step.offset
        elif isinstance(step.index, Const):
            size = step.index.value * step.size
        else:
            size = step.size
        if size % align:
            return False
    return True


def moved(f: Lowering, old: Expr, new: Expr) -> Expr:
    """A pointer computed from another one.  What is to be tested depends on where the old one may lead, which only
    :mod:`heddle.passes.within` knows: until then the two stand in the test."""
    if BEYOND in f.linker.checks and not f.unit.library and f.function != INITIALIZER and old != new:
        checks.require(f, Binary("==", old, new, INT), "a pointer outside the object that it points into", BEYOND)
    return new


__all__ = ["followed", "moved"]
