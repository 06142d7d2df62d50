"""Loops of a function body: regions of a flat instruction list that a backward jump repeats.

Every kind of loop, also one made of gotos, is a region from a label to the last jump back to it.  Regions are made to
nest: one that overlaps another's end is extended.
"""

from __future__ import annotations

from heddle.core.instr import AnyInstr, Branch, Goto, Label, Location, Return
from heddle.records import dataclass


@dataclass(slots=True, eq=False)
class Region:
    head: int
    end: int
    """Position of the last instruction of the region (inclusive)."""
    loc: Location
    statement: str = ""
    """What the loop is in C: ``for``, ``while`` (also ``do``), or nothing of its own (jumps)."""
    exits: bool = False
    """Some jump or return leaves the region."""
    test_end: int | None = None
    """Position of the first jump out, if only a loop test (no effects) stands before it."""


class LoopNest:
    """The loop regions of one body, and where its labels are."""

    def __init__(self, body: list[AnyInstr]) -> None:
        self.position = {x.name: i for i, x in enumerate(body) if isinstance(x, Label)}
        self.regions = _regions(body, self.position)
        self.by_head = {r.head: r for r in self.regions}
        self._around: dict[int, tuple[Region, ...]] = {}
        for r in self.regions:
            _find_exits(r, body, self.position)

    def around(self, position: int) -> tuple[Region, ...]:
        """The regions that contain a position, outermost first."""
        if position not in self._around:
            self._around[position] = tuple(r for r in self.regions if r.head <= position <= r.end)
        return self._around[position]


def _regions(body: list[AnyInstr], position: dict[str, int]) -> list[Region]:
    ends: dict[int, int] = {}
    for i, x in enumerate(body):
        if isinstance(x, (Goto, Branch)) and position[x.label] <= i:
            ends[position[x.label]] = i
    heads = sorted(ends)
    changed = True
    while changed:
        changed = False
        for outer in heads:
            for inner in heads:
                if outer < inner <= ends[outer] < ends[inner]:
                    ends[outer] = ends[inner]
                    changed = True
    return [Region(h, ends[h], _location(body, h, ends[h]), _statement(body[h])) for h in heads]


def _statement(head: AnyInstr) -> str:
    return head.loop if isinstance(head, Label) else ""


def _location(body: list[AnyInstr], head: int, end: int) -> Location:
    return next((body[i].loc for i in range(head, end + 1) if body[i].loc.line), body[head].loc)


def _find_exits(region: Region, body: list[AnyInstr], position: dict[str, int]) -> None:
    pure = True
    for i in range(region.head, region.end + 1):
        x = body[i]
        leaves = isinstance(x, Return) or (
            isinstance(x, (Goto, Branch)) and not region.head <= position[x.label] <= region.end
        )
        if leaves:
            region.exits = True
            if pure and isinstance(x, Branch) and region.test_end is None:
                region.test_end = i
            return
        if not _may_stand_in_test(x, i, position):
            pure = False


def _may_stand_in_test(x: AnyInstr, i: int, position: dict[str, int]) -> bool:
    if isinstance(x, (Goto, Branch)):
        return position[x.label] > i
    return type(x).__name__ in ("Label", "Assign", "Read", "Nondet", "Assume")
