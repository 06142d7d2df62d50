"""The value analysis's picture of memory: for each accessed location, all values that it ever holds."""

from __future__ import annotations

from heddle.core.types import Scalar
from heddle.symbolic.layout import Layout
from heddle.symbolic.values import EMPTY, Value, cast, exactly, full, join

JUNK = Value(0, -1, 1, frozenset(), True)


class MemoryValues:
    """Locations are (address, size) pairs.  ``indeterminate`` objects start with unknown contents."""

    def __init__(self, layout: Layout, indeterminate: set[str]) -> None:
        self.layout, self.indeterminate = layout, indeterminate
        self.written: dict[tuple[int, int], Value] = {}
        self._sizes_at: dict[int, set[int]] = {}
        self._initial: dict[tuple[int, int], Value] = {}
        self._bytes: dict[str, bytearray] = {}
        self.version = 0
        """Counts changes."""
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
            self._bytes[obj.name] = self.layout.initial_bytes(obj)
        offset = address - self.layout.base[obj.name]
        return exactly(int.from_bytes(self._bytes[obj.name][offset : offset + size], "little"))

    def write(self, address: int, size: int, value: Value) -> None:
        key = (address, size)
        before = self.written.get(key)
        if before is None:
            self._sizes_at.setdefault(address, set()).add(size)
            self.mixed = self.mixed or self._overlapped(address, size)
            self.written[key] = value
            self.version += 1
            return
        after = join(before, value)
        if after is not before and after != before:
            self.written[key] = after
            self.version += 1

    def widen(self, key: tuple[int, int], value: Value) -> None:
        self.written[key] = value
        self.version += 1

    def _overlapped(self, address: int, size: int) -> bool:
        """Whether a write of another shape touches these bytes."""
        for at in range(address - 15, address + size):
            for other in self._sizes_at.get(at, ()):
                if (at, other) != (address, size) and at < address + size and address < at + other:
                    return True
        return False

    def read(self, address: int, size: int, type: Scalar) -> Value:
        """The values that a read at ``type`` may give, the initial one included."""
        start = cast(self.initial(address, size), type) if not self.initial(address, size).junk else JUNK
        if self.layout.at(address, size) is None:
            return EMPTY
        if self.mixed_at(address, size):
            return full(type, start.junk)
        written = self.written.get((address, size))
        return start if written is None else join(start, cast(written, type))

    def mixed_at(self, address: int, size: int) -> bool:
        sizes = self._sizes_at.get(address)
        if not self.mixed and sizes is not None and size in sizes:
            return False
        return self._overlapped(address, size)
