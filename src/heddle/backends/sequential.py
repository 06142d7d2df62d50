"""What a backend answers about a sequential program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heddle.core.instr import Cut
from heddle.records import dataclass, field
from heddle.sequentializer.program import Run, SequentialProgram


class OutOfTime(Exception):
    """The backend was stopped at its deadline."""


@dataclass(slots=True)
class Answer:
    """``run`` violates an assertion: what it observes.  Without one, ``cuts`` are the bounds that some run meets, and
    ``unsupported`` the reason why some run could not be followed."""

    run: Run | None = None
    cuts: list[Cut] = field(default_factory=list)
    unsupported: str | None = None


SequentialBackend: TypeAlias = Callable[[SequentialProgram, float], Answer]
"""Takes the program and a deadline (a time of ``time.monotonic``); raises OutOfTime."""
