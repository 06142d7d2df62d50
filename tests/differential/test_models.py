"""TSO and PSO: the engine allows exactly the outcomes that brute force over store buffers finds."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from .litmus import litmus_tests
from .oracle import compare
from .test_generated import REPRODUCIBLE

TIMEOUT = 10.0


@pytest.mark.parametrize("engine", ["auto", "lazy", "mu", "imu"])
@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(REPRODUCIBLE, max_examples=10)
@given(text=litmus_tests(), pick=st.integers(0, 20))
def test_litmus(model: str, engine: str, text: str, pick: int) -> None:
    assume(compare(text, pick, TIMEOUT, model, engine))
