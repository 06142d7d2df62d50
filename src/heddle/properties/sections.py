"""Atomic sections as they stand in the text of functions: where each begins and ends, and what is called inside one."""

from __future__ import annotations

from heddle.core.expr import FunctionAddress
from heddle.core.instr import AnyInstr, AtomicBegin, AtomicEnd, Call
from heddle.core.parts import all_parts, parts
from heddle.core.program import Function, Program
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """The positions of its first and last instruction."""

    begin: int
    end: int

    def holds(self, position: int) -> bool:
        return self.begin < position < self.end


def find_sections(body: list[AnyInstr]) -> list[Section]:
    """The outermost sections of a function."""
    found, depth, begin = [], 0, 0
    for i, x in enumerate(body):
        if isinstance(x, AtomicBegin):
            begin = i if depth == 0 else begin
            depth += 1
        elif isinstance(x, AtomicEnd):
            depth -= 1
            if depth == 0:
                found.append(Section(begin, i))
    return found


def run_inside_sections(program: Program) -> frozenset[str]:
    """The functions that may be called inside a section.  All, if some function ends or leaves open one of others."""
    if any(not _is_balanced(f) for f in program.functions.values()):
        return frozenset(program.functions)
    calls = {name: _calls(f, program) for name, f in program.functions.items()}
    pending = [c for name, f in program.functions.items() for s in find_sections(f.body)
               for i, callees in calls[name] if s.holds(i) for c in callees]  # fmt: skip
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += (c for _, callees in calls[name] for c in callees)
    return frozenset(found)


def _is_balanced(function: Function) -> bool:
    begins = sum(isinstance(x, AtomicBegin) for x in function.body)
    return begins == sum(isinstance(x, AtomicEnd) for x in function.body)


def _calls(function: Function, program: Program) -> list[tuple[int, list[str]]]:
    """Where a function calls what; through a pointer, anything that has its address taken."""
    found = []
    for i, x in enumerate(function.body):
        if isinstance(x, Call):
            found.append((i, [x.callee] if isinstance(x.callee, str) else sorted(addressed(program))))
    return [(i, [c for c in callees if c in program.functions]) for i, callees in found]


def addressed(program: Program) -> frozenset[str]:
    """The functions that pointers can point to."""
    code = [part for f in program.functions.values() for x in f.body for part in all_parts(x)]
    data = [part for obj in program.memory.values() for _, _, value in obj.init for part in parts(value)]
    names = (part.function for part in (*code, *data) if isinstance(part, FunctionAddress))
    return frozenset(name for name in names if name in program.functions)
