"""Individual memory-location unwinding as a formula: every location has its own sequence of writes (thesis chapter 6).

Slot ``i`` of a cell holds its ``i``-th write: a value and a timestamp, which grow along the slots.  A unit that reads
the cell sees one slot: the last one whose time has come when the unit happens.  Under TSO and PSO a buffered write has
two times (section 6.2), that of the block that issues it and that of the unit that commits it; the commit has a slot.

An execution writes to each location at most ``W`` times.  Slots can be added to a formula that is being solved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import bitwuzla as bz

from heddle.backends.bmc.clock import Clock
from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.terms import Num, Terms
from heddle.backends.bmc.units import Assignment, Traffic, Unit, Units
from heddle.symbolic.events import Event, EventProgram

Upto = dict[Unit, bz.Term]
"""For units that use a cell: whether their slot is this one or an earlier one."""


@dataclass(slots=True)
class Slot:
    """One write of a location."""

    value: Num
    time: bz.Term | None
    """None: before everything."""
    used: bz.Term
    written: Upto
    """By whom, up to this slot."""
    seen: Upto
    """By whom, up to this slot."""


@dataclass(slots=True)
class Location:
    """A cell with its sequence of writes; slot 0 is the content when the first thread starts."""

    cell: int
    traffic: Traffic
    slots: list[Slot] = field(default_factory=list)


class ImuSchedule(Units):
    def __init__(self, program: EventProgram, local: LocalEncoder, part: LocalPart, terms: Terms) -> None:
        super().__init__(program, local, part, terms)
        self.clock = Clock(len(self.steps), terms)
        self.locations: list[Location] = []
        self.horizons: list[bz.Term] = []

    def constraints(self) -> Iterator[bz.Term]:
        yield from self.demands(self.clock)
        yield from self.clock.constraints()
        self.locations = [Location(cell, traffic) for cell, traffic in self.traffic.items()]
        for location in self.locations:
            yield from self._first_slot(location)
        self.horizons.append(self.terms.false)

    # --- slots ------------------------------------------------------------------------------------------------------

    def enough(self) -> int:
        """No execution writes to a location more often than there are units that can."""
        return max([1, *(len(t.left) for t in self.traffic.values())])

    def extend(self, bound: int) -> Iterator[bz.Term]:
        while len(self.horizons) <= bound:
            yield from self._add_slots()

    def within(self, bound: int) -> list[bz.Term]:
        return [self.horizons[bound]]

    def last_used(self) -> bz.Term:
        number = len(self.horizons)
        return self.terms.or_(*(x.slots[-1].used for x in self.locations if len(x.slots) == number))

    def _first_slot(self, location: Location) -> Iterator[bz.Term]:
        terms, traffic = self.terms, location.traffic
        written = dict.fromkeys(traffic.left, terms.false)
        seen = {u: terms.boolean(f"s0_{location.cell}_{u}") for u in traffic.found}
        location.slots.append(Slot(self.part.start[location.cell], None, terms.true, written, seen))
        for u, found in traffic.found.items():
            yield terms.implies(seen[u], terms.equal(found, self.part.start[location.cell]))

    def _add_slots(self) -> Iterator[bz.Term]:
        terms, number = self.terms, len(self.horizons)
        horizon = terms.boolean(f"horizon{number}")
        self.horizons.append(horizon)
        for location in self.locations:
            if number <= len(location.traffic.left):
                yield from self._add_slot(location, number)
            last = location.slots[-1]
            for u, (wrote, _) in location.traffic.left.items():
                yield terms.implies(terms.and_(horizon, wrote), last.written[u])
            for u in location.traffic.found:
                yield terms.implies(terms.and_(horizon, self.executed(u)), last.seen[u])

    def _add_slot(self, location: Location, number: int) -> Iterator[bz.Term]:
        terms, clock, traffic, old = self.terms, self.clock, location.traffic, location.slots[-1]
        piece = self.local.cells.all[location.cell]
        name = f"{number}_{location.cell}"
        written = {u: terms.boolean(f"w{name}_{u}") for u in traffic.left}
        seen = {u: terms.boolean(f"s{name}_{u}") for u in traffic.found}
        value, time = terms.fresh(piece.value, piece.type, f"v{name}"), clock.moment(f"t{name}")
        here = {u: terms.and_(w, terms.not_(old.written[u])) for u, w in written.items()}
        used = terms.false
        for u, (wrote, left) in traffic.left.items():
            yield terms.implies(old.written[u], written[u])
            yield terms.implies(written[u], wrote)
            yield terms.not_(terms.and_(used, here[u]))
            used = terms.or_(used, here[u])
            same_time = clock.same(clock.time[u], time)
            yield terms.implies(here[u], terms.and_(same_time, terms.equal(left, value)))
        slot = Slot(value, time, used, written, seen)
        location.slots.append(slot)
        yield terms.implies(used, old.used)
        if old.time is not None:
            yield terms.implies(used, clock.less(old.time, time))
        for u, found in traffic.found.items():
            yield from self._sees(u, found, old, slot, here.get(u, terms.false))

    def _sees(self, u: Unit, found: Num, old: Slot, new: Slot, writes: bz.Term) -> Iterator[bz.Term]:
        """A unit sees the last slot before it; one that writes to the location sees the slot before its own."""
        terms, clock = self.terms, self.clock
        assert new.time is not None
        yield terms.implies(old.seen[u], new.seen[u])
        this = terms.and_(new.seen[u], terms.not_(old.seen[u]))
        yield terms.implies(this, terms.equal(found, new.value))
        yield terms.implies(this, terms.and_(new.used, clock.less(new.time, clock.time[u])))
        earlier = terms.or_(terms.not_(new.used), writes, clock.less(clock.time[u], new.time))
        yield terms.implies(old.seen[u], earlier)
        yield terms.implies(writes, old.seen[u])

    # --- reading a model --------------------------------------------------------------------------------------------

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        """The executed units, those that meet at a location or wait for each other in the order of their times."""
        executed = {u for u in range(len(self.steps)) if model.holds(self.executed(u))}
        time = {u: model.number(Num(self.clock.time[u], self.clock.width, False)) for u in executed}
        waiting = {u: self.clock.earlier(u) for u in executed}
        for u, v in [*self.awaited, *((u, v) for _, u, v in self.conditional)]:
            if u in executed and v in executed and time[u] < time[v]:
                waiting[v].add(u)
        for location in self.locations:
            writers = executed.intersection(location.traffic.left)
            for u in writers | executed.intersection(location.traffic.found):
                waiting[u].update(w for w in writers if time[w] < time[u])
                for w in writers:
                    if time[u] < time[w]:
                        waiting[w].add(u)
        yield from self.sequence(waiting)
