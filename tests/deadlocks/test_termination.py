"""Loops that spin for ever, and loops that a fair scheduler ends."""

from __future__ import annotations

import pytest

from heddle import api
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

TOP = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, lock;
int plain;
pthread_mutex_t m;
"""
MAIN = """
int main(void) { pthread_t p, q; pthread_create(&p, 0, one, 0); pthread_create(&q, 0, two, 0); %s }
"""
JOINS = MAIN % "pthread_join(p, 0); pthread_join(q, 0); return 0;"
RETURNS = MAIN % "return 0;"
SPINS = {
    "nobody sets it": ("while (!x);", "y = 1;"),
    "each waits for the other": ("while (!x); y = 1;", "while (!y); x = 1;"),
    "a lock that is kept": ("while (atomic_exchange(&lock, 1));", "while (atomic_exchange(&lock, 1));"),
    "a compare-and-exchange": ("while (!__sync_bool_compare_and_swap(&plain, 1, 2));", "x = 1;"),
    "for nothing": ("for (;;);", ""),
    "while another waits": ("pthread_mutex_lock(&m); while (!x);", "pthread_mutex_lock(&m); x = 1;"),
    "set and taken back": ("while (!x);", "x = 1; x = 0;"),
    "without a test at the head": ("do { if (x) break; } while (y == 0);", ""),
}
ENDS = {
    "somebody sets it": ("while (!x);", "x = 1;"),
    "a plain flag": ("while (!*(volatile int *)&plain);", "plain = 1;"),
    "a lock that is given back": ("while (atomic_exchange(&lock, 1)); lock = 0;", "while (atomic_exchange(&lock, 1)); lock = 0;"),
    "hand over": ("while (!x); y = 1;", "x = 1; while (!y);"),
    "a loop that counts": ("for (int i = 0; i < 3; i++) x++;", "for (int i = 0; i < 2; i++) y++;"),
    "a mutex": ("pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);", "while (!x); pthread_mutex_lock(&m);"),
}


def text(one: str, two: str, main: str) -> str:
    return f"{TOP}void *one(void *u) {{ {one} return 0; }}\nvoid *two(void *u) {{ {two} return 0; }}\n{main}"


@pytest.mark.parametrize("kind", SPINS)
@pytest.mark.parametrize(("main", "model"), [(JOINS, "sc"), (RETURNS, "tso")], ids=["joins", "returns-tso"])
def test_spins_for_ever(c_file, kind, main, model):
    answer = api.check(c_file(text(*SPINS[kind], main)), property="termination", model=model)
    assert answer.verdict == "violation", answer.reason
    assert " spins (" in answer.reason


@pytest.mark.parametrize("kind", ["each waits for the other", "a lock that is kept", "for nothing", "while another waits"])
def test_spins_in_graphs(c_file, kind):
    answer = api.check(c_file(text(*SPINS[kind], JOINS)), property="termination", model="rc11")
    assert answer.verdict == "violation", answer.reason
    assert " spins (" in answer.reason


@pytest.mark.parametrize(("kinds", "kind"), [
    (SPINS, "nobody sets it"), (SPINS, "each waits for the other"), (SPINS, "a lock that is kept"), (ENDS, "hand over"),
    (ENDS, "somebody sets it"),
])  # fmt: skip
def test_enumerated_graphs(c_file, kinds, kind):
    """Rounds of loops are cut there, so nothing is safe."""
    options = {"property": "termination", "model": "rc11", "engine": "enumerate", "unwind": 2, "timeout": PATIENCE}
    answer = api.check(c_file(text(*kinds[kind], JOINS)), **options)
    assert answer.verdict == ("violation" if kinds is SPINS else "safe within bounds"), answer.reason


@pytest.mark.parametrize("kind", ["hand over", "a lock that is given back", "a mutex"])
def test_ends_in_graphs(c_file, kind):
    answer = api.check(c_file(text(*ENDS[kind], JOINS)), property="termination", model="rc11")
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize("kind", ENDS)
@pytest.mark.parametrize("model", ["sc", "pso"])
def test_ends(c_file, kind, model):
    answer = api.check(c_file(text(*ENDS[kind], JOINS)), property="termination", model=model)
    assert answer.verdict == "safe", answer.reason


def test_the_program_may_end_before_its_threads(c_file):
    """SV-COMP asks for the end of the program."""
    source = text(*SPINS["nobody sets it"], RETURNS)
    assert api.check(c_file(source), property="program-end").verdict == "safe"
    assert api.check(c_file(text(*SPINS["nobody sets it"], JOINS)), property="program-end").verdict == "violation"
    source = text("pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);", RETURNS)
    assert api.check(c_file(source), property="program-end").verdict == "safe"
    assert api.check(c_file(source), property="termination").verdict == "violation"


def test_a_loop_that_changes_something_is_no_proof(c_file):
    """Both go on for ever, but no state comes back at once."""
    answer = api.check(c_file(text("while (!y) x = 1 - x;", "", JOINS)), property="termination", unwind=3)
    assert answer.verdict == "safe within bounds"


def test_a_loop_that_calls_functions_is_no_proof(c_file):
    source = text("while (!seen());", "", JOINS).replace("void *one", "int seen(void) { return x; }\nvoid *one")
    answer = api.check(c_file(source), property="termination", engine="order", timeout=PATIENCE)
    assert answer.verdict == "safe within bounds"
    assert any("may spin" in cut.what for cut in answer.cuts)
    assert api.check(c_file(source), property="termination", timeout=PATIENCE).verdict == "violation"


@pytest.mark.parametrize(("loop", "why"), [
    ("while (!x) while (__VERIFIER_nondet_bool());", "gets inputs"),
    ("for (;;) { int a[2]; a[0] = x; if (a[0]) break; }", "has variables in memory"),
])  # fmt: skip
def test_idle_iterations_that_are_not_looked_at(c_file, loop, why):
    """They are left out, so that nobody must say that all loops end."""
    source = "_Bool __VERIFIER_nondet_bool(void);\n" + text(loop, "", JOINS)
    answer = api.check(c_file(source), property="termination", engine="order", timeout=PATIENCE)
    assert answer.verdict == "safe within bounds"
    assert any(why in cut.what for cut in answer.cuts)


@pytest.mark.parametrize("engine", ["horn", "unbounded", "stateless"])
def test_engines_that_keep_loops_refuse(c_file, engine):
    answer = api.check(c_file(text(*ENDS["hand over"], JOINS)), property="termination", engine=engine)
    assert answer.verdict == "unknown"
    assert "does not check termination" in answer.reason
