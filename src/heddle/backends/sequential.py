"""What a backend answers about a sequential program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from heddle.core.types import DataModel
from heddle.counterexample import Executed

FILE = "sequential.c"
"""The name under which backends know the program."""


class OutOfTime(Exception):
    """The backend was stopped at its deadline."""


@dataclass(slots=True)
class Answer:
    """``run`` violates an assertion.  Without one, ``cuts`` are the bounds that some run meets, and ``unsupported`` the
    reason why some run could not be followed."""

    run: list[Executed] | None = None
    cuts: list[str] = field(default_factory=list)
    unsupported: str | None = None


SequentialBackend: TypeAlias = Callable[[str, DataModel, float], Answer]
"""Takes the C text, its data model and a deadline (a time of ``time.monotonic``); raises OutOfTime."""
