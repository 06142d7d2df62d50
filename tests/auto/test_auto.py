"""One command that decides by itself: programs that different engines answer, what is told of it, and what to try next."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from heddle import engines, properties, report
from heddle.answer import EXPLAIN, NOT_ASKED, Answer, Cutoff, Part, Stop, Verdict
from heddle.api import make_task
from heddle.engines import graphs, portfolio
from heddle.engines.engine import Listener
from heddle.engines.facts import facts_of
from heddle.engines.plan import HEAD_START, others
from heddle.frontend import load
from heddle.report.text import explained
from heddle.run import supervisor
from heddle.run.advice import advice
from heddle.task import Limits, Task
from waiting import PATIENCE

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
QUICK = ("ticket", "mcs", "sequence", "peterson", "cond_flag", "reader_writer")
"""In CI; ``benchmarks/auto.py --programs spinning`` measures all."""
WITHOUT_END = """
#include <assert.h>
#include <pthread.h>
int x, y;
void *one(void *arg) { while (1) { x++; y = x * x + y; } }
void *two(void *arg) { while (1) { y++; x = y * 3 - x; } }
int main(void) {
    pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
    while (1) assert(x != 123456789 || y != 987654);
}
"""
CREATES = """
#include <pthread.h>
void *one(void *arg) { return 0; }
void start(void) { pthread_t a; pthread_create(&a, 0, one, 0); }
int main(void) { while (__VERIFIER_nondet_int()) start(); }
"""
CREATES_AS_MANY = """
#include <pthread.h>
void *one(void *arg) { return 0; }
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) { pthread_t a; pthread_create(&a, 0, one, 0); }
}
"""
STRAIGHT = "int x; int main(void) { x = 1; }"


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.stem in QUICK], ids=lambda p: p.stem)
def test_programs_that_spin_and_wait_are_proved(heddle, program):
    run = heddle("check", "--json", "--timeout", PATIENCE, program)
    assert json.loads(run.out)["verdict"] == "safe"


def test_there_are_twenty_of_them():
    assert len(PROGRAMS) == 20
    assert all("// expect: safe" in p.read_text() for p in PROGRAMS)


# --- plans ----------------------------------------------------------------------------------------------------------


def engines_for(text: str, c_file, **options) -> list[str]:
    program = load([str(c_file(text))])
    return [entry.name for entry in others(Task(**options), program).entries]


def test_a_plan_follows_from_the_program(c_file):
    assert engines_for(WITHOUT_END, c_file) == ["explicit", "horn", "stateless", "mu", "imu"]


@pytest.mark.parametrize("text", [CREATES, CREATES_AS_MANY])
def test_where_states_have_no_end_they_have_a_moment_and_invariants_a_long_turn(c_file, text):
    states, invariants, *_ = others(Task(), load([str(c_file(text))])).entries
    assert (states.engines, invariants.engines) == (("explicit",), ("horn",))
    assert states.turn <= 0.3 < 2 <= invariants.turn


def test_a_plan_names_nobody_who_does_not_take_the_question(c_file):
    assert engines_for(STRAIGHT, c_file, property=properties.find("termination")) == ["explicit", "mu", "imu"]


def test_who_asks_about_bounds_wants_no_proof_without_them(heddle, c_file):
    found = json.loads(heddle("check", "--json", "--unwind", "2", c_file(WITHOUT_END)).out)
    assert found["bounds"]["unwind"] == 2
    assert "parts" not in found


def test_the_search_has_a_head_start(c_file):
    entries = others(Task(), load([str(c_file(WITHOUT_END))])).entries
    assert all(entry.after >= HEAD_START for entry in entries)


def test_facts(c_file):
    facts = facts_of(load([str(c_file(CREATES))]))
    assert (facts.in_loops, facts.ends, facts.only_counts) == (True, False, False)
    facts = facts_of(load([str(c_file(STRAIGHT))]))
    assert (facts.in_loops, facts.ends, facts.creations) == (False, True, 0)


WAITS = """#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
unsigned word;
void *one(void *arg) { INPUT; syscall(SYS_futex, &word, FUTEX_WAIT, 0, (void *)0, (void *)0, 0); return 0; }
int main(void)
{
    pthread_t a[2];
    for (int i = 0; i < 2; i++) pthread_create(&a[i], 0, one, 0);
    for (int i = 0; i < 2; i++) pthread_join(a[i], 0);
    return 0;
}
"""


def test_what_the_library_leaves_open_is_no_input(c_file):
    """The system calls that are modelled with futexes tell the time and give random numbers."""
    text = "int __VERIFIER_nondet_int(void);\n" + WAITS
    assert facts_of(load([str(c_file(text.replace("INPUT", "")))])).inputs == 0
    assert facts_of(load([str(c_file(text.replace("INPUT", "word = __VERIFIER_nondet_int()")))])).inputs == 1



# --- what is told ---------------------------------------------------------------------------------------------------


def test_explain_tells_who_ran_and_the_last_line_what_to_try(c_file, monkeypatch, clock):
    """Time is over when the search knows something, and another one has begun."""
    begun: list[supervisor.Worker] = []

    def listen(workers: Sequence[supervisor.Worker], longest: float) -> dict[int, supervisor.Outcome]:
        if len(begun) > 1 and begun[0].interim is not None:
            clock.strike()
        return supervisor.listen(workers, longest)

    monkeypatch.setattr(portfolio, "start", lambda *given: begun.append(supervisor.start(*given)) or begun[-1])
    monkeypatch.setattr(portfolio, "listen", listen)
    file = str(c_file(WITHOUT_END))
    task = make_task(file, timeout=1000)
    answer = engines.run(task, load([file]))
    answer.advice = advice(task, answer)
    told = report.find("text").render(answer, [file], report.Style(explain=True))
    assert "What ran, for threads, loops, " in told
    assert "  order, lazy (" in told
    assert "  explicit (" in told
    assert "Nobody was sure; the answer is that of " in told
    assert told.splitlines()[-1].startswith("Try next: --timeout 2000: ")


def test_explain_tells_why_an_engine_ran_alone(heddle, c_file):
    file = c_file(STRAIGHT)
    bounded = heddle("check", "--explain", "--unwind", "1", file).out
    assert "What ran: order alone, since the question is about the bounds" in bounded
    other_model = heddle("check", "--explain", "--model", "rc11", file).out
    assert "What ran: stateless alone, since rc11 is no model of" in other_model


def test_who_was_not_asked_was_not_needed_only_if_there_is_an_answer():
    parts = [Part("order", "", 1.0, "stopped"), Part("mu", "", 0.0, NOT_ASKED)]
    told = {verdict: "\n".join(explained(Answer(verdict, "", "sc", "order", parts=parts))) for verdict in Verdict}
    assert "not needed: mu" in told[Verdict.SAFE]
    assert "not asked before the end: mu" in told[Verdict.BOUNDED]
    assert "covers bounds" in told[Verdict.BOUNDED]
    assert "covers bounds" not in told[Verdict.UNKNOWN]


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        (["--unwind", "2"], "--unwind 4"),
        (["--engine", "lazy", "--unwind", "1", "--rounds", "1"], "--unwind 2"),
        (["--engine", "explicit", "--timeout", "0.5"], "--timeout 1"),
        (["--engine", "order", "--timeout", "0.5"], "--timeout 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_advice_is_an_option(heddle, c_file, options, advice):
    found = json.loads(heddle("check", "--json", *options, c_file(WITHOUT_END)).out)
    assert found["advice"].startswith(f"{advice}: ")


def test_more_time_is_advised_where_time_ran_out():
    """And not a larger bound, which takes more of it."""
    answer = Answer(Verdict.BOUNDED, "nothing found", "rc11", "stateless", {"unwind": 1}, [Cutoff("loop", "--unwind")])
    task = Task(limits=Limits(timeout=5.0))
    assert advice(task, answer).startswith("--unwind 2: ")
    told = answer.out_of_time()
    assert told.reason == "nothing found; then the search stopped: time limit reached" == told.out_of_time().reason
    assert advice(task, told).startswith("--timeout 10: ")


def test_definite_answers_need_no_advice(heddle, c_file):
    run = heddle("check", "--explain", c_file(STRAIGHT))
    assert "Try next" not in run.out
    assert "What ran:\n  order, lazy (" in run.out


def test_another_engine_is_advised_where_one_has_no_answer(heddle, c_file):
    found = json.loads(heddle("check", "--json", "--engine", "horn", "--property", "termination", c_file(STRAIGHT)).out)
    assert found["advice"].startswith("--engine auto: ")


def test_undefined_behaviour_is_looked_for_where_it_counts(heddle, c_file):
    """The advice is true: what the default leaves out is a violation there."""
    twice = """
    #include <pthread.h>
    void *one(void *arg) { return 0; }
    int main(void) { pthread_t a; pthread_create(&a, 0, one, 0); pthread_detach(a); pthread_detach(a); return 0; }
    """
    file = c_file(twice)
    found = json.loads(heddle("check", "--json", file).out)
    assert found["advice"].startswith("--property all: ")
    assert json.loads(heddle("check", "--json", "--property", "all", file).out)["verdict"] == "violation"


LONG = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, n;
static void *run(void *p)
{
    for (int i = 0; i < 3; i++) atomic_fetch_add_explicit(&n, 1, memory_order_acq_rel);
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return 0;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, run, 0); pthread_create(&u, 0, run, 0);
    pthread_join(t, 0); pthread_join(u, 0);
    assert(n == 6);
}
"""


