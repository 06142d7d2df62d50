"""What must not be reached, by name: functions and a label, as specifications of SV-COMP have it.

Stricter than the property ``unreach-call``: no other assertion counts.  One that fails ends the execution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.expr import FALSE
from heddle.core.instr import ERROR_FUNCTIONS, Assert, Unsupported, called, reached
from heddle.properties.property import Property, assumed
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Function, Program


@dataclass(frozen=True, slots=True)
class Unreached(Property):
    """``functions`` are not called, nor is the ``label`` reached (if the program was read with it as error label)."""

    functions: tuple[str, ...] = ()
    label: str | None = None

    def instrument(self, program: Program) -> Program:
        functions = {name: self._only_these(f) for name, f in program.functions.items()}
        known = {*ERROR_FUNCTIONS, *map(c_name, functions)}
        missing = next((name for name in self.functions if name not in known), None)
        if missing is not None:  # never called, or something that the frontend makes no call of, such as alloca
            entry = functions[program.entry]
            why = f"whether {missing}() is called cannot be told: no function of this name is left in the program"
            functions[program.entry] = replace(entry, body=[Unsupported(why, loc=entry.loc), *entry.body])
        return replace(program, functions=functions)

    def _only_these(self, function: Function) -> Function:
        """Without the other assertions; a call is noticed where it is written, or (through a pointer) at its start."""
        kept = {called(name) for name in self.functions} | ({reached(self.label)} if self.label else set())
        body = [x if isinstance(x, Assert) and x.message in kept else assumed(x) for x in function.body]
        if c_name(function.name) in self.functions:
            body.insert(0, Assert(FALSE, called(c_name(function.name)), loc=function.loc))
        return replace(function, body=body)


def c_name(function: str) -> str:
    """Static functions of several files have the file before their name."""
    return function.rpartition("::")[2]


def unreached(functions: tuple[str, ...], label: str | None) -> Unreached:
    atoms = [f"call({name}())" for name in functions] + ([f"label({label})"] if label else [])
    name = " + ".join(f"G ! {atom}" for atom in atoms)
    return Unreached(name, "as a specification file says", frozenset({"assert"}), functions=functions, label=label)
