"""Random programs: deadlocks are found exactly where brute force over all interleavings finds one."""

from __future__ import annotations

from itertools import product

import pytest

from covering import in_turn, number
from deadlocks.generated import can_deadlock, program
from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")


@pytest.mark.parametrize("engine", ["order", "explicit"])
@pytest.mark.parametrize("seed", range(6))
def test_as_brute_force(c_file, seed, engine):
    verify(c_file(program(seed, 2)), engine, "sc")


@pytest.mark.parametrize("seed", [0, 3, 4, 7, 8, 10])
def test_as_brute_force_in_graphs(c_file, seed):
    """Locks order all that these programs do."""
    verify(c_file(program(seed, 2)), "auto", "rc11", "sc")


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "way"), in_turn(range(109, 109 + number(24)), list(product(["order", "explicit", "lazy", "mu"], ["sc", "tso"]))))
def test_many(c_file, seed, way):
    verify(c_file(program(seed)), *way)


def verify(file: str, engine: str, model: str, oracle: str | None = None) -> None:
    expected = can_deadlock(file, oracle or model)
    if expected is None:
        pytest.skip("too many states")
    answer = api.check(file, property="no-deadlock", engine=engine, model=model, timeout=30)
    # what bounds writes or rounds may not come to its end in time
    verdicts = ["violation"] if expected else ["safe", *(["safe within bounds"] if engine in ("mu", "lazy") else [])]
    assert answer.verdict in verdicts, answer.reason
