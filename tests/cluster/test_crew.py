"""What is given to a crew comes back once, whatever becomes of its workers."""

from __future__ import annotations

import os
import signal

import pytest
from errands import Crash, Hang, Spin, take_memory

from heddle.cluster import connect, version
from heddle.cluster.crew import CRASHES, Crew
from heddle.errors import UsageError
from heddle.run.supervisor import Ending
from waiting import is_alive, wait_for


def another(workers, stall=30.0, memory=None):
    return Crew(workers.client, memory, lambda line: None, stall)


def test_errands_run_in_processes_of_their_own(workers, pids, outcomes):
    ended = []
    for number in range(4):
        workers.give(f"spin-number {number}", Spin(0.05), ended.append)
    done = outcomes(workers, ended, 4)
    own = {outcome.value for outcome in done}
    assert [outcome.ending for outcome in done] == [Ending.DONE] * 4
    assert len(own) == 4 and own.isdisjoint(pids())
    assert all(seconds > 0 for seconds in workers.cpu.values())


@pytest.mark.slow
def test_each_comes_back_once_though_workers_are_killed(workers, kill_one, outcomes):
    ended = []
    for number in range(6):
        workers.give(f"spin-number {number}", Spin(0.3), lambda outcome, number=number: ended.append(number))
    for number in range(2):
        outcomes(workers, ended, 2 * number + 1)
        kill_one(number)
    outcomes(workers, ended, 6)
    workers.wait(1.0)
    assert sorted(ended) == list(range(6))


def test_what_nobody_wants_any_more_ends(workers, tmp_path):
    file = tmp_path / "pid"
    given = workers.give("spin-for long", Spin(1e6, str(file)), lambda outcome: None)
    wait_for(lambda: file.exists() and file.read_text())
    workers.drop(given)
    wait_for(lambda: not is_alive(int(file.read_text())))


def test_a_silent_worker_is_not_waited_for(workers, pids, outcomes):
    crew, ended = another(workers, stall=2.0), []
    stopped = pids()[0]
    os.kill(stopped, signal.SIGSTOP)
    try:
        for number in range(2):
            crew.give(f"spin-number {number}", Spin(0.1), ended.append)
        assert [o.ending for o in outcomes(crew, ended, 2)] == [Ending.DONE] * 2
    finally:
        os.kill(stopped, signal.SIGCONT)


def test_a_process_that_does_nothing_is_started_again(workers, tmp_path, outcomes):
    crew, ended = another(workers, stall=1.0), []
    crew.give("hang-once", Hang(str(tmp_path / "mark")), ended.append)
    assert outcomes(crew, ended, 1)[0].value == "done"


def test_a_process_that_crashes_is_tried_again_but_not_for_ever(workers, tmp_path, outcomes):
    ended, file = [], tmp_path / "crashes"
    workers.give("crash-always", Crash(str(file)), ended.append)
    assert outcomes(workers, ended, 1)[0].ending is Ending.CRASHED
    assert file.read_text() == "x" * CRASHES


def test_the_limit_of_memory_holds_there(workers, outcomes):
    crew, ended = another(workers, memory=300), []
    crew.give("memory-too much", take_memory, ended.append)
    assert outcomes(crew, ended, 1)[0].ending is Ending.MEMORY


def test_another_version_is_refused_in_one_line(workers, monkeypatch):
    connect.refuse_others(workers.client, "local")
    monkeypatch.setattr(version, "fingerprint", lambda: "99.9 (abc)")
    with pytest.raises(UsageError) as refused:
        connect.refuse_others(workers.client, "local")
    assert "has Heddle" in str(refused.value) and "this is Heddle 99.9 (abc)" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_worker_of_another_version_that_comes_late_gets_no_work(workers, monkeypatch, outcomes):
    """Here all are: the errand is given up in the end, and says why."""
    import heddle.cluster.crew as module

    monkeypatch.setattr(module, "REFUSALS", 3)
    told = []
    crew, ended = Crew(workers.client, None, told.append, 30.0), []
    with monkeypatch.context() as patched:
        patched.setattr(version, "fingerprint", lambda: "99.9 (abc)")
        patched.setattr(module, "fingerprint", lambda: "99.9 (abc)")
        crew.give("spin-never", Spin(0.1), ended.append)
        outcomes(crew, ended, 1)
    assert ended[0].ending is Ending.FAILED and "version" in ended[0].reason
    assert any("gets no work: it has Heddle" in line for line in told)
