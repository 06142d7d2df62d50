"""From a run of the sequential program back to an execution of the threads: the claim that is then replayed.

The observations of the run say which original instruction is executed.  What the shared memory abstraction observes
says when writes reach memory: explicit store buffers name each update; timestamps are compared with the clock.  The
paper calls this the check of a counterexample (FMCAD 2016, section VI).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

from heddle.addresses.claimed import Claimed
from heddle.core.expr import Const, MemoryObject
from heddle.core.instr import CONCURRENT, AnyInstr, Call, Create, Declare, Nondet, Write
from heddle.core.walk import constant_offset
from heddle.counterexample import Counterexample, Step
from heddle.models.store_buffers import StoreBuffers
from heddle.records import dataclass, field
from heddle.sequentializer.points import section_depths
from heddle.sequentializer.program import Observation, Origin, Run, What
from heddle.sequentializer.share import Shared

QUEUED, UNNOTICED = -1, -2
"""Times of writes that have no timestamp: those in an explicit buffer, and those that only their own thread uses."""


@dataclass(slots=True, eq=False)
class Pending:
    """A write in a store buffer of the simulated machine."""

    obj: str
    location: int
    time: int
    number: int
    forgotten: bool = False
    """Its object has begun a new life: the machine has dropped it, an explicit queue still holds its place."""


@dataclass(slots=True)
class Operation:
    """One original instruction, and what the run did for it."""

    thread: int
    position: int
    parts: list[tuple[AnyInstr, int]] = field(default_factory=list)
    """Its rewritten instructions that were executed, in order, with the value that a Nondet gave."""
    signals: list[tuple[What, int]] = field(default_factory=list)
    """What else was observed meanwhile, in order."""

    def values(self, what: What) -> list[int]:
        return [value for found, value in self.signals if found is what]

    def goes_on(self, origin: Origin, part: AnyInstr) -> bool:
        """Whether a part belongs here: one that has been executed before belongs to a new iteration of a loop."""
        is_same = (self.thread, self.position) == (origin.thread, origin.position)
        return is_same and all(part is not done for done, _ in self.parts)

    def calls(self, function: str) -> bool:
        return any(isinstance(part, Call) and part.callee == function for part, _ in self.parts)


def read_back(run: Run, shared: Shared, policy: StoreBuffers) -> Counterexample:
    """``run`` is that of a lazy program made from ``shared``."""
    operations = list(operations_of(run))
    reader = Reader(shared, policy)
    for operation in operations[:-1]:
        reader.operation(operation)
    reader.violation(operations[-1])
    return reader.cex


def operations_of(run: Iterable[tuple[Observation, int]]) -> Iterator[Operation]:
    current: Operation | None = None
    for observation, value in run:
        if observation.what is What.PART:
            origin, part = observation.origin, observation.part
            assert origin is not None and part is not None
            if current is None or not current.goes_on(origin, part):
                if current is not None:
                    yield current
                current = Operation(origin.thread, origin.position)
            current.parts.append((part, value))
        elif current is not None:
            current.signals.append((observation.what, value))
    if current is not None:
        yield current


class Reader:
    def __init__(self, shared: Shared, policy: StoreBuffers) -> None:
        self.shared, self.policy = shared, policy
        self.bodies = {t.index: t.body for t in shared.original.threads}
        self.depths = {t: section_depths(body) for t, body in self.bodies.items()}
        self.cex = Counterexample([], defaultdict(list), defaultdict(list), -1, -1)
        self.claimed = Claimed(shared.original, self.cex)
        self.pending: dict[int, list[Pending]] = defaultdict(list)
        self.clock = 0
        self.issued = 0

    def violation(self, operation: Operation) -> None:
        self.cex.violating_thread = operation.thread
        self.cex.violated = self.bodies[operation.thread][operation.position].uid

    def operation(self, operation: Operation) -> None:
        t, body = operation.thread, self.bodies[operation.thread]
        if operation.position == len(body):
            return  # the thread's end
        x = body[operation.position]
        self.memory_updates(operation)
        if isinstance(x, Nondet) and self.claimed.is_choice(x.dst.name):
            self.claimed.choose(x.dst.name, operation.parts[0][1])
        elif isinstance(x, Nondet):
            self.cex.inputs[t].append((x.uid, operation.parts[0][1]))
        elif isinstance(x, Declare):
            self.cex.contents[t].append((x.uid, {} if x.zeroed else self.contents(operation)))
            self.claimed.declare(t, x)
            self.forget(t, x.obj.name)
            if x.obj.kind == "heap":
                self.cex.schedule.append(Step(t, x.uid))
        elif isinstance(x, Create):
            assert isinstance(x.function, Const)
            self.cex.schedule.append(Step(t, x.uid, x.function.value))
        elif isinstance(x, CONCURRENT) and x.uid >= 0:
            self.cex.schedule.append(Step(t, x.uid))
        if self.policy.exist:
            self.buffer(operation, x)

    def contents(self, operation: Operation) -> dict[int, int]:
        """The bytes that the run gave to a declared object: each number goes where the next instruction puts it."""
        found: dict[int, int] = {}
        guessed = 0
        for part, value in operation.parts:
            if isinstance(part, Nondet):
                guessed = value
            elif isinstance(part, Write):
                offset, size = constant_offset(part.place) or 0, part.place.type.size
                found |= {offset + i: b for i, b in enumerate(guessed.to_bytes(size, "little")) if b}
            elif isinstance(part, Call) and part.args and isinstance(part.args[0], Const):
                location = self.shared.locations[part.args[0].value]
                held = guessed.to_bytes(16, "little")[: location.size]
                found |= {location.offset + i: b for i, b in enumerate(held) if b}
        return found

    # --- store buffers ----------------------------------------------------------------------------------------------

    def memory_updates(self, operation: Operation) -> None:
        """What reaches memory before the operation takes effect."""
        updates: list[tuple[int, Pending]] = []
        by = -1
        in_order = self.policy.keep_program_order
        for what, value in operation.signals:
            if what is What.CLOCK:
                self.clock = value
                self.expire()
            elif what is What.UPDATED_BY:
                by = value
            if what is (What.UPDATED_BY if in_order else What.UPDATED_LOCATION):
                left = [p for p in self.pending[by] if p.time == QUEUED and (by, p) not in updates]
                updates.append((by, next(p for p in left if in_order or p.location == value)))
        # No thread sees what happens in between, so those of a thread may as well come in the order they were issued.
        for t, run in groupby(updates, key=lambda update: update[0]):
            for _, p in sorted(run, key=lambda update: update[1].number):
                self.flush(t, p)

    def expire(self) -> None:
        """Writes whose time has come, in the order of their times."""
        ready = [(p.time, p.number, t, p) for t, waiting in self.pending.items() for p in waiting if p.time >= 0]
        for time, _, t, p in sorted(ready, key=lambda entry: entry[:2]):
            if time <= self.clock:
                self.flush(t, p)

    def flush(self, t: int, write: Pending) -> None:
        """A write goes to memory, after the older ones of its thread that nobody else can notice."""
        waiting = self.pending[t]
        older = waiting[: waiting.index(write)]
        for p in [*(p for p in older if p.time == UNNOTICED), write]:
            if not p.forgotten:
                at = [q for q in waiting if not q.forgotten].index(p)
                self.cex.schedule.append(Step(t, -1, flush=at))
            waiting.remove(p)

    def forget(self, t: int, obj: str) -> None:
        for p in [p for p in self.pending[t] if p.obj == obj]:
            if p.time == QUEUED and self.policy.keep_program_order:
                p.forgotten = True
            else:
                self.pending[t].remove(p)

    def buffer(self, operation: Operation, x: AnyInstr) -> None:
        """Follows what the operation itself does to the store buffer of its thread."""
        t = operation.thread
        in_section = self.depths[t][operation.position] > 0
        if self.policy.drain(x, in_section):
            self.pending[t].clear()
        elif isinstance(x, Write) and self.policy.hold(x, in_section):
            issued, times = operation.values(What.ISSUED_LOCATION), operation.values(What.ISSUED_TIME)
            if issued:
                self.add(t, self.shared.locations[issued[0]].obj, issued[0], times[0] if times else QUEUED)
            else:
                base = x.place.base
                self.add(t, base.name if isinstance(base, MemoryObject) else "", -1, UNNOTICED)

    def add(self, t: int, obj: str, location: int, time: int) -> None:
        self.pending[t].append(Pending(obj, location, time, self.issued))
        self.issued += 1
        self.expire()


__all__ = ["Operation", "Reader", "operations_of", "read_back"]
