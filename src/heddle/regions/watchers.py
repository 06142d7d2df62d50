"""Which accesses are watched, and which have to tell that they come between."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import gcd

from heddle.core.expr import MemoryObject
from heddle.core.program import Program
from heddle.core.types import BOOL
from heddle.properties.ghosts import PREFIX
from heddle.races.accesses import CREATOR, Access, Accesses
from heddle.races.conflicts import Racer, overlap
from heddle.races.pieces import alignment, pieces
from heddle.records import dataclass
from heddle.regions.inside import may_be_inside
from heddle.regions.marks import ASSIGNMENT


@dataclass(frozen=True, slots=True)
class Watched:
    """Where the watcher says what it watches: a truth value for bytes that all accesses have in common (``grain`` is
    None), or the address of as many bytes as all accesses are multiples of."""

    obj: MemoryObject
    grain: int | None


@dataclass(frozen=True, slots=True)
class Watch:
    """An access to memory that regions share with other threads; ``starts``: it may be the one that is watched."""

    access: Access
    watched: list[Watched]
    starts: bool


def watches(program: Program, region: MemoryObject) -> list[Watch]:
    found = _with_others(program, region)
    cells: dict[int, list[Watched]] = {r.access.instr.uid: [] for r in found}
    for number, (group, by_address) in enumerate(pieces(program, found)):
        grain = gcd(alignment(program, group), *(r.access.size for r in group)) if by_address else None
        obj = MemoryObject(f"{PREFIX}watched.{number}", program.data_model.void_ptr if by_address else BOOL)
        for racer in group:
            cells[racer.access.instr.uid].append(Watched(obj, grain))
    return [Watch(r.access, cells[r.access.instr.uid], r.announces) for r in found]


def _with_others(program: Program, region: MemoryObject) -> list[Racer]:
    """The accesses of regions that somebody may interrupt, and all others to the same memory."""
    accesses = Accesses(program)
    inside = may_be_inside(program, region, accesses.effects)
    by_object: dict[str, list[Access]] = defaultdict(list)
    for access in accesses.found:
        if access.function != CREATOR:
            for name in access.extents:
                by_object[name].append(access)
    racers: dict[int, Racer] = {}
    for name, found in by_object.items():
        own = [a for a in found if a.instr.uid in inside and _may_be_interrupted(a, found, name, accesses, region)]
        for access in found:
            if any(overlap(access.extents[name], a.extents[name]) for a in own):
                racer = racers.setdefault(access.instr.uid, Racer(access))
                racer.objects.add(name)
                racer.announces |= access in own
    return list(racers.values())


def _may_be_interrupted(a: Access, others: list[Access], name: str, all: Accesses, region: MemoryObject) -> bool:
    if region is ASSIGNMENT and not a.is_read:
        return False
    return any(
        (a.is_write or other.is_write) and overlap(a.extents[name], other.extents[name])
        and all.threads.together((a.function, a.instr), (other.function, other.instr))
        for other in others
    )  # fmt: skip


def objects(found: list[Watch]) -> Iterator[MemoryObject]:
    for watch in found:
        yield from (cell.obj for cell in watch.watched)


__all__ = ["Watch", "Watched", "objects", "watches"]
