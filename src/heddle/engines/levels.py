"""The levels of bounds that engines climb when the user gives none."""

from __future__ import annotations

from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How far a rung unfolds (:class:`heddle.passes.bounds.UnfoldBounds`)."""

    unwind: int
    constant_unwind: int
    threads: int
    alike: int | None = None
    leap: bool = False


LADDER = (
    Level(1, 6, 100),
    Level(2, 12, 100),
    Level(2, 12_000, 100, alike=2),
    Level(3, 24, 100),
    Level(5, 48, 100),
    Level(8, 110, 200),
    Level(12, 300, 500),
    Level(20, 1000, 1000),
    Level(40, 2000, 1000),
    Level(100, 5000, 1000),
    Level(1000, 10_000, 1000),
)
SMALLER = (Level(1, 2, 8, alike=2), Level(1, 1, 4, alike=1))
"""What is tried, the first that fits, where the first level makes too large a program."""
LONG_LOOPS = 2
"""The rung for programs that create very many threads or set up large arrays before anything happens."""
GROWING = ("--unwind", "--threads")
"""The options of the bounds that the levels differ in."""

__all__ = ["GROWING", "LADDER", "LONG_LOOPS", "SMALLER", "Level"]
