"""Checks that memory does not overlap, where pointers of the whole program show that it never does: they go."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import Binary, Cast, Const, Expr, Unary
from heddle.core.instr import OVERLAP, AnyInstr, Assert
from heddle.core.program import Function, Program
from heddle.core.types import PointerType
from heddle.passes.points_to import PointsTo
from heddle.records import replace


def without_disjoint(program: Program) -> Program:
    """The program without the checks of kind :data:`OVERLAP` whose two pointers lead to different objects."""
    if not any(_is_check(x) for f in program.functions.values() for x in f.body):
        return program
    points_to = PointsTo(program)

    def kept(function: Function) -> Function:
        body = [x for x in function.body if not (_is_check(x) and _is_disjoint(points_to, function.name, x))]
        return function if len(body) == len(function.body) else replace(function, body=body)

    return replace(program, functions={name: kept(f) for name, f in program.functions.items()})


def _is_check(x: AnyInstr) -> bool:
    return isinstance(x, Assert) and x.kind == OVERLAP


def _is_disjoint(points_to: PointsTo, function: str, x: AnyInstr) -> bool:
    assert isinstance(x, Assert)
    sets = {frozenset(points_to.pointees(function, e)) for e in _pointers(x.test)}
    return len(sets) == 2 and not frozenset.intersection(*sets)


def _pointers(e: Expr) -> Iterator[Expr]:
    """The pointers that a test compares."""
    if isinstance(e.type, PointerType):
        if not isinstance(e, Const):
            yield e
        return
    match e:
        case Binary():
            yield from _pointers(e.left)
            yield from _pointers(e.right)
        case Cast() | Unary():
            yield from _pointers(e.arg)


__all__ = ["without_disjoint"]
