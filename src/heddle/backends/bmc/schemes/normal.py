"""Partial-order reduction that respects the round bound: nothing happens later than it has to.

If the first block that a thread executes in a round conflicts with nothing that happened since the thread's previous
turn, it could as well have been the last block of that turn: the executions are equivalent, and the number of rounds
does not grow.  The same holds for the commit of a buffered write.  So only executions need be searched in which every
turn after the first round begins with something that had to wait.  Of all equivalent executions within the bound, the
one whose blocks run in the earliest rounds always remains.

When no such execution uses another round, the rounds so far cover every execution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import bitwuzla as bz

from heddle.backends.bmc.local import LocalPart
from heddle.records import dataclass, field
from heddle.symbolic.events import Event, Kind
from heddle.symbolic.visible import Visibility

if TYPE_CHECKING:
    from heddle.backends.bmc.schemes.lazy import LazySchedule


@dataclass(slots=True)
class Footprint:
    """The shared cells that a block or a commit reads and writes in memory, and the threads that it awaits."""

    reads: set[int] = field(default_factory=set)
    writes: set[int] = field(default_factory=set)
    awaits: set[int] = field(default_factory=set)

    def conflicts(self, other: Footprint) -> bool:
        return not (self.writes.isdisjoint(other.reads | other.writes) and self.reads.isdisjoint(other.writes))


class NormalForm:
    def __init__(self, visibility: Visibility, part: LocalPart, shared_cells: set[int]) -> None:
        self.program, self.visibility, self.shared_cells = visibility.program, visibility, shared_cells
        self.buffers = visibility.buffers.threads
        self.blocks = [[Footprint() for _ in range(t.blocks)] for t in self.program.threads]
        for t, events in part.shared.items():
            for event in events:
                self._note(self.blocks[t][event.block], t, event)
        self.commits = [{w: Footprint(writes=self._cells(w)) for w in b.writes} for b in self.buffers]

    def _cells(self, event: Event) -> set[int]:
        return {c.number for c in self.visibility.cells.of(event)} & self.shared_cells

    def _note(self, block: Footprint, t: int, event: Event) -> None:
        for write in self.buffers[t].drained.get(event, ()):
            block.writes |= self._cells(write)
        if event.kind is Kind.JOIN:
            block.awaits.update(range(len(self.program.threads)))
        elif event.kind in (Kind.READ, Kind.RMW):
            block.reads |= self._cells(event)
        if event.kind in (Kind.WRITE, Kind.RMW, Kind.DECLARE) and event not in self.buffers[t].after:
            block.writes |= self._cells(event)

    def constraints(self, schedule: LazySchedule) -> Iterator[bz.Term]:
        """What the latest round adds."""
        if schedule.rounds < 2:
            return
        terms, now, before = schedule.terms, schedule.done[-1], schedule.done[-2]
        for t, blocks in enumerate(now):
            for b, footprint in enumerate(self.blocks[t]):
                begins = terms.and_(blocks[b], terms.not_(before[t][b]), *([before[t][b - 1]] if b else []))
                yield terms.implies(begins, terms.or_(*self._reasons(schedule, t, footprint, b == 0)))
            for write, footprint in self.commits[t].items():
                yield from self._commit(schedule, t, write, footprint)

    def _commit(self, schedule: LazySchedule, t: int, write: Event, footprint: Footprint) -> Iterator[bz.Term]:
        terms = schedule.terms
        earlier = schedule.committed[-2]
        possible = [schedule.done[-2][t][write.block], *(earlier[w] for w, _ in self.buffers[t].after[write])]
        late = terms.and_(schedule.committed[-1][write], terms.not_(earlier[write]), *possible)
        yield terms.implies(late, terms.or_(*self._reasons(schedule, t, footprint, False)))

    def _reasons(self, schedule: LazySchedule, t: int, footprint: Footprint, first: bool) -> Iterator[bz.Term]:
        """What may have happened since the previous turn of thread ``t`` that the block or commit depends on."""
        if first and t > 0:
            creation, creator = self.program.created_by.get(t), self.program.threads[t].thread.creator
            if creation is not None and creator is not None:
                yield self._executed(schedule, t, creator, creation.block)
        for u, others in enumerate(self.blocks):
            if u == t:
                continue
            for b, other in enumerate(others):
                if footprint.conflicts(other) or (u in footprint.awaits and b == len(others) - 1):
                    yield self._executed(schedule, t, u, b)
            for write, other in self.commits[u].items():
                if footprint.conflicts(other) or u in footprint.awaits:
                    yield self._committed(schedule, t, u, write)

    def _executed(self, schedule: LazySchedule, t: int, u: int, b: int) -> bz.Term:
        """Block ``b`` of thread ``u`` ran between the last two turns of thread ``t``."""
        terms, index = schedule.terms, -1 if u < t else -2
        before = schedule.done[index - 1][u][b] if schedule.rounds >= 1 - index else terms.false
        return terms.and_(schedule.done[index][u][b], terms.not_(before))

    def _committed(self, schedule: LazySchedule, t: int, u: int, write: Event) -> bz.Term:
        terms, index = schedule.terms, -1 if u < t else -2
        before = schedule.committed[index - 1][write] if schedule.rounds >= 1 - index else terms.false
        return terms.and_(schedule.committed[index][write], terms.not_(before))
