"""Instructions with other objects in the place of those that they mention."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heddle.core.expr import AddressOf, Binary, Cast, Cond, Expr, IndexStep, MemoryObject, Place, Unary
from heddle.core.instr import AnyInstr, Assert, Assign, Assume, Branch, Call, Read, Return, Rmw, Write
from heddle.records import replace


def with_objects(x: AnyInstr, objects: Mapping[str, MemoryObject]) -> AnyInstr:
    """``x`` with the objects that ``objects`` gives for the names of those in it.  ``x`` is sequential."""

    def expr(e: Expr) -> Expr:
        match e:
            case Unary() | Cast():
                return replace(e, arg=expr(e.arg))
            case Binary():
                return replace(e, left=expr(e.left), right=expr(e.right))
            case Cond():
                return replace(e, test=expr(e.test), then=expr(e.then), other=expr(e.other))
            case AddressOf():
                return replace(e, place=place(e.place))
        return e

    def place(p: Place) -> Place:
        base = objects.get(p.base.name, p.base) if isinstance(p.base, MemoryObject) else expr(p.base)
        steps = tuple(replace(s, index=expr(s.index)) if isinstance(s, IndexStep) else s for s in p.steps)
        return Place(base, steps, p.type)

    return _rewritten(x, expr, place)


def _rewritten(x: AnyInstr, expr: Callable[[Expr], Expr], place: Callable[[Place], Place]) -> AnyInstr:
    match x:
        case Assign():
            return replace(x, value=expr(x.value))
        case Branch() | Assume() | Assert():
            return replace(x, test=expr(x.test))
        case Return():
            return x if x.value is None else replace(x, value=expr(x.value))
        case Call():
            callee = x.callee if isinstance(x.callee, str) else expr(x.callee)
            return replace(x, callee=callee, args=tuple(expr(a) for a in x.args))
        case Read():
            return replace(x, place=place(x.place))
        case Write():
            return replace(x, place=place(x.place), value=expr(x.value))
        case Rmw():
            test = None if x.test is None else expr(x.test)
            return replace(x, place=place(x.place), value=expr(x.value), test=test)
    return x


__all__ = ["with_objects"]
