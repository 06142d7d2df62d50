"""Promotion: memory that one thread alone uses, always by name and in whole cells, becomes local variables.

What is known about local variables is known place by place, about memory only for the whole run.  So a thread's
identifier, kept in a variable whose address only ``pthread_create`` sees, is known where the thread is joined.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from heddle.core.expr import Cast, Const, Expr, Local, MemoryObject, Place, Unary
from heddle.core.initial import Initial
from heddle.core.instr import AnyInstr, Assign, Branch, Declare, Free, Label, Nondet, Read, Rmw, Write
from heddle.core.program import BoundedProgram
from heddle.core.types import INT, FloatType, Scalar, part_name
from heddle.core.walk import constant_offset, objects_addressed, place_of
from heddle.records import replace
from heddle.symbolic.registers import Registers

Cell = tuple[str, int]
"""An object and an offset in it."""


def promote(program: BoundedProgram, initial: Initial, many: Collection[int]) -> BoundedProgram:
    """``many``: threads that stand for any number of them; what is not their own stays memory."""
    return _Promotion(program, initial, many).run()


class _Promotion:
    def __init__(self, program: BoundedProgram, initial: Initial, many: Collection[int]) -> None:
        self.program, self.initial = program, initial
        self.registers = Registers(program)
        self.local: dict[Cell, Local] = {}
        spoiled = self._find()
        for name, user in self.registers.user.items():
            if program.memory[name].kind not in ("local", "tls") and user in many:
                spoiled.add(name)
        self.local = {cell: local for cell, local in self.local.items() if cell[0] not in spoiled}
        self.names = {name for name, _ in self.local}
        self._labels = 0

    def _find(self) -> set[str]:
        """Makes a variable of every cell; gives the objects that have to stay memory."""
        spoiled = {name for name, obj in self.program.memory.items() if obj.kind == "heap"}
        for thread in self.program.threads:
            for x in thread.body:
                place = place_of(x)
                cell = None if place is None else self._cell(place)
                if place is None or cell is None:
                    continue
                type = _scalar(place)
                known = self.local.get(cell)
                if known is None:
                    base = self.program.memory[cell[0]]
                    shown = "" if base.type.size == type.size else part_name(base.type, cell[1])
                    self.local[cell] = Local(f"{base.name}{shown}", type)
                elif known.type != type and (isinstance(type, FloatType) or isinstance(known.type, FloatType)):
                    spoiled.add(cell[0])
        return spoiled

    def _cell(self, place: Place) -> Cell | None:
        if not isinstance(place.base, MemoryObject) or not self.registers.is_register(place.base):
            return None
        if self.registers.is_large(place.base):
            return None
        return place.base.name, constant_offset(place) or 0

    def run(self) -> BoundedProgram:
        threads = []
        for thread in self.program.threads:
            body = list(self._beginning(thread.index))
            for x in thread.body:
                body += self._instruction(x)
            threads.append(replace(thread, body=body))
        memory = {name: obj for name, obj in self.program.memory.items() if name not in self.names}
        return replace(self.program, threads=threads, memory=memory)

    def _beginning(self, thread: int) -> Iterator[AnyInstr]:
        """What the variables hold first, but for those that are declared."""
        for (name, offset), local in self.local.items():
            obj = self.program.memory[name]
            if self.registers.user[name] == thread and obj.kind != "local":
                contents = self.initial.contents(obj)[offset : offset + local.type.size]
                yield Assign(local, Const(local.type.wrap(int.from_bytes(contents, "little")), local.type))

    def _instruction(self, x: AnyInstr) -> Iterator[AnyInstr]:
        match x:
            case Read() | Write() | Rmw() if (local := self._local(x.place)) is not None:
                yield from self._access(x, local)
            case Declare() if x.obj.name in self.names:
                for (name, _), local in self.local.items():
                    if name == x.obj.name:
                        yield Assign(local, Const(0, local.type)) if x.zeroed else Nondet(local)
            case Free() if x.uid < 0 and any(obj.name in self.names for obj in objects_addressed(x.pointer)):
                return
            case _:
                yield x

    def _access(self, x: Read | Write | Rmw, local: Local) -> Iterator[AnyInstr]:
        if not isinstance(x, Write):
            yield Assign(x.dst, _as(local, x.dst.type), loc=x.loc)
        if isinstance(x, Read):
            return
        type = _scalar(x.place)
        value = Assign(local, _as(_as(x.value, type), local.type), loc=x.loc)
        if isinstance(x, Rmw) and x.test is not None:
            self._labels += 1
            kept = f"kept_{self._labels}"
            yield Branch(Unary("!", x.test, INT), kept, loc=x.loc)
            yield value
            yield Label(kept)
        else:
            yield value

    def _local(self, place: Place) -> Local | None:
        cell = self._cell(place)
        return None if cell is None else self.local.get(cell)


def _as(e: Expr, type: Scalar) -> Expr:
    return e if e.type == type else Cast(e, type)


def _scalar(place: Place) -> Scalar:
    type = place.type
    assert isinstance(type, Scalar)
    return type


__all__ = ["promote"]
