"""Memory that is not freed, or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.expr import Local
from heddle.core.instr import LOST, NOT_FREED, AnyInstr, Branch, Cut, Label, Nondet, Source
from heddle.core.types import BOOL
from heddle.properties.property import Property
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.models.memory_model import MemoryModel


@dataclass(frozen=True, slots=True)
class NoLeak(Property):
    def instrument(self, program: Program) -> Program:
        from heddle.leaks import with_leak_checks

        (kind,) = self.claims
        return with_leak_checks(program, kind)

    def stronger(self) -> Property | None:
        """What is freed is not lost."""
        return VALID_MEMCLEANUP if LOST in self.claims else None

    def beside_others(self, model: MemoryModel) -> Property:
        """Ghosts count the blocks, and graphs have none."""
        return self if model.operational is not None else _NOT_LOOKED_FOR


@dataclass(frozen=True, slots=True)
class _NotLookedFor(Property):
    """A cut in the place of a property."""

    def instrument(self, program: Program) -> Program:
        from heddle.leaks import allocates

        if not allocates(program):
            return program
        main, chosen = program.functions[program.entry], Local("heddle::looks", BOOL)
        start: list[AnyInstr] = [
            Nondet(chosen, self.summary, Source.TRUTH, loc=main.loc),
            Branch(chosen, "heddle::looks", loc=main.loc),
            Cut(self.summary, "", loc=main.loc),
            Label("heddle::looks", loc=main.loc),
        ]
        functions = {**program.functions, main.name: replace(main, body=[*start, *main.body])}
        return replace(program, functions=functions)


_NOT_LOOKED_FOR = _NotLookedFor("no-leak", "blocks that are not freed, under this memory model", frozenset())


VALID_MEMCLEANUP = NoLeak("valid-memcleanup", "all memory is freed when the program ends", frozenset({NOT_FREED}))
VALID_MEMTRACK = NoLeak(
    "valid-memtrack", "memory that is not freed when the program ends can still be reached", frozenset({LOST})
)
