"""Runs what has not been run yet, several at a time, and writes down each result as it comes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice

from heddle import __version__
from heddle.bench.execute import Limits, execute
from heddle.bench.plan import Run
from heddle.bench.results import Result, judged
from heddle.bench.store import Store

Execute = Callable[[Run, Limits], Result]


def drive(
    runs: Sequence[Run], store: Store, limits: Limits, jobs: int, tell: Callable[[str], None],
    run_one: Execute = execute,
) -> None:  # fmt: skip
    """An interrupt ends the runs that are under way; they are run again next time.  Raises UsageError."""
    store.verify_conditions(f"Heddle {__version__} with {limits}")
    left = [run for run in runs if not store.has(run)]
    if len(left) < len(runs):
        tell(f"{len(runs) - len(left)} of {len(runs)} runs are there already")
    began = time.monotonic()
    spent: list[float] = []
    pool = ThreadPoolExecutor(jobs)
    todo, running = iter(left), dict[Future[Result], Run]()
    try:
        while True:
            for run in islice(todo, jobs - len(running)):
                running[pool.submit(run_one, run, limits)] = run
            if not running:
                return
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                run, result = running.pop(future), future.result()
                store.add(run, result)
                spent.append(result.seconds)
                ahead = (len(left) - len(spent)) * statistics.fmean(spent) / jobs
                tell(_line(run, result, len(spent), len(left), time.monotonic() - began, ahead))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _line(run: Run, result: Result, done: int, all: int, past: float, ahead: float) -> str:
    what = judged(result.verdict, run.program.expected)
    said = result.verdict if what in (result.verdict, "unjudged") else f"{result.verdict} ({what})"
    return (
        f"{done}/{all}  {run.program.name} [{run.configuration.name}]: {said}, {result.seconds:.2f} s; "
        f"{past:.0f} s so far, about {ahead:.0f} s to go"
    )


__all__ = ["drive"]
