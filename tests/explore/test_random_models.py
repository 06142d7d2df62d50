"""Explorer and enumerator find the same execution graphs under random models, wherever the explorer takes the model."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from differential.test_generated import REPRODUCIBLE
from heddle.enumerate.search import Enumeration
from heddle.explorer.graphs import Names, execution_graph
from heddle.explorer.kernel import Explored, ExploreOptions, explore
from heddle.explorer.model import Unfit
from heddle.graph import ExecutionGraph, members
from heddle.models import find
from heddle.models.relation import Model
from heddle.passes.unfold import UnfoldBounds, unfold
from waiting import PATIENCE

from .programs import atomic_programs, compiled, read, store, threads
from .relational import compiled_model, dependent_programs, models

pytestmark = pytest.mark.slow

MOST = 3000


def canonical(graph: ExecutionGraph) -> tuple[object, ...]:
    """What the threads did, who read from whom, and the order of writes, whatever the events are numbered."""
    seen = [e for e in graph.events if e.kind in ("R", "W", "init")]
    place: dict[int, object] = {}
    count: dict[int, int] = {}
    for event in sorted(seen, key=lambda e: (e.thread, e.index)):
        count[event.thread] = count.get(event.thread, 0) + 1
        place[event.id] = event.location if event.kind == "init" else (event.thread, count[event.thread])
    used = {e.location for e in seen if e.kind != "init"}
    events = sorted((str(place[e.id]), e.kind, e.location, e.value) for e in seen if e.location in used)
    rf = sorted((str(place[w]), str(place[r])) for w, row in enumerate(graph.rf) for r in members(row))
    co = sorted((str(place[a]), str(place[b])) for a, row in enumerate(graph.co) for b in members(row))
    return tuple(events), tuple(rf), tuple(co)


def explored_graphs(found: Explored, text: str) -> list[tuple[object, ...]]:
    assert found.layout is not None
    names = Names(compiled(text), found.layout)
    return sorted(canonical(execution_graph(dump, found, names)) for dump in found.kept)


def enumerated_graphs(text: str, model: Model) -> list[tuple[object, ...]]:
    bounded = unfold(compiled(text), UnfoldBounds())
    return sorted(canonical(execution.graph) for execution in Enumeration(bounded, model).executions())


def agree(text: str, model: Model) -> str:
    options = ExploreOptions(verify=True, keep=MOST, timeout=PATIENCE)
    try:
        found = explore(compiled(text), model, options)
    except Unfit:
        return "unfit"
    if found.refusal is not None:
        return "refused"
    if not found.finished or found.executions > MOST:
        return "too large"
    assert (found.repeated, found.wrong) == (0, 0)
    expected = enumerated_graphs(text, model)
    assert explored_graphs(found, text) == expected
    late = explore(compiled(text), model, ExploreOptions(filter=False, timeout=PATIENCE))
    assert late.executions == len(expected) or not late.finished
    return "agree"


@settings(REPRODUCIBLE, max_examples=60)
@given(text=st.one_of(atomic_programs(), dependent_programs()), model=models())
def test_the_same_graphs(text, model):
    agree(text, compiled_model(model))


@pytest.mark.parametrize("name", ["rc11", "tso", "weak"])
@settings(REPRODUCIBLE, max_examples=10)
@given(text=dependent_programs())
def test_dependencies_and_failed_exchanges(name, text):
    assert agree(text, find(name)) == "agree"


COHERENT = "acyclic po-loc | rf | co | fr\n"
LB = [read("x") + " FENCE " + store("y", 1), read("y") + " FENCE " + store("x", 1)]
OWN = ["atomic_fetch_add(&x, 1); " + store("x", 5) + store("x", 6)]
NOT_FIT = {
    # a read of a later write of its own thread is a cycle too
    "reads from the own future": ([read("x") + store("x", 1)], "acyclic po & (R * W) | rfe\nacyclic rf\n"),
    # the order is gone once a fence stands between the two
    "a difference that a fence changes": (LB, COHERENT + "acyclic ((po & (R * W)) \\ (po ; [F] ; po)) | rfe\n"),
    "a difference that may grow": (LB, "acyclic po | rf\nirreflexive po-loc & (data \\ fre)\n"),
}


@pytest.mark.parametrize("name", NOT_FIT)
def test_models_that_do_not_fit_are_recognized(name):
    bodies, model = NOT_FIT[name]
    text = threads(*bodies).replace("FENCE", "atomic_thread_fence(memory_order_seq_cst);")
    assert agree(text, compiled_model(f'"random"\n{model}')) == "unfit"


@pytest.mark.parametrize("model", ["empty [W] ; po", "empty po \\ (po ; po)", "empty po & (W * W)"])
def test_fences_count_where_a_model_can_tell_where_they_are(model):
    fenced = store("x", 1) + "atomic_thread_fence(memory_order_acquire);"
    assert agree(threads(fenced, store("x", 2)), compiled_model(f'"random"\nacyclic po | rf\n{model}\n')) == "agree"


@pytest.mark.parametrize("model", ["acyclic po | rf\n", "acyclic po | rf\nempty rmw & (fre ; coe)\n", COHERENT + "acyclic po | rf\n"])
def test_a_read_modify_write_has_its_place_only_where_the_model_says_so(model):
    """Without coherence, a later write of the same thread may come between its two halves."""
    assert agree(threads(*OWN, store("x", 7)), compiled_model(f'"random"\n{model}')) in ("agree", "refused")
