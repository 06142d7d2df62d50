"""Where announcements are kept: ghost memory for each piece of memory that accesses race for.

Where the piece is known by name, a truth value says whether somebody stands at it.  Elsewhere the ghost holds the
address that is announced.
"""

from __future__ import annotations

from heddle.core.expr import MemoryObject
from heddle.core.program import Program
from heddle.core.types import BOOL
from heddle.races.conflicts import Racer
from heddle.races.pieces import alignment, pieces
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """``size`` is that of the accesses that are announced here by their address; None: a truth value."""

    obj: MemoryObject
    size: int | None
    steps: int = 1
    """Addresses of accesses are multiples of so much."""


@dataclass(slots=True)
class Places:
    """What one access does: the cell that it is announced in, and those that it looks at."""

    announce: list[Cell]
    look: list[Cell]


class Announcements:
    def __init__(self, program: Program, racers: list[Racer]) -> None:
        self.program = program
        self.memory: dict[str, MemoryObject] = {}
        self.places: dict[int, Places] = {r.access.instr.uid: Places([], []) for r in racers}
        """By the number of the access."""
        for group, by_address in pieces(program, racers):
            self._distribute(group, by_address)

    def _distribute(self, group: list[Racer], by_address: bool) -> None:
        """Cells for accesses that race with each other."""
        steps = alignment(self.program, group) if by_address else 1
        for writes in (True, False):
            announced = [r for r in group if r.announces and r.access.is_write == writes]
            sizes = sorted({r.access.size for r in announced})
            for cell_size in sizes if by_address else [None] if announced else []:
                cell = self._cell(cell_size, steps)
                for r in announced:
                    if cell_size in (None, r.access.size):
                        self.places[r.access.instr.uid].announce.append(cell)
                for r in group:
                    if r.looks_for_writes if writes else r.looks_for_reads:
                        self.places[r.access.instr.uid].look.append(cell)

    def _cell(self, size: int | None, steps: int) -> Cell:
        type = BOOL if size is None else self.program.data_model.void_ptr
        obj = MemoryObject(f"announced.{len(self.memory)}", type)
        self.memory[obj.name] = obj
        return Cell(obj, size, steps)


__all__ = ["Announcements", "Cell", "Places"]
