"""The properties that Heddle knows, by name.  A new one is a file of its own and a line here."""

from __future__ import annotations

from heddle.errors import UsageError
from heddle.properties.assertions import ACSL_ASSERT, ASSERT, UNREACH_CALL
from heddle.properties.atomicity import NO_INTERRUPTION
from heddle.properties.checks import (
    BOUNDS,
    DIV_BY_ZERO,
    FREE,
    LOCK_ORDER,
    MISUSE,
    NO_OVERLAP,
    OVERFLOW,
    POINTER,
    READ_ONLY,
    STRICT,
)
from heddle.properties.deadlock import NO_DEADLOCK
from heddle.properties.flags import FLAGS
from heddle.properties.leaks import VALID_MEMCLEANUP, VALID_MEMTRACK
from heddle.properties.memory import MEMORY
from heddle.properties.property import Property, named, several
from heddle.properties.races import NO_DATA_RACE
from heddle.properties.termination import PROGRAM_ENDS, TERMINATION

_REGISTRY: dict[str, Property] = {}

CHECKS = (BOUNDS, POINTER, FREE, DIV_BY_ZERO, READ_ONLY, NO_OVERLAP, OVERFLOW, *STRICT, MISUSE)
"""What ``--checks`` adds to another property."""
DEFAULT = named(
    "default", "assertions, and the classic errors of C: no invalid memory access, no division by zero",
    several(ASSERT, FLAGS, BOUNDS, POINTER, FREE, DIV_BY_ZERO, READ_ONLY, NO_OVERLAP),
)  # fmt: skip

ALL = named(
    "all", "everything that is a bug by itself: assertions, what C and POSIX leave undefined, lost memory, deadlocks",
    several(ASSERT, FLAGS, *CHECKS, NO_DATA_RACE, VALID_MEMTRACK, NO_DEADLOCK),
)


def register(property: Property) -> None:
    _REGISTRY[property.name] = property


def known() -> tuple[Property, ...]:
    return tuple(_REGISTRY.values())


def find(name: str) -> Property:
    """The property of this name, or several joined by ``+`` or commas.  Raises UsageError."""
    return several(*(_one(part.strip()) for part in name.replace(",", "+").split("+")))


def _one(name: str) -> Property:
    if name not in _REGISTRY:
        raise UsageError(f"property '{name}' is not available; available: {', '.join(_REGISTRY)}")
    return _REGISTRY[name]


for _property in (
    DEFAULT, ALL, ASSERT, UNREACH_CALL, ACSL_ASSERT, FLAGS, *CHECKS, LOCK_ORDER, NO_DATA_RACE, *MEMORY, VALID_MEMTRACK,
    VALID_MEMCLEANUP, NO_DEADLOCK, TERMINATION, PROGRAM_ENDS, NO_INTERRUPTION,
):  # fmt: skip
    register(_property)

__all__ = ["CHECKS", "DEFAULT", "Property", "find", "known", "register", "several"]
