"""How far unfolding goes."""

from __future__ import annotations

from collections.abc import Mapping

from heddle.core.instr import Location
from heddle.records import dataclass, field

LIBRARY_UNWIND = 64
"""Loops of known length in library functions: formats, copies of small blocks."""
OF_ONE_LOOP = "--unwindset"
KINDS = ("for", "while", "threads")
"""Kinds of loops that can have bounds of their own: by their statement, unless they create threads."""


@dataclass(frozen=True, slots=True)
class LoopBound:
    """How often a loop runs (None: as often as it does), and the option that raises it."""

    most: int | None
    option: str


def loop_bound(
    loc: Location, kind: str, unwind: int | None, unwindset: Mapping[str, int], kinds: Mapping[str, int]
) -> LoopBound:
    """The most special bound counts: of the loop itself, of its kind, of all loops."""
    own = unwindset.get(f"{loc.file}:{loc.line}", unwindset.get(str(loc.line)))
    if own is not None:
        return LoopBound(own, OF_ONE_LOOP)
    return LoopBound(kinds[kind], f"--unwind-{kind}") if kind in kinds else LoopBound(unwind, "--unwind")


@dataclass(frozen=True, slots=True)
class UnfoldBounds:
    unwind: int = 2
    constant_unwind: int = 16
    unwindset: Mapping[str, int] = field(default_factory=dict)
    """Bounds of single loops, by ``file:line`` or ``line`` of the loop."""
    malloc_size: int = 256
    """Bytes assumed for an allocation whose size is not constant."""
    threads: int = 1000
    """So many threads are followed; further ones are created but take no step."""
    alike: int | None = None
    """So many of the threads that one thread creates at one place with one function are followed; None: all."""
    leap: bool = False
    """Loops of more than ``constant_unwind`` iterations are guessed at (:mod:`heddle.passes.leaps`)."""
    instructions: int = 400_000
    skip_idle: bool = False
    """Threads go no further after an idle iteration of a loop (:mod:`heddle.passes.awaits`): for store buffers only."""
    reuse_freed: bool = False
    """Allocations may give out freed blocks again: which block they give is not known beforehand."""
    kinds: Mapping[str, int] = field(default_factory=dict)
    """Bounds of kinds of loops, where they differ from ``unwind``."""

    def of(self, loc: Location, kind: str) -> LoopBound:
        return loop_bound(loc, kind, self.unwind, self.unwindset, self.kinds)


class TooLarge(Exception):
    """The bounds make a program that is too large to handle."""
