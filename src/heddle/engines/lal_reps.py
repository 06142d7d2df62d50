"""Lal and Reps: threads run one after the other, over guessed contents of memory between rounds (sections 3.3.1.1 and,
under store buffers, 3.3.1.2)."""

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

    def abstraction(self, task: Task) -> str | None:
        return task.method.sma or self.default_abstraction(task)

    def default_abstraction(self, task: Task) -> str:
        return {"tso": "lal-reps-tso", "pso": "lal-reps-pso"}.get(task.model.operational or "sc", "lal-reps")

    def schemes(self, task: Task) -> Sequence[Scheme]:
        raise AssertionError("a sequential program only")
