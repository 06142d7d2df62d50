"""Which accesses may race: those that may touch the same bytes at the same time, with no lock in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from heddle.core.program import Program
from heddle.races.accesses import Access, Accesses, Extent, Orders
from heddle.races.locksets import LockSets
from heddle.records import dataclass, field


@dataclass(slots=True, eq=False)
class Racer:
    """An access that may race.  A plain one is announced if it writes, or if it reads what another one writes
    atomically: then one side of every race is announced, and the other side looks."""

    access: Access
    objects: set[str] = field(default_factory=set)
    """Where it may race."""
    announces: bool = False
    looks_for_writes: bool = False
    looks_for_reads: bool = False


def racers(program: Program, orders: Orders) -> list[Racer]:
    return _Conflicts(program, orders).run()


class _Conflicts:
    def __init__(self, program: Program, orders: Orders) -> None:
        self.accesses = Accesses(program, orders)
        self.locks = LockSets(program, self.accesses)
        self.racers: dict[int, Racer] = {}

    def run(self) -> list[Racer]:
        by_object: dict[str, list[Access]] = defaultdict(list)
        for access in self.accesses.found:
            for name in access.extents:
                by_object[name].append(access)
        for name, accesses in by_object.items():
            for one, other in self._pairs(name, accesses):
                self._announce(name, one, other)
        return list(self.racers.values())

    def _pairs(self, name: str, accesses: list[Access]) -> Iterator[tuple[Access, Access]]:
        """Pairs of a plain access and another one that may race there; the first of them is the one to be announced."""
        writers = [a for a in accesses if a.is_write]
        for writer in writers:
            for other in accesses:
                if other.is_atomic and writer.is_atomic:
                    continue
                if overlap(writer.extents[name], other.extents[name]) and self._may_meet(writer, other):
                    yield (other, writer) if writer.is_atomic else (writer, other)

    def _may_meet(self, one: Access, other: Access) -> bool:
        if self.locks.held(one) & self.locks.held(other):
            return False
        return self.accesses.threads.together((one.function, one.instr), (other.function, other.instr))

    def _announce(self, name: str, announced: Access, other: Access) -> None:
        first, second = self._racer(announced), self._racer(other)
        first.announces = True
        first.objects.add(name)
        second.objects.add(name)
        if announced.is_write:
            second.looks_for_writes = True
        else:
            second.looks_for_reads = True

    def _racer(self, access: Access) -> Racer:
        return self.racers.setdefault(access.instr.uid, Racer(access))


def overlap(one: Extent, other: Extent) -> bool:
    return one[0] < other[1] and other[0] < one[1]


__all__ = ["Racer", "overlap", "racers"]
