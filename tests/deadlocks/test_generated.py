"""Random programs: deadlocks are found exactly where brute force over all interleavings finds one."""

from __future__ import annotations

import pytest

from deadlocks.generated import can_deadlock, program
from heddle import api


@pytest.mark.parametrize("engine", ["order", "explicit"])
@pytest.mark.parametrize("seed", range(6))
def test_as_brute_force(c_file, seed, engine):
    verify(c_file(program(seed, 2)), engine, "sc")


@pytest.mark.parametrize("seed", [0, 3, 4, 7, 8, 10])
def test_as_brute_force_in_graphs(c_file, seed):
    """Locks order all that these programs do."""
    verify(c_file(program(seed, 2)), "auto", "rc11", "sc")


@pytest.mark.slow
@pytest.mark.parametrize("model", ["sc", "tso"])
@pytest.mark.parametrize("engine", ["order", "explicit", "lazy", "mu"])
@pytest.mark.parametrize("seed", range(109, 133))
def test_many(c_file, seed, engine, model):
    verify(c_file(program(seed)), engine, model)


def verify(file: str, engine: str, model: str, oracle: str | None = None) -> None:
    expected = can_deadlock(file, oracle or model)
    if expected is None:
        pytest.skip("too many states")
    answer = api.check(file, property="no-deadlock", engine=engine, model=model, timeout=30)
    # what bounds writes or rounds may not come to its end in time
    verdicts = ["violation"] if expected else ["safe", *(["safe within bounds"] if engine in ("mu", "lazy") else [])]
    assert answer.verdict in verdicts, answer.reason
