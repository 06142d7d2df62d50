"""``heddle check --engine stateless`` without bounds: they grow by themselves."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from heddle import engines
from heddle.answer import Answer, Verdict
from heddle.api import make_task
from heddle.engines import growing
from heddle.engines.engine import Listener
from heddle.explorer.kernel import Exploration, ExploreOptions
from heddle.models import find
from heddle.passes.counted_waits import ANY_ROUNDS
from waiting import PATIENCE, Clock

from .programs import compiled, read, store, threads

AT_THREE = threads(
    "for (;;) { int seen = x; y = seen + 1; }", "for (;;) { int seen = y; x = seen; assert(seen < BOUND); }",
    declared="atomic_int x, y;",
)  # fmt: skip
"""Each of the threads has to run its loop as often as the other says."""
ENDLESS = AT_THREE.replace("BOUND", "1000")
TURNS = """#include <stdatomic.h>
atomic_int x;
int again(int n) { x = n; return again(n + 1); }
int main(void) { return again(0); }
"""


def check(text: str, model: str = "sc", listener: Listener | None = None, **options: object) -> Answer:
    task = make_task((), model, engine="stateless", **options)  # type: ignore[arg-type]
    return engines.run(task, compiled(text), listener or Listener())


@pytest.fixture
def over_at(clock: Clock) -> Callable[..., Listener]:
    """``over_at(said)``: time is over when a line says so.  ``lines`` gets all of them."""

    def listener(said: str, lines: list[str] | None = None) -> Listener:
        def hear(line: str) -> None:
            if lines is not None:
                lines.append(line)
            if said in line:
                clock.strike()

        return Listener(hear)

    return listener


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11", "weak"])
def test_a_bug_is_found_at_the_depth_that_it_has(model):
    found = check(AT_THREE.replace("BOUND", "3"), model, timeout=PATIENCE)
    assert (found.verdict, found.bounds) == (Verdict.VIOLATION, {"unwind": 3})


def test_auto_takes_the_same_way():
    task = make_task((), "rc11", timeout=PATIENCE)
    found = engines.run(task, compiled(AT_THREE.replace("BOUND", "3")))
    assert (found.verdict, found.engine) == (Verdict.VIOLATION, "stateless")


@pytest.mark.parametrize("model", ["sc", "ra"])
def test_without_a_violation_the_bound_is_the_answer(over_at, model):
    lines: list[str] = []
    found = check(ENDLESS, model, over_at("unwind 2:", lines), timeout=PATIENCE)
    assert found.verdict is Verdict.BOUNDED, found.reason
    assert found.bounds["unwind"] >= 2
    assert [cut.option for cut in found.cuts] == ["--unwind", "--unwind"]
    assert "unwind 1: 3 executions, no violation" in lines
    assert found.counts is not None and found.counts.complete


SPINS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int state, rounds;
void *lock(void *unused)
{
    for (int spins = 0; spins < 3; spins++)
        if (!atomic_exchange(&state, 1))
            goto locked;
    while (atomic_exchange(&state, 1))
        rounds++;
locked:
    atomic_store(&state, 0);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, lock, 0);
    pthread_create(&b, 0, lock, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(rounds >= 0);
}
"""


def test_the_first_level_is_small_where_loops_count(over_at):
    """Threads that spin a few times before they wait: some of their executions are seen to the end before all of them
    within a round of the others."""
    lines: list[str] = []
    found = check(SPINS, "rc11", over_at("unwind 2:", lines), timeout=PATIENCE)
    assert found.verdict is Verdict.BOUNDED
    done = [int(line.split()[2]) for line in lines if line.startswith("unwind 1: ") and "no violation" in line]
    assert len(done) == 2
    assert done[0] < done[1]


def test_recursion_grows_too(over_at):
    found = check(TURNS, "sc", over_at("unwind 2:"), timeout=PATIENCE)
    assert found.verdict is Verdict.BOUNDED
    assert [(cut.what, cut.option) for cut in found.cuts] == [("recursion", "--unwind")]


