"""What is asked of a backend about a sequential program, and what it answers."""

from __future__ import annotations

from abc import ABC, abstractmethod

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


class Backend(ABC):
    name: str
    summary: str

    def require(self) -> None:  # noqa: B027 (most need nothing)
        """Raises InputError if the backend needs something that is not there."""

    @abstractmethod
    def check(self, sequential: SequentialProgram, deadline: float) -> Answer:
        """``deadline`` is a time of ``time.monotonic``; raises OutOfTime."""
