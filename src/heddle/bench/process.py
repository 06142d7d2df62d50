"""A command in a process of its own, under limits: what it prints, and how much it takes."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from typing import IO

from heddle.bench.usage import usage
from heddle.records import dataclass
from heddle.run.limits import die_with_parent

GRACE = 10.0
"""Seconds for a command to end by itself once it has been asked to."""
OFTEN, SELDOM = 0.005, 0.05
"""Seconds between looks at it: few at first, so that short commands are not made longer."""


@dataclass(frozen=True, slots=True)
class Ended:
    """``seconds`` of wall time, ``cpu`` of processor time; ``memory`` of the largest process, in megabytes.

    ``stopped`` says which limit ended it, or is empty; ``exit_code`` is None if it had to be killed.
    """

    out: str
    err: str
    exit_code: int | None
    seconds: float
    cpu: float
    memory: float
    stopped: str


def run_command(
    command: Sequence[str], wall: float, cpu: float | None = None, folder: str | None = None
) -> Ended:
    """At a limit it is asked to end, and killed if it does not.  It ends with this process in any case.

    ``folder`` is where it begins."""
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True, cwd=folder,
            preexec_fn=partial(die_with_parent, os.getpid()),
        )  # fmt: skip
        watch = _Watch(process, started)
        try:
            stopped = watch.stop_at(wall, cpu)
        finally:
            watch.end()
        code = None if process.returncode == -signal.SIGKILL else process.returncode
        seconds = time.monotonic() - started
        return Ended(_text(out), _text(err), code, seconds, watch.cpu, watch.memory, stopped)


class _Watch:
    """``cpu`` and ``memory`` so far.  The kernel tells at the end, but not about processes that the command has left to
    be killed; so they are looked at while they live."""

    def __init__(self, process: subprocess.Popen[bytes], started: float) -> None:
        self.process, self.started = process, started
        self.cpu = self.memory = 0.0

    def stop_at(self, wall: float, cpu: float | None) -> str:
        """Waits until it has ended, or does not end although it should; the limit that it has reached."""
        limit = self._wait(wall, cpu)
        if limit:
            self.process.send_signal(signal.SIGTERM)
            self._wait(time.monotonic() - self.started + GRACE, None)
        return limit

    def _wait(self, wall: float, cpu: float | None) -> str:
        pause = OFTEN
        while not self.has_ended():
            taken = usage(self.process.pid)
            self.cpu, self.memory = max(self.cpu, taken.cpu), max(self.memory, taken.memory)
            if time.monotonic() - self.started >= wall:
                return f"wall time of {wall:g} s"
            if cpu is not None and self.cpu > cpu:
                return f"processor time of {cpu:g} s"
            time.sleep(pause)
            pause = min(SELDOM, pause * 1.5)
        return ""

    def has_ended(self) -> bool:
        return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def end(self) -> None:
        """Kills it if it still runs, and what it has left behind in its group."""
        os.killpg(self.process.pid, signal.SIGKILL)
        _, status, told = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = max(self.cpu, told.ru_utime + told.ru_stime)
        self.memory = max(self.memory, told.ru_maxrss / 1024)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


__all__ = ["Ended", "run_command"]
