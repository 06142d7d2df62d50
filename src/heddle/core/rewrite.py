"""Instructions with other objects in the place of those that they mention, and under another uid."""

from __future__ import annotations

from collections.abc import Mapping

from heddle.core.expr import AddressOf, Binary, Cast, Cond, Expr, FloatOp, IndexStep, MemoryObject, Place, Unary
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Cut,
    Goto,
    Label,
    Nondet,
    Read,
    Return,
    Rmw,
    Unsupported,
    Write,
)


class Rewriting:
    """``objects`` gives what to put for objects, by name.  Expressions that stay as they are are not copied."""

    def __init__(self, objects: Mapping[str, MemoryObject]) -> None:
        self.objects = objects

    def instruction(self, x: AnyInstr, uid: int) -> AnyInstr:
        """A sequential instruction."""
        expr, place = self.expr, self.place
        match x:
            case Assign():
                return Assign(x.dst, expr(x.value), loc=x.loc, uid=uid)
            case Branch():
                return Branch(expr(x.test), x.label, loc=x.loc, uid=uid)
            case Read():
                return Read(x.dst, place(x.place), x.order, loc=x.loc, uid=uid)
            case Write():
                return Write(place(x.place), expr(x.value), x.order, loc=x.loc, uid=uid)
            case Assume():
                return Assume(expr(x.test), x.blocking, x.holder and expr(x.holder), loc=x.loc, uid=uid)
            case Assert():
                return Assert(expr(x.test), x.message, x.kind, loc=x.loc, uid=uid)
            case Call():
                callee = x.callee if isinstance(x.callee, str) else expr(x.callee)
                return Call(x.dst, callee, tuple(expr(a) for a in x.args), loc=x.loc, uid=uid)
            case Return():
                return Return(None if x.value is None else expr(x.value), loc=x.loc, uid=uid)
            case Rmw():
                test = None if x.test is None else expr(x.test)
                return Rmw(x.dst, place(x.place), expr(x.value), test, x.order, x.failure_order, loc=x.loc, uid=uid)
        return _renumbered(x, uid)

    def expr(self, e: Expr) -> Expr:
        match e:
            case Unary() | Cast():
                arg = self.expr(e.arg)
                if arg is e.arg:
                    return e
                return Unary(e.op, arg, e.type) if isinstance(e, Unary) else Cast(arg, e.type)
            case Binary():
                left, right = self.expr(e.left), self.expr(e.right)
                return e if left is e.left and right is e.right else Binary(e.op, left, right, e.type)
            case Cond():
                return Cond(self.expr(e.test), self.expr(e.then), self.expr(e.other), e.type)
            case FloatOp():
                return FloatOp(e.op, tuple(self.expr(a) for a in e.args), e.type)
            case AddressOf():
                return AddressOf(self.place(e.place), e.type)
        return e

    def place(self, p: Place) -> Place:
        base = self.objects.get(p.base.name, p.base) if isinstance(p.base, MemoryObject) else self.expr(p.base)
        steps = tuple(
            IndexStep(self.expr(s.index), s.size, s.count) if isinstance(s, IndexStep) else s for s in p.steps
        )
        return Place(base, steps, p.type)


def _renumbered(x: AnyInstr, uid: int) -> AnyInstr:
    match x:
        case Label():
            return Label(x.name, x.loop, loc=x.loc, uid=uid)
        case Goto():
            return Goto(x.label, loc=x.loc, uid=uid)
        case Nondet():
            return Nondet(x.dst, x.what, x.source, loc=x.loc, uid=uid)
        case Cut():
            return Cut(x.what, x.option, loc=x.loc, uid=uid)
        case Unsupported():
            return Unsupported(x.reason, loc=x.loc, uid=uid)
    raise AssertionError(f"not a sequential instruction: {x}")


__all__ = ["Rewriting"]
