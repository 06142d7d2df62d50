"""Interrupted regions, as the replayer judges them: by the accesses that it has seen happen, in their order.

Of the program's checks only the marks count that say where regions begin and end.
"""

from __future__ import annotations

from heddle.core.expr import MemoryObject
from heddle.core.instr import AnyInstr, Read, Rmw, Write
from heddle.records import dataclass, field
from heddle.regions.marks import ASSIGNMENT, MARKED
from heddle.replay.machine import Effect


@dataclass(frozen=True, slots=True)
class Done:
    """An access that has happened; ``about`` says it in words."""

    thread: int
    bytes: range
    reads: bool
    writes: bool
    about: str

    def shared(self, other: Done) -> range:
        return range(max(self.bytes.start, other.bytes.start), min(self.bytes.stop, other.bytes.stop))


Interruption = tuple[Done, Done, Done | None]
"""An access of the region, the other thread's, and the next of the region: None if its assignment is about to store."""


@dataclass(slots=True)
class Regions:
    done: list[Done] = field(default_factory=list)
    """All accesses since the first region that is still open began."""
    kind: MemoryObject = MARKED
    """What regions are."""
    begun: dict[int, int] = field(default_factory=dict)
    """By thread: how many accesses there were when its region began."""

    def mark(self, t: int, instr: AnyInstr, effect: Effect) -> None:
        """A ghost access: perhaps it opens or closes a region."""
        if not isinstance(instr, Write) or instr.place.base not in (MARKED, ASSIGNMENT):
            return
        self.kind = ASSIGNMENT if instr.place.base == ASSIGNMENT else MARKED
        if not effect.written:
            self.begun.pop(t, None)
        elif t not in self.begun:
            self.begun[t] = len(self.done)
        if not self.begun:
            self.done.clear()

    def access(self, t: int, instr: Read | Write | Rmw, effect: Effect, about: str) -> None:
        if self.begun:
            size = instr.place.type.size
            bytes_ = range(effect.address, effect.address + size)
            self.done.append(Done(t, bytes_, not isinstance(instr, Write), effect.written is not None, about))

    def interrupted(self, t: int) -> Interruption | None:
        """The thread has just accessed memory, or is about to store what an assignment has computed."""
        if t not in self.begun:
            return None
        stores = self.kind == ASSIGNMENT
        done = self.done[self.begun[t] :]
        own = [i for i, x in enumerate(done) if x.thread == t]
        last = None if stores else done[own.pop()] if own else None
        if last is None and not stores:
            return None
        for i in own:
            for other in done[i + 1 :]:
                if other.thread != t and self._comes_between(done, done[i], other, last):
                    return done[i], other, last
        return None

    def _comes_between(self, done: list[Done], first: Done, other: Done, last: Done | None) -> bool:
        if last is None:
            return first.reads and other.writes and bool(first.shared(other))
        common = [at for at in first.shared(other) if at in last.bytes]
        if not common:
            return False
        if other.reads and first.writes and last.writes:
            return True
        if not other.writes or not (first.reads or last.reads):
            return False
        between = done[_index(done, other) + 1 : _index(done, last)]
        return any(not any(x.thread == last.thread and at in x.bytes for x in between) for at in common)


def _index(done: list[Done], one: Done) -> int:
    return next(i for i, x in enumerate(done) if x is one)


__all__ = ["Regions"]
