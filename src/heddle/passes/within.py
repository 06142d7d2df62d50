"""Pointers that are computed from others stay within the object that those point into, or just behind it.

The frontend marks where a pointer is computed.  Where the old one may lead says which objects are to be looked at:
those that the function can name, global ones and its own.  Blocks, and what belongs to other calls, are not among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, MemoryObject, Place, Unary
from heddle.core.instr import BEYOND, AnyInstr, Assert
from heddle.core.program import Function, Program
from heddle.core.types import INT, IntType
from heddle.core.walk import constant_offset
from heddle.passes.points_to import PointsTo
from heddle.records import replace


def with_bounds_of_pointers(program: Program) -> Program:
    """The program with tests in the marks of kind :data:`BEYOND`, and without those that nothing can be said about."""
    if not any(_is_mark(x) for f in program.functions.values() for x in f.body):
        return program
    points_to = PointsTo(program)
    functions = {name: _tested(program, points_to, f) for name, f in program.functions.items()}
    return replace(program, functions=functions)


def _is_mark(x: AnyInstr) -> bool:
    return isinstance(x, Assert) and x.kind == BEYOND


def _tested(program: Program, points_to: PointsTo, function: Function) -> Function:
    if not any(map(_is_mark, function.body)):
        return function
    named = {obj.name: obj for obj in (*program.memory.values(), *function.memory) if obj.type.size}
    body: list[AnyInstr] = []
    for x in function.body:
        if _is_mark(x):
            body += _test(x, points_to, function.name, named)
        else:
            body.append(x)
    return replace(function, body=body)


def _test(x: AnyInstr, points_to: PointsTo, function: str, named: dict[str, MemoryObject]) -> Iterator[AnyInstr]:
    assert isinstance(x, Assert) and isinstance(x.test, Binary)
    old, new = x.test.left, x.test.right
    targets = points_to.pointees(function, old)
    objects = [named[name] for kind, name in sorted(targets) if kind == "object" and name in named]
    if not objects or _stays(new):
        return
    either, none = Const(0, INT), Const(1, INT)
    stays: Expr = either
    elsewhere: Expr = none
    for obj in objects:
        from_here, to_here = _inside(old, obj), _inside(new, obj)
        stays = Binary("||", stays, Binary("&&", from_here, to_here, INT), INT)
        elsewhere = Binary("&&", elsewhere, Unary("!", from_here, INT), INT)
    yield replace(x, test=Binary("||", stays, elsewhere, INT))


def _stays(e: Expr) -> bool:
    """Whether it is the address of a place in its object, or of its end."""
    if not isinstance(e, AddressOf) or not isinstance(e.place.base, MemoryObject):
        return False
    offset = constant_offset(e.place)
    return offset is not None and 0 <= offset <= e.place.base.type.size


def _inside(pointer: Expr, obj: MemoryObject) -> Expr:
    """Whether a pointer leads into an object, or to its end."""
    number = IntType(pointer.type.bits, False)
    base = Cast(AddressOf(Place(obj, (), obj.type), pointer.type), number)  # type: ignore[arg-type]
    distance = Binary("-", Cast(pointer, number), base, number)
    return Binary("<=", distance, Const(obj.type.size, number), INT)


__all__ = ["with_bounds_of_pointers"]
