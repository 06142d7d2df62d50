"""Switchable checks: what C leaves undefined, as violations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.instr import ALIGNMENT, BAD_FREE, BEYOND, CONST, LIFETIME, NO_VALUE, OVERLAP, UNSEQUENCED
from heddle.properties.property import Property
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.core.program import Program


def _marked(name: str, summary: str) -> Property:
    """A check that the frontend writes into the program as an Assert of this kind."""
    return Property(name, summary, frozenset({name}), marks=frozenset({name}))


BOUNDS = _marked("bounds", "no array index lies outside its array")
DIV_BY_ZERO = Property("div-by-zero", "no division by zero", frozenset({"div-by-zero"}))
OVERFLOW = Property(
    "overflow", "no signed integer overflows, no shift by too much, no conversion of too large floating-point numbers",
    frozenset({"overflow", "shift", "float-overflow"}),
    marks=frozenset({"overflow"}),
)  # fmt: skip
MISUSE = _marked("misuse", "no thread or lock is used as POSIX leaves it undefined")
LOCK_ORDER = Property(
    "lock-order", "no lock is given back that is not held (ESBMC calls it so)", MISUSE.claims, MISUSE.marks
)
POINTER = Property("pointer", "no access through a null or wild pointer", frozenset({"pointer"}))
FREE = Property(
    "free", "no use of memory that was freed, or belongs to a call that has returned; no double or invalid free",
    frozenset({LIFETIME, BAD_FREE}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _ReadOnly(Property):
    """The frontend marks assignments to what the program names; the pass, those through pointers."""

    def instrument(self, program: Program) -> Program:
        from heddle.passes.read_only import with_read_only_checks

        return with_read_only_checks(program)


@dataclass(frozen=True, slots=True)
class _NoOverlap(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.passes.disjoint import without_disjoint

        return without_disjoint(program)


READ_ONLY = _ReadOnly(
    CONST, "no write to a string literal, or to an object that is defined with const", frozenset({CONST}),
    marks=frozenset({CONST}),
)  # fmt: skip
NO_OVERLAP = _NoOverlap(
    OVERLAP, "no copy between memory that overlaps: memcpy, strcpy, sprintf and their like, assignment of structs",
    frozenset({OVERLAP}), marks=frozenset({OVERLAP}),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Within(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.passes.within import with_bounds_of_pointers

        return with_bounds_of_pointers(program)


@dataclass(frozen=True, slots=True)
class _ValuesGiven(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.passes.no_value import with_value_checks

        return with_value_checks(program)


ALIGNED = _marked(ALIGNMENT, "no access through a pointer at an address that its type cannot have")
WITHIN = _Within(
    BEYOND, "no pointer is computed that leads outside its object (but for blocks and objects of other calls)",
    frozenset({BEYOND}), marks=frozenset({BEYOND}),
)  # fmt: skip
VALUES_GIVEN = _ValuesGiven(
    NO_VALUE, "no use of the value of a call that ended without a return", frozenset({NO_VALUE}),
    marks=frozenset({NO_VALUE}),
)  # fmt: skip
SEQUENCED = _marked(
    UNSEQUENCED, "no named variable is changed in no order with another use of it in the same expression"
)
STRICT = (ALIGNED, WITHIN, VALUES_GIVEN, SEQUENCED)
"""What programs get away with mostly."""
