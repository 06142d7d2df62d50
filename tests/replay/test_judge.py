"""The judge says of graphs what the evaluator says, and does not take the evaluator's word for it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from asking import ask
from differential.test_generated import REPRODUCIBLE
from heddle import models
from heddle.enumerate.search import Enumeration
from heddle.frontend import load
from heddle.graph import ExecutionGraph
from heddle.models.cat import load as load_cat
from heddle.models.evaluate import Evaluator
from heddle.models.relation import Base, Check, Constraint, Definition, Diff, Model, Recursive, Ref, Seq, Union
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.replay.judge import Judge
from models.test_evaluate import EXPRESSIONS, SETS, graph, graphs

PROGRAM = """
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int x, y;
int plain;
void *f(void *p) {
  plain = 1;
  atomic_store_explicit(&x, 1, memory_order_%s);
  %s
  atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  int a = atomic_load_explicit(&y, memory_order_relaxed);
  %s
  int b = atomic_load_explicit(&x, memory_order_acquire);
  if (b) plain = 2;
  assert(a != 1 || b == 1);
  return 0;
}
"""
FENCE = "atomic_thread_fence(memory_order_seq_cst);"
FENCED = PROGRAM % ("relaxed", FENCE, FENCE)


@pytest.fixture(scope="module")
def candidates(tmp_path_factory) -> list[ExecutionGraph]:
    """Every candidate execution of some programs, consistent or not under the models that are shipped."""
    file = tmp_path_factory.mktemp("models") / "anything.cat"
    file.write_text('"anything"\nacyclic po | rf\n')
    anything = load_cat(file)
    found = []
    for text in (PROGRAM % ("release", "", ""), FENCED):
        bounded = unfold(load(["p.c"], texts={"p.c": text}), UnfoldBounds())
        found += [execution.graph for execution in Enumeration(bounded, anything).all_executions()]
    return found


@pytest.mark.parametrize("name", models.shipped())
def test_every_shipped_model(candidates, name):
    model = models.find(name)
    evaluator, judge = Evaluator(model), Judge(model)
    for execution in candidates:
        assert judge.violated(execution) == evaluator.violated(execution)
        for flag in evaluator.raised(evaluator.evaluate(execution)):
            assert judge.raises(execution, flag)


def test_the_candidates_tell_models_apart(candidates):
    allowed = {name: sum(Judge(models.find(name)).consistent(g) for g in candidates) for name in ("sc", "tso", "weak")}
    assert 0 < allowed["sc"] < allowed["weak"] < len(candidates)


def both(given_graph, definitions, expr) -> None:
    for kind in ("empty", "acyclic", "irreflexive") if expr.sort == "rel" else ("empty",):
        for negated in (False, True):
            model = Model("test", definitions, (Constraint("c", Check(kind, expr, negated)),))
            assert Judge(model).consistent(given_graph) == Evaluator(model).consistent(given_graph)


@settings(REPRODUCIBLE, max_examples=60)
@given(graphs, SETS | EXPRESSIONS)
def test_every_operation(given_graph, expr):
    both(graph(*given_graph), (), expr)


@settings(REPRODUCIBLE, max_examples=30)
@given(graphs)
def test_recursive_definitions(given_graph):
    """``let rec a = po | a ; b and b = rf | a``."""
    a, b, po, rf = Ref("a", "rel"), Ref("b", "rel"), Base("po", "rel"), Base("rf", "rel")
    group = Recursive((Definition("a", Union(po, Seq(a, b), "rel")), Definition("b", Union(rf, a, "rel"))))
    for expr in (a, b, Diff(a, po, "rel"), Diff(b, rf, "rel")):
        both(graph(*given_graph), (group,), expr)


def test_what_the_evaluator_lets_pass_by_mistake_is_no_violation(monkeypatch):
    program = load(["p.c"], texts={"p.c": FENCED})
    assert str(ask(program, "weak", engine="enumerate").verdict) == "safe"
    monkeypatch.setattr(Evaluator, "allows", lambda *_: True)
    monkeypatch.setattr(Evaluator, "violated", lambda *_: [])
    answer = ask(program, "weak", engine="enumerate")
    assert str(answer.verdict) == "unknown" and "its graph breaks the model's" in answer.reason
