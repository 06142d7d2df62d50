"""Waits for condition variables in the explorer: of several in vain, one stands for all, and no outcome is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brute_force import explore as brute_force
from differential.test_generated import REPRODUCIBLE
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from waiting import PATIENCE

from .programs import compiled, run, threads

DECLARED = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, y, z;"
LOCK, UNLOCK, WAIT = "pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);", "pthread_cond_wait(&c, &m);"
OBSERVED = ("x", "y", "z")


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "ra", "rc11"])
def test_waiting_ends(model):
    found = run(threads(
        f"{LOCK} while (!x) {WAIT} y = 1; {UNLOCK}", f"{LOCK} x = 1; pthread_cond_signal(&c); {UNLOCK}", declared=DECLARED
    ), model)  # fmt: skip
    assert (found.executions, found.violations, found.cut) == (2, 0, 0)


def test_what_was_found_before_a_wait_may_matter_after_it():
    """The thread has seen 0, and then 1, and waited each time."""
    reader = f"{LOCK} int seen = -1, both = 0; do {{ if (seen == 0 && x == 1) both = 1; seen = x; {WAIT} }} while (x != 2); z = both; {UNLOCK}"
    writer = f"{LOCK} x = 1; {UNLOCK} {LOCK} x = 2; {UNLOCK}"
    found = run(threads(reader, writer, declared=DECLARED, joined=True), states=True)
    assert {dict(state)["z"] for state in found.states} == {0, 1}


def test_a_thread_that_only_tries_notices_who_holds_the_mutex():
    waits = f"{LOCK} while (!x) {WAIT} {UNLOCK}"
    tries = f"if (pthread_mutex_trylock(&m)) y = 1; else {UNLOCK} {LOCK} x = 1; {UNLOCK}"
    text = threads(waits, tries, declared=DECLARED, joined=True)
    found = run(text, states=True, unwind=3)
    assert {dict(state)["y"] for state in found.states} == {0, 1}


@st.composite
def programs(draw: Any, most: int) -> str:
    """Two threads or more that wait for each other, correctly or not."""
    update = st.sampled_from(["x++;", "y = x;", "z += x + 1;", "x = y;", "if (x > y) y++;", "x = 1 - x;"])
    wait = st.sampled_from([
        f"while (x == 0) {WAIT}", f"while (x != y) {WAIT}", f"if (!x) {WAIT}", f"do {{ seen = x; {WAIT} }} while (y == x); z += seen;",
        f"for (int i = 0; i < 2 && !y; i++) {WAIT}", f"while (!x) {{ {WAIT} seen = y; }} z += seen;",
    ])  # fmt: skip
    bodies = []
    for _ in range(draw(st.integers(2, most))):
        parts = draw(st.lists(st.one_of(update, update, wait), min_size=1, max_size=3))
        halves = draw(st.integers(0, len(parts)))
        inside = " ".join(parts[:halves]) + (f" {UNLOCK} {LOCK} " if draw(st.booleans()) else "") + " ".join(parts[halves:])
        bodies.append(f"int seen = 0; {LOCK} {inside} {UNLOCK}")
    return threads(*bodies, declared=DECLARED, joined=True)


@settings(REPRODUCIBLE, max_examples=30)
@given(text=programs(3))
def test_brute_force_finds_the_same_outcomes(text):
    program = compiled(text)
    observed = [name for name in OBSERVED if name in program.memory]
    truth = brute_force(program, "sc", observe=observed, max_states=3_000)
    assume(not truth.truncated)
    found = explore(program, find("sc"), ExploreOptions(states=True, verify=True, timeout=PATIENCE))
    assert found.finished and (found.cut, found.stopped, found.wrong, found.repeated) == (0, 0, 0, 0)
    states = {tuple(dict(state)[name] for name in observed) for state in found.states}
    assert states == {final[: len(observed)] for final in truth.finals}


@pytest.mark.parametrize("model", ["tso", "pso", "rc11"])
@settings(REPRODUCIBLE, max_examples=5)
@given(text=programs(2))
def test_other_models_find_them_too(model, text):
    """All is done under one mutex: no model shows more, and none less."""
    strong, weak = (
        explore(compiled(text), find(name), ExploreOptions(states=True, timeout=PATIENCE)) for name in ("sc", model)
    )
    assume(strong.finished and weak.finished)
    assert strong.states == weak.states
