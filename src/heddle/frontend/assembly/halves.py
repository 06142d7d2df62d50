"""Halves of a pair of load-exclusive and store-exclusive, and functions that hold one, put into their callers."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Expr, Local
from heddle.core.instr import (
    AnyInstr,
    Assign,
    Branch,
    Call,
    Fence,
    Goto,
    Label,
    Nondet,
    Read,
    Return,
    Rmw,
    Unsupported,
    Write,
)
from heddle.core.program import Function, Program
from heddle.core.rewrite import Rewriting
from heddle.records import replace

MARK = "exclusive "
"""Before the order of a load-exclusive, or a store-exclusive, whose other half is not in its statement."""
CLEAR = MARK + "clear"
"""The order of a fence that stands where the thread forgets its load-exclusive."""
MOST_CODE = 60
"""Of a function that is put into its callers."""
SIMPLE = (Assign, Branch, Fence, Goto, Label, Nondet, Read, Return, Rmw, Unsupported, Write)


def is_half(x: AnyInstr) -> bool:
    return isinstance(x, Read | Rmw | Fence) and x.order.startswith(MARK)


def inlined(program: Program, next_uid: Callable[[], int]) -> bool:
    """Puts functions with a half into those that call them; whether there were any."""
    holders = {f.name: f for f in program.functions.values() if any(map(is_half, f.body)) and _is_simple(f)}
    changed = False
    for function in program.functions.values():
        if any(isinstance(x, Call) and x.callee in holders for x in function.body):
            function.body = [x for old in function.body for x in _expanded(old, holders, next_uid)]
            changed = True
    return changed


def _is_simple(function: Function) -> bool:
    code = function.body
    return len(code) <= MOST_CODE and not function.memory and all(isinstance(x, SIMPLE) for x in code)


def _expanded(x: AnyInstr, holders: dict[str, Function], next_uid: Callable[[], int]) -> list[AnyInstr]:
    if not isinstance(x, Call) or not isinstance(x.callee, str) or x.callee not in holders:
        return [x]
    function = holders[x.callee]
    renamed = _Renamed(f"{function.name}.{x.uid}.")
    end = f"{renamed.prefix}end"
    code: list[AnyInstr] = [
        Assign(renamed.local(param), arg, loc=x.loc) for param, arg in zip(function.params, x.args, strict=True)
    ]
    for inner in function.body:
        if isinstance(inner, Return):
            if x.dst is not None and inner.value is not None:
                code.append(Assign(x.dst, renamed.expr(inner.value), loc=inner.loc))
            code.append(Goto(end, loc=inner.loc))
        else:
            code.append(renamed.whole(inner))
    code.append(Label(end, loc=x.loc))
    return [replace(c, uid=next_uid()) for c in code]


class _Renamed(Rewriting):
    """Local variables and labels of one call."""

    def __init__(self, prefix: str) -> None:
        super().__init__({})
        self.prefix = prefix

    def local(self, local: Local) -> Local:
        return Local(self.prefix + local.name, local.type)

    def expr(self, e: Expr) -> Expr:
        return self.local(e) if isinstance(e, Local) else super().expr(e)

    def whole(self, x: AnyInstr) -> AnyInstr:
        match x:
            case Fence() | Unsupported():
                return x
            case Label(name):
                return replace(x, name=self.prefix + name)
            case Goto(label):
                return replace(x, label=self.prefix + label)
            case Branch(test, label):
                return replace(x, test=self.expr(test), label=self.prefix + label)
            case Assign() | Read() | Rmw() | Nondet():
                inner = self.instruction(x, x.uid)
                assert isinstance(inner, Assign | Read | Rmw | Nondet)
                return replace(inner, dst=self.local(x.dst))
        return self.instruction(x, x.uid)


__all__ = ["CLEAR", "MARK", "inlined", "is_half"]
