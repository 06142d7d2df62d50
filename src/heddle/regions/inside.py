"""Which instructions may run inside a region."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, Branch, Goto, Label, Return
from heddle.core.program import Function, Program
from heddle.passes.liveness import ENDS
from heddle.regions.marks import begins, is_mark
from heddle.unsequenced.effects import Effects

DEEPEST = 8


def may_be_inside(program: Program, region: MemoryObject, effects: Effects) -> frozenset[int]:
    """By number.  All, if some function leaves a region open, or ends one of its caller's."""
    inside: set[int] = set()
    called: list[str] = []
    for function in program.functions.values():
        for x, depth in _flow(function, region):
            is_end = x is None or (is_mark(x, region) and not begins(x))
            if (x is None) == (depth > 0) and is_end:
                return frozenset(y.uid for f in program.functions.values() for y in f.body)
            if x is not None and depth > 0:
                inside.add(x.uid)
                called += effects.callees.get(x.uid, ())
    seen: set[str] = set()
    while called:
        name = called.pop()
        if name not in seen:
            seen.add(name)
            for x in program.functions[name].body:
                inside.add(x.uid)
                called += effects.callees.get(x.uid, ())
    return frozenset(inside)


def _flow(function: Function, region: MemoryObject) -> Iterator[tuple[AnyInstr | None, int]]:
    """The instructions, each with the greatest depth before it; at last None, with that of the end."""
    if not any(is_mark(x, region) for x in function.body):
        return iter(())
    at: dict[str, int] = {}
    while True:
        before = dict(at)
        found = list(_sweep(function.body, region, at))
        if before == at:
            return iter(found)


def _sweep(body: list[AnyInstr], region: MemoryObject, at: dict[str, int]) -> Iterator[tuple[AnyInstr | None, int]]:
    """Where a loop goes deeper each time round, up to DEEPEST; an instruction that is not reached has depth -1."""
    depth, returned = 0, -1
    for x in body:
        if isinstance(x, Label):
            depth = max(depth, at.get(x.name, -1))
        if depth < 0:
            continue
        yield x, depth
        if isinstance(x, (Goto, Branch)):
            at[x.label] = max(depth, at.get(x.label, -1))
        if isinstance(x, Return):
            returned = max(returned, depth)
        if isinstance(x, ENDS):
            depth = -1
        elif is_mark(x, region):
            depth = min(depth + 1, DEEPEST) if begins(x) else max(depth - 1, 0)
    yield None, max(returned, depth)


__all__ = ["may_be_inside"]
