"""The value analysis's picture of memory: for each accessed location, all values that it ever holds."""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.types import Scalar
from heddle.symbolic.dag import NodeId
from heddle.symbolic.layout import Layout
from heddle.symbolic.values import EMPTY, Value, cast, exactly, full, join

JUNK = Value(0, -1, 1, frozenset(), True)
LARGEST = 16
"""The most bytes that an access has."""

Stale = dict[NodeId, set[int]]
"""Variables whose reads see something new, and at which addresses."""


class MemoryValues:
    """Locations are (address, size) pairs.  ``indeterminate`` objects start with unknown contents."""

    def __init__(self, layout: Layout, indeterminate: set[str]) -> None:
        self.layout, self.indeterminate = layout, indeterminate
        self.written: dict[tuple[int, int], Value] = {}
        self._sizes_at: dict[int, set[int]] = {}
        self._initial: dict[tuple[int, int], Value] = {}
        self._bytes: dict[str, bytes] = {}
        self._readers: dict[int, dict[int, set[NodeId]]] = {}
        """The variables that read a location, by address and size."""
        self.mixed = False
        """Some location was written at different sizes or offsets."""

    def initial(self, address: int, size: int) -> Value:
        key = (address, size)
        if key not in self._initial:
            self._initial[key] = self._initial_value(address, size)
        return self._initial[key]

    def _initial_value(self, address: int, size: int) -> Value:
        obj = self.layout.at(address, size)
        if obj is None:
            return EMPTY
        if obj.name in self.indeterminate:
            return JUNK
        if obj.name not in self._bytes:
            self._bytes[obj.name] = self.layout.initial.contents(obj)
        offset = address - self.layout.base[obj.name]
        return exactly(int.from_bytes(self._bytes[obj.name][offset : offset + size], "little"))

    def watch(self, address: int, size: int, reader: NodeId) -> None:
        """Notes that a variable reads a location."""
        self._readers.setdefault(address, {}).setdefault(size, set()).add(reader)

    def write(self, address: int, size: int, value: Value, stale: Stale) -> bool:
        """Adds to what a location may hold; tells whether that is new.

        The variables that see it become ``stale``: those that read the location, and if it has not been written before,
        also those that read some of its bytes in another shape.
        """
        key = (address, size)
        before = self.written.get(key)
        if before is None:
            self._sizes_at.setdefault(address, set()).add(size)
            self.mixed = self.mixed or self._overlapped(address, size)
            self.written[key] = value
            self.tell_readers(address, size, stale)
            return True
        after = join(before, value)
        if after is before or after == before:
            return False
        self.written[key] = after
        for reader in self._readers.get(address, {}).get(size, ()):
            stale.setdefault(reader, set()).add(address)
        return True

    def tell_readers(self, address: int, size: int, stale: Stale) -> None:
        """Makes the variables stale that read some of these bytes."""
        for at, reader in self._readers_around(address, size):
            stale.setdefault(reader, set()).add(at)

    def widen(self, location: tuple[int, int]) -> None:
        """Gives up on a location that still grows: it may hold anything of its size."""
        value = self.written[location]
        half = 1 << (8 * location[1] - 1)
        hi = half - 1 if value.lo < 0 and value.hi < half else 2 * half - 1
        self.written[location] = Value(-half if value.lo < 0 else 0, hi, 1, None, value.junk)

    def _readers_around(self, address: int, size: int) -> Iterator[tuple[int, NodeId]]:
        for at in range(address - LARGEST + 1, address + size):
            for other, readers in self._readers.get(at, {}).items():
                if address < at + other:
                    yield from ((at, reader) for reader in readers)

    def _overlapped(self, address: int, size: int) -> bool:
        """Whether a write of another shape touches these bytes."""
        for at in range(address - LARGEST + 1, address + size):
            for other in self._sizes_at.get(at, ()):
                if (at, other) != (address, size) and at < address + size and address < at + other:
                    return True
        return False

    def read(self, address: int, size: int, type: Scalar) -> Value:
        """The values that a read at ``type`` may give, the initial one included."""
        start = self.initial(address, size)
        if start is EMPTY:
            return EMPTY
        if not start.junk:
            start = cast(start, type)
        if self.mixed_at(address, size):
            return full(type, start.junk)
        written = self.written.get((address, size))
        return start if written is None else join(start, cast(written, type))

    def mixed_at(self, address: int, size: int) -> bool:
        sizes = self._sizes_at.get(address)
        if not self.mixed and sizes is not None and size in sizes:
            return False
        return self._overlapped(address, size)
