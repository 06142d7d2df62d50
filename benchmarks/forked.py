"""Runs of the ``heddle`` command without its start-up: in forks of a process that has everything imported.

A run has a session of its own, so that a process which it leaves behind is found (and ended).
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

MOST_READ = 100 << 20
"""Bytes of what a run prints: a violation comes with its whole execution."""
ROOT = Path(__file__).resolve().parents[1]


def import_everything() -> None:
    """So that forks need not."""
    from heddle.backends.bmc import solver  # noqa: F401
    from heddle.cli import check, litmus, transform  # noqa: F401
    from heddle.engines import search, stateless  # noqa: F401
    from heddle.frontend import load
    from heddle.replay import minimize, replay  # noqa: F401
    from heddle.report import json  # noqa: F401

    load([str(ROOT / "examples/store_buffer.c")])


@dataclass(frozen=True)
class Ended:
    code: int | None
    """None: it had to be killed."""
    out: str
    err: str
    left_over: tuple[int, ...]


def run_forked(arguments: Sequence[str], seconds: float, command: Sequence[str] | None = None) -> Ended:
    """Runs Heddle in a fork of this process, or with ``command`` as a program of its own, for so many seconds at most."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        pid = os.fork()
        if pid == 0:
            os.setsid()
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            become_heddle(arguments, command)
        code = wait(pid, seconds)
        left = tuple(of_session(pid))
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return Ended(code, text_of(out.fileno()), text_of(err.fileno()), left)


def become_heddle(arguments: Sequence[str], command: Sequence[str] | None) -> None:
    status = 70
    try:
        if command:
            os.execvp(command[0], [*command, *arguments])
        from heddle.cli import main

        sys.stdout, sys.stderr = (os.fdopen(descriptor, "w", errors="surrogateescape") for descriptor in (1, 2))
        status = main(list(arguments))
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        import traceback

        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def wait(pid: int, seconds: float) -> int | None:
    end = time.monotonic() + seconds
    pause = 0.002
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


def of_session(session: int) -> Iterator[int]:
    """The processes that are still there (not those that have ended and wait to be noticed)."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] != "Z":
                    yield int(entry.name)


def text_of(descriptor: int) -> str:
    os.lseek(descriptor, 0, os.SEEK_SET)
    with os.fdopen(os.dup(descriptor), "rb") as file:
        return file.read(MOST_READ).decode(errors="replace")
