"""Facts about a program that decide who is asked about it: what one sees without running anything"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from heddle.core.instr import AnyInstr, Call, Create, Nondet, Rmw, Source, Write
from heddle.passes.counted import counts
from heddle.passes.loops import LoopNest
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.core.program import Program


@dataclass(frozen=True, slots=True)
class Facts:
    creations: int
    """Places where threads are created."""
    in_loops: bool
    """Some of these are in loops, or may be reached again in other ways."""
    any_number: bool
    """... and no loop that counts says how many there are."""
    ends: bool
    """Nothing runs again: no loop, no recursion."""
    only_counts: bool
    """Nothing but loops that count runs again."""
    writes: int
    """Places that write to memory."""
    inputs: int
    """Places where the program gets a value that nobody knows.  What the library leaves open (whether a thread wakes up
    by itself, what time it is) does not count: most of it is there for calls that the program does not make."""

    def __str__(self) -> str:
        threads = "threads, some created in loops" if self.in_loops else "threads" if self.creations else "no threads"
        loops = "no loops" if self.ends else "loops that count" if self.only_counts else "loops"
        inputs = f", {self.inputs} inputs" if self.inputs else ""
        return f"{threads}, {loops}, {self.writes} places that write{inputs}"


def facts_of(program: Program) -> Facts:
    bodies = [f.body for f in program.functions.values()]
    kinds = Counter(type(x) for body in bodies for x in body)
    return Facts(
        kinds[Create],
        creates_again(program),
        creates_again(program, counted=False),
        not may_go_on(program),
        only_counts(program),
        kinds[Write] + kinds[Rmw],
        sum(_is_input(x) for f in program.functions.values() if not f.library for x in f.body),
    )


def _is_input(x: AnyInstr) -> bool:
    return isinstance(x, Nondet) and x.source in (Source.INPUT, Source.TRUTH)


def may_go_on(program: Program) -> bool:
    """Whether there are loops, or functions that may call themselves."""
    return any(LoopNest(f.body).regions for f in program.functions.values()) or is_recursive(program)


def only_counts(program: Program) -> bool:
    """Whether nothing but loops that count runs again."""
    nests = ((f, LoopNest(f.body)) for f in program.functions.values())
    return all(counts(n, f.body, r) for f, n in nests for r in n.regions) and not is_recursive(program)


def is_recursive(program: Program) -> bool:
    """Whether functions may call themselves.  Pointers may be to any function."""
    calls = {f.name: [x.callee for x in f.body if isinstance(x, Call)] for f in program.functions.values()}
    if any(not isinstance(callee, str) for callees in calls.values() for callee in callees):
        return True
    left = dict(calls)
    while ending := [name for name, callees in left.items() if not any(callee in left for callee in callees)]:
        for name in ending:
            del left[name]
    return bool(left)


def creates_again(program: Program, counted: bool = True) -> bool:
    """Whether a place that creates threads is reached again: a loop is around it, or around a call of its function.
    Not ``counted``: one that does not count."""
    creating = {f.name for f in program.functions.values() if any(isinstance(x, Create) for x in f.body)}
    callers = {
        f.name: {x.callee for x in f.body if isinstance(x, Call) and isinstance(x.callee, str)}
        for f in program.functions.values()
    }
    while more := {name for name, called in callers.items() if called & creating} - creating:
        creating |= more
    for f in program.functions.values():
        nest = LoopNest(f.body)
        for i, x in enumerate(f.body):
            again = isinstance(x, Create) or (isinstance(x, Call) and x.callee in creating)
            if again and any(counted or not counts(nest, f.body, region) for region in nest.around(i)):
                return True
    return not counted and is_recursive(program) and bool(creating)


__all__ = ["Facts", "facts_of", "is_recursive", "may_go_on", "only_counts"]
