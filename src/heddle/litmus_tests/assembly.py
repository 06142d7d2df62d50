"""Threads of litmus tests in assembly: one instruction a cell, labels before it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from lark import Token, Tree

from heddle.core.instr import AnyInstr, Label, Location
from heddle.litmus_tests.syntax import number_of, parse
from heddle.records import dataclass, field


@dataclass(slots=True)
class AssemblyThread(ABC):
    """The code of a thread while it is being lowered; a dialect says what its instructions are."""

    thread: int
    code: list[AnyInstr] = field(default_factory=list, kw_only=True)
    loc: Location = field(default_factory=lambda: Location("", 0), kw_only=True)

    def run(self, cells: list[tuple[str, Location]]) -> list[AnyInstr]:
        for text, loc in cells:
            self.loc = loc
            padded = "\n" * (loc.line - 1) + " " * (loc.column - 1) + text
            label, instruction = parse(padded, loc.file, "x86").children
            if isinstance(label, Tree):
                self.code.append(Label(f"L{label.children[0]}", loc=loc))
            if isinstance(instruction, Tree):
                self.instruction(instruction)
        return self.code

    def number(self, token: Tree[Token] | Token | None) -> int:
        return number_of(token, self.loc.file)

    @abstractmethod
    def instruction(self, node: Tree[Token]) -> None: ...
