"""Engines that share the machine: who runs when, who ends whom, and what is left of them (nothing)."""

from __future__ import annotations

import mmap
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from heddle import engines
from heddle.addresses.freed import NOT_AGAIN
from heddle.addresses.observed import OTHER_LAYOUTS
from heddle.answer import NOT_ASKED, Answer, Cutoff, Verdict
from heddle.core.instr import Cut
from heddle.core.program import Program
from heddle.engines import portfolio
from heddle.engines.engine import SILENT, Engine, Listener
from heddle.engines.plan import Entry, Plan
from heddle.engines.portfolio import Portfolio
from heddle.run import supervisor
from heddle.run.supervisor import Interrupted, ignore_line
from heddle.task import Limits, Task
from waiting import PATIENCE, is_alive, wait_for

Behaviour = Callable[[Task, Listener], Answer]


def answer(verdict: Verdict, engine: str = "fake", **more: object) -> Answer:
    return Answer(verdict, "because", "sc", engine, **more)  # type: ignore[arg-type]


def says(verdict: Verdict, after: float = 0.0) -> Behaviour:
    def run(task: Task, listener: Listener) -> Answer:
        work_for(after)
        return answer(verdict)

    return run


class Seen:
    """Something that the portfolio has done, as those see it that it has started."""

    def __init__(self) -> None:
        self.shared = mmap.mmap(-1, 1)

    def set(self, value: bool) -> None:
        self.shared[0] = value

    def __bool__(self) -> bool:
        return bool(self.shared[0])


def says_when(seen: Seen, verdict: Verdict) -> Behaviour:
    def run(task: Task, listener: Listener) -> Answer:
        while not seen:
            work_for(0.01)
        return answer(verdict)

    return run


def work_for(seconds: float) -> None:
    """Of this process's own time: none passes while it is on hold."""
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def for_ever(task: Task, listener: Listener) -> Answer:
    listener.progress("searching")
    listener.interim(answer(Verdict.BOUNDED, bounds={"unwind": 7}))
    while True:
        work_for(1.0)


def crash(task: Task, listener: Listener) -> Answer:
    os._exit(7)


@pytest.fixture
def ask(monkeypatch) -> Iterator[Callable[..., Answer]]:
    """``ask(name=behaviour, ...)`` runs engines that behave so, in that order."""
    registered = dict(engines._REGISTERED)

    def run(
        jobs: int = 2, timeout: float | None = PATIENCE, entries: tuple[Entry, ...] = (), listener: Listener = SILENT,
        **behaviours: Behaviour,
    ) -> Answer:  # fmt: skip
        for name, behaviour in behaviours.items():
            engines.register(fake(name, behaviour))
        planned = entries or tuple(Entry((name,), "to see", turn=0.05) for name in behaviours)
        return together(planned, Limits(timeout=timeout), jobs, listener).run()

    yield run
    engines._REGISTERED.clear()
    engines._REGISTERED.update(registered)
    with pytest.raises(ChildProcessError):  # none is left
        os.waitpid(-1, os.WNOHANG)


def together(planned: tuple[Entry, ...], limits: Limits, jobs: int, listener: Listener = SILENT) -> Portfolio:
    program = Program({}, {}, None, "main")  # type: ignore[arg-type]
    return Portfolio(Task(limits=limits), lambda: program, listener, planned[0], lambda program: Plan(planned[1:]), jobs)


def fake(name: str, behaviour: Behaviour) -> Engine:
    class Fake(Engine):
        summary = "stands in"

        def run(self, task: Task, program: Program, listener: Listener) -> Answer:
            found = behaviour(task, listener)
            found.engine = name
            return found

    Fake.name = name
    return Fake()


def test_the_first_definite_answer_ends_the_rest_at_once(ask):
    began = time.monotonic()
    found = ask(searching=for_ever, proving=says(Verdict.SAFE))
    assert (found.verdict, found.engine) == (Verdict.SAFE, "proving")
    assert time.monotonic() - began < PATIENCE, "nobody waits for the limit"
    assert [part.state.split()[0] for part in found.parts] == ["stopped", "safe:"]


def test_a_violation_counts_whoever_finds_it(ask):
    assert ask(searching=for_ever, other=says(Verdict.VIOLATION)).engine == "other"


def test_an_engine_that_crashes_leaves_the_others_alone(ask):
    found = ask(searching=crash, proving=says(Verdict.SAFE, after=0.3))
    assert found.engine == "proving"
    assert "crashed" in found.parts[0].state


def test_if_nobody_is_sure_bounds_say_more_than_nothing(ask):
    found = ask(lost=says(Verdict.UNKNOWN), bounded=says(Verdict.BOUNDED))
    assert (found.verdict, found.engine) == (Verdict.BOUNDED, "bounded")


