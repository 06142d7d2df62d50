"""Replay accepts true counterexamples and rejects everything else."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from core_builder import atomically, check, glob, lock, op, program, rd, start, two_threads, unlock, var, wait, wr

from brute_force import explore
from heddle.core.expr import const
from heddle.core.instr import AnyInstr, Assert, Assume, Fence, Nondet, Unsupported
from heddle.core.program import Program
from heddle.counterexample import Counterexample, Step
from heddle.execution import Action
from heddle.replay.replay import ReplayError, replay
from heddle.report.wording import failure_message

X, Y = glob("x"), glob("y")


def lost_update() -> Program:
    increment: list[AnyInstr] = [rd("v", X), wr(X, op("v", "+", 1))]
    return two_threads([X], increment, list(increment), [rd("end", X), check(op("end", "==", 2))])


def with_input() -> Program:
    """Fails only if the input is 1 and the other thread is quick."""
    return program(
        [X],
        main=[start("h", "other"), Nondet(var("n"), "nondet"), rd("v", X), check(op(op("n", "+", "v"), "!=", 2))],
        other=[wr(X, 1)],
    )


def only_violation(source: Program, model: str = "sc") -> Counterexample:
    found = explore(source, model).violations
    assert len(found) == 1
    return next(iter(found.values()))


@pytest.mark.parametrize("source", [lost_update(), with_input()], ids=["lost update", "input"])
def test_what_brute_force_finds_replays(source: Program) -> None:
    cex = only_violation(source)
    execution = replay(source, cex)
    assert execution.failure is not None
    assert (execution.failure.kind, execution.failure.message) == ("assert", "test")
    assert execution.failure.thread == cex.violating_thread
    assert execution.steps[-1].action is Action.FAIL


def test_dropping_any_step_is_rejected() -> None:
    source = lost_update()
    cex = only_violation(source)
    for index in range(len(cex.schedule)):
        broken = replace(cex, schedule=cex.schedule[:index] + cex.schedule[index + 1 :])
        with pytest.raises(ReplayError):
            replay(source, broken)


def test_swapping_threads_is_rejected() -> None:
    source = lost_update()
    cex = only_violation(source)
    for index, step in enumerate(cex.schedule):
        other = replace(step, thread=(step.thread + 1) % 3)
        broken = replace(cex, schedule=[*cex.schedule[:index], other, *cex.schedule[index + 1 :]])
        with pytest.raises(ReplayError):
            replay(source, broken)


def test_a_schedule_that_does_not_race_is_rejected() -> None:
    """Every uid is right, but the increments run one after the other, so the assertion holds."""
    source = lost_update()
    cex = only_violation(source)
    order = {0: [], 1: [], 2: []}  # type: dict[int, list[Step]]
    for step in cex.schedule:
        order[step.thread].append(step)
    honest = [*order[0][:2], *order[1], *order[2], *order[0][2:]]
    with pytest.raises(ReplayError, match="violates nothing"):
        replay(source, replace(cex, schedule=honest))


def test_changed_uid_is_rejected() -> None:
    source = lost_update()
    cex = only_violation(source)
    for index, step in enumerate(cex.schedule):
        broken = copy.deepcopy(cex)
        broken.schedule[index] = replace(step, uid=step.uid + 1)
        with pytest.raises(ReplayError, match=f"step {index}"):
            replay(source, broken)


def test_changed_inputs_are_rejected() -> None:
    source = with_input()
    cex = only_violation(source)
    ((uid, value),) = cex.inputs[0]
    for inputs in ([(uid, value + 1)], [(uid + 1, value)], []):
        with pytest.raises(ReplayError):
            replay(source, replace(cex, inputs={0: inputs}))


def test_other_violation_than_claimed_is_rejected() -> None:
    source = lost_update()
    cex = only_violation(source)
    with pytest.raises(ReplayError, match="is violated, the counterexample says"):
        replay(source, replace(cex, violated=cex.violated + 1))
    with pytest.raises(ReplayError):
        replay(source, replace(cex, violating_thread=1))


def test_taken_thread_number_is_rejected() -> None:
    source = lost_update()
    cex = only_violation(source)
    again = [replace(step, child=1) if step.child == 2 else step for step in cex.schedule]
    with pytest.raises(ReplayError, match="number is taken"):
        replay(source, replace(cex, schedule=again))


def test_false_assumption_is_rejected() -> None:
    source = program([X], main=[rd("v", X), Assume(op("v", "==", 1)), check(const(0))])
    with pytest.raises(ReplayError, match="assumption"):
        replay(source, Counterexample([Step(0, 1)], {}, {}, 0, 3))


def test_unsupported_is_rejected() -> None:
    source = program([X], main=[rd("v", X), Unsupported("setjmp"), check(const(0))])
    with pytest.raises(ReplayError, match="setjmp"):
        replay(source, Counterexample([Step(0, 1)], {}, {}, 0, 3))


def test_join_of_a_running_thread_is_rejected() -> None:
    source = program([X], main=[start("h", "other"), wait("h"), check(const(0))], other=[wr(X, 1)])
    with pytest.raises(ReplayError, match="waits for the end of thread 1"):
        replay(source, Counterexample([Step(0, 1, child=1), Step(0, 2)], {}, {}, 0, 3))


def test_nobody_runs_inside_an_atomic_section() -> None:
    section = atomically(rd("v", X), wr(X, op("v", "+", 1)))
    source = two_threads([X], section, list(section), [rd("end", X), check(op("end", "==", 2))])
    assert not explore(source).violations
    one, two = (
        [Step(t, instr.uid) for instr in source.functions[name].body] for t, name in ((1, "one"), (2, "two"))
    )
    schedule = [Step(0, 1, child=1), Step(0, 2, child=2), *one[:2], *two, *one[2:], Step(0, 3), Step(0, 4), Step(0, 5)]
    with pytest.raises(ReplayError, match="inside an atomic section of thread 1"):
        replay(source, Counterexample(schedule, {}, {}, 0, 6))


def test_a_held_lock_is_not_taken() -> None:
    mutex = glob("m")
    body = [*lock(mutex), rd("v", X), wr(X, op("v", "+", 1)), *unlock(mutex)]
    source = two_threads([X, mutex], body, list(body), [rd("end", X), check(op("end", "==", 2))])
    found = explore(source)
    assert not found.violations and not found.blocked and not found.truncated
    one, two = (
        [Step(t, i.uid) for i in source.functions[name].body if not isinstance(i, Assume)]
        for t, name in ((1, "one"), (2, "two"))
    )
    schedule = [Step(0, 1, child=1), Step(0, 2, child=2), *one[:4], *two[:4]]
    with pytest.raises(ReplayError, match="assumption"):
        replay(source, Counterexample(schedule, {}, {}, 0, 99))


def test_switchable_checks_count_only_when_on() -> None:
    source = program([X], main=[rd("v", X), Assert(const(0), "index", "bounds")])
    cex = Counterexample([Step(0, 1)], {}, {}, 0, 2)
    with pytest.raises(ReplayError):
        replay(source, cex)
    assert failure_message(replay(source.claiming("bounds"), cex)) == "bounds check failed: index"


def test_a_weak_execution_is_none_under_sc() -> None:
    """Store buffering: both threads read 0, which needs buffers; a fence forbids it."""
    def source(*fence: Fence) -> Program:
        return two_threads(
            [X, Y, glob("a", 1), glob("b", 1)],
            [wr(X, 1), *fence, rd("r", Y), wr(glob("a", 1), var("r"))],
            [wr(Y, 1), *fence, rd("r", X), wr(glob("b", 1), var("r"))],
            [rd("p", glob("a", 1)), rd("q", glob("b", 1)), check(op(op("p", "+", "q"), "!=", 0))],
        )

    assert not explore(source()).violations
    for model in ("tso", "pso"):
        cex = only_violation(source(), model)
        execution = replay(source(), cex, model)
        assert any(step.action is Action.FLUSH for step in execution.steps) or cex.schedule
        with pytest.raises(ReplayError):
            replay(source(), cex, "sc")
        assert not explore(source(Fence("full")), model).violations


def test_unknown_model_is_refused() -> None:
    source = lost_update()
    with pytest.raises(ReplayError, match="arm"):
        replay(source, only_violation(source), "arm")
