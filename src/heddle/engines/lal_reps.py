"""Lal and Reps: threads run one after the other, over guessed contents of memory between rounds (section 3.3.1.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.engines.bounded import Bounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from heddle.backends.bmc.schemes import Scheme
    from heddle.task import Task


class LalReps(Bounded):
    name = "lal-reps"
    summary = "rounds over guessed contents of memory, as a sequential program"
    bounds = Bounded.bounds | {"rounds"}
    models = frozenset({"sc"})

    def abstraction(self, task: Task) -> str | None:
        return task.method.sma or "lal-reps"

    def default_abstraction(self, task: Task) -> str:
        return "lal-reps"

    def schemes(self, task: Task) -> Sequence[Scheme]:
        raise AssertionError("a sequential program only")
