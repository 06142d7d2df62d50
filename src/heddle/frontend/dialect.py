"""What C leaves open, or gives no meaning, and programs rely on: as the user says that it is meant."""

from __future__ import annotations

from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    relaxed_volatile: bool = False
    """Accesses to volatile objects are relaxed atomic ones; else they are plain."""
    full_sync: bool = False
    """The ``__sync`` builtins are full barriers, as GCC documents them; else seq_cst operations, as Clang has them."""


USUAL = Dialect()

__all__ = ["USUAL", "Dialect"]
