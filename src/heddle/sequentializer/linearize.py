"""From a run of an eager program back to an interleaving (thesis, proof of Lemma 5.1).

Every operation has a time: the position in the history, the moment or the round that its thread had reached.  Writes
come in the order of their times, and reads after the write whose time they have reached.  An atomic section is one
unit, which comes where its first write does.  What no time orders follows creation and join.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from heddle.core.expr import Const
from heddle.core.instr import Create
from heddle.counterexample import Counterexample
from heddle.records import dataclass, field
from heddle.sequentializer.points import section_depths
from heddle.sequentializer.program import Run, What
from heddle.sequentializer.readback import Operation, Reader, operations_of
from heddle.sequentializer.share import Shared
from heddle.sma import Abstraction, Keeps

SECTION, WRITE, OTHER = range(3)
"""What comes first at one time: a section reads before anybody else writes there."""


@dataclass(slots=True)
class _Unit:
    """Operations that nobody interrupts, or (``flush``) a write of the thread that reaches memory."""

    thread: int
    number: int
    time: int = -1
    kind: int = OTHER
    operations: list[Operation] = field(default_factory=list)
    flush: int | None = None
    """The moment of the write that goes to memory."""

    def key(self) -> tuple[int, int, int]:
        return self.time, self.kind, self.number


def read_back_eager(run: Run, shared: Shared, abstraction: Abstraction) -> Counterexample:
    """Like :func:`~heddle.sequentializer.readback.read_back`, for eager programs."""
    return _Linearization(shared, abstraction).run(operations_of(run))


class _Linearization:
    def __init__(self, shared: Shared, abstraction: Abstraction) -> None:
        self.keeps, self.policy = abstraction.keeps, abstraction.policy
        self.bodies = {t.index: t.body for t in shared.original.threads}
        self.depths = {t: section_depths(body) for t, body in self.bodies.items()}
        self.units: dict[int, deque[_Unit]] = {t: deque() for t in self.bodies}
        self.flushes: list[_Unit] = []
        """The writes that reach memory, as soon as they have been issued."""
        self.clock = dict.fromkeys(self.bodies, -1)
        self.reader = Reader(shared, self.policy)
        self.alive = {0}

    def run(self, operations: Iterable[Operation]) -> Counterexample:
        for number, operation in enumerate(operations):
            self.place(operation, number)
        for units in self.units.values():
            self.finish_clusters(units)
        while not self.emit(self.next()):
            pass
        return self.reader.cex

    # --- times ------------------------------------------------------------------------------------------------------

    def place(self, operation: Operation, number: int) -> None:
        """Adds the operation to the units of its thread."""
        t, position = operation.thread, operation.position
        body = self.bodies[t]
        depth = self.depths[t][position] if position < len(body) else 0
        if depth == 0 or not self.units[t]:
            self.units[t].append(_Unit(t, number, self.clock[t]))
        unit = self.units[t][-1]
        unit.operations.append(operation)
        times = operation.values(What.WHEN)
        if times:
            self.clock[t] = times[-1]
        if self.keeps in (Keeps.VALUATIONS, Keeps.CLUSTERS):
            unit.time, unit.kind = self.clock[t], SECTION
        elif unit.kind == OTHER:
            unit.time = self.clock[t]
            if operation.calls("sma_atomic_write"):
                unit.time, unit.kind = max(times), SECTION
            elif operation.calls("sma_write") and not self.waits(operation):
                unit.kind = WRITE  # the others wait in a store buffer
        if position < len(body) and isinstance(x := body[position], Create):
            assert isinstance(x.function, Const)
            self.clock[x.function.value] = self.clock[t]

    def waits(self, operation: Operation) -> bool:
        """Whether what the operation writes waits in a store buffer."""
        t, position = operation.thread, operation.position
        return self.policy.hold(self.bodies[t][position], self.depths[t][position] > 0)

    def finish_clusters(self, units: Iterable[_Unit]) -> None:
        """What a thread does before the last write of its cluster belongs to the cluster (coarse, intra-thread)."""
        last = None
        for unit in reversed(list(units)):
            if unit.kind != OTHER:
                last = unit.time
            elif unit.time == last:
                unit.kind = WRITE

    # --- order ------------------------------------------------------------------------------------------------------

    def next(self) -> _Unit:
        heads = [self.units[t][0] for t in self.alive if self.units[t] and self.is_ready(self.units[t][0])]
        unit = min([*heads, *self.flushes], key=_Unit.key)
        if unit.flush is not None:
            self.flushes.remove(unit)
        else:
            self.units[unit.thread].popleft()
        return unit

    def is_ready(self, unit: _Unit) -> bool:
        joined = [value for o in unit.operations for value in o.values(What.JOINED)]
        return all(t in self.alive and not self.units[t] for t in joined)

    def emit(self, unit: _Unit) -> bool:
        """Gives the unit to the reader; tells whether it ends in the violation."""
        if unit.flush is not None:
            waiting = self.reader.pending[unit.thread]
            self.reader.flush(unit.thread, next(p for p in waiting if p.time == unit.flush))
            return False
        for operation in unit.operations:
            if operation.values(What.FAILED):
                self.reader.violation(operation)
                return True
            self.reader.operation(operation)
            self.follow(operation, unit)
        return False

    def follow(self, operation: Operation, unit: _Unit) -> None:
        body = self.bodies[operation.thread]
        if operation.position == len(body):
            return
        x = body[operation.position]
        if isinstance(x, Create):
            assert isinstance(x.function, Const)
            self.alive.add(x.function.value)
        if operation.calls("sma_write") and self.waits(operation):
            (time,) = operation.values(What.ISSUED_TIME)
            if self.keeps is Keeps.VALUATIONS:  # rounds count from 0; a write belongs to the turn of its thread
                flush = _Unit(operation.thread, unit.number, time - 1, SECTION, flush=time)
            else:
                flush = _Unit(operation.thread, unit.number, time, WRITE, flush=time)
            self.flushes.append(flush)


__all__ = ["read_back_eager"]
