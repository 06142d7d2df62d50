"""The state of one thread: its calls, its store buffer, and how far it has come."""

from __future__ import annotations

from heddle.core.expr import Local
from heddle.core.instr import NOWHERE, Location
from heddle.records import dataclass, field
from heddle.replay.buffers import Buffer
from heddle.replay.code import FunctionCode


@dataclass(slots=True)
class Frame:
    """One call.  ``objects`` and ``tls`` give the addresses of the memory objects its code can name."""

    code: FunctionCode
    thread: int
    objects: dict[str, int]
    tls: dict[str, int]
    locals: dict[str, int] = field(default_factory=dict)
    pc: int = 0
    dst: Local | None = None
    """Where the caller wants the result."""
    serial: int = 0
    """Tells calls of one run apart."""

    def copy(self) -> Frame:
        return Frame(self.code, self.thread, self.objects, self.tls, self.locals.copy(), self.pc, self.dst, self.serial)

    def canonical(self, waiting: bool) -> object:
        """The part of the call's state that its future depends on; ``waiting``: it stands at a call it waits for."""
        live = self.code.live[self.pc + 1 if waiting else self.pc]
        values = self.locals
        return self.code.name, self.pc, tuple(self.objects.values()), tuple([values.get(name) for name in live])

    @property
    def loc(self) -> Location:
        """Where this call stands now: at the call it waits for, or at its next instruction."""
        body = self.code.body
        return body[self.pc].loc if self.pc < len(body) else (body[-1].loc if body else NOWHERE)


@dataclass(slots=True)
class ThreadState:
    index: int
    name: str
    frames: list[Frame]
    tls: dict[str, int]
    buffer: Buffer = ()
    atomic: int = 0
    """How many atomic sections are open."""
    ended: bool = False
    exited: bool = False
    """It reached the end of the whole program (exit, or the end of main)."""
    result: int = 0
    stuck: str = ""
    """Why the thread can take no further step, ever; empty if it may."""
    key: object = None

    def copy(self) -> ThreadState:
        return ThreadState(
            self.index, self.name, [frame.copy() for frame in self.frames], self.tls, self.buffer, self.atomic,
            self.ended, self.exited, self.result, self.stuck,
        )

    def canonical(self) -> object:
        """Two threads with equal canonical forms behave alike."""
        if self.key is None:
            top = len(self.frames) - 1
            frames = tuple(frame.canonical(waiting=depth < top) for depth, frame in enumerate(self.frames))
            self.key = (self.index, frames, self.buffer, self.atomic, self.ended, self.exited, self.result, self.stuck)
        return self.key


__all__ = ["Frame", "ThreadState"]
