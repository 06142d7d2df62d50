"""Footprints: which memory something touches, as objects and, where known, the bytes of them."""

from __future__ import annotations

from collections.abc import Iterable

WHOLE = (0, 1 << 62)
"""The bytes of an access whose offset is not known."""


class Footprint:
    def __init__(self) -> None:
        self.bytes: dict[str, set[tuple[int, int]]] = {}
        """By object: ranges, from the first byte to behind the last one."""

    def __bool__(self) -> bool:
        return bool(self.bytes)

    def add(self, name: str, extent: tuple[int, int]) -> None:
        self.bytes.setdefault(name, set()).add(extent)

    def update(self, other: Footprint) -> bool:
        """Adds another one; tells whether that is news."""
        grown = False
        for name, extents in other.bytes.items():
            known = self.bytes.setdefault(name, set())
            if not extents <= known:
                known |= extents
                grown = True
        return grown

    def only(self, names: Iterable[str]) -> Footprint:
        part = Footprint()
        part.bytes = {name: self.bytes[name] for name in names if name in self.bytes}
        return part

    def overlaps(self, other: Footprint) -> bool:
        small, large = (self, other) if len(self.bytes) <= len(other.bytes) else (other, self)
        for name, extents in small.bytes.items():
            for first, end in large.bytes.get(name, ()):
                if any(low < end and first < high for low, high in extents):
                    return True
        return False
