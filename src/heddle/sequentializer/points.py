"""Where a thread may be interrupted: its body cut into numbered blocks (the labels of thesis Fig. 2.9)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Set

from heddle.core.instr import (
    CONCURRENT,
    AnyInstr,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Cut,
    Exit,
    Goto,
    Label,
    Unsupported,
)


def section_depths(body: list[AnyInstr]) -> list[int]:
    """For each instruction, in how many atomic sections it stands; unreachable code counts as outside."""
    depth_at: dict[str, int] = {}
    depths: list[int] = []
    depth: int | None = 0
    for x in body:
        if isinstance(x, Label):
            arriving = [d for d in (depth, depth_at.get(x.name)) if d is not None]
            depth = max(arriving, default=None)
        depths.append(depth or 0)
        if depth is None:
            continue
        if isinstance(x, AtomicBegin):
            depth += 1
        elif isinstance(x, AtomicEnd):
            depth = max(depth - 1, 0)
        elif isinstance(x, (Branch, Goto)):
            depth_at[x.label] = max(depth, depth_at.get(x.label, 0))
        if isinstance(x, (Goto, Exit, Cut, Unsupported)):
            depth = None
    return depths


class Blocks:
    """Blocks 0 .. count-1 of a body: block k runs from its start to the start of the next one without interruption.

    Point k stands before block k; point ``count`` is the thread's end.
    """

    def __init__(self, body: list[AnyInstr], switch_points: Set[int]) -> None:
        starts = sorted({_after_labels(body, p) for p in switch_points})
        # To stop before the first visible step is not to have started: nobody can tell the difference.
        if starts and not any(isinstance(x, (*CONCURRENT, Call)) for x in body[: starts[0]]):
            del starts[0]
        self.starts = [0, *(s for s in starts if 0 < s < len(body))]
        self.count = len(self.starts)
        self.guards = self._guards(body)

    def block_of(self, position: int) -> int:
        return bisect_right(self.starts, position) - 1

    def _guards(self, body: list[AnyInstr]) -> dict[str, int]:
        """For each label that a jump from an earlier block reaches: the least point at which the run may then stop."""
        label_block = {x.name: self.block_of(i) for i, x in enumerate(body) if isinstance(x, Label)}
        guards = {}
        for i, x in enumerate(body):
            if isinstance(x, (Goto, Branch)) and self.block_of(i) < label_block[x.label]:
                guards[x.label] = label_block[x.label] + 1
        return guards


def drop_idle_jumps(body: list[AnyInstr], switch_points: Set[int]) -> tuple[list[AnyInstr], set[int]]:
    """The body without jumps to the next instruction and labels that nothing jumps to; its points moved along."""
    kept = [not (isinstance(x, Goto) and _falls_to(body, i + 1, x.label)) for i, x in enumerate(body)]
    targets = {x.label for i, x in enumerate(body) if isinstance(x, (Goto, Branch)) and kept[i]}
    result: list[AnyInstr] = []
    points: set[int] = set()
    for i, x in enumerate(body):
        if i in switch_points:
            points.add(len(result))
        if kept[i] and not (isinstance(x, Label) and x.name not in targets):
            result.append(x)
    return result, points


def _falls_to(body: list[AnyInstr], position: int, label: str) -> bool:
    """Whether control comes to the label from ``position`` through labels only."""
    while position < len(body):
        x = body[position]
        if not isinstance(x, Label):
            return False
        if x.name == label:
            return True
        position += 1
    return False


def _after_labels(body: list[AnyInstr], position: int) -> int:
    """A point before a label would be missed by jumps to it, so it moves behind."""
    while position < len(body) and isinstance(body[position], Label):
        position += 1
    return position
