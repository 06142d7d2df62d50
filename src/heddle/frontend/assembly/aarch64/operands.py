"""Operands of AArch64 instructions: registers, numbers and addresses."""

from __future__ import annotations

import re
from typing import Protocol

from heddle.core.expr import Const, Expr
from heddle.core.types import IntType
from heddle.frontend.assembly.block import Block, Operand, View
from heddle.frontend.assembly.template import UnknownAssembly
from heddle.frontend.lowering import Memory, Variable

_ADDRESS = re.compile(r"\[\s*([^,\]]+?(?:\[\w+\])?)\s*(?:,\s*([^,\]]+?)\s*)?\]")


def register(name: str) -> View | None:
    name = name.lower()
    if name in ("wzr", "xzr"):
        return View("zr", 32 if name[0] == "w" else 64)
    found = re.fullmatch(r"([wx])(\d+)", name)
    if found is None or int(found[2]) > 30:
        return None
    return View(f"x{found[2]}", 32 if found[1] == "w" else 64)


class Reader(Protocol):
    """What registers and flags hold."""

    def get(self, view: View) -> Expr: ...

    def flag(self, name: str) -> Expr: ...


class Registers:
    """What they hold while the program runs."""

    def __init__(self, block: Block) -> None:
        self.b = block

    def get(self, view: View) -> Expr:
        return Const(0, IntType(view.bits, False)) if view.key == "zr" else self.b.unsigned(view)

    def flag(self, name: str) -> Expr:
        return self.b.flags[name]


class Operands:
    def __init__(self, block: Block) -> None:
        self.b = block

    def view(self, text: str) -> View:
        found = self.b.reference(text)
        if found is not None:
            modifier, operand = found
            if operand.key is not None and modifier in ("", "w", "x"):
                return View(operand.key, 32 if modifier == "w" else 64)
        elif (named := register(text)) is not None:
            return named
        raise UnknownAssembly(f"operand '{text}'")

    def immediate(self, text: str) -> int | None:
        found = self.b.reference(text.lstrip("#"))
        if found is not None:
            operand = found[1]
            return operand.constant.value if operand.constant is not None and operand.key is None else None
        try:
            return int(text.lstrip("#"), 0)
        except ValueError:
            return None

    def value(self, reader: Reader, text: str, bits: int) -> Expr:
        """The value of a register or a number."""
        number = self.immediate(text)
        if number is not None:
            type = IntType(bits, False)
            return Const(type.wrap(number), type)
        view = self.view(text)
        if view.bits != bits:
            raise UnknownAssembly(f"operand '{text}' in an operation on {bits} bits")
        return reader.get(view)

    def memory(self, text: str) -> tuple[Memory | Variable, tuple[str, int]]:
        """Where an address leads, and what tells it from others: the register or operand, and the offset."""
        found = self.b.reference(text)
        if found is not None and found[1].memory is not None:
            return self.b.use(found[1]), (f"operand {self._first(found[1]).number}", 0)
        view, offset = self._address(text)
        reference = _ADDRESS.fullmatch(text)
        direct = self.b.reference(reference[1]) if reference is not None else None
        target = self.b.pointed(self.b.get(view), direct[1].pointee if direct is not None else None)
        return self.b.shifted(target, offset), (view.key, offset)

    def place_of(self, text: str) -> tuple[str, int]:
        """What tells an address from others, without computing it."""
        found = self.b.reference(text)
        if found is not None and found[1].memory is not None:
            return f"operand {self._first(found[1]).number}", 0
        view, offset = self._address(text)
        return view.key, offset

    def _address(self, text: str) -> tuple[View, int]:
        found = _ADDRESS.fullmatch(text)
        offset = self.immediate(found[2]) if found is not None and found[2] else 0
        if found is None or offset is None:
            raise UnknownAssembly(f"operand '{text}'")
        view = self.view(found[1])
        if view.bits != 64 or view.key == "zr":
            raise UnknownAssembly(f"operand '{text}'")
        return view, offset

    def _first(self, operand: Operand) -> Operand:
        """The first operand for the same memory: statements name it as output and again as input."""
        for other in self.b.operands:
            if other.memory is operand.memory or (
                isinstance(other.memory, Memory) and isinstance(operand.memory, Memory)
                and (other.memory.base, other.memory.steps) == (operand.memory.base, operand.memory.steps)
            ):
                return other
        return operand
