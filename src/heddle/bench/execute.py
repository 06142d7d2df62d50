"""One run: ``heddle check`` in a process of its own, which ends with this one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from typing import IO

from heddle.bench.plan import Run
from heddle.bench.results import Result
from heddle.records import dataclass
from heddle.run.limits import die_with_parent

GRACE, SHARE = 10.0, 1.5
"""A check stops by itself at its time limit; after this much more, and so many times the limit, it is stopped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``timeout`` in seconds of wall time, ``memory`` in megabytes."""

    timeout: float
    memory: int | None = None


def execute(run: Run, limits: Limits) -> Result:
    return run_command([*run.options, run.program.file], limits)


def run_command(words: Sequence[str], limits: Limits, folder: str | None = None) -> Result:
    """``words`` are those of ``heddle check``; ``folder``: where it begins."""
    options = [f"--timeout={limits.timeout:g}", "--json", "--quiet"]
    if limits.memory is not None:
        options.append(f"--memory={limits.memory}")
    command = [sys.executable, "-m", "heddle", "check", *options, *words]
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True, cwd=folder,
            preexec_fn=partial(die_with_parent, os.getpid()),
        )  # fmt: skip
        try:
            usage = _wait(process, started + SHARE * limits.timeout + GRACE)
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        seconds = time.monotonic() - started
        return _result(_text(out), _text(err), seconds, usage)


def _wait(process: subprocess.Popen[bytes], until: float) -> tuple[float, float] | None:
    """Processor time in seconds and memory in megabytes; None if it did not end."""
    pause = 0.005
    while time.monotonic() < until:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
    return None


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _result(out: str, err: str, seconds: float, usage: tuple[float, float] | None) -> Result:
    if usage is None:
        return Result("error", "did not stop at its time limit", "", seconds, 0.0, 0.0)
    try:
        answer = json.loads(out)
        verdict, reason, engine = answer["verdict"], answer["reason"], answer.get("engine", "")
    except (ValueError, KeyError, TypeError):
        said = err.strip().splitlines() or ["no answer"]
        verdict, reason, engine = "error", said[-1], ""
    return Result(str(verdict), str(reason), str(engine), seconds, *usage)


__all__ = ["Limits", "execute", "run_command"]
