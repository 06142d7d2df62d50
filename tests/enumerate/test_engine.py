"""Models that the explorer does not fit: small programs are enumerated, by the same commands."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from explore.programs import atomic_programs, compiled, read, store, threads
from heddle import engines
from heddle.api import make_task
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.task import Wanted
from waiting import PATIENCE

pytestmark = pytest.mark.slow

COHERENT = '"Coherence"\nacyclic po-loc | rf | co | fr as coherence\nempty rmw & (fre ; coe) as atomic\n'
OPTIONS = ExploreOptions(states=True, timeout=PATIENCE)
LB = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y;
int r, s;
void *one(void *_) {
    r = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return 0;
}
void *two(void *_) {
    s = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, WRITTEN, memory_order_relaxed);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(CHECK);
}
"""


@pytest.fixture
def coherent(tmp_path):
    path = tmp_path / "coherent.cat"
    path.write_text(COHERENT)
    return path


def lb(check: str, written: str = "1") -> str:
    return LB.replace("CHECK", check).replace("WRITTEN", written)


def test_load_buffering_is_found_and_told(heddle, c_file, coherent):
    run = heddle("check", "--engine", "enumerate", "--model", coherent, c_file(lb("!(r == 1 && s == 1)")))
    assert run.code == 1
    assert run.out.startswith("violation: assertion failed")
    assert "x: read 1 (from a write that thread 2 makes later)" in run.out
    assert "thread 1: one" in run.out
    assert "starts thread 2 (two)" in run.out


def test_models_that_are_not_operational_choose_it_by_themselves(heddle, c_file, coherent):
    assert heddle("check", "--model", coherent, c_file(lb("r + s < 2"))).code == 1


def test_values_out_of_thin_air_are_what_the_model_says(heddle, c_file, coherent):
    """The second thread copies what it reads: 1 comes from the first thread, 2 from nowhere."""
    copies = lb("r != 1", written="s")
    assert heddle("check", "--model", coherent, c_file(copies)).code == 1
    safe = heddle("explore", "--json", "--model", coherent, c_file(lb("r < 2", written="s")))
    assert (safe.code, json.loads(safe.out)["verdict"]) == (0, "safe")


def test_values_that_only_a_cycle_explains_are_a_named_cut(heddle, c_file, coherent):
    """Both threads copy what they read: the model allows every value."""
    copies = lb("r == 0", written="s").replace("&y, 1,", "&y, r,")
    run = heddle("check", "--engine", "enumerate", "--json", "--model", coherent, c_file(copies))
    answer = json.loads(run.out)
    assert answer["verdict"] == "safe within bounds"
    assert [cut for cut in answer["cuts"] if "out of thin air" in json.dumps(cut)]


