"""Memory that is not freed, or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.instr import LOST, NOT_FREED
from heddle.properties.property import Property
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.core.program import Program


@dataclass(frozen=True, slots=True)
class NoLeak(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.leaks import with_leak_checks

        (kind,) = self.claims
        return with_leak_checks(program, kind)


VALID_MEMCLEANUP = NoLeak("valid-memcleanup", "all memory is freed when the program ends", frozenset({NOT_FREED}))
VALID_MEMTRACK = NoLeak(
    "valid-memtrack", "memory that is not freed when the program ends can still be reached", frozenset({LOST})
)
