"""Loops that count (``for (i = 0; i < 10; i++)``): how long they are is known before they begin.

They are not what makes a search endless: where the bound of other loops is small, these may run to their end.
"""

from __future__ import annotations

from heddle.core.expr import Binary, Const, Expr, Local
from heddle.core.instr import AnyInstr, Assign, Branch
from heddle.core.walk import walk
from heddle.passes.loops import LoopNest, Region


def counts(nest: LoopNest, body: list[AnyInstr], region: Region) -> bool:
    """Whether some test of the loop, in which it ends or goes on, is about a counter and what stays the same."""
    inside = body[region.head : region.end + 1]
    assigned: dict[str, list[AnyInstr]] = {}
    for x in inside:
        dst = getattr(x, "dst", None)
        if isinstance(dst, Local):
            assigned.setdefault(dst.name, []).append(x)
    return any(
        isinstance(x, Branch)
        and not region.head < nest.position[x.label] <= region.end
        and _is_counted(x.test, assigned)
        for x in inside
    )


def _is_counted(test: Expr, assigned: dict[str, list[AnyInstr]]) -> bool:
    changing = [part for part in walk(test) if isinstance(part, Local) and part.name in assigned]
    return bool(changing) and all(_is_counter(_original(local, assigned), assigned) for local in changing)


def _original(local: Local, assigned: dict[str, list[AnyInstr]]) -> Local:
    """What the loop copies into a variable that it sets once."""
    match assigned.get(local.name, []):
        case [Assign(value=Local() as copied)]:
            return copied
    return local


def _is_counter(local: Local, assigned: dict[str, list[AnyInstr]]) -> bool:
    """Every iteration adds the same number to it."""
    match assigned.get(local.name, []):
        case [Assign(value=Binary(op="+" | "-", left=Local() as base, right=Const()))]:
            return _original(base, assigned) == local
    return False


__all__ = ["counts"]
