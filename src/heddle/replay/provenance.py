"""Where values come from: which step wrote each byte of memory, and which step issued each pending write.

The machine knows values only.  This follows it: it must be told of every write, and of everything that changes a store
buffer, in the order in which it happens.
"""

from __future__ import annotations

from heddle.execution import INITIAL, Pending
from heddle.records import replace
from heddle.replay.buffers import Buffer
from heddle.replay.buffers import Pending as Entry
from heddle.replay.memory import Block


class Provenance:
    """A step is named by its number; ``now`` is the step that makes the change."""

    def __init__(self) -> None:
        self._bytes: dict[int, tuple[int, int]] = {}
        """For each byte: the step in which its contents came there, and the step that wrote them."""
        self._lives: dict[int, int] = {}
        """For each object, by its base: the step in which its present life began."""
        self._pending: dict[int, list[tuple[Entry, Pending]]] = {}
        self._shown: dict[int, tuple[Buffer, tuple[Pending, ...]]] = {}

    # --- memory

    def stored(self, address: int, size: int, step: int, now: int) -> None:
        """What ``step`` wrote is in memory from now on."""
        for byte in range(address, address + size):
            self._bytes[byte] = (now, step)

    def born(self, block: Block, now: int) -> None:
        """The object's contents are new."""
        self._lives[block.base] = now

    def sources(self, t: int, block: Block, address: int, size: int) -> tuple[tuple[int, ...], bool]:
        """The steps that wrote what thread ``t`` reads here, and whether some of it comes from its own buffer."""
        birth = self._lives.get(block.base, INITIAL)
        found: set[int] = set()
        forwarded = False
        for byte in range(address, address + size):
            own = self._newest(t, byte)
            if own is not None:
                found.add(own)
                forwarded = True
                continue
            arrival, step = self._bytes.get(byte, (INITIAL, INITIAL))
            found.add(step if arrival > birth else birth)
        return tuple(sorted(found)), forwarded

    def _newest(self, t: int, byte: int) -> int | None:
        pending = reversed(self._pending.get(t, ()))
        return next((p.step for _, p in pending if p.address <= byte < p.address + p.size), None)

    # --- store buffers

    def issued(self, write: Pending, entry: Entry) -> None:
        self._pending.setdefault(write.thread, []).append((entry, write))

    def buffer(self, t: int, buffer: Buffer) -> tuple[Pending, ...]:
        """The pending writes of thread ``t``, whose store buffer is ``buffer``."""
        if not buffer:
            return ()
        known = self._shown.get(t)
        if known is not None and known[0] is buffer:
            return known[1]
        writes = iter(self._pending.get(t, ()))
        shown = []
        fenced = False
        for entry in buffer:
            if entry is not None:
                shown.append(replace(next(writes)[1], fenced=fenced))
            fenced = entry is None
        self._shown[t] = (buffer, tuple(shown))
        return self._shown[t][1]

    def unseen(self, t: int, address: int, size: int, threads: list[int]) -> tuple[int, ...]:
        """The steps whose writes into these bytes are pending in other threads' buffers."""
        others = [p for other in threads if other != t for _, p in self._pending.get(other, ())]
        return tuple(p.step for p in others if p.address < address + size and address < p.address + p.size)

    def drained(self, t: int, now: int) -> tuple[Pending, ...]:
        """The store buffer of thread ``t`` is empty: what was in it is in memory."""
        writes = tuple(write for _, write in self._pending.pop(t, ()))
        for write in writes:
            self.stored(write.address, write.size, write.step, now)
        return writes

    def flushed(self, t: int, entry: Entry, now: int) -> Pending:
        """The oldest pending write that equals ``entry`` reaches memory."""
        pending = self._pending[t]
        index = next(i for i, (known, _) in enumerate(pending) if known == entry)
        _, write = pending.pop(index)
        self.stored(write.address, write.size, write.step, now)
        return write

    def forgotten(self, t: int, block: Block) -> None:
        """Pending writes of thread ``t`` into the object are no more."""
        end = block.base + block.size
        pending = self._pending.get(t, [])
        self._pending[t] = [(e, p) for e, p in pending if p.address >= end or p.address + p.size <= block.base]


__all__ = ["Provenance"]
