"""The columns of a table of samples: a variable each, of the threads that the table is about, or a shared one."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.types import IntType
from heddle.proofs.formulas import SHARED, Formula, Name, constant
from heddle.proofs.intervals import of_variable
from heddle.proofs.samples import Row
from heddle.proofs.system import Variable
from heddle.records import dataclass

Fact = tuple[object, ...]
"""A guess as a key: the same fact is the same tuple."""


@dataclass(slots=True)
class Column:
    index: int
    name: Name
    variable: Variable
    is_count: bool

    @property
    def is_shared(self) -> bool:
        return self.name[0] == SHARED

    @property
    def is_truth(self) -> bool:
        return of_variable(self.variable) == (0, 1)

    @property
    def is_wide(self) -> bool:
        """Whether it may wrap around, as numbers without sign do."""
        type = self.variable.type
        return isinstance(type, IntType) and not type.signed and of_variable(self.variable)[1] >= type.hi - 1


@dataclass(frozen=True, slots=True)
class Test:
    """Something that holds of some rows: what these have in common holds where it does.  ``is_remembered``: it is what
    a thread has found out before, and keeps; then samples that show nothing else may only be too few.  Of ``numbers``
    by themselves nothing is guessed."""

    name: Fact
    formula: Formula
    holds: Callable[[Row], bool]
    numbers: frozenset[Name] = frozenset()
    is_remembered: bool = False


def same(a: Formula, b: Formula) -> Formula:
    return Formula("==", (a, b))


def times(n: int, a: Formula) -> Formula:
    return a if n == 1 else Formula("*", (constant(n), a))


def ahead(first: Formula, x: Formula, size: int) -> Formula:
    """How far one number is from another, where numbers go round."""
    return Formula("%", (Formula("+", (x, times(-1, first))), constant(size)))


__all__ = ["Column", "Fact", "Test", "ahead", "same", "times"]
