"""Which values every location can hold, and so all runs of all threads.

Starting from the initial values, the threads are run for the values found so far and what they write is added, until
nothing is new.  Where that has no end (``x++`` adds one more each time), as many rounds suffice as there can be
writes of computed values in one execution: a value is computed from the values of other writes, each of which
happened once.

Under models that allow cycles of reads and writes, a write may happen only because of a read of that very write.  So
the values are first collected with conditions that go both ways; what is possible at all is among them.
"""

from __future__ import annotations

from heddle.core.expr import Const, MemoryObject
from heddle.core.instr import Branch, Goto, Label, Rmw, Write
from heddle.core.program import BoundedProgram
from heddle.enumerate.thread import HIDDEN, Run, runs
from heddle.enumerate.values import Frame, Layout, Unsupported

MAX_RUNS = 200_000
"""Of one thread: more than this is no job for enumeration."""


class Initial:
    """The initial values of memory."""

    def __init__(self, objects: dict[str, MemoryObject], layout: Layout) -> None:
        frame = Frame(0, layout)
        self.values = {
            (obj.name, offset): type.wrap(frame.value(expr).value)
            for obj in objects.values()
            for offset, type, expr in obj.init
        }
        self.kinds = {obj.name: obj.kind for obj in objects.values()}

    def of(self, location: str) -> int | None:
        """None for the locations of thread creation, which have no initial write."""
        if location.startswith(HIDDEN):
            return None
        name, _, offset = location.rpartition("+")
        if not name:
            name, offset = location, "0"
        return self.values.get((name, int(offset)), 0)


def all_runs(
    program: BoundedProgram, layout: Layout, initial: Initial, unwind: int, cycles: bool = True
) -> tuple[list[list[Run]], dict[str, set[int]]]:
    """The runs of each thread, and the values of each location.

    ``cycles``: a read may be the cause of the write that it reads from.
    """
    domain: dict[str, set[int]] = {}

    def values(location: str) -> set[int]:
        if location not in domain:
            first = initial.of(location)
            domain[location] = set() if first is None else {first}
        return domain[location]

    def once(speculate: bool) -> list[list[Run]]:
        found: list[list[Run]] = []
        for thread in program.threads:
            found.append([])
            for run in runs(thread, layout, values, unwind, speculate):
                found[-1].append(run)
                if len(found[-1]) > MAX_RUNS:
                    raise Unsupported(f"more than {MAX_RUNS} runs of one thread")
        return found

    rounds, limit = 0, _computed_writes(program, unwind) + 1
    while True:
        before = {location: len(known) for location, known in domain.items()}
        found = once(speculate=cycles)
        for step in (step for part in found for run in part for step in run.steps):
            if step.kind == "W" and step.location is not None and step.value is not None:
                values(step.location).add(step.value)
        after = {location: len(known) for location, known in domain.items()}
        new = {location for location in after if after[location] != before.get(location)}
        rounds += not any(location.startswith(HIDDEN) for location in new)  # else more threads run in the next round
        if not new or rounds > limit:
            return found if not cycles and not new else once(speculate=False), domain


def _computed_writes(program: BoundedProgram, unwind: int) -> int:
    """No execution has more writes of values that are not constant."""
    total = 0
    for thread in program.threads:
        labels = {instr.name: i for i, instr in enumerate(thread.body) if isinstance(instr, Label)}
        loops = any(
            labels.get(instr.label, 0) <= i for i, instr in enumerate(thread.body) if isinstance(instr, Goto | Branch)
        )
        computed = sum(isinstance(i, Write | Rmw) and not isinstance(i.value, Const) for i in thread.body)
        total += computed * (unwind + 1 if loops else 1)
    return total
