"""Visible steps: where other threads can notice what a thread does, so where a context switch can matter.

An access is visible if another thread accesses the same cell while both may run, and one of the two writes.  Each
thread is cut into blocks, one visible step each: a visible access, or an atomic section, with the invisible events
around it.  Context switches happen only between blocks (thesis section 2.6.2.2, footnote 1).  Issuing a write into a
store buffer is not visible; what needs the buffer empty is.
"""

from __future__ import annotations

from heddle.core.instr import Assert
from heddle.models.store_buffers import StoreBuffers
from heddle.records import dataclass, field
from heddle.symbolic.buffers import Buffers
from heddle.symbolic.cells import Cell, Cells
from heddle.symbolic.events import Event, EventProgram, Kind, ThreadEvents
from heddle.symbolic.relevance import irrelevant_accesses
from heddle.symbolic.value_analysis import Values


@dataclass(slots=True)
class CellUse:
    """The threads that read and write a cell, the part of main before the first thread starts left out."""

    readers: set[int] = field(default_factory=set)
    writers: set[int] = field(default_factory=set)


class Visibility:
    def __init__(self, program: EventProgram, values: Values, cells: Cells, policy: StoreBuffers) -> None:
        self.program, self.values, self.cells = program, values, cells
        self.prefix = _prefix(program.threads[0], values)
        """How many events main has before it creates a thread."""
        self.irrelevant = irrelevant_accesses(program, values, cells)
        """Accesses that nothing depends on: they are not encoded."""
        self._prefix_events = set(program.threads[0].events[: self.prefix])
        self.use: dict[int, CellUse] = {c.number: CellUse() for c in cells.all}
        self._collect()
        self.buffers = Buffers(program, values, policy, self._is_noticed_write)
        for thread in program.threads:
            self._mark(thread)
            self._blocks(thread)

    def is_private_read(self, cell: Cell, thread: int) -> bool:
        """Whether only ``thread`` itself changes the cell while threads run."""
        return self.use[cell.number].writers <= {thread}

    def is_shared_write(self, cell: Cell, thread: int) -> bool:
        """Whether another thread may look at the cell or change it."""
        use = self.use[cell.number]
        return bool((use.writers | use.readers) - {thread})

    def shared_cells(self) -> set[int]:
        """The cells through which threads communicate."""
        return {n for n, use in self.use.items() if use.writers and len(use.readers | use.writers) > 1}

    def _collect(self) -> None:
        for thread in self.program.threads:
            index = thread.thread.index
            for number, event in enumerate(thread.events):
                if event.local or self.values.dead(event) or (index == 0 and number < self.prefix):
                    continue
                if event in self.irrelevant:
                    continue
                for cell in self.cells.of(event):
                    use = self.use[cell.number]
                    if event.kind in (Kind.READ, Kind.RMW):
                        use.readers.add(index)
                    if event.kind is not Kind.READ:
                        use.writers.add(index)

    def _is_noticed_write(self, event: Event, thread: int) -> bool:
        if event in self.irrelevant or (thread == 0 and event in self._prefix_events):
            return False
        return any(self.is_shared_write(c, thread) for c in self.cells.of(event))

    def _mark(self, thread: ThreadEvents) -> None:
        index = thread.thread.index
        for number, event in enumerate(thread.events):
            if self.values.dead(event) or (index == 0 and number < self.prefix):
                continue
            if event.kind is Kind.JOIN or self.buffers.threads[index].drained.get(event):
                event.visible = True
            elif not event.local and not self.buffers.is_buffered(event, index):
                event.visible = self._is_visible(event, index)

    def _is_visible(self, event: Event, thread: int) -> bool:
        if event in self.irrelevant:
            return False
        cells = self.cells.of(event)
        if event.kind is Kind.READ:
            return any(not self.is_private_read(c, thread) for c in cells)
        return any(self.is_shared_write(c, thread) for c in cells)

    def _blocks(self, thread: ThreadEvents) -> None:
        sections = {e.section for e in thread.events if e.visible and e.section >= 0}
        ending = {e.section for e in thread.events if e.section >= 0 and self.may_end_execution(e)}
        block, current = 0, -1
        occupied = thread.thread.index == 0
        noticed = False
        for event in thread.events:
            starts = event.visible
            if event.section >= 0:
                matters = event.section in sections or (noticed and event.section in ending)
                starts = matters and event.section != current
            elif noticed and self.may_end_execution(event):
                starts = True
            current = event.section
            if starts and occupied:
                block += 1
                noticed = False
            issued = self.buffers.is_buffered(event, thread.thread.index)
            occupied = occupied or starts or issued or event.kind is Kind.CREATE
            changes = event.kind is Kind.CREATE or (event.visible and event.kind is not Kind.READ)
            noticed = noticed or changes or issued
            event.block = block
        thread.blocks = block + 1

    def may_end_execution(self, event: Event) -> bool:
        """Whether the thread may get no further than here: others must see what it did before (a step ends there).

        A violation ends everything: nobody need see anything any more.
        """
        if event.kind in (Kind.ASSUME, Kind.CUT, Kind.UNSUPPORTED):
            return True
        claims = self.program.program.source.claims
        if isinstance(event.instr, Assert):
            return event.instr.kind not in claims
        if event.address < 0 or event.local or event.kind in (Kind.JOIN, Kind.FREE):
            return False
        return self.values.strays(event) or ("pointer" not in claims and self.values.unresolved(event))


def _prefix(main: ThreadEvents, values: Values) -> int:
    for number, event in enumerate(main.events):
        if event.kind is Kind.CREATE and not values.dead(event):
            return number
    return len(main.events)