def test_counts_states_and_graphs(heddle, c_file, coherent, tmp_path):
    run = heddle("explore", "--json", "--states", "--dot", tmp_path / "graphs", "--model", coherent, c_file(lb("1")))
    answer = json.loads(run.out)
    assert (run.code, answer["verdict"], answer["executions"], answer["complete"]) == (0, "safe", 4, True)
    assert "load buffering" in answer["note"]
    assert {(s["values"]["r"], s["values"]["s"]): s["executions"] for s in answer["states"]} == {
        (0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1
    }  # fmt: skip
    files = sorted((tmp_path / "graphs").iterdir())
    assert len(files) == 4
    assert all('label="joins thread 2\\nline 21"' in file.read_text() for file in files)


def test_a_cycle_that_the_values_forbid_is_no_execution(heddle, c_file, coherent):
    """r = 1 needs s = 1, and then 2 is written."""
    run = heddle("explore", "--json", "--model", coherent, c_file(lb("r != 1", written="1 + s")))
    answer = json.loads(run.out)
    assert (answer["verdict"], answer["violations"]) == ("violation", 1)
    assert heddle("check", "--model", coherent, c_file(lb("!(r == 1 && s == 1)", written="1 + s"))).code == 0


def test_what_is_too_large_is_unknown(heddle, c_file, coherent, over_when):
    over_when(lambda answer: answer.counts.candidates)
    many = threads(*[store("x", i + 1) + read("x") for i in range(9)])
    run = heddle("explore", "--json", "--timeout", PATIENCE, "--model", coherent, c_file(many))
    answer = json.loads(run.out)
    assert (run.code, answer["verdict"]) == (3, "unknown")
    assert "load buffering" in answer["reason"]
    assert "time limit" in answer["reason"]


def test_a_bound_is_named(heddle, c_file, coherent):
    loop = threads("while (!" + read("x").rstrip(";") + ") ;", store("x", 1))
    run = heddle("explore", "--engine", "enumerate", "--unwind", "2", "--model", coherent, c_file(loop))
    assert run.out.startswith("safe within bounds")
    assert "loop (raise with --unwind)" in run.out


def test_a_thread_that_waits_hides_no_violation(heddle, c_file, coherent):
    text = threads(store("x", 1) + "__VERIFIER_assume(0);", "assert(!" + read("x").rstrip(";") + ");")
    text = "extern void __VERIFIER_assume(int);\n" + text
    assert heddle("check", "--model", coherent, c_file(text)).code == 1


def test_inputs_that_matter_are_not_guessed(heddle, c_file, coherent):
    body = "if (__VERIFIER_nondet_int()) " + store("x", 1)
    text = threads(body, declared="extern int __VERIFIER_nondet_int(void); atomic_int x;")
    run = heddle("explore", "--engine", "enumerate", "--json", "--model", coherent, c_file(text))
    assert run.code == 3
    assert "input" in json.loads(run.out)["reason"]


def test_small_inputs_are_tried(heddle, c_file, coherent):
    body = "char c = __VERIFIER_nondet_char(); assert(c != 77);"
    text = threads(body, declared="extern char __VERIFIER_nondet_char(void); atomic_int x;")
    run = heddle("check", "--model", coherent, c_file(text))
    assert (run.code, run.out.split(":")[0]) == (1, "violation")


def test_a_failed_assertion_ends_its_thread(heddle, c_file, coherent):
    """What stands behind the assertion does not happen: nobody can read it, so that it cannot be its own cause."""
    one = "int r = " + read("x") + " assert(!r); " + store("y", 1)
    two = "int s = " + read("y") + " if (s) " + store("x", 1)
    assert heddle("check", "--model", coherent, c_file(threads(one, two))).code == 0


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "ra", "rc11"])
@settings(max_examples=8, deadline=None)
@given(text=atomic_programs())
def test_it_counts_as_the_explorer_does(model, text):
    program = compiled(text)
    explored = explore(program, find(model), OPTIONS)
    wanted = Wanted(executions=True, states=True)
    answer = engines.run(make_task((), model, wanted=wanted, engine="enumerate", timeout=PATIENCE), program)
    assert explored.finished and answer.counts is not None and answer.counts.complete
    assert (answer.counts.executions, answer.states) == (explored.executions, explored.states)


UNSET = {
    "a missing argument": ("void f(c) char c; { assert(c != 77); }", "f();"),
    "a missing result": ("char f(void) { }", "assert(f() != 77);"),
    "an uninitialized variable": ("", "char c; assert(c != 77);"),
    "an object that no file defines": ("extern char c;", "assert(c != 77);"),
}


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
@pytest.mark.parametrize("what", UNSET)
def test_what_nobody_sets_is_no_input(heddle, c_file, engine, what):
    """Its value is indeterminate, and not one to be tried: both engines ask the same place."""
    declared, body = UNSET[what]
    run = heddle("check", "--engine", engine, c_file(threads(body, declared=declared + " atomic_int x;")))
    assert (run.code, run.out.split(":")[0]) == (3, "unknown")
    assert "uninitialized memory" in run.out


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
def test_a_truth_value_is_tried_twice(heddle, c_file, engine):
    declared = "extern _Bool __VERIFIER_nondet_bool(void); atomic_int x;"
    text = threads("if (__VERIFIER_nondet_bool()) " + store("x", 1), declared=declared)
    run = heddle("explore", "--json", "--engine", engine, c_file(text))
    assert (run.code, json.loads(run.out)["executions"]) == (0, 2)
