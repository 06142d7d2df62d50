"""Slicing: drops assignments to local variables that nothing reads afterwards, and jumps to the next instruction.

Unfolding leaves many, since it also puts the values of constants where they are used.  What remains tells the later
passes whose address is really taken.
"""

from __future__ import annotations

from heddle.core.instr import AnyInstr, Assign, Branch, Goto, Label
from heddle.core.program import BoundedProgram, Thread
from heddle.passes.liveness import Liveness, transfer


def drop_dead_assignments(program: BoundedProgram) -> None:
    for thread in program.threads:
        thread.body = _without_dead(thread)


def _without_dead(thread: Thread) -> list[AnyInstr]:
    kept: list[AnyInstr] = []
    for x, live in Liveness(thread.body, [thread.result.name] if thread.result else [], _unless_dead).backwards():
        if isinstance(x, Assign) and x.dst.name not in live:
            continue
        if isinstance(x, Goto) and kept and isinstance(kept[-1], Label) and kept[-1].name == x.label:
            continue
        kept.append(x)
    kept.reverse()
    targets = {x.label for x in kept if isinstance(x, (Goto, Branch))}
    return [x for x in kept if not isinstance(x, Label) or x.name in targets]


def _unless_dead(x: AnyInstr, live: set[str]) -> None:
    """What an assignment that is dropped looks at is not looked at."""
    if not isinstance(x, Assign) or x.dst.name in live:
        transfer(x, live)
