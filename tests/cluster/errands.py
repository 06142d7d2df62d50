"""Errands that workers can import: their search path is that of the tests."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Spin:
    """Works for so long; says in which process, beside ``file`` too."""

    seconds: float
    file: str = ""

    def __call__(self, channel):
        if self.file:
            Path(self.file).write_text(str(os.getpid()))
        until = time.monotonic() + self.seconds
        while time.monotonic() < until:
            pass
        return os.getpid()


@dataclass(frozen=True)
class Hang:
    """Does nothing the first time, and ends at once the next."""

    file: str

    def __call__(self, channel):
        if Path(self.file).exists():
            return "done"
        Path(self.file).write_text("")
        time.sleep(100_000)
        return None


@dataclass(frozen=True)
class Crash:
    file: str

    def __call__(self, channel):
        with open(self.file, "a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(100_000)


def take_memory(channel):
    return len(bytearray(1 << 30))
