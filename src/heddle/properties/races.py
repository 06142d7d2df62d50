"""Data races: by checks in the program where memory is store buffers, by the model's own flag elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.instr import DATA_RACE
from heddle.properties.property import Property
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.models.memory_model import MemoryModel

FLAG = "data-race"
"""What model files call it."""


@dataclass(frozen=True, slots=True)
class NoDataRace(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.races import with_race_checks

        return with_race_checks(program) if DATA_RACE in self.claims else program

    def under(self, model: MemoryModel) -> Property:
        if model.operational is not None:
            return self
        flags = {c.name for c in model.relational.constraints if c.flag}
        return replace(self, claims=frozenset({"flag"}), is_supported=flags == {FLAG})


NO_DATA_RACE = NoDataRace(
    "no-data-race", "no two threads access memory at the same time, one of them writing, not both atomically",
    frozenset({DATA_RACE}),
)  # fmt: skip
