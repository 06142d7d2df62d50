"""The shared memory abstractions allow exactly the outcomes that brute force over store buffers finds."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heddle.sma import ABSTRACTIONS

from .litmus import litmus_tests
from .oracle import compare_abstraction
from .test_generated import REPRODUCIBLE

EXAMPLES = {"sc": 4, "etso": 3, "epso": 3, "tso": 1, "pso": 1}
"""The explicit queues of tso and pso are slow; ``python -m tests.differential.weak`` tries more, and
``python -m tests.differential.eager`` more of the eager abstractions."""
EAGER_EXAMPLES = 2


@pytest.mark.parametrize("sma", ABSTRACTIONS)
def test_litmus(sma: str) -> None:
    @settings(REPRODUCIBLE, max_examples=EXAMPLES.get(sma, EAGER_EXAMPLES))
    @given(text=litmus_tests(tiny=True), pick=st.integers(0, 20))
    def agree(text: str, pick: int) -> None:
        assume(compare_abstraction(text, pick, sma))

    agree()
