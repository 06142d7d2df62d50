"""How the frontend says where regions begin and end: writes to memory that no program has."""

from __future__ import annotations

from heddle.core.expr import Const, MemoryObject, Place
from heddle.core.instr import GHOST, AnyInstr, Write
from heddle.core.program import Program
from heddle.core.types import IntType
from heddle.properties.ghosts import PREFIX
from heddle.records import replace

DEPTH = IntType(8, False)
MARKED = MemoryObject(f"{PREFIX}region", DEPTH, kind="tls")
"""Set where a region begins that the program marks, and reset where one ends.  In the program with checks: how many
regions the thread is in."""
ASSIGNMENT = MemoryObject(f"{PREFIX}assignment", DEPTH, kind="tls")
"""The same for an assignment: what it reads, up to the moment in which it stores the value."""


def mark(region: MemoryObject, begins: bool) -> Write:
    return Write(Place(region, (), DEPTH), Const(int(begins), DEPTH), GHOST)


def is_mark(x: AnyInstr, region: MemoryObject) -> bool:
    return isinstance(x, Write) and x.order == GHOST and x.place.base == region


def begins(x: AnyInstr) -> bool:
    assert isinstance(x, Write)
    return x.value != Const(0, DEPTH)


def without_marks(program: Program, region: MemoryObject) -> Program:
    functions = {
        name: replace(f, body=[x for x in f.body if not is_mark(x, region)]) for name, f in program.functions.items()
    }
    memory = {name: obj for name, obj in program.memory.items() if name != region.name}
    return replace(program, functions=functions, memory=memory)


def has_marks(program: Program, region: MemoryObject) -> bool:
    return any(is_mark(x, region) for f in program.functions.values() for x in f.body)


__all__ = ["ASSIGNMENT", "DEPTH", "MARKED", "begins", "has_marks", "is_mark", "mark", "without_marks"]
