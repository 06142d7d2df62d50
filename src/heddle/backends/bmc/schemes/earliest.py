"""Partial-order reduction for clusters of writes: nothing happens later than it has to.

A unit that could as well have happened at the end of its thread's turn in the cluster before, or while memory held
still, makes an equivalent execution if it is moved there, and no more clusters are needed.  Each such move makes the
sum of all positions smaller: of equivalent executions one remains in which every unit has a reason to be where it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

import bitwuzla as bz

from heddle.backends.bmc.schemes.units import Unit
from heddle.backends.bmc.terms import Terms
from heddle.symbolic.events import Event

if TYPE_CHECKING:
    from heddle.backends.bmc.schemes.clusters import ClusterSchedule


class Uses:
    """Which threads use which cells at one position: before the turn of a thread, after it, or at all."""

    def __init__(
        self, terms: Terms, units: Callable[[int], Iterable[Unit]], thread: Callable[[Unit], int],
        use: Callable[[int, Unit], bz.Term],
    ) -> None:  # fmt: skip
        self.terms, self._units, self._thread, self._use = terms, units, thread, use
        self._known: dict[int, tuple[list[int], list[bz.Term], list[bz.Term]]] = {}

    def _cell(self, cell: int) -> tuple[list[int], list[bz.Term], list[bz.Term]]:
        """The threads that may use a cell; whether one of the first so many does, and one from such a place on."""
        if cell not in self._known:
            by_thread: dict[int, list[bz.Term]] = {}
            for u in self._units(cell):
                by_thread.setdefault(self._thread(u), []).append(self._use(cell, u))
            threads, none = sorted(by_thread), self.terms.false
            uses = [self.terms.or_(*by_thread[t]) for t in threads]
            first = list(accumulate(uses, self.terms.or_, initial=none))
            rest = list(accumulate(reversed(uses), self.terms.or_, initial=none))[::-1]
            self._known[cell] = threads, first, rest
        return self._known[cell]

    def before(self, cell: int, t: int) -> bz.Term:
        threads, first, _ = self._cell(cell)
        return first[bisect_left(threads, t)]

    def after(self, cell: int, t: int) -> bz.Term:
        threads, _, rest = self._cell(cell)
        return rest[bisect_right(threads, t)]

    def any(self, cell: int) -> bz.Term:
        return self._cell(cell)[2][0]


class Earliest:
    def __init__(self, schedule: ClusterSchedule) -> None:
        self.schedule, self.terms = schedule, schedule.terms
        self.awaited = schedule.dependencies(schedule.positions.edges)
        self.read_by, self.written_by = schedule.cells_used()
        self.commits: dict[int, list[Unit]] = defaultdict(list)
        for u, (t, step) in enumerate(schedule.steps):
            if isinstance(step, Event):
                self.commits[t].append(u)
        self.reads: list[Uses] = []
        self.writes: list[Uses] = []
        """For each position so far who reads and writes what."""

    def _thread(self, u: Unit) -> int:
        return self.schedule.steps[u][0]

    def _note(self) -> list[bz.Term]:
        """The latest position: who happens there."""
        schedule, traffic, at = self.schedule, self.schedule.traffic, self.schedule.at[-1]

        def writes(cell: int, u: Unit) -> bz.Term:
            return schedule.terms.and_(at[u], traffic[cell].left[u][0])

        self.reads.append(Uses(self.terms, lambda c: traffic[c].found, self._thread, lambda c, u: at[u]))
        self.writes.append(Uses(self.terms, lambda c: traffic[c].left, self._thread, writes))
        return at

    def stretch(self) -> Iterator[bz.Term]:
        """What happens while memory holds still had to wait for the cluster before, or for others that had to."""
        at = self._note()
        if len(self.writes) == 1:
            return
        for u, here in enumerate(at):
            reasons = [at[w] for w in self.awaited[u]]
            yield self.terms.implies(here, self.terms.or_(*reasons, *self._after_its_turn(u, -2, self.read_by[u])))

    def cluster(self) -> Iterator[bz.Term]:
        """What happens in a cluster writes, or had to wait for it; or else for something since the previous cluster."""
        terms, at = self.terms, self._note()
        for u, here in enumerate(at):
            same = [at[w] for w in self.awaited[u]]
            found = [self.writes[-1].before(c, self._thread(u)) for c in self.read_by[u]]
            only_reads = terms.and_(here, terms.not_(self.schedule.changes[u]))
            yield terms.implies(only_reads, terms.or_(*same, *found))
            if len(self.writes) > 2:
                yield terms.implies(here, terms.or_(*same, *self._since_the_cluster_before(u)))

    def _after_its_turn(self, u: Unit, p: int, cells: Iterable[int]) -> Iterator[bz.Term]:
        """What ``u`` may have to wait for after the turn of its thread in the cluster at position ``p``.

        Others that it awaits, and changes of these cells.  If clusters are of one thread, all of another is after.
        """
        t, alone, at = self._thread(u), self.schedule.one_thread, self.schedule.at[p]
        for w in self.awaited[u]:
            if self._thread(w) > t or (alone and self._thread(w) != t):
                yield at[w]
        for cell in cells:
            yield self.writes[p].after(cell, t)
            if alone:
                yield self.writes[p].before(cell, t)

    def _since_the_cluster_before(self, u: Unit) -> Iterator[bz.Term]:
        """What may have happened since the thread's turn in the cluster before that conflicts with ``u``."""
        t, at = self._thread(u), self.schedule.at
        read, written = self.read_by[u], self.written_by[u]
        if self.schedule.one_thread:
            yield self.terms.not_(self.schedule.has_turn[-2].get(t, self.terms.false))
        yield from (at[-2][w] for w in self.awaited[u])
        yield from self._after_its_turn(u, -3, read | written)
        yield from (self.writes[-1].before(cell, t) for cell in read | written)
        for cell in written:
            yield self.reads[-3].after(cell, t)
            yield self.reads[-2].any(cell)
            yield self.reads[-1].before(cell, t)
        if isinstance(self.schedule.steps[u][1], int):
            yield from (at[-1][w] for w in self.commits[t] if self.written_by[w] & written)