def test_loops_that_end_are_not_bounded():
    body = "for (int i = 0; i < 20; i++) a[i] = i; while (!y); int s = 0; for (int i = 0; i < 20; i++) s += a[i]; assert(s == 190);"
    found = check(threads(body, store("y", 1), declared="int a[20]; atomic_int y;"), timeout=PATIENCE)
    assert (found.verdict, found.bounds) == (Verdict.SAFE, {})


def test_loops_that_count_do_not_keep_bugs_behind_them():
    """Six iterations before anything happens, and a bug in the second one of the others."""
    text = AT_THREE.replace("BOUND", "2").replace("int main(void) {", "int a[9]; int main(void) { for (int i = 0; i < 6; i++) a[i] = i;")
    assert "a[i] = i;" in text
    found = check(text, timeout=PATIENCE)
    assert (found.verdict, found.bounds) == (Verdict.VIOLATION, {"unwind": 2})


@pytest.mark.parametrize(("bounds", "names"), [({"max_depth": 6}, ["--max-depth"]), ({"unwind": 2}, ["--unwind"])])
def test_bounds_that_are_given_do_not_grow(bounds, names):
    found = check(ENDLESS, timeout=PATIENCE, **bounds)
    assert (found.verdict, found.bounds) == (Verdict.BOUNDED, bounds)
    assert sorted({cut.option for cut in found.cuts}) == names


def test_bounds_of_single_loops_stay():
    """What the user bounds is no reason to go on."""
    lines = [n for n, line in enumerate(ENDLESS.splitlines(), 1) if "for (;;)" in line]
    found = check(ENDLESS, timeout=PATIENCE, unwindset=tuple((str(n), 2) for n in lines))
    assert found.verdict is Verdict.BOUNDED


def test_a_search_without_memory_leaves_the_other_one(monkeypatch):
    """Graphs without end are given up; those within bounds are not."""
    advance = Exploration.advance

    def hungry(self: Exploration, until: float | None) -> object:
        if self.options.unwind is None:
            raise MemoryError
        return advance(self, until)

    monkeypatch.setattr(Exploration, "advance", hungry)
    assert check(AT_THREE.replace("BOUND", "3"), timeout=PATIENCE).verdict is Verdict.VIOLATION


def test_the_search_without_a_bound_does_not_take_all_memory(monkeypatch):
    monkeypatch.setattr(growing, "MOST_MEMORY", 1)
    lines: list[str] = []
    found = check(AT_THREE.replace("BOUND", "3"), "sc", Listener(lines.append), timeout=PATIENCE)
    assert found.verdict is Verdict.VIOLATION
    assert "the search without a bound is given up" in lines


def test_ctrl_c_gives_the_bound_that_was_searched(c_file):
    argv = [sys.executable, "-m", "heddle", "check", "--engine", "stateless", "--json", "--verbose", str(c_file(ENDLESS))]
    command = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert command.stderr is not None
    while "unwind 2:" not in (line := command.stderr.readline()):
        assert line, "ended without progress"
    command.send_signal(signal.SIGINT)
    answer = json.loads(command.communicate(timeout=PATIENCE)[0])
    assert command.returncode == 128 + signal.SIGINT
    assert (answer["verdict"], answer["bounds"]["unwind"] >= 2) == ("safe within bounds", True)
    assert "interrupted" in answer["reason"]


# --- what both searches are made of


def exploration(text: str) -> Exploration:
    return Exploration(compiled(text), find("rc11"), ExploreOptions(), lambda line: None, lambda *counts: None)


def test_a_search_on_hold_does_nothing():
    search = exploration(threads(*[store("x", i + 1) for i in range(12)]))
    assert search.advance(time.monotonic()) is None
    go_on(search)
    before = search.so_far()
    time.sleep(0.3)  # thousands of executions
    after = search.so_far()
    assert sum(after) - sum(before) <= 1, "whoever is at work comes to rest after its graph"
    go_on(search)
    assert search.so_far() > after
    search.stop()


def go_on(search: Exploration) -> None:
    """Until it has seen more."""
    before = search.so_far()
    while search.so_far()[0] <= before[0] + 1:
        assert search.advance(time.monotonic() + 0.05) is None


