"""Writes through pointers to string literals and objects defined with ``const``: a check where there may be one.

Where a pointer may lead is known from the whole program; where none of it is read-only nothing is added.  An object of
a call is known to other functions by what its thread remembers: the address of the latest one.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, Local, MemoryObject, Place, Unary
from heddle.core.instr import CONST, AnyInstr, Assert, Declare, Location, Read, Rmw, Write
from heddle.core.parts import all_parts, parts
from heddle.core.program import Function, Program
from heddle.core.types import INT, IntType, PointerType
from heddle.passes.points_to import PointsTo
from heddle.records import replace

PREFIX = "heddle::"


def with_read_only_checks(program: Program) -> Program:
    """The program with an Assert of kind :data:`CONST` before every write that may go to what is read-only."""
    guarded = {obj.name: obj for obj in (*program.memory.values(), *_locals(program)) if obj.const}
    if not guarded or not _taken(program) & guarded.keys():
        return program
    return _Writer(program, guarded).run()


def message(obj: MemoryObject) -> str:
    if obj.literal:
        return "write to a string literal"
    what = "the const object" if obj.const == ((0, obj.type.size),) else "a const member of"
    return f"write to {what} {obj.name.rpartition('::')[2]}"


def clear_of(address: Expr, size: int, obj: MemoryObject, part: tuple[int, int], base: Expr | None = None) -> Expr:
    """Whether ``size`` bytes at an address are outside a part of an object, which lies at ``base`` if that is given."""
    offset, length = part
    number = IntType(address.type.bits, False)
    start = Cast(base or AddressOf(Place(obj, (), obj.type), PointerType(number.bits)), number)
    before = Const(number.wrap(offset - size + 1), number)
    distance = Binary("-", Binary("-", Cast(address, number), start, number), before, number)
    return Unary("!", Binary("<", distance, Const(length + size - 1, number), INT), INT)


def _locals(program: Program) -> Iterator[MemoryObject]:
    return (obj for function in program.functions.values() for obj in function.memory)


def _taken(program: Program) -> set[str]:
    """The objects whose addresses are taken."""
    used = (part for f in program.functions.values() for x in f.body for part in all_parts(x))
    data = (part for obj in program.memory.values() for _, _, e in obj.init for part in parts(e))
    return {
        part.place.base.name for some in (used, data) for part in some
        if isinstance(part, AddressOf) and isinstance(part.place.base, MemoryObject)
    }  # fmt: skip


class _Writer:
    def __init__(self, program: Program, guarded: dict[str, MemoryObject]) -> None:
        self.program, self.guarded = program, guarded
        self.points_to = PointsTo(program)
        self.pointer = program.data_model.void_ptr
        self.remembered: dict[str, MemoryObject] = {}

    def run(self) -> Program:
        functions = {name: self._checked(f) for name, f in self.program.functions.items()}
        if self.remembered:
            functions = {name: self._remembering(f) for name, f in functions.items()}
        memory = self.program.memory | {obj.name: obj for obj in self.remembered.values()}
        return replace(self.program, functions=functions, memory=memory)

    def _checked(self, function: Function) -> Function:
        body: list[AnyInstr] = []
        for x in function.body:
            if isinstance(x, (Write, Rmw)) and not isinstance(x.place.base, MemoryObject):
                for name in sorted(set(self.points_to.objects(function.name, x.place)) & self.guarded.keys()):
                    body += self._check(x, self.guarded[name])
            body.append(x)
        return function if len(body) == len(function.body) else replace(function, body=body)

    def _check(self, x: Write | Rmw, obj: MemoryObject) -> Iterator[AnyInstr]:
        address = AddressOf(x.place, PointerType(self.pointer.bits, x.place.type))
        base = None
        if obj.kind == "local":
            memory = self.remembered.setdefault(obj.name, MemoryObject(f"{PREFIX}{obj.name}", self.pointer, "tls"))
            base = Local(memory.name, self.pointer)
            yield Read(base, Place(memory, (), self.pointer), loc=x.loc)
        for part in obj.const:
            yield Assert(clear_of(address, x.place.type.size, obj, part, base), message(obj), CONST, loc=x.loc)

    def _remembering(self, function: Function) -> Function:
        body: list[AnyInstr] = []
        for x in function.body:
            body.append(x)
            if isinstance(x, Declare) and x.obj.name in self.remembered:
                body.append(self._note(x.obj, x.loc))
        return function if len(body) == len(function.body) else replace(function, body=body)

    def _note(self, obj: MemoryObject, loc: Location) -> Write:
        memory = self.remembered[obj.name]
        address = AddressOf(Place(obj, (), obj.type), self.pointer)
        return Write(Place(memory, (), self.pointer), address, loc=loc)


__all__ = ["clear_of", "message", "with_read_only_checks"]