def test_who_cut_less_is_believed_where_nobody_is_sure(ask):
    def cut(*what: str) -> Behaviour:
        return lambda task, listener: answer(Verdict.BOUNDED, cuts=[Cut(w, "") for w in what])

    found = ask(more=cut("loop", "rounds"), less=cut("loop"), as_little=cut("recursion"))
    assert found.engine == "less"


UNDEFINED = "undefined behaviour (shift count out of range); what follows is not explored"


LATE = Entry(("mu",), "", after=60.0, like_the_search=True)


def says_all(what: str, interim: tuple[str, ...] | None = None) -> bool:
    """Whether all are done when ``explicit`` is, with this cut; the search has said so far what it cuts, if anything."""
    asked = together((Entry(("order", "lazy"), ""), Entry(("explicit",), ""), Entry(("horn",), ""), LATE), Limits(), 2)
    assert asked.plan is not None
    asked._read(asked.plan)
    search, states, *_ = asked.asked
    cuts = [Cutoff(name, "--unwind" if name == "loop" else "") for name in interim or ()]
    said = None if interim is None else answer(Verdict.BOUNDED, cuts=cuts)
    search.worker = supervisor.Worker(0, 0, 0, supervisor.Limits(), ignore_line, interim=said)
    states.outcome = supervisor.Outcome(supervisor.Ending.DONE, answer(Verdict.BOUNDED, cuts=[Cutoff(what)]))
    return asked._has_said_all(states)


def test_nobody_is_waited_for_who_could_say_no_more():
    assert says_all(UNDEFINED)
    assert says_all(OTHER_LAYOUTS, ("loop", OTHER_LAYOUTS))
    assert says_all(NOT_AGAIN, ("loop", NOT_AGAIN))


def test_who_could_do_without_a_cut_is_waited_for():
    assert not says_all(OTHER_LAYOUTS)
    assert not says_all(OTHER_LAYOUTS, ("loop",))
    assert not says_all(NOT_AGAIN, (OTHER_LAYOUTS,))
    assert not says_all("loop", ("loop",))
    assert not says_all("values of n other than 0, 1", ("loop",))


def test_an_answer_that_leaves_nothing_to_say_ends_the_rest(ask):
    def bounded(task: Task, listener: Listener) -> Answer:
        return answer(Verdict.BOUNDED, cuts=[Cutoff(UNDEFINED)])

    def silent(task: Task, listener: Listener) -> Answer:
        while True:
            work_for(1.0)

    found = ask(timeout=1000, search=silent, states=bounded)
    assert found.engine == "states"
    assert "not waited" not in found.reason


def test_what_was_searched_is_known_when_time_is_over(ask, clock):
    over = Listener(interim=lambda answer: clock.strike())
    found = ask(listener=over, searching=for_ever, proving=for_ever)
    assert (found.verdict, found.bounds) == (Verdict.BOUNDED, {"unwind": 7})
    assert "time limit" in found.reason
    assert found.parts[0].state.startswith("stopped at: searching")


def test_engines_take_turns_and_lose_nothing(ask, monkeypatch):
    """One at a time: the last one answers after several turns, though the first never end."""
    active: set[int] = set()
    most: list[int] = []

    def counting(name: str, change: Callable[[int], object]) -> None:
        real = getattr(supervisor, name)

        def call(*arguments):
            result = real(*arguments)
            change((result if name == "start" else arguments[0]).pid)
            most.append(len(active))
            return result

        monkeypatch.setattr(portfolio, name, call)

    for name, change in (("start", active.add), ("let_go", active.add), ("hold", active.discard), ("kill", active.discard)):
        counting(name, change)
    found = ask(jobs=1, first=for_ever, second=for_ever, last=says(Verdict.SAFE, after=0.12))
    assert found.engine == "last"
    assert max(most) == 1
    assert not active


def test_who_stays_runs_all_the_time_and_the_others_share_the_rest(ask, monkeypatch):
    held: list[supervisor.Worker] = []
    started: list[supervisor.Worker] = []
    seen = Seen()

    def hold(worker: supervisor.Worker) -> None:
        held.append(worker)
        seen.set(all(one in held for one in started[1:3]))
        supervisor.hold(worker)

    monkeypatch.setattr(portfolio, "hold", hold)
    monkeypatch.setattr(portfolio, "start", lambda *given: started.append(supervisor.start(*given)) or started[-1])
    entries = (
        Entry(("search",), "", stays=True), Entry(("one",), "", turn=0.05), Entry(("two",), "", turn=0.05),
        Entry(("late",), "", after=2 * PATIENCE),
    )  # fmt: skip
    found = ask(2, PATIENCE, entries, search=for_ever, one=for_ever, two=says_when(seen, Verdict.SAFE), late=for_ever)
    assert found.engine == "two"
    assert started[0] not in held
    assert found.parts[3].state == NOT_ASKED


