"""Pieces of memory: which accesses meet each other, and whether their bytes are known by name.

Where all accesses to some bytes of a global name these bytes (or overlapping ones, all with a byte in common)
directly, ghosts need no addresses for them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import gcd

from heddle.core.expr import FieldStep
from heddle.core.program import Program
from heddle.races.accesses import Extent
from heddle.races.conflicts import Racer
from heddle.unsequenced.footprint import WHOLE

WORD = 16
"""No access needs more alignment."""


def pieces(program: Program, racers: list[Racer]) -> Iterator[tuple[list[Racer], bool]]:
    """Accesses that may meet, directly or by others; true if they are told apart by address."""
    users: dict[str, list[Racer]] = defaultdict(list)
    for racer in racers:
        for name in racer.objects:
            users[name].append(racer)
    direct = {name for name, found in users.items() if _is_direct(program, name, found)}
    for name in sorted(direct):
        for group in _groups([(r.access.extents[name], r) for r in users[name]]):
            yield group, False
    rest = {name: found for name, found in users.items() if name not in direct}
    for group in _joined(rest):
        yield group, True


def alignment(program: Program, group: list[Racer]) -> int:
    """What the addresses are multiples of, if pointers are what their types say; the library's need not be."""
    return gcd(WORD, *(_alignment(program, r) for r in group))


def _alignment(program: Program, racer: Racer) -> int:
    place = racer.access.instr.place
    if program.functions[racer.access.function].library:
        return 1
    return gcd(place.type.size, *(s.offset if isinstance(s, FieldStep) else s.size for s in place.steps))


def _is_direct(program: Program, name: str, racers: list[Racer]) -> bool:
    obj = program.memory.get(name)
    if obj is None or obj.kind != "global":
        return False
    if not all(r.access.is_direct and r.access.extents[name] != WHOLE for r in racers):
        return False
    groups = _groups([(r.access.extents[name], r) for r in racers])
    return all(
        low < end and start < high
        for group in groups for low, high in _extents(group, name) for start, end in _extents(group, name)
    )  # fmt: skip


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


__all__ = ["alignment", "pieces"]
