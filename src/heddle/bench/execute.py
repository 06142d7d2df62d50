"""One run: ``heddle check`` in a process of its own, which ends with this one."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from heddle.bench.plan import Run
from heddle.bench.process import GRACE, Ended, run_command
from heddle.bench.results import Result
from heddle.records import dataclass

SHARE = 1.5
"""A check stops by itself at its time limit; so many times that and some seconds later it is stopped."""


@dataclass(frozen=True, slots=True)
class Limits:
    """``timeout`` in seconds of wall time, ``cpu`` of processor time; ``memory`` in megabytes."""

    timeout: float
    memory: int | None = None
    cpu: float | None = None

    def __str__(self) -> str:
        memory = "" if self.memory is None else f", {self.memory} MB"
        return f"{self.timeout:g} s" + ("" if self.cpu is None else f", {self.cpu:g} s of processor time") + memory


def execute(run: Run, limits: Limits) -> Result:
    return check([*run.options, run.program.file], limits)


def check(words: Sequence[str], limits: Limits, folder: str | None = None) -> Result:
    """``words`` are those of ``heddle check``; ``folder``: where it begins."""
    options = [f"--timeout={limits.timeout:g}", "--json", "--quiet"]
    if limits.memory is not None:
        options.append(f"--memory={limits.memory}")
    command = [sys.executable, "-m", "heddle", "check", *options, *words]
    return result(run_command(command, SHARE * limits.timeout + GRACE, limits.cpu, folder))


def result(ended: Ended) -> Result:
    """What ``heddle check --json`` has said; if a limit stopped it, how far it came."""
    try:
        answer = json.loads(ended.out)
        verdict, reason, engine = answer["verdict"], answer["reason"], answer.get("engine", "")
    except (ValueError, KeyError, TypeError):
        said = ended.err.strip().splitlines() or ["no answer"]
        verdict, reason, engine = "error", said[-1], ""
        if ended.stopped:
            reason = f"did not stop at its limit: {ended.stopped}"
    if ended.stopped and verdict in ("unknown", "safe within bounds"):
        reason = f"{ended.stopped} reached; {reason}"
    return Result(str(verdict), str(reason), str(engine), ended.seconds, ended.cpu, ended.memory)


__all__ = ["Limits", "check", "execute", "result"]
