"""What a process and its descendants take, as Linux tells of those that live; elsewhere nobody knows, and it is 0."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from heddle.records import dataclass

TIMES = slice(11, 15)
"""Where /proc/PID/stat has them, behind the name: in user and system mode, its own and those of ended children."""
PEAK = "VmHWM:"


@dataclass(frozen=True, slots=True)
class Usage:
    """``cpu`` in seconds, of all together; ``memory`` in megabytes, the most that one of them has had."""

    cpu: float
    memory: float


def usage(root: int) -> Usage:
    ticks, most = 0, 0
    for process in descendants(root):
        try:
            told = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()
            status = (process / "status").read_text(errors="replace")
        except OSError:  # it has just ended
            continue
        ticks += sum(map(int, told[TIMES]))
        most = max([most, *(int(line.split()[1]) for line in status.splitlines() if line.startswith(PEAK))])
    return Usage(ticks / os.sysconf("SC_CLK_TCK"), most / 1024)


def descendants(root: int) -> Iterator[Path]:
    """Their folders in /proc, that of the root first."""
    todo = [root]
    while todo:
        process = Path("/proc") / str(todo.pop())
        yield process
        for children in process.glob("task/*/children"):
            try:
                todo += map(int, children.read_text().split())
            except OSError:
                continue


__all__ = ["Usage", "descendants", "usage"]
