"""A program prepared for concrete execution: jump targets, expression closures, and which locals matter where.

Made once per program and shared by every machine that runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from heddle.core.expr import Local
from heddle.core.instr import AnyInstr, Branch, Exit, Goto, Label, Return, Rmw, ThreadExit, defined
from heddle.core.program import Function, Program
from heddle.counterexample import Addresses
from heddle.replay.evaluate import Compiler
from heddle.replay.memory import Layout


class FunctionCode:
    """One function's body with its labels resolved."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.name = function.name
        self.body = function.body
        self.target = {instr.name: index for index, instr in enumerate(self.body) if isinstance(instr, Label)}

    @cached_property
    def live(self) -> list[tuple[str, ...]]:
        """For every position, the locals whose values can still be used: states that differ in others are equal."""
        count = len(self.body)
        live: list[set[str]] = [set() for _ in range(count + 1)]
        uses = [used_locals(instr) for instr in self.body]
        changed = True
        while changed:
            changed = False
            for index in range(count - 1, -1, -1):
                instr = self.body[index]
                after = set().union(*(live[successor] for successor in self._successors(index)))
                dst = defined(instr)
                before = (after - {dst.name} if dst else after) | uses[index]
                if before != live[index]:
                    live[index], changed = before, True
        return [tuple(sorted(names)) for names in live]

    def _successors(self, index: int) -> list[int]:
        instr = self.body[index]
        match instr:
            case Goto(label):
                return [self.target[label]]
            case Branch(_, label):
                return [index + 1, self.target[label]]
            case Return() | Exit() | ThreadExit():
                return []
        return [index + 1]


def used_locals(instr: AnyInstr) -> set[str]:
    """The locals whose values the instruction uses."""
    names: set[str] = set()
    for name in instr.__dataclass_fields__:
        if name != "dst":
            names.update(_locals(getattr(instr, name)))
    if isinstance(instr, Rmw):
        names.discard(instr.dst.name)
        names.update(_locals(instr.place))
    return names


def _locals(value: object) -> Iterator[str]:
    if isinstance(value, Local):
        yield value.name
    elif isinstance(value, tuple):
        for item in value:
            yield from _locals(item)
    elif type(value).__module__ == Local.__module__:
        for name in getattr(value, "__dataclass_fields__", ()):
            if name != "type":
                yield from _locals(getattr(value, name))


class Code:
    """A whole program, ready to run."""

    def __init__(self, program: Program, addresses: Addresses | None = None) -> None:
        """``addresses``: where objects lie, as far as that is said."""
        self.program = program
        self.layout = Layout(program, addresses or Addresses())
        self.compiler = Compiler(self.layout)
        self.functions = {name: FunctionCode(function) for name, function in program.functions.items()}


__all__ = ["Code", "FunctionCode"]
