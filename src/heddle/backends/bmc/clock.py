"""Timestamps: an order of units by a global clock (thesis section 6.2)."""

from __future__ import annotations

from collections.abc import Iterator

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.backends.bmc.precedence import Fixed
from heddle.backends.bmc.terms import Terms


class Clock(Fixed):
    """Every unit has a time.  Units that the program orders, or that meet at a location, have different ones."""

    def __init__(self, count: int, terms: Terms) -> None:
        super().__init__(count, terms)
        self.width = max(count.bit_length(), 1)
        self.time = [self.moment(f"t{u}") for u in range(count)]
        self._edges: list[tuple[int, int]] = []

    def moment(self, name: str) -> bz.Term:
        """A time to be chosen."""
        return self.terms.tm.mk_const(self.terms.sort(self.width), name)

    def less(self, a: bz.Term, b: bz.Term) -> bz.Term:
        return self.terms.tm.mk_term(K.BV_ULT, [a, b])

    def same(self, a: bz.Term, b: bz.Term) -> bz.Term:
        return self.terms.tm.mk_term(K.EQUAL, [a, b])

    def fix(self, u: int, v: int) -> bool:
        fixed = super().fix(u, v)
        if fixed:
            self._edges.append((u, v))
        return fixed

    def before(self, u: int, v: int) -> bz.Term:
        known = self.known(u, v)
        return self.less(self.time[u], self.time[v]) if known is None else known

    def constraints(self) -> Iterator[bz.Term]:
        yield from (self.less(self.time[u], self.time[v]) for u, v in self._edges)
