"""``check --each``: several programs at a time, every one under limits of its own, the answers in order."""

from __future__ import annotations

import json
import signal
import time

import fakes
import pytest
from test_process import PROGRAM, launch

from waiting import PATIENCE, Clock, is_alive, wait_for


@pytest.fixture
def files(c_file):
    return lambda *names: [c_file(PROGRAM, f"{name}.c") for name in names]


def answers(out: str) -> list[tuple[str, str]]:
    """The stem of every file and the reason of its answer."""
    found = [json.loads(line) for line in out.splitlines()]
    return [(answer["files"][0].rpartition("/")[2].removesuffix(".c"), answer["reason"]) for answer in found]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_come_in_the_order_of_the_files(heddle, files, jobs):
    names = ["p4", "p1", "p3", "p0", "p2"]
    run = heddle("check", "--each", "--json", "--jobs", jobs, *files(*names), worker=fakes.slow_by_name)
    assert run.code == 0
    assert [name for name, _ in answers(run.out)] == names


def test_several_files_are_checked_at_the_same_time(heddle, files):
    """Each of them waits for the other three."""
    run = heddle("check", "--each", "--jobs", 4, "--timeout", PATIENCE, *files("a", "b", "c", "d"), worker=fakes.meeting)
    assert run.code == 0, run.out


def test_time_counts_from_the_start_of_each_program(heddle, files, hearing, monkeypatch):
    """Each takes 400 seconds of 1000."""
    clock = Clock()

    def pass_time(worker: object, line: str) -> None:
        clock.ahead += 400

    hearing(pass_time)
    monkeypatch.setattr(time, "monotonic", clock)
    programs = files("one", "two", "three", "four")
    run = heddle("check", "--each", "--json", "--jobs", 1, "--timeout", "1000", *programs, worker=fakes.chatty)
    assert run.code == 0
    assert all(400 <= json.loads(line)["seconds"] < 800 for line in run.out.splitlines())


def test_limits_and_crashes_concern_one_program(heddle, files, over_when_endless):
    programs = files("endless", "hungry", "ok", "crashing")
    limits = ("--timeout", "1000", "--memory", "200")
    run = heddle("check", "--each", "--json", *limits, "--jobs", 2, *programs, worker=fakes.misbehaving_by_name)
    assert run.code == 3
    assert answers(run.out) == [
        ("endless", "time limit of 1000 s reached"),
        ("hungry", "memory limit of 200 MB reached"),
        ("ok", "every execution was covered"),
        ("crashing", "the engine crashed (Segmentation fault)"),
    ]


def test_missing_files_are_named_in_their_place(heddle, files, tmp_path):
    first, last = files("ok", "bad")
    run = heddle("check", "--each", "--json", first, tmp_path / "missing.c", last, worker=fakes.by_name)
    assert run.code == 1
    verdicts = [json.loads(line)["verdict"] for line in run.out.splitlines()]
    assert verdicts == ["safe", "error", "violation"]


def test_unsupported_questions_start_no_work(heddle, files):
    run = heddle("check", "--each", "--property", "atomicity", "--model", "tso", *files("p1", "p2"), worker=fakes.crashing)
    assert run.code == 3
    assert run.out.count("not checked under tso") == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_stops_every_worker(files, tmp_path, number):
    programs = files("ok1", "a", "ok2", "b", "never")
    command = launch("endless_by_name", "check", "--each", "--json", "--jobs", "2", *map(str, programs))
    pids = [tmp_path / "a.pid", tmp_path / "b.pid"]
    wait_for(lambda: all(pid.exists() and pid.read_text() for pid in pids))
    workers = [int(pid.read_text()) for pid in pids]
    command.send_signal(number)
    out, err = command.communicate(timeout=PATIENCE)
    assert command.returncode == 128 + number
    assert [name for name, _ in answers(out)] == ["ok1", "a", "ok2", "b"]
    assert answers(out)[1][1] == "nothing found; then the search stopped: interrupted"
    assert "Traceback" not in err
    wait_for(lambda: not any(is_alive(pid) for pid in workers))


def test_a_killed_command_takes_all_its_workers_along(files, tmp_path):
    command = launch("endless_by_name", "check", "--each", "--jobs", "2", *map(str, files("a", "b")))
    pids = [tmp_path / "a.pid", tmp_path / "b.pid"]
    wait_for(lambda: all(pid.exists() and pid.read_text() for pid in pids))
    workers = [int(pid.read_text()) for pid in pids]
    command.kill()
    command.communicate(timeout=PATIENCE)
    wait_for(lambda: not any(is_alive(pid) for pid in workers))


def test_progress_says_which_file(heddle, files):
    run = heddle("check", "--each", "--verbose", *files("one", "two"), worker=fakes.chatty)
    assert "one.c: unwind 1, rounds 1" in run.err
    assert "two.c: unwind 1, rounds 1" in run.err


def test_the_real_engine_on_several_programs(heddle, c_file):
    good = c_file("#include <assert.h>\nint main(void) { assert(1); }\n", "good.c")
    wrong = c_file("#include <assert.h>\nint main(void) { assert(0); }\n", "wrong.c")
    broken = c_file("int main(void) { return }\n", "broken.c")
    run = heddle("check", "--each", "--json", good, wrong, broken)
    assert run.code == 1
    verdicts = [json.loads(line)["verdict"] for line in run.out.splitlines()]
    assert verdicts == ["safe", "violation", "error"]
