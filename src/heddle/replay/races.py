"""Data races, as the replayer judges them: two threads of the running machine stand before conflicting accesses.

Nothing orders the accesses then, whatever orders anything: either thread could go first.  That is judged from the
machine's own state; what the program's checks announce counts for nothing.
"""

from __future__ import annotations

from heddle.core.expr import Place
from heddle.core.instr import DATA_RACE, GHOST, AnyInstr, Assert, AtomicBegin, AtomicEnd, Read, Rmw, Write
from heddle.records import dataclass
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import Machine
from heddle.replay.state import Frame

CREATOR = "pthread_create"
"""It writes to the user's memory, in a step that is atomic for the library's sake only."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a thread is about to access."""

    thread: int
    instr: Read | Write | Rmw
    address: int
    size: int
    writes: bool
    is_atomic: bool
    is_next: bool = True
    """It is the next instruction but for checks."""

    def conflicts(self, other: Standing) -> bool:
        overlap = self.address < other.address + other.size and other.address < self.address + self.size
        return overlap and (self.writes or other.writes) and not (self.is_atomic and other.is_atomic)

    @property
    def verb(self) -> str:
        return "updates" if isinstance(self.instr, Rmw) else "writes" if self.writes else "reads"

    @property
    def place(self) -> Place:
        return self.instr.place


def race_of(machine: Machine, t: int) -> tuple[Standing, Standing] | None:
    """A race of what thread ``t`` is about to do: the other thread's access, and its own."""
    own = standing(machine, t)
    if own is None:
        return None
    for u, thread in machine.threads.items():
        if u != t and not thread.ended and not thread.exited and not thread.atomic:
            other = standing(machine, u)
            if other is not None and other.conflicts(own):
                return other, own
    return None


def standing(machine: Machine, t: int) -> Standing | None:
    """What a thread accesses next, if it does nothing else before."""
    if not machine.threads[t].frames:
        return None
    frame = machine.threads[t].frames[-1]
    x, is_next = _next(frame)
    if x is None:
        return None
    try:
        address = machine.code.compiler.address(x.place)(frame)
        writes = isinstance(x, Write) or (isinstance(x, Rmw) and _succeeds(machine, t, frame, x, address))
    except Undefined:
        return None
    atomic = isinstance(x, Rmw) or x.order != "plain" or machine.threads[t].atomic > 0
    return Standing(t, x, address, x.place.type.size, writes, atomic, is_next)


MARKED = frozenset({Read, Write, Rmw, AtomicBegin, AtomicEnd})
"""Instructions that may be ghosts.  Every step asks, so the type is looked up."""


def is_check(x: AnyInstr) -> bool:
    """Whether an instruction is no part of the program, but looks for races."""
    kind = type(x)
    if kind in MARKED:
        return x.order == GHOST  # type: ignore[union-attr]
    return kind is Assert and x.kind == DATA_RACE  # type: ignore[union-attr]


def _next(frame: Frame) -> tuple[Read | Write | Rmw | None, bool]:
    body = frame.code.body
    for x in body[frame.pc :]:
        if is_check(x):
            continue
        if isinstance(x, (Read, Write, Rmw)):
            return x, True
        break
    if frame.code.name != CREATOR or not frame.code.function.library or not all(map(is_check, body[: frame.pc])):
        return None, False
    params = frame.code.function.params
    written = (x for x in body if isinstance(x, Write) and x.order != GHOST and x.place.base in params)
    return next(written, None), False


def _succeeds(machine: Machine, t: int, frame: Frame, x: Rmw, address: int) -> bool:
    """Whether a read-modify-write would write now."""
    if x.test is None:
        return True
    type = x.dst.type
    now = frame.locals | {x.dst.name: type.wrap(machine.peek(t, address, type))}
    return bool(machine.code.compiler.value(x.test)(_with(frame, now)))


def _with(frame: Frame, values: dict[str, int]) -> Frame:
    copy = frame.copy()
    copy.locals = values
    return copy


__all__ = ["Standing", "is_check", "race_of"]
