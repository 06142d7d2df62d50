"""Runs what has not been run yet, several at a time, and writes down each result as it comes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Protocol, TypeAlias

from heddle import __version__
from heddle.bench.execute import Limits, execute
from heddle.bench.plan import Run
from heddle.bench.results import Result, judged
from heddle.bench.store import Store

Execute = Callable[[Run, Limits], Result]
Ended: TypeAlias = "tuple[Run, Result]"
TICK = 1.0


class Places(Protocol):
    """Where runs are done."""

    limits: Limits

    @property
    def count(self) -> int:
        """So many are done at the same time."""

    def free(self) -> int:
        """So many more may be begun."""

    def begin(self, run: Run) -> None: ...

    def wait(self, seconds: float) -> list[Ended]:
        """Those that have ended since."""

    def close(self) -> None:
        """What is under way is not wanted any more."""


class Here:
    """Each in a process on this machine; an interrupt ends them."""

    def __init__(self, limits: Limits, jobs: int, run_one: Execute = execute) -> None:
        self.limits, self.count, self.run_one = limits, jobs, run_one
        self.pool = ThreadPoolExecutor(jobs)
        self.running: dict[Future[Result], Run] = {}

    def free(self) -> int:
        return self.count - len(self.running)

    def begin(self, run: Run) -> None:
        self.running[self.pool.submit(self.run_one, run, self.limits)] = run

    def wait(self, seconds: float) -> list[Ended]:
        done, _ = wait(self.running, timeout=seconds, return_when=FIRST_COMPLETED)
        return [(self.running.pop(future), future.result()) for future in done]

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def drive(runs: Sequence[Run], store: Store, places: Places, tell: Callable[[str], None]) -> None:
    """Runs that an interrupt cuts short are run again next time.  Raises UsageError."""
    store.verify_conditions(f"Heddle {__version__} with {places.limits}")
    left = [run for run in runs if not store.has(run)]
    if len(left) < len(runs):
        tell(f"{len(runs) - len(left)} of {len(runs)} runs are there already")
    began = time.monotonic()
    spent: list[float] = []
    todo = iter(left)
    try:
        while len(spent) < len(left):
            for run in islice(todo, places.free()):
                places.begin(run)
            for run, result in places.wait(TICK):
                store.add(run, result)
                spent.append(result.seconds)
                ahead = (len(left) - len(spent)) * statistics.fmean(spent) / places.count
                tell(_line(run, result, len(spent), len(left), time.monotonic() - began, ahead))
    finally:
        places.close()


def _line(run: Run, result: Result, done: int, all: int, past: float, ahead: float) -> str:
    what = judged(result.verdict, run.program.expected)
    said = result.verdict if what in (result.verdict, "unjudged") else f"{result.verdict} ({what})"
    return (
        f"{done}/{all}  {run.program.name} [{run.configuration.name}]: {said}, {result.seconds:.2f} s; "
        f"{past:.0f} s so far, about {ahead:.0f} s to go"
    )


__all__ = ["Ended", "Here", "Places", "drive"]
