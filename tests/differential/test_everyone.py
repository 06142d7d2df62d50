"""One program, everybody's answer: brute force over store buffers, explorer, enumerator, bounded engines, abstractions."""

from __future__ import annotations

import pytest

from covering import number
from heddle.sma import DEFAULT

from .litmus import sample
from .oracle import MODELS, ask, compare_abstraction, exact, graph_outcomes, known_truth, telling

pytestmark = pytest.mark.slow

PROGRAMS, FEW = number(3), number(1)


@pytest.mark.parametrize("model", MODELS)
def test_explorer_and_enumerator_find_what_store_buffers_do(model: str) -> None:
    compared = 0
    for text in sample(f"graphs of {model}", PROGRAMS, tiny=True):
        truth, explored, enumerated = known_truth(text, model), *(graph_outcomes(text, model, e, 5) for e in ("stateless", "enumerate"))
        assert explored is None or enumerated is None or explored == enumerated
        for found in (explored, enumerated):
            if truth is not None and found is not None:
                assert found[1] == truth.outcomes, text
                compared += 1
    assert compared > PROGRAMS


@pytest.mark.parametrize("model", MODELS)
def test_all_agree(model: str) -> None:
    """Both directions: no engine finds another outcome, and each finds one that tells this model from a stronger one."""
    for text in sample(f"everyone {model}", FEW, tiny=True):
        truth, outcome = known_truth(text, model), telling(text, model)
        assert truth is not None and outcome is not None
        explored = graph_outcomes(text, model, "stateless")
        assert explored is None or explored[1] == truth.outcomes
        for engine in ("auto", "lazy", "mu", "imu"):
            exact(text, model, lambda program, engine=engine: ask(program, 20, model=model, engine=engine))
        compare_abstraction(text, sorted(truth.outcomes).index(outcome), DEFAULT[model])
