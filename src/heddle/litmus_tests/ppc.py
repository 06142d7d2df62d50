"""The PPC dialect: Power's loads, stores, arithmetic, comparisons, branches and barriers (destination first)."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Token, Tree

from heddle.core.expr import Binary, Cast, Const, Expr, Local, Place, Unary
from heddle.core.instr import AnyInstr, Assign, Branch, Fence, Goto, Location, Read, Write
from heddle.core.types import INT
from heddle.errors import InputError
from heddle.litmus_tests.assembly import AssemblyThread
from heddle.litmus_tests.build import POINTER, WORD
from heddle.records import dataclass

REGISTER = re.compile(r"r(?:[0-9]|[12][0-9]|3[01])", re.IGNORECASE)
FENCES = {"sync": "full", "hwsync": "full", "lwsync": "lwsync", "eieio": "store", "isync": "isync"}
ARITHMETIC = {"add": "+", "xor": "^", "or": "|", "and": "&", "mullw": "*"}
IMMEDIATE = {"addi": "+", "xori": "^", "ori": "|", "andi.": "&", "mulli": "*"}
BRANCHES = {"beq": "==", "bne": "!=", "blt": "<", "ble": "<=", "bgt": ">", "bge": ">="}
LOADS = {"lwz": False, "lwzx": True}
STORES = {"stw": False, "stwx": True}
"""With two registers that make up the address, or with one and an offset."""


def register(thread: int, name: str) -> str:
    return f"{thread}:{name.lower()}"


def lower(columns: list[list[tuple[str, Location]]]) -> list[list[AnyInstr]]:
    """The threads' code."""
    return [_Lowering(thread).run(cells) for thread, cells in enumerate(columns)]


@dataclass(slots=True)
class _Lowering(AssemblyThread):
    name: str = ""

    def instruction(self, node: Tree[Token]) -> None:
        _, name, *rest = node.children
        self.name = str(name).lower()
        operands = [item for item in rest if isinstance(item, Tree)]
        handler = self.handler(len(operands))
        if handler is None:
            raise InputError(f"the instruction {str(name)!r} is not supported", self.loc)
        handler(operands)

    def handler(self, count: int) -> Callable[[list[Tree[Token]]], None] | None:
        table: dict[tuple[str, int], Callable[[list[Tree[Token]]], None]] = {
            ("li", 2): self.move, ("mr", 2): self.move, ("cmpw", 2): self.compare, ("cmpwi", 2): self.compare,
            ("neg", 2): self.negate, ("sub", 3): self.subtract, ("subf", 3): self.subtract,
            ("b", 1): self.jump, ("nop", 0): self.nothing,
        }  # fmt: skip
        for names, arity, method in (
            (FENCES, 0, self.fence), (ARITHMETIC, 3, self.arithmetic), (IMMEDIATE, 3, self.arithmetic),
            (BRANCHES, 1, self.jump),
        ):  # fmt: skip
            if self.name in names and count == arity:
                return method
        for accesses in (LOADS, STORES):
            if self.name in accesses and count == (3 if accesses[self.name] else 2):
                return self.access
        return table.get((self.name, count))

    # --- operands

    def register(self, node: Tree[Token]) -> Local:
        text = str(node.children[0])
        if node.data != "name" or not REGISTER.fullmatch(text):
            raise InputError(f"a register belongs here in {self.name!r}", self.loc)
        return Local(register(self.thread, text), WORD)

    def value(self, node: Tree[Token]) -> Expr:
        if node.data == "immediate":
            return Const(WORD.wrap(self.number(node.children[0])), WORD)
        return self.register(node)

    def place(self, operands: list[Tree[Token]]) -> Place:
        """``d(rA)``, or the sum of two registers."""
        if len(operands) == 2:
            pointer: Expr = Binary("+", self.register(operands[0]), self.register(operands[1]), WORD)
        else:
            node = operands[0]
            if node.data != "offset" or not REGISTER.fullmatch(str(node.children[1])):
                raise InputError(f"an address d(rA) belongs here in {self.name!r}", self.loc)
            pointer = Local(register(self.thread, str(node.children[1])), WORD)
            shift = self.number(node.children[0])
            pointer = pointer if not shift else Binary("+", pointer, Const(shift, WORD), WORD)
        return Place(Cast(pointer, POINTER), (), WORD)

    # --- instructions

    def access(self, operands: list[Tree[Token]]) -> None:
        local, place = self.register(operands[0]), self.place(operands[1:])
        self.code.append(
            Read(local, place, loc=self.loc) if self.name in LOADS else Write(place, local, loc=self.loc)
        )

    def move(self, operands: list[Tree[Token]]) -> None:
        self.code.append(Assign(self.register(operands[0]), self.value(operands[1]), loc=self.loc))

    def negate(self, operands: list[Tree[Token]]) -> None:
        value = Unary("-", self.register(operands[1]), WORD)
        self.code.append(Assign(self.register(operands[0]), value, loc=self.loc))

    def arithmetic(self, operands: list[Tree[Token]]) -> None:
        op = ARITHMETIC.get(self.name) or IMMEDIATE[self.name]
        value = Binary(op, self.register(operands[1]), self.value(operands[2]), WORD)
        self.code.append(Assign(self.register(operands[0]), value, loc=self.loc))
        if self.name.endswith("."):
            self.flags(self.register(operands[0]), Const(0, WORD))

    def subtract(self, operands: list[Tree[Token]]) -> None:
        """``subf`` takes its first source from its second."""
        left, right = self.register(operands[1]), self.register(operands[2])
        if self.name == "subf":
            left, right = right, left
        self.code.append(Assign(self.register(operands[0]), Binary("-", left, right, WORD), loc=self.loc))

    def compare(self, operands: list[Tree[Token]]) -> None:
        self.flags(self.register(operands[0]), self.value(operands[1]))

    def flags(self, left: Expr, right: Expr) -> None:
        self.code.append(Assign(Local(f"{self.thread}:left", WORD), left, loc=self.loc))
        self.code.append(Assign(Local(f"{self.thread}:right", WORD), right, loc=self.loc))

    def fence(self, operands: list[Tree[Token]]) -> None:
        self.code.append(Fence(FENCES[self.name], loc=self.loc))

    def nothing(self, operands: list[Tree[Token]]) -> None:
        """No operation."""

    def jump(self, operands: list[Tree[Token]]) -> None:
        label = f"L{operands[0].children[0]}"
        if self.name == "b":
            self.code.append(Goto(label, loc=self.loc))
            return
        left, right = Local(f"{self.thread}:left", WORD), Local(f"{self.thread}:right", WORD)
        self.code.append(Branch(Binary(BRANCHES[self.name], left, right, INT), label, loc=self.loc))
