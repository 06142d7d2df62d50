"""The values that memory gets: what is written, and what that is computed from, through variables and calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

from heddle.core.expr import Expr, Local
from heddle.core.instr import AnyInstr, Assign, Call, Create, Join, Return, Rmw, ThreadExit, Write
from heddle.core.parts import parts
from heddle.core.program import Program
from heddle.passes.points_to import PointsTo

Variable: TypeAlias = tuple[str, str]
"""A function and a local variable of it."""
Value: TypeAlias = tuple[str, Expr]
"""A function, and what it computes."""


def stored_values(program: Program, found: PointsTo) -> Iterator[Value]:
    """Each once."""
    sources = _Sources(program, found)
    pending = [
        (f.name, x.value) for f in program.functions.values() for x in f.body if isinstance(x, Write | Rmw)
    ]  # fmt: skip
    while pending:
        function, value = pending.pop()
        yield function, value
        for part in parts(value):
            if isinstance(part, Local):
                pending += sources.of.pop((function, part.name), ())


class _Sources:
    """What each variable may get its value from."""

    def __init__(self, program: Program, found: PointsTo) -> None:
        self.program, self.found = program, found
        self.of: dict[Variable, list[Value]] = defaultdict(list)
        self.results = {
            f.name: [(f.name, x.value) for x in f.body if isinstance(x, Return | ThreadExit) and x.value is not None]
            for f in program.functions.values()
        }
        self.of_threads = [
            value for f in program.functions.values() for x in f.body if isinstance(x, ThreadExit)
            for value in self.results[f.name]
        ]  # fmt: skip
        for f in program.functions.values():
            for x in f.body:
                self.instruction(f.name, x)

    def instruction(self, function: str, x: AnyInstr) -> None:
        match x:
            case Assign():
                self.of[function, x.dst.name].append((function, x.value))
            case Call():
                for callee in self.found.callees(function, x.callee):
                    for parameter, arg in zip(callee.params, x.args, strict=False):
                        self.of[callee.name, parameter.name].append((function, arg))
                    if x.dst is not None:
                        self.of[function, x.dst.name] += self.results[callee.name]
            case Create():
                for callee in self.found.callees(function, x.function):
                    for parameter in callee.params[:1]:
                        self.of[callee.name, parameter.name].append((function, x.arg))
                    self.of_threads += self.results[callee.name]
            case Join() if x.dst is not None:
                self.of[function, x.dst.name] = self.of_threads  # which grows


__all__ = ["stored_values"]
