"""Slicing: drops assignments to local variables that nothing reads afterwards, and jumps to the next instruction.

Unfolding leaves many, since it also puts the values of constants where they are used.  What remains tells the later
passes whose address is really taken.
"""

from __future__ import annotations

from heddle.core.expr import Local
from heddle.core.instr import AnyInstr, Assign, Branch, Goto, Label
from heddle.core.program import BoundedProgram, Thread
from heddle.core.walk import expressions, walk


def drop_dead_assignments(program: BoundedProgram) -> None:
    for thread in program.threads:
        thread.body = _without_dead(thread)


def _without_dead(thread: Thread) -> list[AnyInstr]:
    """All jumps go forward: a use always stands after the assignments that it may see."""
    used: set[str] = {thread.result.name} if thread.result else set()
    kept: list[AnyInstr] = []
    for x in reversed(thread.body):
        if isinstance(x, Assign) and x.dst.name not in used:
            continue
        if isinstance(x, Goto) and kept and isinstance(kept[-1], Label) and kept[-1].name == x.label:
            continue
        for e in expressions(x):
            used.update(inner.name for inner in walk(e) if isinstance(inner, Local))
        kept.append(x)
    kept.reverse()
    targets = {x.label for x in kept if isinstance(x, (Goto, Branch))}
    return [x for x in kept if not isinstance(x, Label) or x.name in targets]
