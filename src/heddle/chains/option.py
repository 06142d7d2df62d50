"""Options of stages: values that a chain fixes, or leaves to the command line and to the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heddle.errors import UsageError, shorten
from heddle.records import dataclass
from heddle.task import MAX_BOUND, MAX_QUEUE, MAX_WIDTH

Value: TypeAlias = int | str | bool


@dataclass(frozen=True, slots=True)
class Option:
    """``field`` is that of a task's bounds or method which the option is about."""

    field: str
    most: int = MAX_BOUND
    """For numbers, which are at least 1."""
    names: Callable[[], tuple[str, ...]] | None = None
    """For names: those that there are."""
    is_switch: bool = False

    @property
    def name(self) -> str:
        return self.field.replace("_", "-")

    def checked(self, value: object) -> Value:
        """Raises UsageError."""
        if self.is_switch:
            if not isinstance(value, bool):
                raise UsageError(f"{self.name} is true or false, not '{shorten(str(value))}'")
            return value
        if self.names is not None:
            if not isinstance(value, str) or value not in self.names():
                raise UsageError(f"{self.name} '{shorten(str(value))}' is not available; available: {self.shown()}")
            return value
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= self.most:
            raise UsageError(f"{self.name} is a whole number from 1 to {self.most}, not '{shorten(str(value))}'")
        return value

    def shown(self) -> str:
        """What it takes, in words."""
        if self.is_switch:
            return "true, false"
        return f"1 to {self.most}" if self.names is None else ", ".join(self.names())


def _lazy() -> tuple[str, ...]:
    from heddle.sma import ABSTRACTIONS

    return tuple(a.name for a in ABSTRACTIONS.values() if not a.eager)


def _eager() -> tuple[str, ...]:
    from heddle.sma import ABSTRACTIONS

    return tuple(a.name for a in ABSTRACTIONS.values() if a.eager)


def _backends() -> tuple[str, ...]:
    from heddle import backends

    return backends.names()


SCHEME = "scheme"
"""Not a field of tasks: which formula it is, by the name of its engine."""
UNFOLDING = tuple(map(Option, ("unwind", "unwind_for", "unwind_while", "unwind_threads", "threads", "malloc_size")))
LAZY_MEMORY, EAGER_MEMORY = Option("sma", names=_lazy), Option("sma", names=_eager)
WIDTH = Option("width", MAX_WIDTH)
ROUNDS, CONTEXTS = Option("rounds"), Option("contexts")
QUEUE, CLOCK, WRITES = Option("queue", MAX_QUEUE), Option("clock", MAX_QUEUE), Option("writes", MAX_QUEUE)
REUSE = Option("reuse_freed", is_switch=True)
BACKEND = Option("backend", names=_backends)
SCHEMES = Option(SCHEME, names=lambda: ("order", "lazy", "mu", "imu"))
SCHEDULE = Option("schedule", names=lambda: ("rounds", "free"))
GRAIN = Option("mu_grain", names=lambda: ("fine", "coarse-inter", "coarse-intra"))
READS = Option("mu_reads", names=lambda: ("explicit", "implicit", "hybrid"))

__all__ = ["Option", "Value"]
