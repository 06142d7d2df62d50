"""Generated programs: the engine says what brute force says, in both directions."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from asking import cuts
from covering import number
from heddle.answer import Verdict
from heddle.engines import search
from heddle.symbolic import registers, value_analysis, values

from . import oracle
from .litmus import litmus_tests_with
from .oracle import ANYTHING, Disagreement, ask, brute_force, compare, compare_check, compiled, expect
from .strategies import programs

pytestmark = pytest.mark.slow

TIMEOUT = 5.0
REPRODUCIBLE = settings(
    derandomize=True, database=None, deadline=None, print_blob=False, suppress_health_check=list(HealthCheck)
)

ENGINES = st.sampled_from(("order", "lazy", "explicit"))
COMBINATIONS = [
    "integers", "branches", "loops", "mutex", "atomics", "sections", "pointers", "arrays", "structs", "unions", "heap",
    "inputs", "calls", "integers branches", "loops arrays", "mutex branches inputs", "sections branches", "sections mutex",
    "sections pointers unions", "pointers heap", "structs unions integers", "calls branches pointers", "inputs loops",
    "flags", "flags atomics", "flags mutex", "flags sections", "undefined", "undefined inputs",
]


@pytest.mark.parametrize("names", COMBINATIONS)
@settings(REPRODUCIBLE, max_examples=number(3))
@given(st.data())
def test_verdicts(names: str, data: st.DataObject) -> None:
    text = data.draw(programs(*names.split()))
    compare(text, data.draw(st.integers(0, 20)), TIMEOUT, engine=data.draw(ENGINES))


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("names", ["fences branches", "unions atomics", "pointers mutex"])
@settings(REPRODUCIBLE, max_examples=number(3))
@given(st.data())
def test_weak_memory_models(names: str, model: str, data: st.DataObject) -> None:
    text = data.draw(litmus_tests_with(*names.split()))
    compare(text, data.draw(st.integers(0, 20)), TIMEOUT, model, data.draw(ENGINES))


@pytest.mark.parametrize("names", ["integers", "arrays", "structs pointers", "heap", "sections unions"])
@settings(REPRODUCIBLE, max_examples=number(3))
@given(st.data())
def test_small_limits(names: str, data: st.DataObject) -> None:
    """The value analysis and the search give up precision early, as they do on large programs: answers stay right."""
    text = data.draw(programs(*names.split(), most=2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_analysis, "EXACT_WORK", 0)
        patch.setattr(value_analysis, "ROUNDS_BEFORE_WIDENING", 1)
        patch.setattr(values, "MOST_VALUES", 3)
        patch.setattr(registers, "MOST_CELLS", 1)
        patch.setattr(search, "QUERY_SECONDS", 0.05)
        patch.setattr(search, "SHARE_OF_REMAINING", 0.0)
        patch.setattr(search, "SMALL_SECONDS", (0.005, 0.005))
        patch.setattr(oracle, "HONEST", [*oracle.HONEST, "may point anywhere"])
        compare(text, data.draw(st.integers(0, 20)), TIMEOUT, engine=data.draw(ENGINES))


@pytest.mark.parametrize("names", ["integers", "pointers", "sections", "inputs"])
@settings(REPRODUCIBLE, max_examples=number(3))
@given(st.data())
def test_threads_that_create_threads(names: str, data: st.DataObject) -> None:
    text = data.draw(programs(*names.split(), nesting=True, most=2))
    compare(text, data.draw(st.integers(0, 20)), TIMEOUT, engine=data.draw(ENGINES))


@pytest.mark.parametrize("name", ["sync", "spins"])
@settings(REPRODUCIBLE, max_examples=number(3))
@given(st.data())
def test_waiting(name: str, data: st.DataObject) -> None:
    compare(data.draw(programs(name, most=2)), data.draw(st.integers(0, 20)), 1.0)


@pytest.mark.parametrize("check", ["bounds", "pointer", "div-by-zero", "overflow"])
@settings(REPRODUCIBLE, max_examples=number(3))
@given(programs("undefined", "pointers"))
def test_switchable_checks(check: str, text: str) -> None:
    compare_check(text, check, TIMEOUT)


@pytest.mark.parametrize("names", ["integers", "atomics", "mutex", "sections", "pointers", "heap"])
@settings(REPRODUCIBLE, max_examples=number(3))
@given(st.data())
def test_more_rounds_never_lose_a_violation(names: str, data: st.DataObject) -> None:
    """And those that the engine takes for enough find every one."""
    text = data.draw(programs(*names.split(), most=2))
    truth = brute_force(text)
    assume(truth is not None and (truth.violated or truth.outcomes))
    assert truth is not None
    check = ANYTHING
    if not truth.violated:
        check = truth.not_this(data.draw(st.sampled_from(sorted(truth.outcomes))))
    program = compiled(text, check)
    found = False
    for rounds in range(1, 6):
        result = ask(program, TIMEOUT, unwind=4, rounds=rounds)
        expect(result, True, text, check)
        if found and result.verdict is not Verdict.VIOLATION:
            raise Disagreement(f"a violation is lost at {rounds} rounds\n// CHECK={check}\n{text}")
        found = result.verdict is Verdict.VIOLATION
    for engine in ("order", "lazy"):
        result = ask(program, TIMEOUT, unwind=4, engine=engine)
        expect(result, True, text, check)
        if result.verdict is not Verdict.VIOLATION and not any("--unwind" in cut for cut in cuts(result)):
            raise Disagreement(f"not found with all the rounds: {result}\n// CHECK={check}\n{text}")
