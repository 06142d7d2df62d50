"""Which of two units comes first: fixed by the program, or chosen by the solver, which gives every unit a time."""

from __future__ import annotations

from collections.abc import Iterator

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.backends.bmc.terms import Terms


class Precedence:
    """A strict total order of the units 0 .. count-1.

    First :meth:`fix` what is known, then ask :meth:`before`; only units that are asked about get a time, and
    :meth:`constraints` make the times agree with everything fixed.  Of units with equal times the one with the larger
    number comes first.

    One comparison for each pair that matters makes a formula several times smaller than Booleans that transitivity
    makes an order: there are few such pairs, and solving takes less time than building.
    """

    def __init__(self, count: int, terms: Terms) -> None:
        self.terms = terms
        self._later = [0] * count
        """For each unit the set of units fixed to come after it, as a bit mask."""
        self._earlier = [0] * count
        self._sort = terms.sort(max(count - 1, 1).bit_length())
        self._times: dict[int, bz.Term] = {}
        self._open: dict[tuple[int, int], bz.Term] = {}

    def fix(self, u: int, v: int) -> bool:
        """Lets ``u`` come before ``v``; False if the opposite is fixed already."""
        if u == v or self._later[v] >> u & 1:
            return False
        if not self._later[u] >> v & 1:
            earlier, later = self._earlier[u] | 1 << u, self._later[v] | 1 << v
            for x in _members(earlier):
                self._later[x] |= later
            for x in _members(later):
                self._earlier[x] |= earlier
        return True

    def before(self, u: int, v: int) -> bz.Term:
        """Whether ``u`` comes before ``v``."""
        if self._later[u] >> v & 1:
            return self.terms.true
        if self._later[v] >> u & 1 or u == v:
            return self.terms.false
        if u > v:
            return self.terms.not_(self.before(v, u))
        if (u, v) not in self._open:
            self._open[u, v] = self.terms.tm.mk_term(K.BV_ULT, [self._time(u), self._time(v)])
        return self._open[u, v]

    def _time(self, u: int) -> bz.Term:
        if u not in self._times:
            self._times[u] = self.terms.tm.mk_const(self._sort, f"t{u}")
        return self._times[u]

    def constraints(self) -> Iterator[bz.Term]:
        """The times agree with what is fixed; what follows from the rest is left out."""
        timed = sum(1 << u for u in self._times)
        for u, time in self._times.items():
            later = self._later[u] & timed
            for v in _members(later):
                if not self._earlier[v] & later:
                    kind = K.BV_ULE if u > v else K.BV_ULT
                    yield self.terms.tm.mk_term(kind, [time, self._times[v]])

    def earlier(self, v: int) -> set[int]:
        """The units fixed to come before ``v``."""
        return set(_members(self._earlier[v]))

    def open(self) -> Iterator[tuple[int, int, bz.Term]]:
        """The pairs that the solver orders, and whether the first comes first."""
        yield from ((u, v, first) for (u, v), first in self._open.items())


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
