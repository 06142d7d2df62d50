"""One program, everybody's answer: brute force over store buffers, explorer, enumerator, lazy engine and abstractions."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heddle.engines.enumerated import enumerate_all
from heddle.explore.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.sma import DEFAULT

from .litmus import litmus_tests
from .oracle import Truth, brute_force, compare_abstraction, compiled, require
from .strategies import UNSET
from .test_generated import REPRODUCIBLE

OPTIONS = ExploreOptions(states=True, verify=True, timeout=5.0)
EXAMPLES = {"sc": 10, "tso": 5, "pso": 5}


def outcomes(states: dict[tuple[tuple[str, int], ...], int]) -> frozenset[int]:
    return frozenset(dict(state)["result"] for state in states) - {UNSET}


def graph_outcomes(text: str, model: str) -> tuple[frozenset[int], frozenset[int]] | None:
    """What explorer and enumerator find; None if there is something that they do not take."""
    program = compiled(text)
    explored = explore(program, find(model), OPTIONS)
    enumerated = enumerate_all(program, find(model), OPTIONS, lambda line: None, lambda *counts: None)
    if explored.stopped or not explored.finished or not enumerated.finished:
        return None
    assert (explored.repeated, explored.wrong) == (0, 0)
    assert explored.executions == enumerated.executions
    return outcomes(explored.states), outcomes(enumerated.states)


def small(truth: Truth | None) -> Truth:
    assume(truth is not None and truth.outcomes)
    assert truth is not None
    return truth


@pytest.mark.parametrize("model", EXAMPLES)
def test_explorer_and_enumerator_find_what_store_buffers_do(model: str) -> None:
    @settings(REPRODUCIBLE, max_examples=EXAMPLES[model])
    @given(text=litmus_tests(tiny=True))
    def agree(text: str) -> None:
        truth = small(brute_force(text, model))
        found = graph_outcomes(text, model)
        assume(found is not None)
        assert found == (truth.outcomes, truth.outcomes)

    agree()


@pytest.mark.parametrize("model", EXAMPLES)
@settings(REPRODUCIBLE, max_examples=1)
@given(text=litmus_tests(tiny=True), pick=st.integers(0, 20))
def test_all_agree(model: str, text: str, pick: int) -> None:
    """Both directions: no engine finds another outcome, and each finds this one."""
    truth = small(brute_force(text, model))
    outcome = sorted(truth.outcomes)[pick % len(truth.outcomes)]
    found = graph_outcomes(text, model)
    assert found is None or found == (truth.outcomes, truth.outcomes)
    for engine in ("auto", "lazy"):
        require(text, truth.none_other(), False, 20, model, engine)
        require(text, truth.not_this(outcome), True, 20, model, engine)
    compare_abstraction(text, pick, DEFAULT[model])
