"""Positions in a memory unwinding: an order of units in which only writes count (thesis section 5.2).

Position 0 is memory as it is when the first thread starts; every further position is one write to shared memory (or one
atomic section that writes).  A unit happens at a position: the unit that writes there, and then, seeing what it left,
units that write nothing.  ``by[p][u]`` says that unit ``u`` has happened at position ``p`` or before: it is monotone,
as the rounds of the lazy scheme are.  Positions can be added to a formula that is being solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import bitwuzla as bz

from heddle.backends.bmc.schemes.precedence import Fixed
from heddle.backends.bmc.terms import Terms


class Positions(Fixed):
    def __init__(self, count: int, terms: Terms) -> None:
        super().__init__(count, terms)
        self.by: list[list[bz.Term]] = []

    def at(self, u: int, p: int) -> bz.Term:
        """Whether unit ``u`` happens exactly at position ``p``."""
        return self.by[p][u] if p == 0 else self.terms.and_(self.by[p][u], self.terms.not_(self.by[p - 1][u]))

    def add(self, executed: list[bz.Term]) -> Iterator[bz.Term]:
        """One position more."""
        terms, p = self.terms, len(self.by)
        now = [terms.boolean(f"p{p}_{u}") for u in range(len(executed))]
        old = self.by[-1] if self.by else [terms.false] * len(now)
        self.by.append(now)
        for u, happened in enumerate(now):
            yield terms.implies(happened, executed[u])
            yield terms.implies(old[u], happened)

    def in_order(self, opens: Callable[[int, int], bz.Term]) -> Iterator[bz.Term]:
        """The order of units as far as the latest position has to do with it.

        ``opens(u, v)``: whether ``v``, if it happens there, happens before ``u`` could.
        """
        for u, v in self.edges:
            yield from self._in_order(u, v, self.terms.true, opens(u, v))
        for u, v, first in self.open():
            yield from self._in_order(u, v, first, opens(u, v))
            yield from self._in_order(v, u, self.terms.not_(first), opens(v, u))

    def _in_order(self, u: int, v: int, when: bz.Term, opens: bz.Term) -> Iterator[bz.Term]:
        terms, now = self.terms, self.by[-1]
        old = self.by[-2][u] if len(self.by) > 1 else terms.false
        yield terms.implies(terms.and_(when, now[v]), now[u])
        yield terms.implies(terms.and_(when, now[v], opens), old)
