"""A model in relational algebra allows the same graphs as the model with its loops."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings

from differential.test_generated import REPRODUCIBLE
from explore.programs import compiled, read, store, threads
from explore.relational import compiled_model, dsl_models
from heddle.enumerate.search import Enumeration
from heddle.graph import ExecutionGraph
from heddle.models import find, shipped
from heddle.models.evaluate import Evaluator, identity
from heddle.models.mcm import compile_text
from heddle.models.normal import in_algebra, normalized
from heddle.models.plan import PlannedCheck
from heddle.models.query import NoAlgebra
from heddle.models.relation import Current, Domain, ForEach, Model, Range, Recursive, expressions, walk
from heddle.passes.unfold import UnfoldBounds, unfold

FENCE = "atomic_thread_fence(memory_order_seq_cst);"
PROGRAMS = (
    threads(store("x", 1) + FENCE + store("y", 1), read("y") + FENCE + read("x")),
    threads(store("x", 1) + store("x", 2), read("x") + read("x"), read("y")),
    threads(store("x", 1) + read("y"), store("y", 1) + read("x") + "atomic_fetch_add(&x, 1);"),
)


@cache
def graphs() -> list[ExecutionGraph]:
    """All candidate executions of some small programs, whatever forbids them."""
    anything = compiled_model('"anything"\nacyclic po\n')
    found = []
    for text in PROGRAMS:
        found += [e.graph for e in Enumeration(unfold(compiled(text), UnfoldBounds()), anything).executions()]
    return found


def allowed(model: Model) -> list[bool]:
    evaluator = Evaluator(model)
    return [evaluator.consistent(graph) for graph in graphs()]


def constrained(model: Model) -> list[object]:
    """What the model's first constraint is about, on each graph; a set as a part of the identity."""
    evaluator = Evaluator(model)
    check = evaluator.plan.constraints[0].formula
    assert isinstance(check, PlannedCheck)
    values = [evaluator.evaluate(graph).values[check.arg] for graph in graphs()]
    return [identity(v, len(g)) if isinstance(v, int) else v for v, g in zip(values, graphs(), strict=True)]


def is_algebra(model: Model) -> bool:
    parts = [part for expr in expressions(model) for part in walk(expr)]
    return not any(isinstance(part, ForEach | Current | Domain | Range) for part in parts)


def test_definitions_that_only_a_recursion_needs_are_kept():
    """They have to be in relational algebra too."""
    model = compiled_model("""let seen = [range(rf & ext)] ; po
    let rec before = seen | (rf & ext) | (fr ; po) | before ; before
    irreflexive before as order""")
    other = in_algebra(model)
    assert is_algebra(other)
    assert allowed(other) == allowed(model)
    assert len(set(allowed(model))) == 2


def of_text(text: str) -> Model:
    return compile_text(text, "m.mcm", "m")


@settings(REPRODUCIBLE, max_examples=25)
@given(text=dsl_models())
def test_random_models_say_the_same_in_algebra(text):
    model = of_text(text)
    try:
        plain = normalized(model)
    except NoAlgebra:
        return
    assert is_algebra(plain)
    assert allowed(plain) == allowed(model)


@pytest.mark.parametrize("name", [n for n in shipped() if not any(isinstance(d, Recursive) for d in find(n).definitions)])
def test_shipped_models_say_the_same_in_algebra(name):
    assert allowed(in_algebra(find(name))) == allowed(find(name))


@pytest.mark.parametrize("text", [
    "s = source(rf)\ns empty",
    "s = target(rf) \\ (R \\ source(po))\ns empty",
    "x = for_each_var begin for_each_thrd begin rf(W[var][thrd] -> R[var]) end end\nx empty",
    "x = for_each_node R begin (R[node] * W) \\ po(R[node] --> W) end\nx empty",
    "x = for_each_node W begin (A \\ target(mo(W[node] --> W))) * W[node] end\nx empty",
    "x = for_each_var begin po(W -> W) end\nx empty",
    "x = po(R -> F) union po(W -> F)\nx empty",
    "x = mo(W -> W) union po(R -> R)\nx empty",
])  # fmt: skip
def test_what_loops_and_ends_mean(text):
    model = of_text(text)
    assert is_algebra(normalized(model))
    assert constrained(normalized(model)) == constrained(model)
    assert any(map(any, constrained(model))), "the example shows nothing"


def test_only_the_closure_of_drawn_edges_matters_for_cycles():
    text = "x = mo(W -> W) union po union rf\nx acyclic"
    assert allowed(normalized(of_text(text))) == allowed(of_text(text))
    assert len(set(allowed(of_text(text)))) == 2


def test_more_than_three_events_at_a_time_have_no_algebra():
    """Four events, each related to all others."""
    loops = "for_each_node W begin " * 4
    one = " intersect ".join(f"source(po(W[node0] --> W[node{n}]))" for n in (1, 2, 3))
    two = "source(po(W[node1] --> source(po(W[node2] --> W[node3])))) intersect source(po(W[node1] --> W[node3]))"
    text = f"x = {loops} ({one}) * ({two}) {'end ' * 4}\nx empty"
    with pytest.raises(NoAlgebra, match="more than three"):
        normalized(of_text(text))
