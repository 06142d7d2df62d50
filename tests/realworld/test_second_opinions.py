"""The table of verdicts against those who share nothing with what gave them: brute force, and the other engines."""

from __future__ import annotations

from typing import Any

import pytest

from brute_force import explore
from heddle.answer import Verdict
from heddle.errors import InputError

from .test_realworld import CASES, Case

pytestmark = pytest.mark.slow

STATES = 20_000
HARDWARE = ("sc", "tso", "pso")
ENGINES = ("order", "lazy", "mu", "imu", "stateless")
ALL = [pytest.param(c, m, id=f"{' '.join([c.program, *c.flags])} {m}") for c in CASES for m in HARDWARE]


@pytest.mark.parametrize(("case", "model"), ALL)
def test_brute_force_agrees(case: Case, model: str) -> None:
    """It knows no inputs but 0 and 1 and no indeterminate contents but zero, so it may miss a violation, not find one."""
    is_safe = getattr(case, model) == "safe"
    try:
        found = explore(case.load(), model, max_states=STATES, first_only=True)
    except InputError:
        pytest.skip("refused")
    if found.unsupported:
        pytest.skip("; ".join(found.unsupported))
    assert not (is_safe and found.violations)
    if found.truncated:
        pytest.skip("too many states")
    assert is_safe or found.violations


@pytest.mark.parametrize(("case", "model"), ALL)
@pytest.mark.parametrize("engine", ENGINES)
def test_no_engine_contradicts(case: Case, model: str, engine: str) -> None:
    bounds: dict[str, Any] = {"mu": {"writes": 4}, "imu": {"writes": 2}, "lazy": {"rounds": 2}}.get(engine, {})
    try:
        answer = case.ask(model, engine=engine, timeout=2.0, unwind=None if engine == "stateless" else 2, **bounds)
    except InputError:
        pytest.skip("refused")
    if answer.verdict in (Verdict.SAFE, Verdict.VIOLATION):
        assert answer.verdict == getattr(case, model).partition(":")[0], answer.reason
