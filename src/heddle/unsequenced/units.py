"""Units: the code of an expression cut into pieces that are evaluated one after the other, and which order C wants."""

from __future__ import annotations

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, Branch, Goto, Label, Write, defined
from heddle.passes.liveness import used
from heddle.records import dataclass
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

    @property
    def uid(self) -> int:
        return self.code[0].uid

    def sets(self) -> set[str]:
        return {dst.name for x in self.code if (dst := defined(x)) is not None}

    def uses(self) -> set[str]:
        return {name for x in self.code for name in used(x)}


def cut_up(code: list[AnyInstr], marks: list[Operands], effects: Effects) -> list[Unit]:
    """An instruction is a unit of its own, unless it is part of an operand that is evaluated as a whole: one with jumps
    in it, or one of those that do not interleave."""
    whole = _wholes(code, marks)
    fresh = {mark.fresh for mark in marks}
    units: list[Unit] = []
    end = -1
    for x in code:
        chunk = next((w for w in whole if w[0] < x.uid <= w[1]), None)
        if chunk is None or not units or chunk[1] != end:
            units.append(Unit([], [], Effect(), chunk))
        end = -1 if chunk is None else chunk[1]
        unit, effect = units[-1], Effect() if _written(x) in fresh else effects.of(x)
        unit.code.append(x)
        unit.parts.append(effect)
        unit.effect.update(effect)
    return units


def _written(x: AnyInstr) -> str:
    """The object that an instruction writes by its name; empty if there is none."""
    return x.place.base.name if isinstance(x, Write) and isinstance(x.place.base, MemoryObject) else ""


def _wholes(code: list[AnyInstr], marks: list[Operands]) -> list[tuple[int, int]]:
    """The operands, as intervals of numbers, that are not cut up; none lies in another."""
    found: set[tuple[int, int]] = set()
    for mark in marks:
        if not mark.interleaved:
            found.update(mark.intervals)
    for x in code:
        if isinstance(x, CONTROL):
            around = [i for mark in marks for i in mark.intervals if i[0] < x.uid <= i[1]]
            found.add(min(around, key=lambda i: i[1] - i[0]))
    return [i for i in found if not any(o != i and o[0] <= i[0] and i[1] <= o[1] for o in found)]


def open_between(first: Unit, second: Unit, marks: list[Operands]) -> Operands | None:
    """The expression by which C leaves the order of two units open; None if the order is the one of the text."""
    found: Operands | None = None
    for mark in marks:
        one, other = mark.operand(first.uid), mark.operand(second.uid)
        if one is not None and other is not None and one != other:
            found = mark
            if mark.after_calls == other and first.effect.calls:
                return None
    sets, more = first.sets(), second.sets()
    if sets & more or sets & second.uses() or more & first.uses():
        return None  # undefined in C
    return found
