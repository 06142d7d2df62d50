"""Kinds of loops, for bounds that differ by kind: loops that create threads, ``for`` loops, ``while`` loops.

Tools that unroll programs bound these apart, as MU-CSeq does: each thread more costs far more than an iteration.
"""

from __future__ import annotations

from heddle.core.instr import AnyInstr, Call, Create
from heddle.core.program import Function, Program
from heddle.passes.loops import Region


class LoopKinds:
    def __init__(self, program: Program) -> None:
        self._creating = _creating(program)

    def of(self, function: Function, region: Region) -> str:
        """One of :data:`heddle.passes.bounds.KINDS`; empty for a loop of jumps, and in library code.

        A loop that creates threads, itself or by a call, is of that kind whatever its statement.
        """
        if function.library:
            return ""
        inside = function.body[region.head : region.end + 1]
        return "threads" if any(_creates(x, self._creating) for x in inside) else region.statement


def _creating(program: Program) -> set[str]:
    """The functions that create threads, themselves or by what they call by name."""
    found: set[str] = set()
    while True:
        more = {n for n, f in program.functions.items() if n not in found and any(_creates(x, found) for x in f.body)}
        if not more:
            return found
        found |= more


def _creates(x: AnyInstr, creating: set[str]) -> bool:
    if isinstance(x, Create):
        return True
    return isinstance(x, Call) and isinstance(x.callee, str) and x.callee in creating
