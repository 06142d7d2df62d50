"""A replayed execution, as the user sees it.  Made by the replayer only."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from heddle.core.instr import Location


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One thing that one thread did.

    ``action`` is a short word: read, write, rmw, lock, unlock, create, join, input, malloc, free, fence, call, flush,
    assert, …  ``detail`` shows it with values, e.g. ``balance = 100``; ``text`` is the source line.
    """

    thread: int
    thread_name: str
    function: str
    loc: Location
    text: str
    action: str
    detail: str
    switch: bool = False
    """True if another thread ran just before."""
    buffer: tuple[str, ...] = ()
    """The writes of the thread that have not reached memory after the step, oldest first."""


@dataclass(slots=True)
class Trace:
    steps: list[TraceStep]
    message: str
    """What failed, e.g. ``assertion failed: balance >= 0``."""
    loc: Location
    thread: int
    switches: int = 0
    inputs: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
