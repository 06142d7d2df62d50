"""Which values every location can hold, and so all runs of all threads.

Starting from the initial values, the threads are run for the values found so far and what they write is added, until
nothing is new.  Where that has no end (``x++`` adds one more each time), as many rounds suffice as there can be
writes in one execution: a value is computed from the values of other writes, each of which happened once.

Under models that allow cycles of reads and writes, a write may happen only because of a read of that very write.  So
the values are first collected with conditions that go both ways; what is possible at all is among them.
"""

from __future__ import annotations

from heddle.core.expr import MemoryObject
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
    program: BoundedProgram, layout: Layout, initial: Initial, unwind: int
) -> tuple[list[list[Run]], dict[str, set[int]]]:
    """The runs of each thread, and the values of each location."""
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

    rounds = 0
    while True:
        before = {location: len(known) for location, known in domain.items()}
        found = once(speculate=True)
        for step in (step for part in found for run in part for step in run.steps):
            if step.kind == "W" and step.location is not None and step.value is not None:
                values(step.location).add(step.value)
        rounds += 1
        writes = sum(max((_writes(run) for run in part), default=0) for part in found)
        if {location: len(known) for location, known in domain.items()} == before or rounds > writes + 1:
            return once(speculate=False), domain


def _writes(run: Run) -> int:
    return sum(step.kind == "W" for step in run.steps)
