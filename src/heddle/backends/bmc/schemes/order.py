"""All interleavings of a small program at once: a total order of its steps as a formula, without rounds.

The solver chooses which of two units comes first (:mod:`heddle.backends.bmc.precedence`).  What a unit finds in a cell
is what the latest unit before it left there: the partial-order encoding of Alglave, Kroening and Tautschnig (CAV 2013),
with the store buffers of :mod:`heddle.symbolic.buffers` in place of axioms.  The formula covers every execution, so one
query decides; but it grows with the cube of the number of accesses to one cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.schemes.precedence import Precedence
from heddle.backends.bmc.schemes.scheme import Assignment, Switch, Tile
from heddle.backends.bmc.schemes.units import Traffic, Unit, Units
from heddle.symbolic.events import Event


class OrderSchedule(Units):
    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        super().__init__(local, part)
        self.precedence = Precedence(len(self.steps), self.terms)

    def constraints(self) -> Iterator[bz.Term]:
        yield from self.demands(self.precedence)
        for cell, traffic in self.traffic.items():
            for unit in traffic.found:
                yield from self._find(cell, unit, traffic)
        yield from self.precedence.constraints()

    def enough(self) -> int:
        """There is nothing to bound: the formula covers everything."""
        return 1

    def extend(self, bound: int) -> Iterator[bz.Term]:
        yield from ()

    def within(self, bound: int) -> list[bz.Term]:
        return []

    def last_used(self) -> bz.Term:
        return self.terms.false

    def _find(self, cell: int, unit: Unit, traffic: Traffic) -> Iterator[bz.Term]:
        """What a unit finds in a cell is what the latest writer before it has left, or the initial content."""
        terms, before, found = self.terms, self.precedence.before, traffic.found[unit]
        done = {w: terms.and_(wrote, before(w, unit)) for w, (wrote, _) in traffic.left.items() if w != unit}
        done = {w: wrote for w, wrote in done.items() if wrote is not terms.false}
        for writer, wrote in done.items():
            latest = [terms.implies(other, before(w, writer)) for w, other in done.items() if w != writer]
            yield terms.implies(terms.and_(wrote, *latest), terms.equal(found, traffic.left[writer][1]))
        untouched = terms.and_(*(terms.not_(wrote) for wrote in done.values()))
        yield terms.implies(untouched, terms.equal(found, self.part.start[cell]))

    def switch(self, switch: Switch) -> bz.Term:
        """Whether one unit comes before another."""
        return self.precedence.before(*switch)

    def next_switch(self, tile: Tile, bound: int) -> Switch | None:
        """Which of two steps in the middle of two threads comes first: of a pair of threads that few choices so far are
        about."""
        asked = {switch for switch, _ in tile}
        about = Counter(self._threads_of(switch) for switch in asked)
        open_pairs = [(u, v) for u, v, _ in self.precedence.open() if (u, v) not in asked]
        return min(open_pairs, key=lambda pair: (about[self._threads_of(pair)], self._off_middle(pair)), default=None)

    def _threads_of(self, pair: Switch) -> tuple[int, ...]:
        return tuple(self.steps[u][0] for u in pair)

    def _off_middle(self, pair: Switch) -> float:
        """How far from the middle of their threads the two are."""
        places = []
        for u in pair:
            t, step = self.steps[u]
            block = step.block if isinstance(step, Event) else step
            places.append(abs((block + 0.5) / len(self.final[t]) - 0.5))
        return sum(places)

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        yield from linearized(self, self.precedence, model)


def linearized(units: Units, precedence: Precedence, model: Assignment) -> Iterator[tuple[int, int | Event]]:
    """The executed steps in an order that the model allows, with few switches between threads."""
    waiting = {u: precedence.earlier(u) for u in range(len(units.steps)) if model.holds(units.executed(u))}
    bound = units.bound_pairs(model)
    for u, v, first in precedence.open():
        if (u, v) in bound and u in waiting and v in waiting:
            earlier, later = (u, v) if model.holds(first) else (v, u)
            waiting[later].add(earlier)
    yield from units.sequence(waiting)
