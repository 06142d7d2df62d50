"""Memory unwinding, one construct at a time: every scheme allows exactly the outcomes of brute force."""

from __future__ import annotations

import re

import pytest

import asking
from heddle.answer import Answer, Verdict
from heddle.engines import search as search_module
from waiting import PATIENCE

from .oracle import ENGINES, ask, compiled, known_truth, require
from .test_order import HEAD, PROGRAMS

pytestmark = pytest.mark.slow

EAGER = [name for name in ENGINES if name not in ("auto", "order", "lazy", "explicit")]
DIVIDED = "a_section_with_two_ends"
MANY_WRITES = """
    void *one(void *arg) { if (y > 5) x = 100; for (int i = 0; i < 5; i++) x++; return 0; }
    int main(void) {
        pthread_t a; pthread_create(&a, 0, one, 0);
        for (int i = 0; i < 5; i++) y++;
        result = 10 * x + y; assert(CHECK);
    }"""
ARRAY = """
    int table[3] = {1, 2, 3};
    void *one(void *arg) { table[x] = 7; table[1] = table[x] + 1; return 0; }
    int main(void) {
        pthread_t a; pthread_create(&a, 0, one, 0);
        x = 2; result = 100 * table[0] + 10 * table[1] + table[2]; assert(CHECK);
    }"""


def cases() -> list[tuple[str, str, str]]:
    return [
        (name, model, engine)
        for name in PROGRAMS
        for engine in EAGER
        for model in ("sc", "tso", "pso")
        if (model == "sc" and engine != "mu") or engine == {"tso": "imu", "pso": "mu"}.get(model)
    ]


@pytest.mark.parametrize(("name", "model", "engine"), cases())
def test_outcomes(name: str, model: str, engine: str) -> None:
    text = HEAD + PROGRAMS[name]
    truth = known_truth(text, model)
    assert truth is not None
    safe = require(text, truth.none_other(), False, 20, model, engine)
    if name == DIVIDED:
        assert re.fullmatch(r".*program\.c:\d+:\d+: an atomic section with several ends .*", safe.reason)
        return
    assert safe.verdict is Verdict.SAFE
    for outcome in truth.outcomes:
        assert require(text, truth.not_this(outcome), True, 20, model, engine).verdict is Verdict.VIOLATION


@pytest.mark.parametrize("engine", EAGER)
def test_elements_of_an_array(engine: str) -> None:
    text = HEAD + ARRAY
    truth = known_truth(text, "sc")
    assert truth is not None
    assert require(text, truth.none_other(), False, 20, "sc", engine).verdict is Verdict.SAFE
    for outcome in truth.outcomes:
        assert require(text, truth.not_this(outcome), True, 20, "sc", engine).verdict is Verdict.VIOLATION


def search(engine: str, writes: int, check: str) -> Answer:
    return asking.ask(compiled(HEAD + MANY_WRITES, check), writes=writes, timeout=PATIENCE, **ENGINES[engine])


@pytest.mark.parametrize(
    ("engine", "too_few", "enough"),
    [("mu-explicit", 9, 10), ("mu-implicit", 9, 10), ("imu", 4, 5), ("mu-intra", 1, 2)],
)
def test_the_bound_counts_what_it_says(engine: str, too_few: int, enough: int) -> None:
    """Main sees all five increments and makes five of its own: ten writes, five of each location, two stretches."""
    assert search(engine, too_few, "result != 55").verdict is Verdict.BOUNDED
    assert search(engine, enough, "result != 55").verdict is Verdict.VIOLATION


def test_main_has_its_turn_first() -> None:
    """Main writes, the thread writes, and main looks before another cluster begins."""
    assert search("mu-inter", 1, "result != 55").verdict is Verdict.VIOLATION


def test_a_bound_that_covers_everything_proves() -> None:
    for engine, writes in (("mu-explicit", 10), ("imu", 5)):
        assert search(engine, writes, "result <= 55").verdict is Verdict.SAFE


def test_an_engine_that_is_named_runs_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where its queries take too long for others to wait."""
    monkeypatch.setattr(search_module, "SMALL_SECONDS", (0.0, 0.0))
    for engine in ("mu", "imu", "lazy"):
        result = ask(compiled(HEAD + PROGRAMS["mutex"], "result != 31"), 20, engine=engine)
        assert (result.verdict, result.engine) == (Verdict.VIOLATION, engine)


def test_a_bound_is_named_for_what_it_counts() -> None:
    words = {"mu-explicit": "writes", "imu": "writes to each location", "mu-intra": "stretches of writes by one thread",
             "mu-inter": "clusters of writes"}  # fmt: skip
    for engine, counted in words.items():
        answer = search(engine, 1, "result <= 55")
        assert [(c.what, c.option) for c in answer.cuts] == [(f"interleavings of more than 1 {counted}", "--writes")]

