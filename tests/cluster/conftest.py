from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

pytest.importorskip("distributed")

from heddle.cluster.crew import Crew, crew
from waiting import PATIENCE


@pytest.fixture(scope="package")
def workers() -> Iterator[Crew]:
    with crew("local", 2, None, lambda line: None) as made:
        yield made


@pytest.fixture
def pids(workers):
    """The worker processes."""

    def found() -> list[int]:
        return sorted(workers.client.run(os.getpid).values())

    return found


@pytest.fixture
def kill_one(pids):
    """Kills a worker process; Dask starts another one."""

    def kill(number: int) -> None:
        if running := pids():
            os.kill(running[number % len(running)], signal.SIGKILL)

    return kill


@pytest.fixture
def outcomes():
    """Waits until so many errands have ended."""

    def wait(crew: Crew, ended: list, count: int, seconds: float = PATIENCE) -> list:
        until = time.monotonic() + seconds
        while len(ended) < count and time.monotonic() < until:
            crew.wait(0.5)
        return ended

    return wait
