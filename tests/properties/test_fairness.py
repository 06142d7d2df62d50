"""Fair termination of generated looping programs, against an oracle of its own that goes through all states."""

from __future__ import annotations

import pytest
from tests.properties.fairness import TooLarge, as_c, generated, runs_for_ever

from heddle import api, engines
from waiting import PATIENCE

SEEDS = range(48)


def truth(seed: int) -> str | None:
    threads, joined, model, property = generated(seed)
    try:
        return "violation" if runs_for_ever(threads, joined, model, property) else "safe"
    except TooLarge:
        return None


def asked(c_file, seed: int, engine: str, **options) -> tuple[str, str]:
    threads, joined, model, property = generated(seed)
    source = as_c(threads, joined)
    task = api.make_task([c_file(source)], model, property, engine=engine, **{"timeout": PATIENCE, **options})
    answer = engines.run(task, task.program())
    return answer.verdict, f"{answer.reason}\n{source}"


@pytest.mark.parametrize("seed", SEEDS)
def test_decided_by_all_states(c_file, seed):
    expected = truth(seed)
    if expected is not None:
        verdict, told = asked(c_file, seed, "explicit")
        assert verdict == expected, told


@pytest.mark.parametrize("seed", SEEDS[::4])
def test_engines_that_bound_loops_do_not_contradict(c_file, seed):
    expected = truth(seed)
    verdict, told = asked(c_file, seed, "order", unwind=2)
    assert expected is None or verdict in (expected, "safe within bounds", "unknown"), told


def test_there_are_both_kinds():
    known = [truth(seed) for seed in SEEDS]
    assert known.count("violation") >= 12 and known.count("safe") >= 12 and known.count(None) <= 4
