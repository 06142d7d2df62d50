"""Individual memory-location unwinding as a formula: every location has its own sequence of writes (thesis chapter 6).

Slot ``i`` of a cell holds its ``i``-th write, and slot 0 what it holds when the first thread starts.  A unit that reads
the cell sees one slot: the last one that is written before the unit happens.  Timestamps give all writes of all
locations one order.  Only the order matters, so in small programs it is that of
:mod:`heddle.backends.bmc.schemes.precedence`, which is solved several times as fast; in large ones timestamps are
numbers (:mod:`heddle.backends.bmc.schemes.times`), and the formula grows with the accesses and slots.  Under TSO and
PSO a buffered write has two moments (section 6.2): that of the block that issues it and that of the unit that commits
it, which has the slot.

An execution writes to each location at most ``W`` times.  Slots can be added to a formula that is being solved.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import count

import bitwuzla as bz

from heddle.backends.bmc.local import LocalEncoder, LocalPart
from heddle.backends.bmc.schemes.order import linearized
from heddle.backends.bmc.schemes.precedence import Precedence
from heddle.backends.bmc.schemes.scheme import Assignment
from heddle.backends.bmc.schemes.times import Times
from heddle.backends.bmc.schemes.units import Traffic, Unit, Units
from heddle.backends.bmc.terms import Num
from heddle.records import dataclass, field
from heddle.symbolic.events import Event

UpTo = dict[Unit, bz.Term]
"""For units that use a location: whether their slot is this one or an earlier one."""


@dataclass(slots=True)
class Slot:
    """One write of a location: by whom, and who sees it."""

    used: bz.Term
    here: UpTo
    """The units of which this is the write."""
    written: UpTo
    seen: UpTo
    time: Num | None = None


@dataclass(slots=True)
class Location:
    cell: int
    traffic: Traffic
    slots: list[Slot] = field(default_factory=list)


class ImuSchedule(Units, ABC):
    """``times`` is the order of all units; kinds of it differ in how they say that slots follow each other."""

    times: Precedence | Times

    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        super().__init__(local, part)
        self.locations: list[Location] = []
        self.horizons: list[bz.Term] = []

    @abstractmethod
    def in_order(self, traffic: Traffic, old: Slot, new: Slot) -> Iterator[bz.Term]:
        """Slots follow each other in time, and units stand where the slots that they see say."""

    def prepare(self, traffic: Traffic) -> None:
        """What will be asked of the order must be known before its constraints are taken."""

    def constraints(self) -> Iterator[bz.Term]:
        yield from self.demands(self.times)
        self.locations = [Location(cell, traffic) for cell, traffic in self.traffic.items()]
        for location in self.locations:
            yield from self._first_slot(location)
            self.prepare(location.traffic)
        yield from self.times.constraints()
        self.horizons.append(self.terms.false)

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

    # --- slots ------------------------------------------------------------------------------------------------------

    def _first_slot(self, location: Location) -> Iterator[bz.Term]:
        terms, traffic = self.terms, location.traffic
        written = dict.fromkeys(traffic.left, terms.false)
        seen = {u: terms.boolean(f"s0_{location.cell}_{u}") for u in traffic.found}
        location.slots.append(Slot(terms.true, {}, written, seen))
        for u, found in traffic.found.items():
            yield terms.implies(seen[u], terms.equal(found, self.part.start[location.cell]))

    def _add_slots(self) -> Iterator[bz.Term]:
        terms, number = self.terms, len(self.horizons)
        horizon = terms.boolean(f"horizon{number}")
        self.horizons.append(horizon)
        for location in self.locations:
            traffic = location.traffic
            if number <= len(traffic.left):
                yield from self._add_slot(location, f"{number}_{location.cell}")
            last = location.slots[-1]
            yield from (
                terms.implies(terms.and_(horizon, wrote), last.written[u]) for u, (wrote, _) in traffic.left.items()
            )
            yield from (
                terms.implies(terms.and_(horizon, self.executed(u)), last.seen[u]) for u in traffic.found
            )

    def _add_slot(self, location: Location, name: str) -> Iterator[bz.Term]:
        terms, traffic, old = self.terms, location.traffic, location.slots[-1]
        written = {u: terms.boolean(f"w{name}_{u}") for u in traffic.left}
        seen = {u: terms.boolean(f"s{name}_{u}") for u in traffic.found}
        here = {u: terms.and_(w, terms.not_(old.written[u])) for u, w in written.items()}
        piece = self.local.cells.all[location.cell]
        value = terms.fresh(piece.value, piece.type, f"v{name}")
        used = terms.false
        for u, (wrote, left) in traffic.left.items():
            yield terms.implies(old.written[u], written[u])
            yield terms.implies(written[u], wrote)
            yield terms.implies(here[u], terms.equal(left, value))
            yield terms.not_(terms.and_(used, here[u]))
            used = terms.or_(used, here[u])
        yield terms.implies(used, old.used)
        for u, found in traffic.found.items():
            yield terms.implies(old.seen[u], seen[u])
            this = terms.and_(seen[u], terms.not_(old.seen[u]))
            yield terms.implies(this, terms.and_(used, terms.equal(found, value)))
            if u in here:
                yield terms.implies(here[u], old.seen[u])
        location.slots.append(Slot(used, here, written, seen))
        yield from self.in_order(traffic, old, location.slots[-1])


class OrderedImu(ImuSchedule):
    """For small programs: of two units the solver chooses which one comes first."""

    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        super().__init__(local, part)
        self.times: Precedence = Precedence(len(self.steps), self.terms)

    def prepare(self, traffic: Traffic) -> None:
        for w in traffic.left:
            for u in {*traffic.left, *traffic.found}:
                self.times.before(w, u)

    def in_order(self, traffic: Traffic, old: Slot, new: Slot) -> Iterator[bz.Term]:
        terms, before = self.terms, self.times.before
        for u, (wrote, _) in traffic.left.items():
            for v, (wrote_too, _) in traffic.left.items():
                if u != v:
                    later = terms.and_(wrote_too, terms.not_(new.written[v]))
                    yield terms.implies(terms.and_(new.written[u], later), before(u, v))
            for v in traffic.found:
                if u != v:
                    sees = terms.and_(self.executed(v), terms.not_(old.seen[v]))
                    yield terms.implies(terms.and_(new.written[u], sees), before(u, v))
                    unseen = terms.and_(wrote, terms.not_(old.written[u]))
                    yield terms.implies(terms.and_(old.seen[v], unseen), before(v, u))

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        yield from linearized(self, self.times, model)


class TimedImu(ImuSchedule):
    """For large programs: units and slots have timestamps."""

    def __init__(self, local: LocalEncoder, part: LocalPart) -> None:
        super().__init__(local, part)
        threads = [2 * t + isinstance(step, Event) for t, step in self.steps]
        self.times: Times = Times(threads, self.terms)
        self._number = count()

    def in_order(self, traffic: Traffic, old: Slot, new: Slot) -> Iterator[bz.Term]:
        terms, times = self.terms, self.times
        new.time = time = times.fresh(f"s{next(self._number)}")
        if old.time is not None:
            yield terms.implies(new.used, times.less(old.time, time))
        for u, here in new.here.items():
            yield terms.implies(here, terms.equal(time, times.of[u]))
        for u, seen in new.seen.items():
            sees = terms.and_(seen, terms.not_(old.seen[u]))
            yield terms.implies(sees, times.less(time, times.of[u]))
            later = terms.and_(old.seen[u], new.used)
            yield terms.implies(later, terms.not_(times.less(time, times.of[u])))

    def timeline(self, model: Assignment) -> Iterator[tuple[int, int | Event]]:
        units = [u for u in range(len(self.steps)) if model.holds(self.executed(u))]
        moment = {u: model.number(self.times.of[u]) for u in units}
        yield from self.sequence({u: self.times.earlier(u) for u in units}, moment.__getitem__)
