"""Units: the code of an expression cut into pieces that are evaluated one after the other, and which order C wants."""

from __future__ import annotations

from bisect import bisect_left

from heddle.core.instr import AnyInstr, Branch, Goto, Label, Write, defined
from heddle.passes.liveness import used
from heddle.records import dataclass, field
from heddle.unsequenced.effects import Effect, Effects
from heddle.unsequenced.marks import Operands

CONTROL = (Label, Goto, Branch)


@dataclass(slots=True)
class Unit:
    """``parts`` are the effects of its instructions, ``effect`` is all of them together."""

    code: list[AnyInstr]
    parts: list[Effect]
    effect: Effect
    whole: tuple[int, int] | None = None
    """The operand, as an interval of numbers, that it is all of."""

    sets: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)
    """The local variables that it changes, and those whose values it looks at."""

    @property
    def uid(self) -> int:
        return self.code[0].uid

    def add(self, x: AnyInstr, effect: Effect) -> None:
        self.code.append(x)
        self.parts.append(effect)
        self.effect.update(effect)
        self.uses.update(used(x))
        dst = defined(x)
        if dst is not None:
            self.sets.add(dst.name)


def cut_up(code: list[AnyInstr], marks: list[Operands], effects: Effects) -> list[Unit]:
    """An instruction is a unit of its own, unless it is part of an operand that is evaluated as a whole: one with jumps
    in it, or one of those that do not interleave."""
    whole = _wholes(code, marks)
    fresh = [mark.fresh for mark in marks if mark.fresh is not None]
    units: list[Unit] = []
    end = -1
    for x in code:
        chunk = _around(x.uid, whole)
        if chunk is None or not units or chunk[1] != end:
            units.append(Unit([], [], Effect(), chunk))
        end = -1 if chunk is None else chunk[1]
        units[-1].add(x, Effect() if isinstance(x, Write) and x.place.base in fresh else effects.of(x))
    return units


def _around(uid: int, intervals: list[tuple[int, int]]) -> tuple[int, int] | None:
    """The interval that a number is in; they are sorted and do not overlap."""
    index = bisect_left(intervals, (uid,)) - 1
    return intervals[index] if index >= 0 and uid <= intervals[index][1] else None


def _wholes(code: list[AnyInstr], marks: list[Operands]) -> list[tuple[int, int]]:
    """The operands, as sorted intervals of numbers, that are not cut up; none lies in another."""
    found: set[tuple[int, int]] = set()
    for mark in marks:
        if not mark.interleaved:
            found.update(mark.intervals)
    for x in code:
        if isinstance(x, CONTROL):
            around = [i for mark in marks for i in mark.intervals if i[0] < x.uid <= i[1]]
            found.add(min(around, key=lambda i: i[1] - i[0]))
    outermost: list[tuple[int, int]] = []
    for low, high in sorted(found, key=lambda i: (i[0], -i[1])):
        if low < high and (not outermost or low >= outermost[-1][1]):
            outermost.append((low, high))
    return outermost


Path = list[tuple[Operands, int]]
"""The expressions that something is an operand of, outermost first, and which operand."""


def path(unit: Unit, marks: list[Operands]) -> Path:
    """``marks`` stand in the order of the text, outer ones before inner ones."""
    found = ((mark, mark.operand(unit.uid)) for mark in marks)
    return [(mark, operand) for mark, operand in found if operand is not None]


def open_between(first: Unit, second: Unit, paths: tuple[Path, Path]) -> Operands | None:
    """The expression by which C leaves the order of two units open; None if the order is the one of the text."""
    for (mark, one), (other_mark, other) in zip(*paths, strict=False):
        if mark is not other_mark:
            return None
        if one == other:
            continue
        if mark.after_calls == other and first.effect.calls:
            return None
        sets, more = first.sets, second.sets
        is_undefined = not (sets.isdisjoint(more) and sets.isdisjoint(second.uses) and more.isdisjoint(first.uses))
        return None if is_undefined else mark
    return None
