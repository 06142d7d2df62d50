"""Which of two units comes first: fixed by the program, or a Boolean that the solver chooses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import bitwuzla as bz

from heddle.backends.bmc.terms import Terms


class Fixed:
    """What is known of a strict order of the units 0 .. count-1."""

    def __init__(self, count: int, terms: Terms) -> None:
        self.terms = terms
        self._later = [0] * count
        """For each unit the set of units fixed to come after it, as a bit mask."""
        self._earlier = [0] * count
        self._open: dict[tuple[int, int], bz.Term] = {}
        self.edges: list[tuple[int, int]] = []
        """What is fixed, as it was said."""

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
        self.edges.append((u, v))
        return True

    def known(self, u: int, v: int) -> bz.Term | None:
        """Whether ``u`` comes before ``v``, if that is fixed."""
        if self._later[u] >> v & 1:
            return self.terms.true
        return self.terms.false if self._later[v] >> u & 1 or u == v else None

    def before(self, u: int, v: int) -> bz.Term:
        """Whether ``u`` comes before ``v``: known, or for the solver to choose."""
        if (known := self.known(u, v)) is not None:
            return known
        if u > v:
            return self.terms.not_(self.before(v, u))
        if (u, v) not in self._open:
            self._open[u, v] = self.terms.boolean(f"o{u}_{v}")
        return self._open[u, v]

    def earlier(self, v: int) -> set[int]:
        """The units fixed to come before ``v``."""
        return set(_members(self._earlier[v]))

    def open(self) -> Iterator[tuple[int, int, bz.Term]]:
        """The pairs that the solver orders, and whether the first comes first."""
        yield from ((u, v, first) for (u, v), first in self._open.items())


class Precedence(Fixed):
    """A strict order in which nothing is chosen twice: one Boolean for every pair that matters.

    First :meth:`fix` what is known, then ask :meth:`before`, and last take the :meth:`constraints`: no cycle remains.

    Few pairs of units matter.  An oriented chordal graph without a cycle of three has no cycle at all, so transitivity
    is needed only in the triangles of a chordal graph around those pairs (Bryant and Velev, CAV 2000: "Boolean
    satisfiability with transitivity constraints").  Bit-vector times instead of Booleans make solving much slower.
    """

    def constraints(self) -> Iterator[bz.Term]:
        """Transitivity: unit by unit leaves the graph, those with few neighbours first, which become neighbours."""
        around = self._neighbours()
        while around:
            u = min(around, key=lambda unit: len(around[unit]))
            neighbours = sorted(around.pop(u))
            for v in neighbours:
                around[v].discard(u)
            for v, w in combinations(neighbours, 2):
                around[v].add(w)
                around[w].add(v)
                yield from self._triangle(u, v, w)

    def _neighbours(self) -> dict[int, set[int]]:
        """The open pairs, and among their units what is fixed (without what follows from the rest), as a graph."""
        around: dict[int, set[int]] = {}
        for u, v in self._open:
            around.setdefault(u, set()).add(v)
            around.setdefault(v, set()).add(u)
        asked = sum(1 << u for u in around)
        for u in around:
            later = self._later[u] & asked
            for v in _members(later):
                if not self._earlier[v] & later:
                    around[u].add(v)
                    around[v].add(u)
        return around

    def _triangle(self, u: int, v: int, w: int) -> Iterator[bz.Term]:
        terms, first, second, both = self.terms, self.before(u, v), self.before(v, w), self.before(u, w)
        yield terms.implies(terms.and_(first, second), both)
        yield terms.implies(both, terms.or_(first, second))


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
