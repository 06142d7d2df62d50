"""Functions with small callees put into them, to look at: what an iteration does is then in one body.

Nobody runs the result.  Instructions keep their uid, so that one of a callee stands there once for each call.
"""

from __future__ import annotations

from heddle.core.expr import Expr, Local, MemoryObject
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    Assume,
    Branch,
    Call,
    Declare,
    Fence,
    Goto,
    Label,
    Nondet,
    Read,
    Return,
    Rmw,
    Write,
)
from heddle.core.program import Function, Program
from heddle.passes.fold import Folder
from heddle.records import replace

MOST_CODE = 100
"""Of a callee."""
MOST_DEPTH = 4
SIMPLE = (Assert, Assign, Assume, Branch, Call, Declare, Fence, Goto, Label, Nondet, Read, Return, Rmw, Write)


def expanded(program: Program, function: Function) -> Function:
    return replace(function, body=_Expansion(program).body(function, (function.name,)))


class _Expansion:
    def __init__(self, program: Program) -> None:
        self.program, self.copies = program, 0

    def body(self, function: Function, inside: tuple[str, ...]) -> list[AnyInstr]:
        code: list[AnyInstr] = []
        for x in function.body:
            callee = self.program.functions.get(x.callee) if isinstance(x, Call) and isinstance(x.callee, str) else None
            if isinstance(x, Call) and callee is not None and _fits(callee, x, inside):
                code += self._call(x, callee, (*inside, callee.name))
            else:
                code.append(x)
        return code

    def _call(self, x: Call, callee: Function, inside: tuple[str, ...]) -> list[AnyInstr]:
        body = self.body(callee, inside)
        self.copies += 1
        prefix = f"{callee.name}.{self.copies}."
        changed = {_dst(y) for y in body}
        given = {p: a for p, a in zip(callee.params, x.args, strict=True) if p not in changed}
        copy = _Copy(prefix, given)
        code: list[AnyInstr] = [
            Assign(copy.local(p), a, loc=x.loc) for p, a in zip(callee.params, x.args, strict=True) if p not in given
        ]
        for y in body:
            if isinstance(y, Return):
                if x.dst is not None and y.value is not None:
                    code.append(Assign(x.dst, copy.folder.expr(y.value), loc=y.loc))
                code.append(Goto(f"{prefix}end", loc=y.loc))
            else:
                code.append(copy.instruction(y))
        return [*code, Label(f"{prefix}end", loc=x.loc)]


def _fits(callee: Function, x: Call, inside: tuple[str, ...]) -> bool:
    return (
        len(callee.body) <= MOST_CODE and len(inside) <= MOST_DEPTH and callee.name not in inside
        and not callee.persistent and len(callee.params) == len(x.args)
        and (x.dst is None or callee.returns == x.dst.type)
        and all(isinstance(y, SIMPLE) for y in callee.body)
    )  # fmt: skip


def _dst(x: AnyInstr) -> Local | None:
    return getattr(x, "dst", None)


class _Copy:
    """The code of a callee with names of its own, and with what a call gives in place of parameters."""

    def __init__(self, prefix: str, given: dict[Local, Expr]) -> None:
        self.prefix = prefix
        self.folder = Folder(lambda local: given.get(local) or self.local(local), self.object, None)

    def local(self, local: Local) -> Local:
        return Local(self.prefix + local.name, local.type)

    def object(self, obj: MemoryObject) -> MemoryObject:
        return replace(obj, name=self.prefix + obj.name) if obj.kind == "local" else obj

    def instruction(self, x: AnyInstr) -> AnyInstr:
        expr, place = self.folder.expr, self.folder.place
        match x:
            case Assign():
                return replace(x, dst=self.local(x.dst), value=expr(x.value))
            case Nondet():
                return replace(x, dst=self.local(x.dst))
            case Assume() | Assert():
                return replace(x, test=expr(x.test))
            case Read():
                return replace(x, dst=self.local(x.dst), place=place(x.place))
            case Write():
                return replace(x, place=place(x.place), value=expr(x.value))
            case Rmw():
                return self._exchange(x)
            case Declare():
                return replace(x, obj=self.object(x.obj))
            case Label():
                return replace(x, name=self.prefix + x.name)
            case Goto():
                return replace(x, label=self.prefix + x.label)
            case Branch():
                return replace(x, test=expr(x.test), label=self.prefix + x.label)
            case Call():
                callee = x.callee if isinstance(x.callee, str) else expr(x.callee)
                dst = None if x.dst is None else self.local(x.dst)
                return replace(x, dst=dst, callee=callee, args=tuple(map(expr, x.args)))
        return x

    def _exchange(self, x: Rmw) -> Rmw:
        """Its test is that of the choice: what is known of it is left to who looks at it."""
        expr, place = self.folder.expr, self.folder.place
        test = None if x.test is None else expr(x.test)
        return replace(x, dst=self.local(x.dst), place=place(x.place), value=expr(x.value), test=test)


__all__ = ["expanded"]
