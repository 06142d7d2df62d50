"""The worker's side: an errand in a process of its own, under its limits, for as long as somebody wants its result."""

from __future__ import annotations

import pickle
import tempfile
import time
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any

from heddle.records import dataclass
from heddle.run.supervisor import Ending, Limits, Outcome, Worker, ignore_line, kill, listen, start, worked
from heddle.run.worker import Channel

Errand = Callable[[Channel], Any]
"""What is to be done; it can be pickled."""


@dataclass(frozen=True, slots=True)
class Order:
    """An errand on its way.  ``memory`` in megabytes; ``stall``: a process without work for so many seconds hangs."""

    errand: bytes
    version: str
    memory: int | None
    stall: float


@dataclass(frozen=True, slots=True)
class Done:
    """How an errand ended, where, and how many seconds of processor time it took."""

    outcome: Outcome
    worker: str
    cpu: float


class OtherVersion(Exception):
    """The worker has another Heddle than the run that wants something of it."""


class Dropped(Exception):
    """Nobody wants the result any more."""


class Stalled(Exception):
    """The errand's process does nothing, and does not end."""


def packed(errand: Errand) -> bytes:
    return zlib.compress(pickle.dumps(errand, protocol=pickle.HIGHEST_PROTOCOL), 1)


def do(order: Order) -> Done:
    """Runs in a thread of a Dask worker.  Raises what is no fault of the errand's."""
    from heddle.cluster.version import fingerprint

    if fingerprint() != order.version:
        raise OtherVersion(fingerprint())
    errand: Errand = pickle.loads(zlib.decompress(order.errand))
    from distributed import get_worker

    here = get_worker()
    wanted = _watch(here)
    with tempfile.TemporaryDirectory(prefix="heddle-") as scratch:
        process = start(partial(_inside, scratch, errand), Limits(None, order.memory), ignore_line)
        try:
            outcome = _outcome(process, order.stall, wanted)
        finally:
            usage = kill(process)
    return Done(outcome, here.address, 0.0 if usage is None else usage.ru_utime + usage.ru_stime)


def _inside(scratch: str, errand: Errand, channel: Channel) -> Any:
    """What the errand leaves behind goes with the folder, however it ends."""
    tempfile.tempdir = scratch
    return errand(channel)


def _outcome(process: Worker, stall: float, wanted: Callable[[], bool]) -> Outcome:
    outcome, pulse = None, _Pulse(process, stall)
    while outcome is None:
        if not wanted():
            raise Dropped
        if pulse.has_stopped():
            raise Stalled
        outcome = listen([process]).get(0)
    return outcome


def _watch(worker: Any) -> Callable[[], bool]:
    """Tells whether the scheduler still wants the task of this thread: not if the run that gave it was interrupted,
    has its answer, or is gone."""
    key = worker.get_current_task()

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return wanted


class _Pulse:
    """Whether a process works at all."""

    def __init__(self, process: Worker, stall: float) -> None:
        self.process, self.stall = process, stall
        self.seen, self.at = -1.0, time.monotonic()

    def has_stopped(self) -> bool:
        now, spent = time.monotonic(), worked(self.process)
        if spent != self.seen:
            self.seen, self.at = spent, now
        return now - self.at > self.stall


__all__ = ["Done", "Dropped", "Ending", "Errand", "Order", "OtherVersion", "Outcome", "Stalled", "do", "packed"]
