"""Slicing: drops assignments to local variables that nothing reads afterwards, and jumps to the next instruction.

Unfolding leaves many, since it also puts the values of constants where they are used.  What remains tells the later
passes whose address is really taken.
"""

from __future__ import annotations

from heddle.core.expr import AddressOf, MemoryObject
from heddle.core.instr import AnyInstr, Assign, Branch, Free, Goto, Label
from heddle.core.program import BoundedProgram, Thread
from heddle.core.walk import expressions, place_of, walk
from heddle.passes.liveness import Liveness, transfer


def sliced(program: BoundedProgram) -> BoundedProgram:
    """The same program object: it has been made just now."""
    drop_dead_assignments(program)
    drop_useless_ends(program)
    return program


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


def drop_useless_ends(program: BoundedProgram) -> None:
    """Local objects to which nothing points, and which are named by their own call only, cannot be used too late."""
    pointed: set[str] = set()
    for thread in program.threads:
        ended: set[str] = set()
        for x in thread.body:
            if _is_end(x):
                ended.add(_ended(x))
                continue
            pointed |= {
                e.place.base.name for whole in expressions(x) for e in walk(whole)
                if isinstance(e, AddressOf) and isinstance(e.place.base, MemoryObject)
            }  # fmt: skip
            place = place_of(x)
            if place is not None and isinstance(place.base, MemoryObject) and place.base.name in ended:
                pointed.add(place.base.name)
    for thread in program.threads:
        thread.body = [x for x in thread.body if not _is_end(x) or _ended(x) in pointed]


def _is_end(x: AnyInstr) -> bool:
    return isinstance(x, Free) and x.uid < 0


def _ended(end: AnyInstr) -> str:
    assert isinstance(end, Free) and isinstance(end.pointer, AddressOf)
    assert isinstance(end.pointer.place.base, MemoryObject)
    return end.pointer.place.base.name
