"""``heddle explore`` and ``heddle check --engine stateless``, as users see them."""

from __future__ import annotations

import json

import pytest

from .programs import read, store, threads

LOST = """#include <pthread.h>
#include <assert.h>
int n;
void *add(void *_) { n = n + 1; return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
}
"""
FIXED = LOST.replace("int n;", "_Atomic int n;").replace("n = n + 1;", "n++;")
SB = threads(store("x", 1) + read("y"), store("y", 1) + read("x"))
ENDLESS = threads("for (;;) atomic_fetch_add(&x, 1);")


def test_counts_as_json(heddle, c_file):
    run = heddle("explore", "--json", "--model", "tso", c_file(SB))
    answer = json.loads(run.out)
    assert run.code == 0
    assert (answer["executions"], answer["blocked"], answer["violations"]) == (4, 0, 0)
    assert (answer["verdict"], answer["model"]) == ("safe", "tso")


def test_states_and_graphs(heddle, c_file, tmp_path):
    run = heddle("explore", "--states", "--dot", tmp_path / "graphs", c_file(SB))
    assert "3 :> x=1; y=1;" in run.out
    files = sorted((tmp_path / "graphs").iterdir())
    assert len(files) == 3
    text = files[0].read_text()
    assert text.startswith("digraph")
    assert all(f'label="{edge}"' in text for edge in ("po", "rf", "co"))


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_a_violation_is_shown(heddle, c_file, model):
    run = heddle("check", "--engine", "stateless", "--model", model, c_file(LOST))
    assert run.code == 1
    assert run.out.startswith("violation: assertion failed: n == 2")


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_a_complete_exploration_is_a_proof(heddle, c_file, model):
    run = heddle("check", "--engine", "stateless", "--model", model, c_file(FIXED))
    assert (run.code, run.out.split(":")[0]) == (0, "safe")


def test_what_a_bound_cut_is_named(heddle, c_file):
    run = heddle("check", "--engine", "stateless", "--unwind", "2", c_file(ENDLESS))
    assert run.out.startswith("safe within bounds")
    assert "loop (raise with --unwind)" in run.out


def test_the_time_limit_holds(heddle, c_file, over_when):
    over_when(lambda answer: answer.counts.executions)
    many = threads(*[store("x", i + 1) for i in range(12)])
    run = heddle("explore", "--timeout", "1000", "--json", c_file(many))
    answer = json.loads(run.out)
    assert (run.code, answer["verdict"], answer["complete"]) == (3, "unknown", False)
    assert answer["executions"] > 0


def test_a_model_that_allows_load_buffering_is_enumerated(heddle, c_file, tmp_path):
    model = tmp_path / "coherent.cat"
    model.write_text('"Coherence only"\nacyclic po-loc | rf | co | fr as coherence\n')
    run = heddle("explore", "--json", "--model", model, c_file(SB))
    answer = json.loads(run.out)
    assert (run.code, answer["verdict"], answer["executions"]) == (0, "safe", 4)
    assert "load buffering" in answer["note"]


def test_a_model_that_does_not_exist(heddle, c_file):
    assert heddle("explore", "--model", "nosuch", c_file(SB)).code == 2


def test_inputs_compared_with_constants_are_all_tried(heddle, c_file):
    """Zero, and one value on each side of it."""
    body = "if (__VERIFIER_nondet_int()) " + store("x", 1)
    text = threads(body, declared="extern int __VERIFIER_nondet_int(void); atomic_int x;")
    answer = json.loads(heddle("explore", "--json", c_file(text)).out)
    assert (answer["verdict"], answer["executions"], answer["complete"]) == ("safe", 3, True)


def test_inputs_that_matter_are_not_guessed(heddle, c_file):
    body = "int i = __VERIFIER_nondet_int(); x = i * i;"
    text = threads(body, "assert(x != 49);", declared="extern int __VERIFIER_nondet_int(void); atomic_int x;")
    answer = json.loads(heddle("explore", "--json", c_file(text)).out)
    assert answer["verdict"] == "safe within bounds"
    assert any("input" in cut for cut in answer["cuts"])


@pytest.mark.parametrize("model", ["sc", "rc11"])
def test_sizes_may_be_mixed(heddle, c_file, model):
    body = "x = 257; *(char *)&x = 0; assert(x != 256);"
    run = heddle("explore", "--json", "--model", model, c_file(threads(body, "x = 0;", declared="int x;")))
    answer = json.loads(run.out)
    assert (run.code, answer["verdict"]) == (1, "violation")
