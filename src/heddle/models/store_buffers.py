"""Store buffers: what sc, tso and pso say about a thread's writes on their way to memory.

Everybody who needs to know it asks here (the formulas, the sequential programs, the schedules made from graphs).  The
replayer alone does not: it has its own (:mod:`heddle.replay.buffers`), so that one mistake is not made twice.

A write of a thread waits in its buffer until it is committed to memory.  TSO commits a thread's writes in program
order, PSO only those to the same location, and those that a store fence or a release separates.  What *drains* happens
when all earlier writes of its thread are committed: full fences, atomic read-modify-writes, sequentially consistent
stores, atomic sections (at their beginning), creation, join, and a thread's end.  Inside an atomic section nothing is
buffered.
"""

from __future__ import annotations

from enum import Enum, auto

from heddle.core.instr import GHOST, AnyInstr, AtomicBegin, Create, Fence, Join, Rmw, Write
from heddle.records import dataclass

DRAINING_FENCES = frozenset({"full", "seq_cst"})
STORE_FENCES = frozenset({"lwsync", "store", "wmb", "release", "acq_rel"})
"""Fences that order writes among themselves."""


class Queue(Enum):
    """What is a queue, in which writes keep their order."""

    NONE = auto()
    """Nothing is buffered."""
    THREAD = auto()
    LOCATION = auto()
    """The writes of a thread to one location."""


@dataclass(frozen=True, slots=True)
class StoreBuffers:
    queue: Queue

    @property
    def exist(self) -> bool:
        return self.queue is not Queue.NONE

    @property
    def keep_program_order(self) -> bool:
        """Whether all writes of a thread reach memory in program order."""
        return self.queue is Queue.THREAD

    def hold(self, x: AnyInstr, in_section: bool) -> bool:
        """Whether what an instruction writes waits in the buffer."""
        return self.exist and isinstance(x, Write) and not in_section and x.order not in ("seq_cst", GHOST)

    def drain(self, x: AnyInstr, in_section: bool) -> bool:
        """Whether an instruction needs the buffer empty.  ``in_section``: it is inside an atomic section, or ends it;
        a beginning is inside only if the section is within another."""
        if not self.exist or in_section:
            return False
        match x:
            case Rmw(order=order) | AtomicBegin(order=order) if order == GHOST:
                return False
            case Rmw() | Create() | Join() | AtomicBegin():
                return True
            case Fence(order):
                return order in DRAINING_FENCES
            case Write(order=order):
                return order == "seq_cst"
        return False

    def separate(self, x: AnyInstr) -> bool:
        """Whether earlier writes must be committed before later ones, the instruction's own among these."""
        if self.queue is not Queue.LOCATION:
            return False
        if isinstance(x, Fence):
            return x.order in STORE_FENCES
        return isinstance(x, Write) and x.order in ("release", "acq_rel")


POLICIES = {
    "sc": StoreBuffers(Queue.NONE), "tso": StoreBuffers(Queue.THREAD), "pso": StoreBuffers(Queue.LOCATION),
}  # fmt: skip
"""The models that are store buffers, by the names under which they are shipped."""

SC, TSO, PSO = POLICIES["sc"], POLICIES["tso"], POLICIES["pso"]

__all__ = ["POLICIES", "PSO", "SC", "TSO", "Queue", "StoreBuffers"]
