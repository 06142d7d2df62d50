"""The time that this process has worked: limits of a search count that, for it may be held while others have their
turn, and on a busy machine it gets on slowly.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import z3

TICK = 0.1
"""Seconds between two looks at how long Z3 has worked."""


def now() -> float:
    """Seconds."""
    return time.process_time()


@contextmanager
def interrupting(until: float) -> Iterator[None]:
    """Z3 stops then, wherever it is."""
    done = Event()

    def watch() -> None:
        while not done.wait(TICK):
            if now() > until:
                z3.main_ctx().interrupt()

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


__all__ = ["interrupting", "now"]
