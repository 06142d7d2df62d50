"""Guesses about remainders: whether a number is even, and which elements of a ring lie between its two ends.

The divisors are those of the program.  Ends of a ring are numbers that go round; as an index their remainder counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations

from heddle.proofs.columns import Column, Fact, Test, ahead, same
from heddle.proofs.formulas import Formula, constant, variable
from heddle.proofs.samples import Row
from heddle.proofs.system import System
from heddle.symbolic.dag import NodeId

LARGEST = 8
"""Divisors up to this are asked about: every remainder is a question."""
MOST_TESTS = 16
Question = tuple[Fact, Formula, Callable[[Row], bool]]
"""A test's name, what it says, and of which rows it holds."""


class Remainders:
    def __init__(self, system: System, limits: Sequence[int]) -> None:
        self.limits = [n for n in limits if n > 0]
        self.divisors = sorted(_divisors(system))

    def facts(self, numbers: Sequence[Column], rows: Sequence[Row]) -> Iterator[tuple[Fact, Formula]]:
        """Remainders that are always the same, and how far one number is ahead of another at most."""
        wide = [c for c in numbers if c.is_wide and not c.is_count]
        for c in wide:
            for divisor in self.divisors:
                found = {row[c.index] % divisor for row in rows}
                if len(found) == 1:
                    yield ("%", c.name, divisor, *found), same(_rest(c, divisor), constant(found.pop()))
        for a, b in permutations([c for c in wide if c.is_shared], 2):
            size = 1 << a.variable.type.bits
            most = max((row[b.index] - row[a.index]) % size for row in rows)
            limit = next((n for n in self.limits if most <= n), None)
            if limit is not None:
                distance = ahead(variable(a.name), variable(b.name), size)
                yield ("ahead", a.name, b.name, limit), Formula("<=", (distance, constant(limit)))

    def tests(self, numbers: Sequence[Column]) -> list[Test]:
        wide = [c for c in numbers if c.is_wide and not c.is_count]
        shared = [c for c in wide if c.is_shared]
        found = [_equal(a, b) for a in shared for b in wide if not b.is_shared]
        for divisor in self.divisors:
            found += [_remainder(c, divisor, n) for c in shared for n in range(divisor)]
            found += [_between(a, b, divisor, n) for a, b in permutations(shared, 2) for n in range(divisor)]
        names = frozenset(c.name for c in wide)
        return [Test(name, formula, holds, names) for name, formula, holds in found[:MOST_TESTS]]


def _divisors(system: System) -> set[int]:
    """What the program divides by to have the remainder."""
    seen, found = set[NodeId](), set[int]()
    stack = [n for _, e in system.edges() for n in (e.guard, *e.updates.values())]
    while stack:
        n = stack.pop()
        if n not in seen:
            seen.add(n)
            node = system.dag.nodes[n]
            stack += node.args
            by = system.dag.constant(node.args[1]) if node.op == "%" else None
            if by is not None and 1 < by <= LARGEST:
                found.add(by)
    return found


def _rest(c: Column, divisor: int) -> Formula:
    return Formula("%", (variable(c.name), constant(divisor)))


def _equal(a: Column, b: Column) -> Question:
    i, j = a.index, b.index
    return (("==", a.name, b.name), same(variable(a.name), variable(b.name)), lambda row: row[i] == row[j])


def _remainder(c: Column, divisor: int, n: int) -> Question:
    formula, i = same(_rest(c, divisor), constant(n)), c.index
    return (("%", c.name, divisor, n), formula, lambda row: row[i] % divisor == n)


def _between(a: Column, b: Column, divisor: int, n: int) -> Question:
    """Of a ring with so many elements: whether the n-th one is among those from one end up to the other."""
    size, i, j = 1 << a.variable.type.bits, a.index, b.index
    distance, length = ahead(variable(a.name), constant(n), divisor), ahead(variable(a.name), variable(b.name), size)
    return (
        ("between", a.name, b.name, divisor, n), Formula("<", (distance, length)),
        lambda row: (n - row[i]) % divisor < (row[j] - row[i]) % size,
    )  # fmt: skip


__all__ = ["Remainders"]
