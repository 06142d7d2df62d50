"""Globals that never change, and functions that pointers may point to: found by one scan of the program."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import AddressOf, Const, Expr, FunctionAddress, MemoryObject, Place
from heddle.core.instr import Rmw, Write
from heddle.core.program import Program
from heddle.core.types import Scalar
from heddle.core.walk import constant_offset, expressions, walk


def _all_expressions(program: Program) -> Iterator[Expr]:
    for function in program.functions.values():
        for x in function.body:
            for e in expressions(x):
                yield from walk(e)
    for obj in program.memory.values():
        for _, _, e in obj.init:
            yield from walk(e)


def address_taken_functions(program: Program) -> list[str]:
    names = {e.function: None for e in _all_expressions(program) if isinstance(e, FunctionAddress)}
    return [n for n in names if n in program.functions]


class ConstantMemory:
    """Values of globals that nothing in the program writes and whose address nobody has."""

    def __init__(self, program: Program) -> None:
        self.changing = {o.name for o in program.memory.values() if o.kind != "global"}
        for function in program.functions.values():
            for x in function.body:
                if isinstance(x, (Write, Rmw)) and isinstance(x.place.base, MemoryObject):
                    self.changing.add(x.place.base.name)
        for e in _all_expressions(program):
            if isinstance(e, AddressOf) and isinstance(e.place.base, MemoryObject):
                self.changing.add(e.place.base.name)

    def read(self, place: Place, library: bool) -> Expr | None:
        """What a read of ``place`` gives, if it always gives the same.

        Library code may take it that nobody writes into string literals (C11 6.4.5): formats decide what runs there.
        """
        base, type = place.base, place.type
        if not isinstance(base, MemoryObject) or base.kind != "global":
            return None
        if base.name in self.changing and not (library and base.literal):
            return None
        offset = constant_offset(place)
        if offset is None or not isinstance(type, Scalar):
            return None
        if not 0 <= offset <= base.type.size - type.size:
            return None
        for at, kind, value in base.init:
            if at == offset and kind.size == type.size:
                return Const(type.wrap(value.value), type) if isinstance(value, Const) else value
            if at < offset + type.size and offset < at + kind.size:
                return None
        return Const(0, type)
