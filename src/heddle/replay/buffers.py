"""Store buffers: all that differs between SC, TSO (FIFO per thread) and PSO (FIFO per thread and location).

A buffer is a tuple of pending writes in the order they were issued.  TSO sends only the first one to memory.  PSO may
send any write that overtakes neither an older write to the same bytes nor a store fence (an entry ``None``).
"""

from __future__ import annotations

from typing import TypeAlias

Pending: TypeAlias = tuple[int, bytes]
Buffer: TypeAlias = tuple[Pending | None, ...]

MODELS = ("sc", "tso", "pso")

DRAINING_FENCES = frozenset({"full", "seq_cst"})
STORE_FENCES = frozenset({"lwsync", "store", "wmb", "release", "acq_rel"})
"""Fences that order writes among themselves: no effect under TSO, whose buffer is a queue anyway."""


def forward(buffer: Buffer, address: int, data: bytes) -> bytes:
    """What a thread reads at ``address`` where memory holds ``data``: its own newest pending bytes come first."""
    seen = bytearray(data)
    end = address + len(data)
    for entry in buffer:
        if entry is None:
            continue
        start, value = entry
        low, high = max(start, address), min(start + len(value), end)
        if low < high:
            seen[low - address : high - address] = value[low - start : high - start]
    return bytes(seen)


def with_fence(buffer: Buffer) -> Buffer:
    """The buffer after a store fence: later writes may not overtake what is pending now."""
    return buffer if not buffer or buffer[-1] is None else (*buffer, None)


def flushable(buffer: Buffer, model: str) -> list[Pending]:
    """The pending writes that may go to memory next."""
    if model == "tso":
        return [entry for entry in buffer[:1] if entry is not None]
    ready: list[Pending] = []
    older: list[Pending] = []
    for entry in buffer:
        if entry is None:
            break
        if not any(_overlap(entry, other) for other in older):
            ready.append(entry)
        older.append(entry)
    return ready


def without(buffer: Buffer, entry: Pending) -> Buffer:
    """The buffer after its oldest entry equal to ``entry`` went to memory; fences with nothing before them are gone."""
    index = buffer.index(entry)
    rest = buffer[:index] + buffer[index + 1 :]
    while rest and rest[0] is None:
        rest = rest[1:]
    while rest and rest[-1] is None and len(rest) > 1 and rest[-2] is None:
        rest = rest[:-1]
    return rest


def forget(buffer: Buffer, address: int, size: int) -> Buffer:
    """The buffer without the writes into these bytes: a new life of the object there begins."""
    span = (address, bytes(size))
    rest = tuple(entry for entry in buffer if entry is None or not _overlap(entry, span))
    return rest if any(entry is not None for entry in rest) else ()


def _overlap(one: Pending, two: Pending) -> bool:
    return one[0] < two[0] + len(two[1]) and two[0] < one[0] + len(one[1])


__all__ = [
    "DRAINING_FENCES", "MODELS", "STORE_FENCES", "Buffer", "Pending", "flushable", "forget", "forward", "with_fence",
    "without",
]