def test_a_search_that_is_stopped_ends_at_once():
    """Not after every level has tried what is left: here each write could revisit hundreds of reads."""
    writes = f"for (int i = 1; i < 2000; i++) {store('x', 'i')}"
    reads = f"for (int i = 0; i < 800; i++) {read('x')}"
    text = threads(writes, declared="atomic_int x;", joined=True)
    search = exploration(text.replace("pthread_join", f"{reads} pthread_join"))
    assert search.advance(time.monotonic() + 2) is None
    started = time.process_time()
    search.stop()
    assert time.process_time() - started < 10, "a small part of a second, where a machine is fast"


# --- the options


@pytest.mark.parametrize("options", [["--max-depth", "4"], ["--jobs", "1"], ["--no-filter"], ["--dot", "graphs"]])
def test_other_engines_refuse_what_is_for_execution_graphs(heddle, c_file, options):
    run = heddle("check", "--engine", "order", *options, c_file(ENDLESS))
    assert run.code == 2
    assert run.err.count("\n") == 1


def test_jobs_are_not_for_enumeration(heddle, c_file):
    assert heddle("explore", "--engine", "enumerate", "--jobs", "2", c_file(ENDLESS)).code == 2


def test_check_draws_what_it_finds(heddle, c_file, tmp_path):
    options = ("--max-depth", "8", "--jobs", "1", "--no-filter", "--dot", tmp_path / "graphs")
    run = heddle("check", "--engine", "stateless", *options, c_file(AT_THREE.replace("BOUND", "1")))
    assert run.code == 1
    assert (tmp_path / "graphs" / "violation-1.dot").read_text().startswith("digraph")


def test_the_graphs_of_growing_bounds_are_those_of_the_last(heddle, c_file, tmp_path, on_interim, clock):
    def search_is_over(answer: Answer) -> None:
        clock.ahead = 600.0  # of the 1000; the rest is for drawing

    on_interim(search_is_over)
    folder = tmp_path / "graphs"
    run = heddle("check", "--engine", "stateless", "--timeout", "1000", "--dot", folder, c_file(ENDLESS))
    assert run.out.startswith("safe within bounds")
    assert f"graphs written to {folder}" in run.out
    assert (folder / "execution-0001.dot").exists()


def test_graphs_are_of_one_program(heddle, c_file):
    run = heddle("check", "--each", "--dot", "graphs", c_file(ENDLESS))
    assert (run.code, "--each" in run.err) == (2, True)


WAITING = threads(
    "int n = 1000000; while (n-- && !x) ; if (!x) r = 1; while (!x) ; assert(y == WRONG);", "y = 1; x = 1;",
    declared="atomic_int x, y; int r;",
)  # fmt: skip


@pytest.mark.parametrize("model", ["rc11", "sc", "ra"])
def test_how_long_a_loop_counts_while_it_waits_does_not_matter(model, monkeypatch):
    monkeypatch.setattr(growing, "PROOF_AFTER", 0.0)
    found = check(WAITING.replace("WRONG", "1"), model, timeout=600.0)
    assert (found.verdict, found.note) == (Verdict.SAFE, ANY_ROUNDS)


def test_what_the_program_without_the_count_does_wrong_is_looked_for_in_the_program(monkeypatch):
    monkeypatch.setattr(growing, "PROOF_AFTER", 0.0)
    found = check(WAITING.replace("WRONG", "2"), "rc11", timeout=600.0)
    assert found.verdict is Verdict.VIOLATION
    gives_up = "int n = 0; while (!x) if (n++ > 4) return 0; y = 1;"
    exact = threads(gives_up.replace("return 0", "{ r = 1; break; }"), "x = 1;", declared="atomic_int x, y; int r;")
    assert check(exact, "rc11", timeout=600.0).verdict in (Verdict.SAFE, Verdict.BOUNDED)


def test_dependencies_go_with_the_count(monkeypatch):
    """... so nothing is proved under a model that has them."""
    monkeypatch.setattr(growing, "PROOF_AFTER", 0.0)
    asked = growing.Question(make_task((), "armv8"), compiled(WAITING.replace("WRONG", "1")), Listener())
    assert growing.freed_of(asked) is None
    asked = growing.Question(make_task((), "rc11"), compiled(WAITING.replace("WRONG", "1")), Listener())
    assert growing.freed_of(asked) is not None
