"""SC, TSO and PSO: every bounded engine allows exactly the outcomes that brute force over store buffers finds."""

from __future__ import annotations

import pytest

from covering import number
from waiting import PATIENCE

from .litmus import sample
from .oracle import ENGINES, MODELS, ask, exact

pytestmark = pytest.mark.slow

TIMEOUT = PATIENCE
PROGRAMS = {"auto": 2, "order": 4, "explicit": 4, "lazy": 4, "mu": 3, "imu": 3}
FEW = 2
"""For the variants of memory unwinding, which get programs of two threads."""
CASES = [(model, engine) for model in MODELS for engine in ENGINES]


@pytest.mark.parametrize(("model", "engine"), CASES)
def test_critical_cycles(model: str, engine: str) -> None:
    programs = sample(f"{model} {engine}", number(PROGRAMS.get(engine, FEW)), tiny=engine not in PROGRAMS)
    compared = [exact(text, model, lambda program: ask(program, TIMEOUT, model=model, engine=engine)) for text in programs]
    assert any(compared)
