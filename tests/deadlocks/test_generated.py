"""Random programs: deadlocks are found exactly where brute force over all interleavings finds one."""

from __future__ import annotations

from itertools import product

import pytest

from covering import in_turn, number
from deadlocks.generated import can_deadlock, program
from heddle import api
from waiting import PATIENCE

from . import generated_graphs

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


@pytest.mark.parametrize(
    ("model", "property", "seeds"),
    [
        ("rc11", "termination", range(100, 108)), ("rc11", "no-deadlock", (103, 106, 108, 113, 114)),
        ("armv8", "termination", (101, 105, 106, 113, 114)), ("weak", "termination", range(103, 109)),
        ("imm", "no-deadlock", (103, 108, 113)),
        *(
            pytest.param(model, property, range(200, 206), marks=pytest.mark.slow)
            for model in ("rc11", "imm", "weak", "armv8") for property in generated_graphs.PROPERTIES
        ),
    ],
)  # fmt: skip
def test_the_explorer_as_all_candidates(c_file, model, property, seeds):
    """Under weak orders: brute force over execution graphs."""
    told = [generated_graphs.verdicts(c_file(generated_graphs.program(seed)), model, property) for seed in seeds]
    wrong = {seed: said for seed, said in zip(seeds, told, strict=True) if generated_graphs.disagreement(*said)}
    assert not wrong
    assert any(generated_graphs.disagreement(*said) is False for said in told)


SC_AS_GRAPHS = """"Sequential consistency, said in other words, so that it is no store buffer"
acyclic po | rf | co | fr
empty rmw & (fre ; coe)
acyclic po | rf
"""


@pytest.fixture
def sc_as_graphs(tmp_path):
    path = tmp_path / "sequential.cat"
    path.write_text(SC_AS_GRAPHS)
    return str(path)


@pytest.mark.parametrize("seed", [0, 3, 8, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 26))])
def test_graphs_as_all_interleavings(c_file, sc_as_graphs, seed):
    verify(c_file(program(seed, 2)), "auto", sc_as_graphs, "sc")


@pytest.mark.parametrize("seeds", [range(100, 108), pytest.param(range(108, 120), marks=pytest.mark.slow)])
@pytest.mark.parametrize("property", generated_graphs.PROPERTIES)
def test_graphs_as_formulas(c_file, sc_as_graphs, property, seeds):
    """Loops that spin, and both properties: an engine for store buffers, and one for graphs."""
    for seed in seeds:
        file = c_file(generated_graphs.program(seed))
        formula = generated_graphs.asked(file, "sc", property, PATIENCE, engine="order")
        graphs = generated_graphs.asked(file, sc_as_graphs, property, PATIENCE, engine="stateless")
        assert (formula.is_definite, formula.verdict) == (True, graphs.verdict), seed


def verify(file: str, engine: str, model: str, oracle: str | None = None) -> None:
    expected = can_deadlock(file, oracle or model)
    if expected is None:
        pytest.skip("too many states")
    answer = api.check(file, property="no-deadlock", engine=engine, model=model, timeout=PATIENCE)
    # what bounds writes or rounds may not come to its end in time
    verdicts = ["violation"] if expected else ["safe", *(["safe within bounds"] if engine in ("mu", "lazy") else [])]
    assert answer.verdict in verdicts, answer.reason
