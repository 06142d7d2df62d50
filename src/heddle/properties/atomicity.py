"""Atomicity: no other thread interrupts the regions that a program marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.instr import ATOMICITY
from heddle.properties.property import Property
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.models.memory_model import MemoryModel


@dataclass(frozen=True, slots=True)
class Atomicity(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.regions.instrument import with_region_checks

        return with_region_checks(program)

    def under(self, model: MemoryModel) -> Property:
        """What comes between two accesses is plain where accesses have one order."""
        return self if model.operational == "sc" else replace(self, is_supported=False)


NO_INTERRUPTION = Atomicity(
    "atomicity", "no other thread interrupts a marked region (or an assignment, where none is marked)",
    frozenset({ATOMICITY}), marks=frozenset({ATOMICITY}), is_late=True,
)  # fmt: skip
