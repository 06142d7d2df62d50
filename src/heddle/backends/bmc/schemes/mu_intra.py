"""Coarse memory unwinding, one thread a cluster: a position holds what a thread left after several writes.

Writes that the same thread makes one after another form a cluster, of which the other threads see the last values only
(intra-thread coarse-grained MU: TACAS 2015, section 2).  So ``W`` bounds the stretches of writes, not the writes.  The
thread itself sees each of its writes at once.  What it does after the last of them is no part of the cluster: it may
wait for threads that have seen what the cluster left.
"""

from __future__ import annotations

from collections.abc import Iterator

import bitwuzla as bz

from heddle.backends.bmc.schemes.mu import MuSchedule
from heddle.backends.bmc.schemes.units import Unit


class MuIntraSchedule(MuSchedule):
    """Under sequential consistency: commits of buffered writes do not belong to stretches of their threads."""

    owns: list[list[bz.Term]]
    """For each position and thread whether the cluster there is of that thread."""
    inside: list[dict[Unit, bz.Term]]
    """For each position and unit whether, if it happens there, it comes before the end of the cluster's last write."""

    def constraints(self) -> Iterator[bz.Term]:
        self.owns, self.inside = [], []
        yield from super().constraints()

    def _thread(self, u: Unit) -> int:
        return self.steps[u][0]

    def leads(self, u: Unit, p: int) -> bz.Term:
        return self.inside[p][u]

    def _opens(self, u: Unit, v: Unit) -> bz.Term:
        """Within a cluster a thread goes on as it likes; others come before all of it or after."""
        return self.terms.false if self._thread(u) == self._thread(v) else self.inside[-1][v]

    def _one_writer(self, writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        terms = self.terms
        by_thread: list[list[bz.Term]] = [[] for _ in self.final]
        for u, writes in writing.items():
            by_thread[self._thread(u)].append(writes)
        self.owns.append([terms.or_(*writes) for writes in by_thread])
        self.inside.append(self._up_to_the_last(writing))
        yield from super()._one_writer(dict(enumerate(self.owns[-1])))

    def _up_to_the_last(self, writing: dict[Unit, bz.Term]) -> dict[Unit, bz.Term]:
        """Units have the order of their threads."""
        to_come = [self.terms.false] * len(self.final)
        inside: dict[Unit, bz.Term] = {}
        for u in reversed(range(len(self.steps))):
            t = self._thread(u)
            if u in writing:
                to_come[t] = self.terms.or_(writing[u], to_come[t])
            inside[u] = to_come[t]
        return inside

    def _pass_memory(self, at: list[bz.Term], writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        terms = self.terms
        start = self.memory[-1] if self.memory else dict(self.part.start)
        after = dict(start)
        for cell, traffic in self.traffic.items():
            inside: dict[int, tuple[Unit, ...]] = {}
            for u in sorted({*traffic.left, *traffic.found}):
                inside[self._thread(u)] = (*inside.get(self._thread(u), ()), u)
            for t, units in inside.items():
                content = start[cell]
                for u in units:
                    if u in traffic.found:
                        own = terms.and_(at[u], self.owns[-1][t])
                        yield terms.implies(own, terms.equal(traffic.found[u], content))
                    if u in traffic.left:
                        wrote, left = traffic.left[u]
                        content = terms.choose(terms.and_(writing[u], wrote), left, content, content)
                after[cell] = terms.choose(self.owns[-1][t], content, after[cell], after[cell])
        self.memory.append(after)
        for cell, traffic in self.traffic.items():
            for u, found in traffic.found.items():
                other = terms.and_(at[u], terms.not_(self.owns[-1][self._thread(u)]))
                yield terms.implies(other, terms.equal(found, after[cell]))

    def _nothing_late(self, at: list[bz.Term], writing: dict[Unit, bz.Term]) -> Iterator[bz.Term]:
        """Units outside the cluster happen as early as they can."""
        if len(self.memory) == 1:
            return
        terms, changes = self.terms, self.writes[-1]
        for u, here in enumerate(at):
            reasons = [at[w] for w in self._after[u]] + [changes[c] for c in self.read_by[u]]
            outside = terms.and_(here, terms.not_(self.owns[-1][self._thread(u)]))
            yield terms.implies(outside, terms.or_(*reasons))
