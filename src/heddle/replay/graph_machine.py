"""The machine that runs a program along an execution graph."""

from __future__ import annotations

from heddle.core.types import Scalar
from heddle.records import dataclass
from heddle.replay.machine import Machine
from heddle.replay.state import ThreadState


@dataclass(frozen=True, slots=True)
class Piece:
    """Some bytes of an access, and what they hold."""

    offset: int
    size: int
    value: int = 0

    def taken_from(self, value: int) -> int:
        return value >> 8 * self.offset & self._mask

    def put_into(self, value: int) -> int:
        return value & ~(self._mask << 8 * self.offset) | (self.value & self._mask) << 8 * self.offset

    @property
    def _mask(self) -> int:
        return (1 << 8 * self.size) - 1


class GraphMachine(Machine):
    """A machine whose shared memory is the graph: what events write is not in its memory."""

    reads: tuple[Piece, ...] = ()
    """What the access at hand reads of others; the rest is what memory holds."""
    is_event = False
    is_inside = False
    """The access belongs to an atomic section: it is no event by itself."""

    def peek(self, t: int, address: int, type: Scalar) -> int:
        value = super().peek(t, address, type)
        for piece in self.reads:
            value = piece.put_into(value)
        return type.wrap(value)

    def _store(self, thread: ThreadState, address: int, value: int, type: Scalar, order: str) -> None:
        if not self.is_event:
            super()._store(thread, address, value, type, order)
        elif type.size >= self.code.layout.bits // 8:
            self.memory.escape(value & ((1 << self.code.layout.bits) - 1))


__all__ = ["GraphMachine", "Piece"]