def test_an_enumeration_without_hope_is_given_up(monkeypatch):
    """... and what the explorer has said before stands, whoever stops it."""
    monkeypatch.setattr(graphs, "LEAST_PATIENCE", 0.05)
    monkeypatch.setattr(graphs, "TIMES", 0.01)
    heard: list[Answer] = []
    program = load(["p.c"], texts={"p.c": LONG})
    answer = graphs.search(make_task((), "armv8", timeout=5000.0), program, Listener(interim=heard.append))
    assert (answer.verdict, answer.engine) == (Verdict.BOUNDED, "stateless")
    assert "too many candidates" in answer.note
    assert heard[-1].verdict is Verdict.BOUNDED


@pytest.mark.parametrize("stopped", [None, *Stop])
def test_advice_follows_from_what_stopped_the_search(stopped):
    """Whatever the words of a reason mention."""
    task = make_task((), engine="auto", timeout=7.0, memory=900)
    reason = "the engine needs uninitialized memory here, is too large and has a time limit"
    told = advice(task, Answer(Verdict.UNKNOWN, reason, "sc", "auto", stopped=stopped))
    option = {Stop.MEMORY: "--memory 1800", Stop.TIME: "--timeout 14", Stop.SIZE: "--unwind 1", None: EXPLAIN}[stopped]
    assert told.startswith(option)
