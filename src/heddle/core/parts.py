"""What expressions, places, objects and types an instruction mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from heddle.core.expr import AddressOf, Binary, Cast, Cond, Expr, FloatOp, IndexStep, Local, MemoryObject, Place, Unary
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Create,
    Free,
    Join,
    Malloc,
    Read,
    Return,
    Rmw,
    ThreadExit,
    Write,
    defined,
)


def operands(instr: AnyInstr) -> Iterator[Expr | Place]:
    """The expressions and places that stand directly in an instruction, the destination first."""
    destination = defined(instr)
    if destination is not None:
        yield destination
    yield from evaluated(instr)


_NOTHING: tuple[()] = ()


def _with(*operands: Expr | Place | None) -> list[Expr | Place]:
    return [operand for operand in operands if operand is not None]


_EVALUATED: dict[type, Callable[[Any], Sequence[Expr | Place]]] = {
    Assign: lambda x: (x.value,),
    ThreadExit: lambda x: (x.value,),
    Branch: lambda x: (x.test,),
    Assert: lambda x: (x.test,),
    Assume: lambda x: _with(x.test, x.holder),
    Return: lambda x: _with(x.value),
    Call: lambda x: x.args if isinstance(x.callee, str) else (x.callee, *x.args),
    Read: lambda x: (x.place,),
    Write: lambda x: (x.place, x.value),
    Rmw: lambda x: _with(x.place, x.value, x.test),
    Create: lambda x: (x.function, x.arg),
    Join: lambda x: (x.thread,),
    Malloc: lambda x: (x.size,),
    Free: lambda x: (x.pointer,),
}
"""By class, as :data:`_INSIDE`: every pass walks instructions and what is inside them."""


def evaluated(instr: AnyInstr) -> Sequence[Expr | Place]:
    """The expressions and places that stand directly in an instruction, but not the destination."""
    found = _EVALUATED.get(instr.__class__)
    return _NOTHING if found is None else found(instr)


def _of_place(place: Place) -> Sequence[Expr]:
    indices = [step.index for step in reversed(place.steps) if step.__class__ is IndexStep]
    return indices if isinstance(place.base, MemoryObject) else [*indices, place.base]


_INSIDE: dict[type, Callable[[Any], Sequence[Expr | Place]]] = {
    Unary: lambda node: (node.arg,),
    Cast: lambda node: (node.arg,),
    Binary: lambda node: (node.right, node.left),
    Cond: lambda node: (node.other, node.then, node.test),
    FloatOp: lambda node: node.args[::-1],
    AddressOf: lambda node: (node.place,),
    Place: _of_place,
}
"""What stands directly inside a node of a kind, last one first."""


def parts(node: Expr | Place) -> Iterator[Expr | Place]:
    """``node`` and everything inside it, outermost first."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        inside = _INSIDE.get(node.__class__)
        if inside is not None:
            pending += inside(node)


def all_parts(instr: AnyInstr) -> Iterator[Expr | Place]:
    for operand in operands(instr):
        yield from parts(operand)


def mentions(node: Expr | Place, local: Local) -> bool:
    return any(part == local for part in parts(node))
