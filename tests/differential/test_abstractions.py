"""The shared memory abstractions allow exactly the outcomes that brute force over store buffers finds."""

from __future__ import annotations

import pytest

from covering import number
from heddle.sma import ABSTRACTIONS

from .litmus import bare, sample
from .oracle import compare_abstraction, known_truth, telling

pytestmark = pytest.mark.slow

EXAMPLES = {"tso": 0, "pso": 0}
"""Beside the cycles below: the explicit queues of tso and pso are slow; ``python -m tests.differential.weak`` tries more, and
``python -m tests.differential.eager`` more of the eager abstractions."""
OTHERS = 1
CYCLES = {"sc": "PodWR Fre PodWR Fre", "tso": "PodWR Fre PodWR Fre", "pso": "PodWW Rfe PodRR Fre"}
"""One that the model shows by what it is."""


@pytest.mark.parametrize("sma", ["sc", "etso", "epso"])
def test_a_free_choice_of_the_next_thread(sma: str) -> None:
    model = ABSTRACTIONS[sma].model
    for text in (bare(CYCLES[model]), *sample(f"free {model}", number(1), tiny=True)):
        truth, outcome = known_truth(text, model), telling(text, model)
        if truth is not None and outcome is not None:
            assert compare_abstraction(text, sorted(truth.outcomes).index(outcome), sma, schedule="free")


@pytest.mark.parametrize("sma", ABSTRACTIONS)
def test_critical_cycles(sma: str) -> None:
    model = ABSTRACTIONS[sma].model
    for text in (bare(CYCLES[model]), *sample(f"sma {model}", number(EXAMPLES.get(sma, OTHERS)), tiny=True)):
        truth, outcome = known_truth(text, model), telling(text, model)
        if truth is not None and outcome is not None:
            assert compare_abstraction(text, sorted(truth.outcomes).index(outcome), sma)
