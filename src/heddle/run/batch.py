"""Several pieces of work, a few at a time, each in a process and under limits of its own; outcomes in order.

Whatever happens, no worker is left when :func:`run_batch` ends.
"""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from types import FrameType

from heddle.records import dataclass, field
from heddle.run.supervisor import (
    INTERRUPTS,
    Interrupted,
    Limits,
    Outcome,
    Worker,
    ignore_line,
    ignore_tick,
    kill,
    listen,
    start,
)
from heddle.run.worker import Work


@dataclass(frozen=True, slots=True)
class Job:
    """``timeout`` (seconds) counts from the start of the work; ``memory`` is in megabytes."""

    work: Work
    timeout: float | None = None
    memory: int | None = None
    progress: Callable[[str], None] = ignore_line


@dataclass(slots=True)
class _Batch:
    jobs: Sequence[Job]
    at_once: int
    running: dict[int, Worker] = field(default_factory=dict)
    """The workers by the numbers of their jobs."""
    ended: dict[int, Outcome | Interrupted] = field(default_factory=dict)
    started: int = 0

    def fill(self) -> None:
        while len(self.running) < self.at_once and self.started < len(self.jobs):
            job = self.jobs[self.started]
            deadline = None if job.timeout is None else time.monotonic() + job.timeout
            self.running[self.started] = start(job.work, Limits(deadline, job.memory), job.progress)
            self.started += 1

    def wait(self) -> None:
        numbers = list(self.running)
        for position, outcome in listen([self.running[n] for n in numbers]).items():
            self.ended[numbers[position]] = outcome
            kill(self.running.pop(numbers[position]))

    def stop(self, signum: int) -> None:
        while self.running:
            number, worker = self.running.popitem()
            self.ended[number] = Interrupted(signum, worker.interim)
            kill(worker)


def run_batch(
    jobs: Sequence[Job], at_once: int, tick: Callable[[], None] = ignore_tick
) -> Generator[Outcome | Interrupted]:
    """How each job ended, in their order, as soon as it is known.

    After Ctrl-C and friends it ends with the jobs that had started; those that it cut short are Interrupted.
    """
    batch, number = _Batch(jobs, at_once), 0
    with _interrupts_noted() as noted:
        try:
            while number < len(jobs):
                if noted:
                    batch.stop(noted[0])
                if number in batch.ended:
                    yield batch.ended.pop(number)
                    number += 1
                elif noted:
                    return
                else:
                    batch.fill()
                    tick()
                    batch.wait()
        finally:
            batch.stop(0)


@contextlib.contextmanager
def _interrupts_noted() -> Iterator[list[int]]:
    """Interrupts only end up in a list, so that no line of output is torn; a second one does what it always does."""
    noted: list[int] = []
    # What the user told us to ignore (nohup, background jobs) stays ignored.
    previous = {n: signal.getsignal(n) for n in INTERRUPTS if signal.getsignal(n) is not signal.SIG_IGN}

    def restore() -> None:
        for number, handler in previous.items():
            signal.signal(number, handler)

    def note(signum: int, frame: FrameType | None) -> None:
        noted.append(signum)
        restore()

    for number in previous:
        signal.signal(number, note)
    try:
        yield noted
    finally:
        restore()
