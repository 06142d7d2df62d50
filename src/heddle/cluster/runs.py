"""Runs of ``heddle bench`` on a cluster: each the same command as here, with the files that it needs."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from heddle.bench.drive import Ended
from heddle.bench.execute import Limits, check
from heddle.bench.plan import Run
from heddle.bench.results import Result
from heddle.cluster.crew import Crew
from heddle.cluster.parcel import Parcel, packed
from heddle.records import dataclass, replace
from heddle.run.supervisor import Ending, Outcome
from heddle.run.worker import Channel

AHEAD = 2
"""So many runs for each place: who is done finds the next one waiting."""


@dataclass(frozen=True, slots=True)
class There:
    """The errand."""

    parcel: Parcel
    limits: Limits

    def __call__(self, channel: Channel) -> Result:
        root = os.path.realpath(tempfile.mkdtemp())
        folder, command = self.parcel.unpack(root)
        result = check(command, self.limits, folder)
        return replace(result, reason=result.reason.replace(root, ""))


class Places:
    """Where ``heddle bench`` has its runs done (:class:`heddle.bench.drive.Places`)."""

    def __init__(self, crew: Crew, limits: Limits) -> None:
        self.crew, self.limits = crew, limits
        self.running = 0
        self.ended: list[Ended] = []

    @property
    def count(self) -> int:
        return self.crew.places

    def free(self) -> int:
        return max(0, AHEAD * self.crew.places - self.running)

    def begin(self, run: Run) -> None:
        self.running += 1
        errand = There(packed(run.options, run.program.file), self.limits)
        name = f"bench {run.configuration.name}-{Path(run.program.name).name}"
        self.crew.give(name, errand, lambda outcome: self.end(run, outcome), stall=float("inf"))

    def end(self, run: Run, outcome: Outcome) -> None:
        self.running -= 1
        if outcome.ending is Ending.DONE:
            result: Result = outcome.value
        else:
            result = Result("error", outcome.reason or outcome.ending.name.lower(), "", outcome.seconds, 0.0, 0.0)
        self.ended.append((run, result))

    def wait(self, seconds: float) -> list[Ended]:
        if self.running and not self.ended:
            self.crew.wait(seconds)
        ended, self.ended = self.ended, []
        return ended

    def close(self) -> None:
        self.crew.drop_all()


__all__ = ["Places"]
