"""Which values every location can hold, and so all runs of all threads.

Starting from the initial values, the threads are run for the values found so far and what they write is added, until
nothing is new.  Where that has no end (``x++`` adds one more each time), as many rounds suffice as there can be
writes of computed values in one execution: a value is computed from the values of other writes, each of which
happened once.

Under models that allow cycles of reads and writes, a write may happen only because of a read of that very write.  So
the values are first collected with conditions that go both ways; what is possible at all is among them.
"""

from __future__ import annotations

from typing import TypeAlias

from heddle.core import initial as constants
from heddle.core.expr import Const
from heddle.core.instr import Branch, Declare, Goto, Label, Rmw, Write
from heddle.core.program import BoundedProgram
from heddle.enumerate.run import HIDDEN, Run, Surroundings
from heddle.enumerate.thread import runs
from heddle.enumerate.values import Layout, NotPrivate, Unsupported

MAX_RUNS = 200_000
"""Of one thread: more than this is no job for enumeration."""


class Initial:
    """The initial values of memory.  What is neither static nor allocated with zeros has none, unless it is taken for
    zeros (``zeros``)."""

    def __init__(self, program: BoundedProgram, layout: Layout, zeros: bool = False) -> None:
        constant = constants.Initial(layout.bases, layout.function)
        self.layout = layout
        self.values = {
            (obj.name, offset): type.wrap(constant.value(expr))
            for obj in program.memory.values()
            for offset, type, expr in obj.init
        }
        zeroed = {x.obj.name for thread in program.threads for x in thread.body if isinstance(x, Declare) and x.zeroed}
        allocated = {o.name for o in program.memory.values() if o.kind in ("local", "heap")}
        self.indeterminate = frozenset() if zeros else allocated - zeroed

    def has(self, location: str) -> bool:
        return not location.startswith(HIDDEN)

    def of(self, location: str) -> int | None:
        """None where the initial value is indeterminate."""
        name, offset = self.layout.parts[location]
        return None if name in self.indeterminate else self.values.get((name, offset), 0)


Domain: TypeAlias = dict[str, set[int | None]]


def all_runs(
    program: BoundedProgram, around: Surroundings, initial: Initial, cycles: bool = True
) -> tuple[list[list[Run]], Domain]:
    """The runs of each thread, and the values of each location.

    ``cycles``: a read may be the cause of the write that it reads from.
    """
    while True:
        try:
            return _all_runs(program, around, initial, cycles)
        except NotPrivate:
            continue


def _all_runs(
    program: BoundedProgram, around: Surroundings, initial: Initial, cycles: bool
) -> tuple[list[list[Run]], Domain]:
    domain: Domain = {}
    unwind = around.unwind

    def values(location: str) -> list[int | None]:
        if location not in domain:
            domain[location] = {initial.of(location)} if initial.has(location) else set()
        return sorted(domain[location], key=lambda value: (value is None, value))

    def once(speculate: bool) -> list[list[Run]]:
        found: list[list[Run]] = []
        for thread in program.threads:
            found.append([])
            for run in runs(thread, around, values, speculate):
                found[-1].append(run)
                if len(found[-1]) > MAX_RUNS:
                    raise Unsupported(f"the program is too large: more than {MAX_RUNS} runs of one thread")
        return found

    rounds, limit = 0, _computed_writes(program, unwind) + 1
    while True:
        before = {location: len(known) for location, known in domain.items()}
        found = once(speculate=cycles)
        for step in (step for part in found for run in part for step in run.steps):
            if step.kind in ("W", "create", "end") and step.location is not None:
                values(step.location)
                domain[step.location].add(step.value)
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
