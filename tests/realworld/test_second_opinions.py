"""The table of verdicts against those who share nothing with what gave them: brute force, and the other engines."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from brute_force import explore
from covering import some
from heddle.answer import Verdict
from heddle.api import check

from .test_realworld import CASES, Case

pytestmark = pytest.mark.slow

STATES = 2_000
HARDWARE = ("sc", "tso", "pso")
WAYS: list[dict[str, Any]] = [
    {"engine": "order", "unwind": 2}, {"engine": "lazy", "unwind": 2, "rounds": 2}, {"engine": "stateless"},
    {"engine": "mu", "unwind": 2, "writes": 4}, {"engine": "imu", "unwind": 2, "writes": 2},
]  # fmt: skip
MEGABYTES = 4000


def named(case: Case, *others: str) -> str:
    return " ".join([case.program, *case.flags, *others])


# Models and engines take turns: brute force is asked about every program, the engines about two of three.
BRUTE_FORCE = [pytest.param(c, m, id=named(c, m)) for c, m in zip(CASES, cycle(HARDWARE))]
TURNS = list(zip(CASES, cycle(HARDWARE), cycle(WAYS)))
OPINIONS = [pytest.param(c, m, w, id=named(c, m, w["engine"])) for c, m, w in some(TURNS, 2 * len(TURNS) // 3)]


@pytest.mark.parametrize(("case", "model"), BRUTE_FORCE)
def test_brute_force_agrees(case: Case, model: str) -> None:
    """It knows no inputs but 0 and 1 and no indeterminate contents but zero, so it may miss a violation, not find one."""
    is_safe = getattr(case, model) == "safe"
    found = explore(case.load(), model, max_states=STATES, first_only=True)
    assert not (is_safe and found.violations)
    assert is_safe or found.violations or found.truncated or found.unsupported


@pytest.mark.parametrize(("case", "model", "way"), OPINIONS)
def test_no_engine_contradicts(case: Case, model: str, way: dict[str, Any]) -> None:
    answer = check(case.sources, model=model, defines=case.flags, timeout=1.0, memory=MEGABYTES, **way)
    if answer.verdict in (Verdict.SAFE, Verdict.VIOLATION):
        assert answer.verdict == getattr(case, model).partition(":")[0], answer.reason