def test_without_a_time_limit_the_others_are_waited_for_in_proportion(ask, monkeypatch):
    monkeypatch.setattr(portfolio, "LEAST_PATIENCE", 0.3)
    monkeypatch.setattr(portfolio, "TIMES", 1.0)
    assert ask(timeout=None, bounded=says(Verdict.BOUNDED), proving=for_ever).engine == "bounded"


def test_an_interrupt_leaves_nobody(ask, monkeypatch):
    def interrupted(*arguments: object) -> dict[int, object]:
        raise Interrupted(2)

    monkeypatch.setattr(portfolio, "listen", interrupted)
    with pytest.raises(Interrupted):
        ask(searching=for_ever, proving=for_ever)


def test_memory_is_shared_out_and_goes_to_who_is_left():
    entries = (Entry(("a",), "", share=4.0), Entry(("b",), "", share=2.0), Entry(("c",), "", share=2.0))
    asked = together(entries, Limits(memory=800), 2)
    assert asked.plan is not None
    asked._read(asked.plan)
    assert [asked._memory(one) for one in asked.asked] == [400, 200, 200]
    asked.asked[0].outcome = supervisor.Outcome(supervisor.Ending.DONE)
    assert [asked._memory(one) for one in asked.asked[1:]] == [400, 400]


def test_a_worker_can_be_given_more_memory():
    worker = supervisor.start(lambda channel: time.sleep(10_000), supervisor.Limits(None, 500), ignore_line)
    try:
        before = limit_of(worker.pid)
        supervisor.allow(worker, 700)
        assert limit_of(worker.pid) - before == 200 << 20
    finally:
        supervisor.kill(worker)


def limit_of(pid: int) -> int:
    wait_for(lambda: resource.prlimit(pid, resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY)
    return resource.prlimit(pid, resource.RLIMIT_AS)[0]


def test_when_the_search_is_over_nobody_goes_on_as_it_did(ask, monkeypatch):
    """Both engines that are left would go on for ever; only the one that proves is waited for."""
    started: list[supervisor.Worker] = []
    killed: list[supervisor.Worker] = []
    all_run, is_over = Seen(), Seen()

    def start(*given: Any) -> supervisor.Worker:
        started.append(supervisor.start(*given))
        all_run.set(len(started) == 3)
        return started[-1]

    def kill(worker: supervisor.Worker) -> None:
        supervisor.kill(worker)
        killed.append(worker)
        is_over.set(len(killed) == 2)  # the search, which has ended, and who is like it

    monkeypatch.setattr(portfolio, "start", start)
    monkeypatch.setattr(portfolio, "kill", kill)
    entries = (Entry(("search",), "", stays=True), Entry(("alike",), "", like_the_search=True), Entry(("proof",), ""))
    found = ask(3, PATIENCE, entries, search=says_when(all_run, Verdict.BOUNDED), alike=for_ever, proof=says_when(is_over, Verdict.SAFE))
    assert found.engine == "proof"
    assert "has come to its end" in found.parts[1].state


def test_who_is_on_hold_ends_with_the_process_that_holds_it():
    reading, writing = os.pipe()
    holder = os.fork()
    if holder == 0:
        worker = supervisor.start(lambda channel: time.sleep(10_000), supervisor.Limits(None, 500), ignore_line)
        limit_of(worker.pid)  # by then it knows whom to follow
        supervisor.hold(worker)
        os.write(writing, str(worker.pid).encode())
        time.sleep(10_000)
        os._exit(0)
    pid = int(os.read(reading, 20))
    os.kill(holder, signal.SIGKILL)
    os.waitpid(holder, 0)
    wait_for(lambda: not is_alive(pid))


def test_where_a_proof_fails_the_search_looks_at_once(ask):
    def searching(task: Task, listener: Listener) -> Answer:
        return answer(Verdict.VIOLATION) if task.bounds.unwind == 40 else for_ever(task, listener)

    def suspecting(task: Task, listener: Listener) -> Answer:
        listener.interim(answer(Verdict.UNKNOWN, suspicion=40))
        while True:
            work_for(1.0)

    found = ask(searching=searching, suspecting=suspecting)
    assert found.verdict is Verdict.VIOLATION
    assert [part.why for part in found.parts][2:] == ["looks where suspecting suspects a violation, at unwind 40"]
