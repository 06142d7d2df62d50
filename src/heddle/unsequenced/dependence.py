"""Whether the order of two units of an expression matters: whether C leaves it open, and a program can tell."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.instr import Branch, Goto, Label, Return
from heddle.unsequenced.effects import Effect
from heddle.unsequenced.footprint import Footprint
from heddle.unsequenced.marks import Operands
from heddle.unsequenced.units import Unit, open_between, path

MOST_PAIRS = 30
"""More pairs whose order matters have more orders than are explored."""
MOST_CANDIDATES = 200_000

Others = tuple[Footprint, Footprint]
"""What other threads may read and write meanwhile."""


class Dependence:
    """``others`` is None if no other thread can run meanwhile."""

    def __init__(self, units: list[Unit], marks: list[Operands], others: Others | None) -> None:
        self.units, self.others = units, others
        outer_first = sorted(marks, key=lambda m: (m.span[0], -m.span[1]))
        self.paths = [path(unit, outer_first) for unit in units]
        self.overlapping = False
        """Something can matter in the middle of a unit."""
        self.pairs: set[tuple[int, int]] = set()
        """Of units whose order is open and matters, the one that comes first in the text first."""
        self.too_many = False
        """There are more pairs to look at, or that matter, than is worth the while."""
        for i, j in self._candidates():
            mark = open_between(units[i], units[j], (self.paths[i], self.paths[j]))
            if mark is not None and order_matters(units[i].effect, _beside(units[j], mark), others):
                self.pairs.add((i, j))
                self.overlapping |= mark.interleaved and (self._can_overlap(i, j) or self._can_overlap(j, i))
                self.too_many |= len(self.pairs) > MOST_PAIRS
            if self.too_many:
                break

    def only_read(self) -> bool:
        """Whether the operands do no more than read what others may write, so that it is the order of their reads that
        matters; and what one evaluates is ordered exactly as the expressions are nested."""
        others = self.others
        if others is None or not all(_reads(unit, others) for unit in self.units):
            return False
        noticed = [i for i, unit in enumerate(self.units) if is_noticed(unit.effect, others)]
        writing = [i for i, unit in enumerate(self.units) if unit.effect.writes]
        if len(noticed) ** 2 + len(writing) * len(self.units) > MOST_CANDIDATES:
            return False
        if any(self._is_nested_otherwise(i, j) for i in noticed for j in noticed if i < j):
            return False
        pairs = {(min(i, j), max(i, j)) for i in writing for j in range(len(self.units)) if i != j}
        return not any(
            mark is not None and self.units[i].effect.conflicts(_beside(self.units[j], mark))
            for i, j in pairs for mark in [open_between(self.units[i], self.units[j], (self.paths[i], self.paths[j]))]
        )  # fmt: skip

    def _is_nested_otherwise(self, i: int, j: int) -> bool:
        """Whether C orders two units of different operands."""
        apart = any(a is b and one != other for (a, one), (b, other) in zip(self.paths[i], self.paths[j], strict=False))
        return apart and open_between(self.units[i], self.units[j], (self.paths[i], self.paths[j])) is None

    def before(self) -> list[set[int]]:
        """By unit: those that C wants to be evaluated before it."""
        return [
            {i for i in range(j) if open_between(self.units[i], unit, (self.paths[i], self.paths[j])) is None}
            for j, unit in enumerate(self.units)
        ]

    def matters(self) -> list[set[int]]:
        """By unit: those whose order with it is open and matters."""
        found: list[set[int]] = [set() for _ in self.units]
        for i, j in self.pairs:
            found[i].add(j)
            found[j].add(i)
        return found

    def _candidates(self) -> Iterator[tuple[int, int]]:
        """Pairs of which one writes or may end the execution, or both are noticed by others."""
        effects = [unit.effect for unit in self.units]
        active = [i for i, e in enumerate(effects) if e.writes or e.stops]
        touching = [i for i, e in enumerate(effects) if e.writes or e.reads or e.fails]
        self.too_many = len(active) * len(touching) > MOST_CANDIDATES
        yield from ((min(i, j), max(i, j)) for i in active for j in touching if i != j)
        others = self.others
        if others is not None:
            noticed = [i for i, e in enumerate(effects) if is_noticed(e, others)]
            yield from ((i, j) for i in noticed for j in noticed if i < j)

    def _can_overlap(self, i: int, j: int) -> bool:
        """Whether something matters between two instructions of a unit that is evaluated as a whole."""
        unit, other = self.units[i], self.units[j].effect
        return len(unit.parts) > 1 and sum(1 for part in unit.parts if order_matters(part, other, self.others)) > 1


def order_matters(first: Effect, second: Effect, others: Others | None) -> bool:
    """Whether a program can tell in which order two evaluations happen.  ``first`` is evaluated first by default.

    Where one of them may end the execution and the other may break a property, it is enough to have seen the order in
    which the property is broken.
    """
    if first.conflicts(second) or (first.stops and second.fails):
        return True
    return others is not None and is_noticed(first, others) and is_noticed(second, others)


def is_noticed(effect: Effect, others: Others) -> bool:
    """Whether other threads can see it happen, or change what it sees."""
    reads, writes = others
    return (
        effect.is_visible or effect.reads.overlaps(writes) or effect.writes.overlaps(writes)
        or effect.writes.overlaps(reads)
    )  # fmt: skip


def _reads(unit: Unit, others: Others) -> bool:
    """Whether a unit does nothing that others notice, comes to its end, and goes on with the next unit."""
    reads, writes = others
    effect = unit.effect
    if effect.is_visible or effect.creates or effect.stops or effect.may_stay:
        return False
    if effect.writes.overlaps(reads) or effect.writes.overlaps(writes):
        return False
    labels = {x.name for x in unit.code if isinstance(x, Label)}
    return not any(
        isinstance(x, Return) or (isinstance(x, (Goto, Branch)) and x.label not in labels) for x in unit.code
    )


def _beside(unit: Unit, mark: Operands) -> Effect:
    """What a unit does.  If operands do not overlap, C gives both orders a meaning whatever they touch."""
    if mark.interleaved:
        return unit.effect
    effect = Effect()
    effect.update(unit.effect, called=True)
    return effect
