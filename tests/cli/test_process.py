"""The worker process: limits, crashes, interrupts.  Nothing is left running, and there is always an answer."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import fakes
import pytest

from heddle.run import supervisor
from waiting import PATIENCE, Clock, is_alive, wait_for

LIMIT = ("--timeout", "1000")
"""With ``over_when_endless``, which says when it is reached."""
PROGRAM = "int main(void) { return 0; }\n"


@pytest.fixture
def program(c_file):
    return c_file(PROGRAM)


def test_an_answer_comes_back(heddle, program):
    run = heddle("check", "--json", program, worker=fakes.safe)
    assert run.code == 0
    answer = json.loads(run.out)
    assert answer["verdict"] == "safe"
    assert answer["files"] == [str(program)]
    assert run.err == ""


def test_time_limit_without_interim_answer(heddle, program, monkeypatch):
    """While it is silent nobody waits for longer than there is time: all this time passes in ``select``."""
    clock = Clock()

    def select(readers: list[int], writers: list[int], others: list[int], wait: float) -> tuple[list[int], ...]:
        clock.ahead += wait
        return [], [], []

    monkeypatch.setattr(time, "monotonic", clock)
    monkeypatch.setattr(supervisor, "select", SimpleNamespace(select=select))
    run = heddle("check", "--json", "--timeout", "1000", program, worker=fakes.endless)
    assert run.code == 3
    assert json.loads(run.out)["reason"] == "time limit of 1000 s reached"
    assert 990 < clock.ahead <= 1000


def test_the_clock_is_that_of_the_wall(heddle, program):
    run = heddle("check", "--json", "--timeout", "0.2", program, worker=fakes.endless)
    assert json.loads(run.out)["reason"] == "time limit of 0.2 s reached"


def test_time_limit_reports_the_bounds_that_were_searched(heddle, program, over_when_endless):
    run = heddle("check", "--json", *LIMIT, program, worker=fakes.endless_after_interim)
    answer = json.loads(run.out)
    assert run.code == 0
    assert answer["verdict"] == "safe within bounds"
    assert answer["bounds"] == {"unwind": 2, "rounds": 4}
    assert "time limit" in answer["reason"]


@pytest.mark.parametrize(("bound", "code"), [(["--unwind", "2"], 0), (["--unwind", "3"], 3), (["--rounds", "5"], 3)])
def test_bounds_asked_for_but_not_searched_are_unknown(heddle, program, over_when_endless, bound, code):
    run = heddle("check", "--json", *LIMIT, *bound, program, worker=fakes.endless_after_interim)
    assert run.code == code
    assert json.loads(run.out)["verdict"] == {0: "safe within bounds", 3: "unknown"}[code]


def children() -> set[str]:
    """The processes that this one has started and that are left, also those that have ended and nobody has asked after."""
    found = set()
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdigit() and (process / "stat").read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                found.add(process.name)
    return found


def test_a_worker_that_ignores_signals_is_stopped(heddle, program, over_when_endless):
    before = children()  # a browser's driver, say, that other tests have started
    assert heddle("check", *LIMIT, program, worker=fakes.deaf).code == 3
    assert children() <= before


def test_memory_limit(heddle, program):
    run = heddle("check", "--json", "--memory", "300", program, worker=fakes.hungry)
    assert run.code == 3
    assert json.loads(run.out)["reason"] == "memory limit of 300 MB reached"


@pytest.mark.parametrize("used", [0, 300 << 20])
def test_what_the_caller_has_does_not_count(heddle, program, used):
    """A worker begins as a copy of the process that asks, with all that it maps, whether it uses it or not."""
    with mmap.mmap(-1, 2 << 30) as memory:
        memory.write(bytes(used))
        assert heddle("check", "--memory", "200", program, worker=fakes.safe).code == 0
        run = heddle("check", "--json", "--memory", "200", program, worker=fakes.hungry)
    assert json.loads(run.out)["reason"] == "memory limit of 200 MB reached"


def test_a_library_that_aborts_for_memory(heddle, program):
    run = heddle("check", "--json", "--memory", "1000", program, worker=fakes.aborted_for_memory)
    assert (run.code, json.loads(run.out)["reason"]) == (3, "memory limit of 1000 MB reached")


@pytest.mark.parametrize(
    ("checker", "reason"),
    [
        (fakes.crashing, "the engine crashed (Segmentation fault)"),
        (fakes.quitting, "the engine crashed (it ended with status 7)"),
        (fakes.bottomless, "the program is nested too deeply (please report; run with --debug for the traceback)"),
        (
            fakes.raising,
            "internal error: KeyError: 'a defect\\nover two lines' (please report; run with --debug for the traceback)",
        ),
    ],
)
def test_crashes_are_unknown_with_a_reason(heddle, program, checker, reason):
    run = heddle("check", "--json", program, worker=checker)
    assert (run.code, json.loads(run.out)["reason"], run.err) == (3, reason, "")


def test_debug_shows_the_traceback(heddle, program):
    run = heddle("check", "--debug", program, worker=fakes.raising)
    assert "Traceback" in run.err
    assert "Traceback" not in run.out


def test_deep_recursion_works(heddle, program):
    assert heddle("check", program, worker=fakes.deep).code == 0


def test_a_workers_own_output_is_kept_apart(heddle, program):
    run = heddle("check", "--json", program, worker=fakes.chatty)
    assert json.loads(run.out)["verdict"] == "safe"
    assert run.err == ""


def test_verbose_shows_progress_on_standard_error(heddle, program):
    run = heddle("check", "--verbose", program, worker=fakes.chatty)
    assert "unwind 1, rounds 1" in run.err
    assert "noise" not in run.err + run.out


# --- interrupts: the command as a process of its own ----------------------------------------------------------------

LAUNCHER = """
import sys
sys.path.insert(0, {here!r})
import fakes
from heddle.cli import main
sys.exit(main(sys.argv[2:], worker=getattr(fakes, sys.argv[1])))
"""


def launch(*arguments: str, stderr: int = subprocess.PIPE) -> subprocess.Popen[str]:
    code = LAUNCHER.format(here=str(Path(__file__).parent))
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)


def start_with_children(program: Path, tmp_path: Path) -> tuple[subprocess.Popen[str], list[int]]:
    pids = tmp_path / "pids"
    command = launch("endless_with_child", "check", "--json", "-D", str(pids), str(program))
    wait_for(lambda: pids.exists() and len(pids.read_text().split()) == 2)
    return command, [int(pid) for pid in pids.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_stops_everything(program, tmp_path, number):
    command, pids = start_with_children(program, tmp_path)
    assert all(is_alive(pid) for pid in pids)
    command.send_signal(number)
    out, err = command.communicate(timeout=PATIENCE)
    assert command.returncode == 128 + number
    assert json.loads(out)["reason"] == "interrupted"
    assert "Traceback" not in err
    wait_for(lambda: not any(is_alive(pid) for pid in pids))


def test_a_killed_command_takes_its_worker_along(program, tmp_path):
    command, pids = start_with_children(program, tmp_path)
    command.kill()
    command.communicate(timeout=PATIENCE)
    wait_for(lambda: not is_alive(pids[0]))
    os.kill(pids[1], signal.SIGKILL)  # the fake's own child, which no kernel feature covers


def test_interrupt_with_an_interim_answer(program):
    command = launch("endless_after_interim", "check", "--json", "--verbose", str(program))
    assert command.stderr is not None
    assert "searching forever" in command.stderr.readline()
    command.send_signal(signal.SIGINT)
    out, _ = command.communicate(timeout=PATIENCE)
    assert command.returncode == 130
    assert json.loads(out)["bounds"] == {"unwind": 2, "rounds": 4}


def test_progress_on_a_terminal(program):
    ours, theirs = pty.openpty()
    command = launch("endless_after_interim", "check", str(program), stderr=theirs)
    os.close(theirs)
    shown = b""
    while b"searching forever" not in shown:
        shown += os.read(ours, 4096)
    command.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # how a pseudo-terminal says that its other end is closed
        while os.read(ours, 4096):
            pass
    os.close(ours)
    out, _ = command.communicate(timeout=PATIENCE)
    assert command.returncode == 128 + signal.SIGINT
    assert out.startswith("safe within bounds: ")
