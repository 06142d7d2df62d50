"""Whether a program frees only when it allocates nothing any more: then no block is ever given out again.

Many programs clean up at their end, when main has joined all threads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heddle.core.instr import AnyInstr, Branch, Call, Create, Free, Goto, Label, Malloc
from heddle.passes.liveness import ENDS
from heddle.passes.points_to import PointsTo

if TYPE_CHECKING:
    from heddle.core.program import Function, Program
    from heddle.unsequenced.threads import Threads

MOVES = "realloc"
"""It may leave a block where it is, so that the new one is where the freed one was."""


def frees_come_last(program: Program) -> bool:
    """Whether main alone frees, while there are no others, and neither allocates nor creates threads after it."""
    if MOVES in program.functions:
        return False
    from heddle.unsequenced.effects import Effects
    from heddle.unsequenced.threads import Threads

    points_to = PointsTo(program)
    threads = Threads(program, points_to, Effects(program, points_to))
    functions = program.functions.values()
    return _are_reached(program, threads) and not any(_is_early(program, f, threads) for f in functions)


def _are_reached(program: Program, threads: Threads) -> bool:
    """Whether it is known who allocates and who frees."""
    reached = set().union(*threads.reached.values())
    functions = program.functions.values()
    return all(f.name in reached or not any(isinstance(x, (Free, Malloc)) for x in f.body) for f in functions)


def _is_early(program: Program, function: Function, threads: Threads) -> bool:
    """Whether the function frees while there are other threads, or may allocate after something was freed."""
    body = function.body
    if any(isinstance(x, Free) and threads.has_company(function.name, x) for x in body):
        return True
    freeing = [i for i, x in enumerate(body) if _does(program, threads, x, (Free,))]
    return any(_does(program, threads, body[i], (Malloc, Create)) for i in _after(body, freeing))


def _does(program: Program, threads: Threads, x: AnyInstr, kinds: tuple[type, ...]) -> bool:
    """Whether an instruction is of one of these kinds, or calls what may come to one."""
    if isinstance(x, kinds):
        return True
    names = list(threads.effects.callees.get(x.uid, ())) if isinstance(x, Call) else []
    seen = set(names)
    while names:
        for y in program.functions[names.pop()].body:
            if isinstance(y, kinds):
                return True
            new = set(threads.effects.callees.get(y.uid, ())) - seen if isinstance(y, Call) else set()
            seen |= new
            names += new
    return False


def _after(body: list[AnyInstr], starts: list[int]) -> Iterator[int]:
    """The positions that control may come to after one of these."""
    labels = {x.name: i for i, x in enumerate(body) if isinstance(x, Label)}
    pending, seen = [i + 1 for i in starts if not isinstance(body[i], ENDS)], set[int]()
    while pending:
        i = pending.pop()
        if i in seen or i >= len(body):
            continue
        seen.add(i)
        yield i
        x = body[i]
        if isinstance(x, (Goto, Branch)):
            pending.append(labels[x.label])
        if not isinstance(x, ENDS):
            pending.append(i + 1)


__all__ = ["frees_come_last"]
