"""Where announcements are kept: ghost memory for each piece of memory that accesses race for.

Where all that race for some bytes of a global name these bytes (or overlapping ones) directly, a truth value says
whether somebody stands at them.  Elsewhere the ghost holds the address that is announced.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import gcd

from heddle.core.expr import FieldStep, MemoryObject
from heddle.core.program import Program
from heddle.core.types import BOOL
from heddle.races.accesses import Extent
from heddle.races.conflicts import Racer
from heddle.records import dataclass
from heddle.unsequenced.footprint import WHOLE

WORD = 16
"""No access needs more alignment."""


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
        self._library = {f.name for f in program.functions.values() if f.library}
        users: dict[str, list[Racer]] = defaultdict(list)
        for racer in racers:
            for name in racer.objects:
                users[name].append(racer)
        direct = {name for name, found in users.items() if self._is_direct(name, found)}
        for name in sorted(direct):
            for group in _groups([(r.access.extents[name], r) for r in users[name]]):
                self._distribute(group, by_address=False)
        rest = {name: found for name, found in users.items() if name not in direct}
        for group in _joined(rest):
            self._distribute(group, by_address=True)

    def _is_direct(self, name: str, racers: list[Racer]) -> bool:
        obj = self.program.memory.get(name)
        if obj is None or obj.kind != "global":
            return False
        if not all(r.access.is_direct and r.access.extents[name] != WHOLE for r in racers):
            return False
        groups = _groups([(r.access.extents[name], r) for r in racers])
        return all(
            low < end and start < high
            for group in groups for low, high in _extents(group, name) for start, end in _extents(group, name)
        )  # fmt: skip

    def _distribute(self, group: list[Racer], by_address: bool) -> None:
        """Cells for accesses that race with each other."""
        steps = gcd(WORD, *(self._alignment(r) for r in group)) if by_address else 1
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

    def _alignment(self, racer: Racer) -> int:
        """What the address is a multiple of, if pointers are what their types say; the library's need not be."""
        place = racer.access.instr.place
        if racer.access.function in self._library:
            return 1
        return gcd(place.type.size, *(s.offset if isinstance(s, FieldStep) else s.size for s in place.steps))


def _extents(group: list[Racer], name: str) -> set[Extent]:
    return {r.access.extents[name] for r in group}


def _groups(found: list[tuple[Extent, Racer]]) -> Iterator[list[Racer]]:
    """Accesses whose bytes overlap, directly or by others."""
    group: list[Racer] = []
    end = 0
    for (low, high), racer in sorted(found, key=lambda pair: pair[0]):
        if group and low >= end:
            yield group
            group = []
        group.append(racer)
        end = max(end, high)
    if group:
        yield group


def _joined(users: dict[str, list[Racer]]) -> Iterator[list[Racer]]:
    """Accesses to objects that one access may both go to, directly or by others."""
    left = dict(users)
    while left:
        pending, found = [min(left)], {}
        while pending:
            for racer in left.pop(pending.pop(), ()):
                found[racer.access.instr.uid] = racer
                pending += [name for name in racer.objects if name in left]
        yield list(found.values())


__all__ = ["Announcements", "Cell", "Places"]
