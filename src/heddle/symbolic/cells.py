"""Cells: the pieces of memory that accesses need, so that every access is to whole cells.

Almost always an access is to one cell.  Where accesses of different shapes overlap (unions, byte-wise copies), memory
is cut at all their ends and an access covers several cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from heddle.core.types import IntType
from heddle.records import dataclass
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.value_analysis import ACCESSES, Values
from heddle.symbolic.values import Value, cast, full, join


@dataclass(slots=True, eq=False)
class Cell:
    """``type`` is how its content is seen; ``value`` all contents it can have; ``junk`` an indeterminate start."""

    number: int
    address: int
    size: int
    type: IntType
    value: Value


class Cells:
    def __init__(self, program: EventProgram, values: Values) -> None:
        self.values, self.layout = values, program.layout
        self._declarations = Counter(
            e.instr.obj.name  # type: ignore[union-attr]
            for t in program.threads
            for e in t.events
            if e.kind is Kind.DECLARE and not values.dead(e)
        )
        self.all: list[Cell] = []
        self._covering: dict[tuple[int, int], tuple[Cell, ...]] = {}
        signed: dict[tuple[int, int], bool] = {}
        for thread in program.threads:
            for event in thread.events:
                if event.kind in ACCESSES and not event.local and not values.dead(event):
                    is_signed = event.instr.place.type.signed  # type: ignore[union-attr]
                    for target in event.targets or ():
                        key = (target, event.size)
                        signed[key] = signed.get(key, False) or is_signed
        self._partition(sorted(signed), signed)

    def covering(self, address: int, size: int) -> tuple[Cell, ...]:
        """The cells of an access, lowest address first."""
        return self._covering[address, size]

    def coverings(self) -> Iterable[tuple[Cell, ...]]:
        """The cells of every access that there is."""
        return self._covering.values()

    def of(self, event: Event) -> list[Cell]:
        """Every cell that an event may touch."""
        if event.kind is Kind.DECLARE:
            return self._redeclared(event)
        if event.kind not in ACCESSES:
            return []
        return [c for target in event.targets or () for c in self._covering[target, event.size]]

    def _redeclared(self, event: Event) -> list[Cell]:
        """The cells whose content a declaration makes indeterminate again; the first one needs nothing."""
        obj = event.instr.obj  # type: ignore[union-attr]
        if self._declarations[obj.name] < 2:
            return []
        low = self.layout.base[obj.name]
        return [c for c in self.all if low <= c.address < low + obj.type.size]

    def _partition(self, accesses: list[tuple[int, int]], signed: dict[tuple[int, int], bool]) -> None:
        group: list[tuple[int, int]] = []
        end = -1
        for access in accesses:
            if access[0] >= end and group:
                self._cells_of(group, signed)
                group = []
            group.append(access)
            end = max(end, access[0] + access[1])
        if group:
            self._cells_of(group, signed)

    def _cells_of(self, group: list[tuple[int, int]], signed: dict[tuple[int, int], bool]) -> None:
        memory = self.values.memory
        if len(group) == 1:
            (address, size) = group[0]
            type = IntType(8 * size, signed[group[0]])
            initial = memory.initial(address, size)
            value = initial if initial.junk else cast(initial, type)
            written = memory.written.get((address, size))
            if written is not None:
                value = join(value, cast(written, type))
            self._covering[group[0]] = (self._new(address, size, type, full(type, True) if value.junk else value),)
            return
        ends = sorted({a for a, _ in group} | {a + s for a, s in group})
        pieces = []
        for low, high in pairwise(ends):
            type = IntType(8 * (high - low), False)
            pieces.append(self._new(low, high - low, type, full(type, memory.initial(low, high - low).junk)))
        for address, size in group:
            self._covering[address, size] = tuple(c for c in pieces if address <= c.address < address + size)

    def _new(self, address: int, size: int, type: IntType, value: Value) -> Cell:
        cell = Cell(len(self.all), address, size, type, value)
        self.all.append(cell)
        return cell
