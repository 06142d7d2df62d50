"""The expressions of an instruction, and what is inside them."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import AddressOf, Const, Expr, FieldStep, IndexStep, MemoryObject, Place
from heddle.core.instr import AnyInstr, Read, Rmw, Write
from heddle.core.parts import evaluated, parts


def expressions(instr: AnyInstr) -> Iterator[Expr]:
    """The expressions that an instruction evaluates, also those inside its places; not its destination."""
    for operand in evaluated(instr):
        if isinstance(operand, Place):
            yield from place_expressions(operand)
        else:
            yield operand


def place_expressions(place: Place) -> Iterator[Expr]:
    """The pointer that a place starts from, if any, and its indices."""
    if not isinstance(place.base, MemoryObject):
        yield place.base
    yield from (step.index for step in place.steps if isinstance(step, IndexStep))


def walk(e: Expr) -> Iterator[Expr]:
    """``e`` and every expression inside it, outermost first."""
    for part in parts(e):
        if not isinstance(part, Place):
            yield part


def objects_addressed(e: Expr) -> Iterator[MemoryObject]:
    """The objects whose addresses an expression takes."""
    for inner in walk(e):
        if isinstance(inner, AddressOf) and isinstance(inner.place.base, MemoryObject):
            yield inner.place.base


def place_of(instr: AnyInstr) -> Place | None:
    """The place that a memory access goes to."""
    return instr.place if isinstance(instr, (Read, Write, Rmw)) else None


def constant_offset(place: Place) -> int | None:
    """The byte offset of a place from its base, if all its indices are constant."""
    offset = 0
    for s in place.steps:
        if isinstance(s, FieldStep):
            offset += s.offset
        elif isinstance(s.index, Const):
            offset += s.index.value * s.size
        else:
            return None
    return offset
