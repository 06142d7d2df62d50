"""Slicing: which memory accesses can influence anything that matters.

What matters is where control goes (guards), which memory is accessed (addresses), and the property.  A read whose
result influences none of these, and writes that only such reads see, need not be encoded; traces still show them.
"""

from __future__ import annotations

from collections import defaultdict

from heddle.symbolic.cells import Cells
from heddle.symbolic.dag import NodeId
from heddle.symbolic.events import Event, EventProgram, Kind
from heddle.symbolic.value_analysis import ACCESSES, Values


def irrelevant_accesses(program: EventProgram, values: Values, cells: Cells) -> set[Event]:
    return _Slicer(program, values, cells).run()


class _Slicer:
    def __init__(self, program: EventProgram, values: Values, cells: Cells) -> None:
        self.dag, self.cells = program.dag, cells
        self.events = [e for t in program.threads for e in t.events if not values.dead(e)]
        self.accesses = [e for e in self.events if e.kind in ACCESSES and not e.local]
        self.reader = {e.result: e for e in self.accesses if e.result >= 0}
        self.writers: dict[int, list[Event]] = defaultdict(list)
        for event in self.accesses:
            if event.kind is not Kind.READ:
                for cell in cells.of(event):
                    self.writers[cell.number].append(event)
        self.todo: list[NodeId] = []
        self.seen: set[NodeId] = set()
        self.needed: set[int] = set()
        """Cells that a relevant read looks at."""
        for thread in program.threads:
            self.want(thread.finish, thread.result)

    def want(self, *nodes: NodeId) -> None:
        for n in nodes:
            if n >= 0 and n not in self.seen:
                self.seen.add(n)
                self.todo.append(n)

    def run(self) -> set[Event]:
        for event in self.events:
            self.want(event.guard, event.address, event.test)
            if event.kind not in ACCESSES:
                self.want(event.value)
        while self.todo:
            n = self.todo.pop()
            self.want(*self.dag.nodes[n].args)
            if n in self.reader:
                self.need(self.reader[n])
        return {e for e in self.accesses if not self.is_relevant(e)}

    def need(self, read: Event) -> None:
        for cell in self.cells.of(read):
            if cell.number not in self.needed:
                self.needed.add(cell.number)
                self.want(*(w.value for w in self.writers[cell.number]))

    def is_relevant(self, event: Event) -> bool:
        if event.kind is Kind.READ:
            return event.result in self.seen
        return any(c.number in self.needed for c in self.cells.of(event))
