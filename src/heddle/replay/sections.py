"""What a thread does inside an atomic section, for the replay along a graph.

In a graph a section reads a location at most once, and writes it at most once, at its end.  The program may do both
more often: then it finds what it has read or written before, and its last write is the one of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """A write inside a section: by which instruction, where, and in which step of the execution."""

    uid: int
    address: int
    size: int
    step: int


@dataclass(frozen=True, slots=True)
class Stored:
    """What a section leaves at a place."""

    address: int
    size: int
    value: int
    step: int


class Section:
    def __init__(self) -> None:
        self.held: dict[int, int] = {}
        """The bytes that it has read or written, by address."""
        self.last: dict[int, Store] = {}
        """For bytes that it has written, and that are no event yet: by what."""
        self.stores: list[Store] = []

    def step(self, address: int) -> int | None:
        """The step in which it last wrote there."""
        return next((s.step for s in reversed(self.stores) if 0 <= address - s.address < s.size), None)

    def read(self, address: int, size: int) -> int | None:
        """What it has read or written there before; None if there is something that it has not."""
        if any(at not in self.held for at in range(address, address + size)):
            return None
        return sum(self.held[address + i] << 8 * i for i in range(size))

    def hold(self, address: int, size: int, value: int) -> None:
        for i in range(size):
            self.held[address + i] = value >> 8 * i & 0xFF

    def store(self, store: Store, value: int) -> None:
        self.hold(store.address, store.size, value)
        self.stores.append(store)
        for at in range(store.address, store.address + store.size):
            self.last[at] = store

    def take(self, uid: int, part: tuple[int, int] | None, fits: Callable[[int], bool]) -> Stored | None:
        """The first of what these instructions wrote that is still there and no event yet; ``part``: this piece of it.
        It is one from now on."""
        for store in self.stores:
            offset, size = part or (0, store.size)
            address = store.address + offset
            places = range(address, address + size)
            if store.uid == uid and all(self.last.get(at) is store for at in places) and fits(address):
                for at in places:
                    del self.last[at]
                value = self.read(address, size)
                assert value is not None
                return Stored(address, size, value, store.step)
        return None

    def rest(self) -> Iterator[tuple[int, int]]:
        """What it wrote that is no event, byte by byte: memory of the thread's own."""
        return ((at, self.held[at]) for at in self.last)


__all__ = ["Section", "Store"]
