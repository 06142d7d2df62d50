"""Writes the checks for races into a program."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import count

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, Local, Place
from heddle.core.instr import DATA_RACE, GHOST, AnyInstr, Assert, Read, Rmw, Write
from heddle.core.program import Program
from heddle.core.types import BOOL, INT, PointerType, Scalar
from heddle.races.accesses import Orders, orders_by_c11
from heddle.races.announcements import Announcements, Cell
from heddle.races.conflicts import racers
from heddle.records import replace

MESSAGE = "two threads access the same memory at the same time"


def with_race_checks(program: Program, orders: Orders = orders_by_c11) -> Program:
    """The program with an Assert of kind :data:`DATA_RACE` before every access that may race."""
    return _Writer(program, orders).run()


class _Writer:
    def __init__(self, program: Program, orders: Orders) -> None:
        self.program, self.orders = program, orders
        self.pointer = program.data_model.void_ptr
        self._fresh = count()

    def run(self) -> Program:
        found = racers(self.program, self.orders)
        if not found:
            return self.program
        kept = Announcements(self.program, found)
        before: dict[str, dict[int, list[AnyInstr]]] = defaultdict(lambda: defaultdict(list))
        for racer in found:
            access = racer.access
            places = kept.places[access.instr.uid]
            code = before[access.function][access.position]
            for cell in places.look:
                code += self._look(access.instr, cell)
            for cell in places.announce:
                code += self._announce(access.instr, cell)
        functions = dict(self.program.functions)
        for name, code_at in before.items():
            body = functions[name].body
            written = [y for i, x in enumerate(body) for y in (*code_at.get(i, ()), x)]
            functions[name] = replace(functions[name], body=written)
        return replace(self.program, functions=functions, memory=self.program.memory | kept.memory)

    def _look(self, x: Read | Write | Rmw, cell: Cell) -> Iterator[AnyInstr]:
        seen = Local(f"seen.{next(self._fresh)}", _type(cell))
        yield Read(seen, _place(cell), GHOST, loc=x.loc)
        clear: Expr = Binary("==", seen, Const(0, seen.type), INT)
        if cell.size is not None:
            apart = [Binary("!=", seen, address, INT) for address in self._met(x, cell, cell.size)]
            for one in apart[1:]:
                apart[0] = Binary("&&", apart[0], one, INT)
            clear = Binary("||", clear, apart[0], INT)
        yield Assert(clear, MESSAGE, DATA_RACE, loc=x.loc)

    def _announce(self, x: Read | Write | Rmw, cell: Cell) -> Iterator[AnyInstr]:
        """Others may run between the two."""
        here: Expr = Const(1, BOOL) if cell.size is None else self._address(x)
        yield Write(_place(cell), here, GHOST, loc=x.loc)
        yield Write(_place(cell), Const(0, _type(cell)), GHOST, loc=x.loc)

    def _met(self, x: Read | Write | Rmw, cell: Cell, size: int) -> Iterator[Expr]:
        """The addresses at which an access of this size meets ``x``."""
        for offset in range(1 - size, x.place.type.size):
            if offset % cell.steps == 0:
                address = self._address(x)
                yield Binary("+", address, Const(offset, self.pointer), self.pointer) if offset else address

    def _address(self, x: Read | Write | Rmw) -> Expr:
        return Cast(AddressOf(x.place, PointerType(self.pointer.bits, x.place.type)), self.pointer)


def _type(cell: Cell) -> Scalar:
    type = cell.obj.type
    assert isinstance(type, Scalar)
    return type


def _place(cell: Cell) -> Place:
    return Place(cell.obj, (), cell.obj.type)


__all__ = ["with_race_checks"]
