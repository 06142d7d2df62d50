"""Waiting in tests: for what happens, however long that takes.

Tests do not depend on how fast a machine is, or on what else it does.  What has to happen is waited for, with a limit
that only a defect reaches; and where time has to be over, a test says when it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300.0
"""Seconds in which everything happens that ever will: a limit of tests, no part of what they test."""


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """A zombie is not (whoever inherits it may take its time to reap it)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


class Clock:
    """Stands in for ``time.monotonic``: as fast as that, until a test lets it strike."""

    def __init__(self) -> None:
        self.running, self.ahead = time.monotonic, 0.0

    def __call__(self) -> float:
        return self.running() + self.ahead

    def strike(self) -> None:
        """All that has a time limit is out of time."""
        self.ahead = 1e7


__all__ = ["PATIENCE", "Clock", "is_alive", "wait_for"]
