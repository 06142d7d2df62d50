"""Verdicts, and what comes with them (the meanings are in docs/verdicts.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from heddle.core.instr import Location
from heddle.trace import Trace


class Verdict(StrEnum):
    VIOLATION = "violation"
    SAFE = "safe"
    BOUNDED = "safe within bounds"
    UNKNOWN = "unknown"


EXIT_CODES = {Verdict.SAFE: 0, Verdict.BOUNDED: 0, Verdict.VIOLATION: 1, Verdict.UNKNOWN: 3}
BAD_INPUT = 2


@dataclass(slots=True)
class Result:
    """``bounds`` are those of the last completed search, e.g. {"unwind": 4, "rounds": 3}; ``cuts`` say what they cut,
    one line each, with file:line and the option that raises the bound."""

    verdict: Verdict
    reason: str
    model: str
    engine: str
    bounds: dict[str, int] = field(default_factory=dict)
    cuts: list[str] = field(default_factory=list)
    trace: Trace | None = None
    seconds: float = 0.0
    statistics: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "verdict": str(self.verdict),
            "reason": self.reason,
            "model": self.model,
            "engine": self.engine,
            "bounds": self.bounds,
            "cuts": self.cuts,
            "seconds": round(self.seconds, 3),
            "statistics": self.statistics,
        }
        if self.trace is not None:
            answer["trace"] = self.trace.to_json()
        return answer


class InputError(Exception):
    """The user's input is wrong: shown as one line ``file:line:column: message``, exit code 2."""

    def __init__(self, message: str, loc: Location | None = None) -> None:
        super().__init__(f"{loc}: {message}" if loc else message)
        self.message, self.loc = message, loc


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What the user asked of a check.  None means: choose, and grow it while time remains."""

    model: str = "sc"
    engine: str = "auto"
    backend: str = "bmc"
    unwind: int | None = None
    unwindset: tuple[tuple[str, int], ...] = ()
    """Bounds of single loops: (``file:line`` or ``line`` of the loop's head, bound)."""
    rounds: int | None = None
    threads: int | None = None
    """So many threads are followed; further ones are created but take no step."""
    malloc_size: int = 256
    """Bytes assumed at most for an allocation whose size is not constant."""
    checks: frozenset[str] = frozenset()
    """The switchable checks that are on: bounds, pointer, free, div-by-zero, overflow."""
    timeout: float | None = None
    sma: str | None = None
    """The shared memory abstraction (a C file) to use instead of the backend's own encoding of the memory model."""
    queue: int | None = None
    """Its N: the length of store buffers or write lists."""
    clock: int | None = None
    """Its K: the last moment of the clock that gives writes their times."""
    width: int | None = None
    """So many bits of the integers in shared memory are followed."""
    writes: int | None = None
    """W of the eager schemes: how many writes to shared memory (imu: to one location) an execution makes at most."""
    mu_grain: str | None = None
    """Memory unwinding with every write (fine), or with clusters of writes of one or of all threads (coarse-...)."""
    mu_reads: str | None = None
    """How fine memory unwinding keeps what reads find: explicit, implicit, hybrid."""


Progress = Callable[[str], None]
"""Called with one short line whenever the search moves on."""
