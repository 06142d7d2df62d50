"""Guesses from samples: what all sampled states of some threads have in common, in a few simple forms.

Bounds, orders and equalities of two variables, linear equations, windows of numbers that wrap around, who owns what;
and all that only where a test of one variable holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations

from heddle.proofs.columns import Column, Fact, Test, ahead, same, times
from heddle.proofs.equations import Equation, equations
from heddle.proofs.formulas import SHARED, Formula, Name, constant, disjunction, names, negation, variable
from heddle.proofs.ghosts import NOBODY, Ghosted
from heddle.proofs.intervals import of_variable
from heddle.proofs.invariant import Key
from heddle.proofs.remainders import Remainders
from heddle.proofs.samples import Row, Table
from heddle.proofs.system import SELF

FEW = 4
"""So many of the program's constants on either side are bounds."""
NEARLY = 2
"""A sum that comes to half of its type's range may have that as its bound."""
MOST_TESTS = 12
COMPARISONS = ("==", "!=", "<", "<=")


class Under(StrEnum):
    """Of what rows it is asked what they have in common: of all, and of those where a test of one number holds, or one
    about remainders only."""

    NO_TESTS = "no tests"
    REMAINDERS = "tests of remainders"
    TESTS = "tests"


class Facts:
    def __init__(self, ghosted: Ghosted) -> None:
        self.system, self.identifiers = ghosted.system, ghosted.identifiers
        self.counts = {c.name for c in ghosted.counts}
        self.limits = sorted({-1, 0, 1, *self._constants()})
        self.remainders = Remainders(ghosted.system, self.limits)
        self._names: dict[Name, Formula] = {}

    def _constants(self) -> set[int]:
        """With which something is compared, in a guard or before it; and those next to them."""
        dag, seen, found = self.system.dag, set[tuple[int, bool]](), set[int]()
        stack = [(n, of is None) for _, e in self.system.edges() for of, n in ((None, e.guard), *e.updates.items())]
        while stack:
            n, compared = stack.pop()
            if (n, compared) not in seen:
                seen.add((n, compared))
                node = dag.nodes[n]
                stack += [(a, compared or node.op in COMPARISONS) for a in node.args]
                value = dag.constant(n) if compared else None
                if value is not None:
                    found |= {value - 1, value, value + 1}
        return found

    def of(self, key: Key, table: Table, under: Under) -> dict[Fact, Formula]:
        """What may hold of threads at these places."""
        if not table.rows:
            return {}
        numbers, identities = self._columns(key, table)
        found = dict(self._plain(key, numbers, identities, table.rows))
        for test in self._tests(numbers, under):
            rows = [row for row in table.rows if test.holds(row)]
            if not rows or (len(rows) == len(table.rows) and not test.is_remembered):
                continue
            for fact, formula in (*self._simple(key, numbers, identities, rows), *self._all_windows(numbers, rows)):
                if test.is_remembered or (fact not in found and not names(formula) <= test.numbers):
                    found[(test.name, fact)] = disjunction([negation(test.formula), formula])
        return found

    def _columns(self, key: Key, table: Table) -> tuple[list[Column], list[Column]]:
        numbers, identities = list[Column](), list[Column]()
        for i, name in enumerate(table.columns):
            if name[0] == SHARED:
                v = self.system.globals[name[1]]
            else:
                v = self.system.templates[key[name[0]][0]].locals[name[1]]
            column = Column(i, name, v, name[1] in self.counts)
            is_number = name[1] not in self.identifiers and (name[0] == SHARED or name[1] != SELF)
            (numbers if is_number else identities).append(column)
        return numbers, identities

    # --- facts --------------------------------------------------------------------------------------------------------

    def _plain(self, key: Key, numbers: list[Column], identities: list[Column], rows: Sequence[Row]
               ) -> Iterator[tuple[Fact, Formula]]:  # fmt: skip
        yield from self._simple(key, numbers, identities, rows)
        for a, b in combinations(numbers, 2):
            if not (a.is_count and b.is_count):
                yield from self._orders(a, b, rows)
        yield from self._all_windows(numbers, rows)

    def _all_windows(self, numbers: list[Column], rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        wide = [c for c in numbers if c.is_wide and not c.is_count]
        shared = [c for c in wide if c.is_shared]
        for first in shared:
            for x in wide:
                for last in shared:
                    if len({first.index, x.index, last.index}) == 3:
                        yield from self._windows(first, x, last, rows)

    def _simple(self, key: Key, numbers: list[Column], identities: list[Column], rows: Sequence[Row]
                ) -> Iterator[tuple[Fact, Formula]]:  # fmt: skip
        for column in numbers:
            yield from self._bounds(column, rows)
        yield from self._equations(numbers, rows)
        yield from self.remainders.facts(numbers, rows)
        yield from self._identities(key, identities, rows)

    def _bounds(self, c: Column, rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        values = {row[c.index] for row in rows}
        lo, hi = min(values), max(values)
        least, most = of_variable(c.variable)
        for limit in [n for n in self.limits if least < n <= lo][-FEW:]:
            yield ("<=", limit, c.name), Formula("<=", (constant(limit), self.var(c.name)))
        for limit in [n for n in self.limits if hi <= n < most][:FEW]:
            yield ("<=", c.name, limit), Formula("<=", (self.var(c.name), constant(limit)))
        if lo < 0 < hi and 0 not in values:
            yield ("!=", c.name, 0), negation(same(self.var(c.name), constant(0)))

    def _orders(self, a: Column, b: Column, rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        differences = {row[b.index] - row[a.index] for row in rows}
        x, y = self.var(a.name), self.var(b.name)
        if a.is_truth != b.is_truth:
            return
        for one, other, c, d, least in ((x, y, a, b, min(differences)), (y, x, b, a, -max(differences))):
            if least >= 0 and not a.is_truth:
                yield ("<=", c.name, d.name), Formula("<=", (one, other))
            if least >= 1 and not a.is_truth:
                yield ("<", c.name, d.name), Formula("<", (one, other))
            if least >= 0 and a.is_truth:
                yield ("<=", c.name, d.name), Formula("<=", (one, other))
        if 0 not in differences and min(differences) < 0 < max(differences):
            yield ("!=", a.name, b.name), negation(same(x, y))
        yield from self._sums(a, b, rows)

    def _sums(self, a: Column, b: Column, rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        sums = [row[a.index] + row[b.index] for row in rows]
        total = Formula("+", (self.var(a.name), self.var(b.name)))
        if a.is_truth:
            if max(sums) < 2:
                yield ("+<=", a.name, b.name), Formula("<=", (total, constant(1)))
            if min(sums) > 0:
                yield ("+>=", a.name, b.name), Formula("<=", (constant(1), total))
            return
        most = a.variable.type.hi
        if b.variable.type.hi == most and not (a.is_count or b.is_count) and most // NEARLY < max(sums) <= most:
            yield ("+<=", a.name, b.name), Formula("<=", (total, constant(most)))

    def _windows(self, first: Column, x: Column, last: Column, rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        """From ``first`` on, ``x`` comes before ``last``, where numbers go round."""
        size = 1 << first.variable.type.bits
        if x.variable.type.bits != last.variable.type.bits or 1 << last.variable.type.bits != size:
            return
        starts = ((row[first.index], row) for row in rows)
        places = [((row[x.index] - start) % size, (row[last.index] - start) % size) for start, row in starts]
        here, there = (ahead(self.var(first.name), self.var(c.name), size) for c in (x, last))
        if all(a < b for a, b in places):
            yield ("window", first.name, x.name, last.name), Formula("<", (here, there))
        if all(a > 0 for a, _ in places):
            yield ("window", first.name, x.name), Formula("<", (constant(0), here))

    def _equations(self, numbers: list[Column], rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        """Counts, truths and other numbers, each by those before it."""
        order = sorted(numbers, key=lambda c: (not c.is_count, not c.is_truth))
        picked = [tuple(row[c.index] for c in order) for row in rows]
        for equation in equations(picked, len(order)):
            used = [order[i] for i in equation[1]]
            fact = ("=", equation[0], tuple((c.name, n) for c, n in zip(used, equation[1].values(), strict=True)))
            total = self._total(equation, order)
            yield fact, same(total, constant(0))
            wide = next((c for c in used if c.is_wide), None)
            if wide is not None:
                size = 1 << wide.variable.type.bits
                yield ("%", size, fact), same(Formula("%", (total, constant(size))), constant(0))

    def _total(self, equation: Equation, order: list[Column]) -> Formula:
        first, coefficients = equation
        parts = [times(n, self.var(order[i].name)) for i, n in sorted(coefficients.items())]
        return Formula("+", (constant(first), *parts)) if first or len(parts) < 2 else Formula("+", tuple(parts))

    def _identities(self, key: Key, identities: list[Column], rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        for owner in [c for c in identities if c.is_shared]:
            for name, who, value in self._known_identities(key, identities):
                agree = {row[owner.index] == value(row) for row in rows}
                equal = same(self.var(owner.name), who)
                if agree == {True}:
                    yield ("is", owner.name, name), equal
                elif agree == {False}:
                    yield ("is not", owner.name, name), negation(equal)

    def _known_identities(self, key: Key, identities: list[Column]
                          ) -> Iterator[tuple[object, Formula, Callable[[Row], int]]]:  # fmt: skip
        """Nobody, and the threads that the table is about."""
        yield NOBODY, constant(NOBODY), lambda row: NOBODY
        for i, (t, _) in enumerate(key):
            mine = next((c for c in identities if c.name == (i, SELF)), None)
            if not self.system.templates[t].many:
                yield i, constant(t), lambda row, t=t: t  # type: ignore[misc]
            elif mine is not None:
                yield mine.name, self.var(mine.name), lambda row, at=mine.index: row[at]  # type: ignore[misc]

    # --- tests --------------------------------------------------------------------------------------------------------

    def _tests(self, numbers: list[Column], under: Under) -> list[Test]:
        if under is Under.NO_TESTS:
            return []
        remembered = [test for c in numbers if c.is_truth and not c.is_shared for test in self._zero(c, True)]
        found = [*self.remainders.tests(numbers), *remembered]
        if under is Under.TESTS:
            of_one = [test for c in numbers if c.is_shared and not c.is_count for test in self._of_one(c)]
            found += of_one[:MOST_TESTS]
        return found

    def _of_one(self, c: Column) -> Iterator[Test]:
        """Whether a number is negative, whether it is zero."""
        i, below, only = c.index, Formula("<", (self.var(c.name), constant(0))), frozenset({c.name})
        if of_variable(c.variable)[0] < 0:
            yield Test(("<", c.name), below, lambda row: row[i] < 0, only)
            yield Test((">=", c.name), negation(below), lambda row: row[i] >= 0, only)
        yield from self._zero(c, False)

    def _zero(self, c: Column, is_remembered: bool) -> Iterator[Test]:
        i, zero, only = c.index, same(self.var(c.name), constant(0)), frozenset({c.name})
        yield Test(("0", c.name), zero, lambda row: row[i] == 0, only, is_remembered)
        yield Test(("1", c.name), negation(zero), lambda row: row[i] != 0, only, is_remembered)

    def var(self, name: Name) -> Formula:
        if name not in self._names:
            self._names[name] = variable(name)
        return self._names[name]


__all__ = ["Facts", "Under"]
