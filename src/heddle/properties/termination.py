"""Termination under a fair scheduler: nobody waits for ever, and nobody runs on for ever.

For engines that bound loops this is said in the program.  A thread spins if it runs a loop whose iterations leave
everything as it was, and nobody is left who could change what it reads: all others have ended, wait, or spin too; and
all writes have left the store buffers.  All other loops have to end within the bounds: without a cut there is no other
way not to end.  Engines that go through states or execution graphs see by themselves who does not end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.expr import Const
from heddle.properties.property import Property, Several
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.models.memory_model import MemoryModel

KIND = "termination"


@dataclass(frozen=True, slots=True)
class Termination(Property):
    """``outlives``: threads have to end also where main returns before them; else that is the end of the program.
    ``is_seen``: the engine sees by itself where threads wait and spin; else they say so themselves."""

    outlives: bool = True
    is_seen: bool = False

    def instrument(self, program: Program) -> Program:
        from heddle.properties.sections import run_inside_sections
        from heddle.properties.spinning import follow_spins
        from heddle.properties.waiting import follow_waits, with_end

        if self.outlives:
            program = _main_ends_alone(program)
        if self.is_seen:
            return program if self.outlives else with_end(program)
        program = follow_spins(program, KIND, run_inside_sections(program))
        return follow_waits(program, KIND, partial=self.outlives)

    def under(self, model: MemoryModel) -> Property:
        return replace(self, is_seen=model.operational is None)

    def seen(self) -> Property:
        return self if self.is_seen else replace(self, is_seen=True)


def has_to_outlive(property: Property) -> bool:
    """Whether it asks that all threads end, not just the program."""
    parts = property.parts if isinstance(property, Several) else (property,)
    return any(isinstance(part, Termination) and part.outlives for part in parts)


def _main_ends_alone(program: Program) -> Program:
    """Main's return ends its thread only."""
    from heddle.core.instr import Return, ThreadExit

    main, pointer = program.functions[program.entry], program.data_model.void_ptr
    end = ThreadExit(Const(0, pointer), loc=main.loc)
    body = [replace(end, loc=x.loc, uid=x.uid) if isinstance(x, Return) else x for x in main.body]
    return replace(program, functions={**program.functions, program.entry: replace(main, body=[*body, end])})


_WORDS = "every thread ends, if the scheduler is fair and memory too"
_MARKS = frozenset({"deadlock"})
TERMINATION = Termination("termination", _WORDS, frozenset({KIND}), _MARKS)
PROGRAM_ENDS = Termination(
    "program-end", "the program ends (SV-COMP's termination), if the scheduler is fair and memory too",
    frozenset({KIND}), _MARKS, outlives=False,
)  # fmt: skip
