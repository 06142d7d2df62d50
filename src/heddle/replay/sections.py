"""What a thread knows of memory inside an atomic section.

An execution graph shows a section's first read and last write of a location.  What the section does to it in between is
its own business: it sees what it has read or written itself.
"""

from __future__ import annotations


class Sections:
    """The bytes that each thread has accessed in the section that it is in."""

    def __init__(self) -> None:
        self._bytes: dict[int, dict[int, int]] = {}
        self._unshown: dict[int, set[int]] = {}

    def value(self, t: int, address: int, size: int) -> int | None:
        """What the thread has read or written there; None if that is not known of every byte."""
        known = self._bytes.get(t, {})
        if not all(address + i in known for i in range(size)):
            return None
        return sum(known[address + i] << 8 * i for i in range(size))

    def keep(self, t: int, address: int, size: int, value: int) -> None:
        known = self._bytes.setdefault(t, {})
        for i in range(size):
            known[address + i] = value >> 8 * i & 0xFF

    def wrote(self, t: int, address: int, is_shown: bool) -> None:
        """A write that the graph does not show must be followed by one that it does."""
        unshown = self._unshown.setdefault(t, set())
        (unshown.discard if is_shown else unshown.add)(address)

    def end(self, t: int) -> set[int]:
        """The thread's section is over; gives what it wrote to without the graph ever showing it."""
        self._bytes.pop(t, None)
        return self._unshown.pop(t, set())
