"""One program, everybody's answer: brute force over store buffers, explorer, enumerator, bounded engines, abstractions."""

from __future__ import annotations

import pytest

from heddle.engines.enumerated import enumerate_all
from heddle.explore.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.sma import DEFAULT

from .litmus import sample
from .oracle import MODELS, ask, compare_abstraction, compiled, exact, known_truth, telling
from .strategies import UNSET

OPTIONS = ExploreOptions(states=True, verify=True, timeout=20.0)
PROGRAMS, FEW = 12, 3


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


@pytest.mark.parametrize("model", MODELS)
def test_explorer_and_enumerator_find_what_store_buffers_do(model: str) -> None:
    compared = 0
    for text in sample(f"graphs {model}", PROGRAMS, tiny=True):
        truth, found = known_truth(text, model), graph_outcomes(text, model)
        if truth is not None and found is not None:
            assert found == (truth.outcomes, truth.outcomes)
            compared += 1
    assert compared > PROGRAMS // 2


@pytest.mark.parametrize("model", MODELS)
def test_all_agree(model: str) -> None:
    """Both directions: no engine finds another outcome, and each finds one that tells this model from a stronger one."""
    for text in sample(f"everyone {model}", FEW, tiny=True):
        truth, outcome = known_truth(text, model), telling(text, model)
        assert truth is not None and outcome is not None
        found = graph_outcomes(text, model)
        assert found is None or found == (truth.outcomes, truth.outcomes)
        for engine in ("auto", "lazy"):
            exact(text, model, lambda program, engine=engine: ask(program, 20, model=model, engine=engine))
        compare_abstraction(text, sorted(truth.outcomes).index(outcome), DEFAULT[model])
