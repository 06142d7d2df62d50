"""Explorer, brute force over interleavings and the enumerator say the same."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings

from covering import number
from differential.litmus import litmus_tests
from differential.oracle import brute_force, compiled
from differential.strategies import UNSET
from differential.test_generated import REPRODUCIBLE
from heddle.answer import Verdict
from heddle.api import make_task
from heddle.engines.judgement import judge
from heddle.enumerate.search import Enumeration
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.passes.unfold import UnfoldBounds, unfold
from waiting import PATIENCE

from .programs import atomic_programs, run
from .programs import compiled as plain

pytestmark = pytest.mark.slow

VERIFIED = ExploreOptions(states=True, verify=True, timeout=PATIENCE)


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(REPRODUCIBLE, max_examples=number(8))
@given(text=litmus_tests())
def test_outcomes_are_those_of_brute_force(model, text):
    truth = brute_force(text, model)
    assume(truth is not None)
    found = explore(compiled(text), find(model), VERIFIED)
    assume(not found.stopped)
    assert found.finished
    assert (found.repeated, found.wrong) == (0, 0)
    assert {dict(state)["result"] for state in found.states} - {UNSET} == set(truth.outcomes)


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(REPRODUCIBLE, max_examples=number(6))
@given(text=litmus_tests())
def test_violations_replay(model, text):
    truth = brute_force(text, model)
    assume(truth is not None and truth.outcomes)
    outcome = max(truth.outcomes)
    program = compiled(text, truth.not_this(outcome))
    found = explore(program, find(model), ExploreOptions(first_only=True, workers=2, timeout=PATIENCE))
    assume(not found.stopped)
    judgement = judge(make_task((), model), program, found)
    assert judgement.verdict is Verdict.VIOLATION, judgement.reason


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "ra", "rc11"])
@settings(REPRODUCIBLE, max_examples=number(8))
@given(text=atomic_programs())
def test_executions_are_those_of_the_enumerator(model, text):
    bounded = unfold(plain(text), UnfoldBounds(3, 10, {}, 64, 10))
    expected = sum(1 for _ in Enumeration(bounded, find(model)).executions())
    assert run(text, model).executions == expected
