"""Switchable checks: what C leaves undefined, as violations."""

from __future__ import annotations

from heddle.core.instr import BAD_FREE, LIFETIME
from heddle.properties.property import Property


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
