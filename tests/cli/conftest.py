"""What workers say, heard by tests: for limits of time that do not depend on how fast the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

import fakes
import pytest

from heddle.run import supervisor
from heddle.run.supervisor import Limits, Worker

Reaction = Callable[[Worker, str], None]


@pytest.fixture
def hearing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Reaction], None]:
    """``hearing(react)``: calls ``react(worker, line)`` with every line that any worker says."""

    def listen(react: Reaction) -> None:
        def made(pid: int, pipe: int, log: int, limits: Limits, progress: Callable[[str], None]) -> Worker:
            def hear(line: str) -> None:
                progress(line)
                react(worker, line)

            worker = Worker(pid, pipe, log, limits, hear, time.monotonic())
            return worker

        monkeypatch.setattr(supervisor, "Worker", made)

    return listen


@pytest.fixture
def over_when_endless(hearing: Callable[[Reaction], None]) -> None:
    """The time limit of a worker is reached when it has said that it goes on for ever."""

    def react(worker: Worker, line: str) -> None:
        if line == fakes.FOR_EVER:
            worker.limits = Limits(0.0, worker.limits.memory)

    hearing(react)
