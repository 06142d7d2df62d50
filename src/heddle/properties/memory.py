"""Memory safety and undefined behaviour, under SV-COMP's names: made of the checks for what C leaves undefined."""

from __future__ import annotations

from heddle.core.instr import BAD_FREE, LIFETIME
from heddle.properties.checks import BOUNDS, DIV_BY_ZERO, FREE, NO_OVERLAP, OVERFLOW, POINTER, READ_ONLY, STRICT
from heddle.properties.leaks import VALID_MEMTRACK
from heddle.properties.property import Property, named, several
from heddle.properties.races import NO_DATA_RACE

VALID_DEREF = Property(
    "valid-deref", "every pointer that is followed leads to memory that is there", POINTER.claims | {LIFETIME}
)
VALID_FREE = Property("valid-free", "only blocks are freed, each once", frozenset({BAD_FREE}))
VALID_MEMSAFETY = named(
    "valid-memsafety", "valid-deref, valid-free and valid-memtrack", several(VALID_DEREF, VALID_FREE, VALID_MEMTRACK)
)
NO_OVERFLOW = Property(
    "no-overflow", "no signed integer overflows, as SV-COMP has it", frozenset({"overflow"}),
    marks=frozenset({"overflow"}),
)  # fmt: skip
DEF_BEHAVIOR = named(
    "def-behavior", "nothing happens that C leaves undefined (not: strict aliasing and what else limitations.md names)",
    several(BOUNDS, POINTER, FREE, DIV_BY_ZERO, READ_ONLY, NO_OVERLAP, OVERFLOW, *STRICT, NO_DATA_RACE),
)  # fmt: skip
MEMORY = (VALID_DEREF, VALID_FREE, VALID_MEMSAFETY, NO_OVERFLOW, DEF_BEHAVIOR)

__all__ = ["DEF_BEHAVIOR", "MEMORY", "NO_OVERFLOW", "VALID_DEREF", "VALID_FREE", "VALID_MEMSAFETY"]
