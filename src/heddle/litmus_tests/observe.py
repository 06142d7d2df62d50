"""Litmus tests as tasks: all executions of the test are enumerated, and the test's condition held against each."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.answer import Answer, Counts, Cutoff, Stop, Verdict
from heddle.enumerate.search import DEFAULT_UNWIND
from heddle.enumerate.thin_air import LEFT_OUT
from heddle.enumerate.values import Unsupported
from heddle.litmus_tests.read import read
from heddle.litmus_tests.run import Outcome, run

if TYPE_CHECKING:
    from heddle.engines.engine import Listener
    from heddle.task import Task

ENGINE = "enumerate"


class OutOfTime(Exception):
    pass


def observe(task: Task, listener: Listener) -> Answer:
    """Its verdict is about the test's claim: a ``forbidden`` state that exists is a violation of it."""
    unwind = task.bounds.unwind or DEFAULT_UNWIND
    answer = Answer(Verdict.UNKNOWN, "", task.model.name, ENGINE, {"unwind": unwind})
    deadline = None if task.limits.timeout is None else time.monotonic() + task.limits.timeout

    def tick() -> None:
        if deadline is not None and time.monotonic() > deadline:
            raise OutOfTime

    listener.progress("reading the test")
    test = read(Path(task.sources.files[0]))
    listener.progress("enumerating candidate executions")
    try:
        outcome = run(test, task.model.relational, unwind, tick)
    except Unsupported as error:
        answer.reason = f"not supported: {error}"
    except OutOfTime:
        answer.reason, answer.stopped = "time limit reached", Stop.TIME
    else:
        judge(outcome, answer, unwind)
    return answer


def judge(outcome: Outcome, answer: Answer, unwind: int) -> None:
    answer.cuts = [Cutoff(f"loops run at most {unwind} times", "--unwind")] if outcome.cut else []
    answer.cuts += [Cutoff(LEFT_OUT)] if outcome.thin_air else []
    if outcome.empty:
        answer.reason = outcome.empty
        return
    answer.observation = outcome.observation
    answer.states = dict(sorted(outcome.states.items()))
    total = outcome.positive + outcome.negative
    answer.counts = Counts(total, complete=not answer.cuts)
    if answer.observation.quantifier == "exists":
        judge_existence(answer)
    elif not answer.observation.ok:
        answer.verdict, answer.reason = Verdict.VIOLATION, "the test's claim does not hold"
    elif answer.cuts:
        answer.verdict, answer.reason = Verdict.BOUNDED, "the test's claim holds within the bounds"
    else:
        answer.verdict, answer.reason = Verdict.SAFE, "the test's claim holds"


def judge_existence(answer: Answer) -> None:
    """A state that was found is there, whatever bounds have cut; one that was not may be in what they cut."""
    assert answer.observation is not None
    if answer.observation.ok:
        answer.verdict, answer.reason = Verdict.SAFE, "the test's claim holds"
    elif answer.cuts:
        answer.reason = "no execution within the bounds ends in such a state"
    else:
        answer.verdict, answer.reason = Verdict.VIOLATION, "the test's claim does not hold"
