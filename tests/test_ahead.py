"""A worker that starts before its work is known."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from heddle.run.ahead import NEEDED, fork_ahead
from heddle.run.supervisor import Ending, Limits, supervise
from heddle.run.worker import Channel


def add(one: int, other: int, channel: Channel) -> int:
    channel.progress("adding")
    return one + other


def eat(channel: Channel) -> int:
    return len(bytearray(1 << 31))


def test_it_does_what_it_is_told() -> None:
    heard: list[str] = []
    outcome = supervise(partial(add, 1, 2), Limits(), heard.append, ahead=fork_ahead())
    assert (outcome.ending, outcome.value, heard) == (Ending.DONE, 3, ["adding"])


def test_it_keeps_the_limits() -> None:
    assert supervise(eat, Limits(memory=200), ahead=fork_ahead()).ending is Ending.MEMORY
    began = time.monotonic()
    outcome = supervise(forever, Limits(began + 0.2), ahead=fork_ahead())
    assert outcome.ending is Ending.TIME


def forever(channel: Channel) -> None:
    while True:
        time.sleep(1)


def test_it_ends_without_orders() -> None:
    waiting = fork_ahead()
    os.close(waiting.orders)
    assert os.waitstatus_to_exitcode(os.waitpid(waiting.pid, 0)[1]) == 0
    os.close(waiting.pipe)
    os.close(waiting.log)


def test_it_loads_what_a_check_loads(tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text("#include <assert.h>\nint main(void) { assert(0); }\n")
    code = (
        "import sys; from heddle.cli import tasks, parser; from heddle.engines.engine import SILENT;"
        "from heddle.engines.plan import SEARCH; from heddle.engines.portfolio import ask;"
        f"task = tasks.task_of(parser.parse(['check', '{program}']), ['{program}']);"
        "ask(SEARCH, task, task.program(), SILENT); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert set(NEEDED) <= set(loaded)


def test_wrong_options_leave_nobody_behind(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("heddle")), "check", "--no-such-option", "x.c"]
    asked = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=tmp_path)
    assert asked.wait() == 2
    deadline = time.monotonic() + 5
    while _children_of_nobody(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _children_of_nobody(tmp_path)


def _children_of_nobody(folder: Path) -> list[str]:
    """Processes that still run in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd") == str(folder):
                found.append(process.name)
        except OSError:
            continue
    return found
