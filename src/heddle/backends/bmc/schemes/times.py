"""Moments as numbers: an order of units in which each has a time (the timestamps of thesis section 6.1).

The time of a unit ends in the number of its thread (commits of buffered writes have numbers of their own), so that
units of different threads never have the same time, and nothing need say so.  Comparing two times costs a few gates,
which is more than the Boolean of :mod:`heddle.backends.bmc.schemes.precedence`; but no transitivity need be said, which
takes a number of constraints that grows with the cube of the number of units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.backends.bmc.schemes.precedence import Fixed
from heddle.backends.bmc.terms import Num, Terms


class Times(Fixed):
    def __init__(self, threads: Sequence[int], terms: Terms) -> None:
        """``threads``: for each unit the number of its thread, or what stands for it."""
        super().__init__(len(threads), terms)
        self._low, self._high = max(threads).bit_length() or 1, len(threads).bit_length()
        self.of = [self._time(u, thread) for u, thread in enumerate(threads)]

    def _time(self, u: int, thread: int) -> Num:
        terms = self.terms
        moment = terms.tm.mk_const(terms.sort(self._high), f"t{u}")
        number = terms.tm.mk_bv_value(terms.sort(self._low), thread)
        width = self._high + self._low
        return Num(terms.tm.mk_term(K.BV_CONCAT, [moment, number]), width, False)

    def fresh(self, name: str) -> Num:
        width = self._high + self._low
        return Num(self.terms.tm.mk_const(self.terms.sort(width), name), width, False)

    def less(self, a: Num, b: Num) -> bz.Term:
        return self.terms.tm.mk_term(K.BV_ULT, [a.term, b.term])

    def before(self, u: int, v: int) -> bz.Term:
        known = self.known(u, v)
        return self.less(self.of[u], self.of[v]) if known is None else known

    def constraints(self) -> Iterator[bz.Term]:
        yield from (self.less(self.of[u], self.of[v]) for u, v in self.edges)
