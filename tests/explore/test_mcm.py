"""Models of the thesis's language in the explorer: in-situ filtering, the same executions as by enumeration."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from differential.test_generated import REPRODUCIBLE
from heddle import xcfa
from heddle.enumerate.search import Enumeration
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.models.mcm import compile_text
from heddle.passes.unfold import UnfoldBounds, unfold
from waiting import PATIENCE

from .programs import atomic_programs, compiled, read, run, store, threads
from .relational import dependent_programs, dsl_models
from .test_random_models import agree, enumerated_graphs

THESIS = Path(__file__).parents[2] / "examples" / "thesis"
PRINTED = ("bajczi-weak", "bajczi-tso", "bajczi-sc", "bajczi-weak-a9", "bajczi-nofence")
FENCE = "atomic_thread_fence(memory_order_seq_cst);"
LITMUS = {
    "SB": [store("x", 1) + read("y"), store("y", 1) + read("x")],
    "SB+fences": [store("x", 1) + FENCE + read("y"), store("y", 1) + FENCE + read("x")],
    "MP": [store("x", 1) + store("y", 1), read("y") + read("x")],
    "MP+fences": [read("y") + FENCE + read("x"), store("x", 1) + FENCE + store("y", 1)],
    "MP+rel+acq": [store("x", 1) + store("y", 1, "release"), read("y", "acquire") + read("x")],
    "LB": [read("x") + store("y", 1), read("y") + store("x", 1)],
    "WRC": [store("x", 1), read("x") + store("y", 1), read("y") + read("x")],
    "IRIW": [store("x", 1), store("y", 1), read("x") + read("y"), read("y") + read("x")],
    "2+2W": [store("x", 1) + store("y", 2), store("y", 1) + store("x", 2)],
    "CoRR": [read("x") + read("x"), store("x", 1) + store("x", 2)],
    "counter": ["atomic_fetch_add(&x, 1);", "atomic_fetch_add(&x, 1);" + read("x", "seq_cst")],
}


@pytest.mark.parametrize("model", PRINTED)
def test_litmus_programs_have_the_executions_of_the_enumerator(model):
    for name, bodies in LITMUS.items():
        assert agree(threads(*bodies), find(model)) == "agree", name


@pytest.mark.parametrize("model", PRINTED)
@pytest.mark.parametrize("test", ["2w2r", "cow2r", "coww2r2r", "mp"])
def test_automata_of_the_thesis(test, model):
    program = xcfa.load(str(THESIS / f"{test}.xcfa"))
    found = explore(program, find(model), ExploreOptions(verify=True, timeout=PATIENCE))
    expected = sum(1 for _ in Enumeration(unfold(program, UnfoldBounds()), find(model)).executions())
    assert found.finished
    assert (found.executions, found.wrong, found.repeated) == (expected, 0, 0)


@pytest.mark.slow
@settings(REPRODUCIBLE, max_examples=20)
@given(text=st.one_of(atomic_programs(), dependent_programs()), model=dsl_models())
def test_random_models(text, model):
    agree(text, compile_text(model, "m.mcm", "m"))


@pytest.mark.slow
@settings(REPRODUCIBLE, max_examples=15)
@given(text=st.one_of(atomic_programs(), dependent_programs()), model=st.sampled_from(PRINTED))
def test_random_programs(text, model):
    assert agree(text, find(model)) == "agree"


CAUSAL = "porf = po union rf\nporf acyclic\n"
ALTERNATIVES = (
    "a = po union rf union mo\nb = rf union po(R --> W)\nc = po(W --> W) union mo\n(a acyclic | b acyclic)\nc acyclic\n",
    "a = po union rf\nb = po(W --> W) union mo\nc = rf(W -> R)\na acyclic\n(b acyclic & a irreflexive | c empty)\n",
    "a = po(R --> R)\nb = rf(W -> R)\nporf = po union rf\nporf acyclic\n(a empty | b empty)\n",
)


@pytest.mark.parametrize("model", ALTERNATIVES)
@pytest.mark.parametrize("name", ["SB", "MP", "2+2W", "CoRR"])
def test_alternatives(model, name):
    assert agree(threads(*LITMUS[name]), compile_text(model, "m.mcm", "m")) == "agree"


@pytest.mark.parametrize("definition", [
    "x = po(W --> F)",  # a fence, before the initial write of another thread's location is known
    "x = po(W --> R) \\ (for_each_var begin W[var] * R[var] end)",
    "x = W * F",
    "x = po(W -> F)",  # the first event of a thread
])  # fmt: skip
def test_initial_writes_come_before_all_else(definition):
    model = compile_text(f"{CAUSAL.splitlines()[0]}\n{definition}\nporf acyclic\nx empty\n", "m.mcm", "m")
    for bodies in ([FENCE, store("y", 1)], [FENCE + read("x"), store("y", 1)], [read("x"), store("y", 1) + store("x", 1)]):
        assert agree(threads(*bodies), model) == "agree"


def test_the_latest_write_may_be_forbidden():
    """The printed TSO forbids what message passing is for: the thread that has read the flag reads neither value."""
    text = threads(*LITMUS["MP"])
    assert run(text, "bajczi-tso").executions == 2
    assert run(text, "tso").executions == 3


def test_the_filter_changes_nothing_where_the_latest_write_is_forbidden():
    text = threads(*[store("x", i) + store("y", i) for i in (1, 2)], read("y") + read("x"), read("y") + read("x"))
    model, options = find("bajczi-tso"), {"timeout": PATIENCE}
    filtered = explore(compiled(text), model, ExploreOptions(**options))
    late = explore(compiled(text), model, ExploreOptions(filter=False, **options))
    assert filtered.executions == late.executions == len(enumerated_graphs(text, model))
    assert filtered.finished and late.finished


def test_load_buffering_is_not_for_the_explorer():
    """Each alternative must forbid it."""
    for constraint in ("po_only acyclic", "(porf acyclic | po_only acyclic)"):
        model = compile_text(f"porf = po union rf\npo_only = po\n{constraint}\n", "m.mcm", "m")
        assert agree(threads(*LITMUS["LB"]), model) == "unfit"
