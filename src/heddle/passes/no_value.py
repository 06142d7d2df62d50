"""Uses of the value of a function that ended without a ``return`` (C11 6.9.1).

Where such a function ends its thread remembers it; a call that uses the value looks, right after it has come back.
"""

from __future__ import annotations

from heddle.core.expr import Const, Local, MemoryObject, Place, Unary
from heddle.core.instr import NO_VALUE, AnyInstr, Assert, Call, Location, Read, Write
from heddle.core.program import Function, Program
from heddle.core.types import BOOL, INT
from heddle.passes.points_to import PointsTo
from heddle.records import replace

FLAG = MemoryObject("heddle::no value", BOOL, "tls")
_PLACE = Place(FLAG, (), BOOL)


def with_value_checks(program: Program) -> Program:
    """The program with a check behind each call whose value is used, if what it calls may give none."""
    silent = {f.name: next((x for x in f.body if _is_mark(x)), None) for f in program.functions.values()}
    messages = {name: x.message for name, x in silent.items() if isinstance(x, Assert)}
    if not messages:
        return program
    points_to = PointsTo(program)

    def written(function: Function) -> Function:
        body: list[AnyInstr] = []
        for x in function.body:
            if _is_mark(x):
                body.append(_note(1, x.loc))
            elif isinstance(x, Call) and x.dst is not None:
                called = [f.name for f in points_to.callees(function.name, x.callee) if f.name in messages]
                body += _looked_at(x, messages[called[0]]) if called else [x]
            else:
                body.append(x)
        return replace(function, body=body)

    functions = {name: written(f) for name, f in program.functions.items()}
    return replace(program, functions=functions, memory=program.memory | {FLAG.name: FLAG})


def _is_mark(x: AnyInstr) -> bool:
    return isinstance(x, Assert) and x.kind == NO_VALUE


def _note(value: int, loc: Location) -> Write:
    return Write(_PLACE, Const(value, BOOL), loc=loc)


def _looked_at(call: Call, message: str) -> list[AnyInstr]:
    seen = Local(FLAG.name, BOOL)
    test = Unary("!", seen, INT)
    return [_note(0, call.loc), call, Read(seen, _PLACE, loc=call.loc), Assert(test, message, NO_VALUE, loc=call.loc)]


__all__ = ["with_value_checks"]
