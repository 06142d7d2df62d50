"""Memory safety and undefined behaviour, under SV-COMP's names: made of the checks for what C leaves undefined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.properties.checks import BOUNDS, DIV_BY_ZERO, FREE, NO_OVERLAP, OVERFLOW, POINTER, READ_ONLY, STRICT
from heddle.properties.leaks import VALID_MEMTRACK
from heddle.properties.property import Property, named, several
from heddle.properties.races import NO_DATA_RACE
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.execution import Failure

FREES = ("free of", "double free")
"""How the messages begin that are about a call of free."""


@dataclass(frozen=True, slots=True)
class Dereferences(Property):
    """Accesses, but not frees."""

    def breaks(self, failure: Failure) -> bool:
        return self.confirms(failure.kind) and not _is_about_free(failure)


@dataclass(frozen=True, slots=True)
class Frees(Property):
    def breaks(self, failure: Failure) -> bool:
        return self.confirms(failure.kind) and _is_about_free(failure)


def _is_about_free(failure: Failure) -> bool:
    return failure.kind == "free" and failure.message.startswith(FREES)


VALID_DEREF = Dereferences(
    "valid-deref", "every pointer that is followed leads to memory that is there", POINTER.claims | FREE.claims
)
VALID_FREE = Frees("valid-free", "only blocks are freed, each once", FREE.claims)
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
