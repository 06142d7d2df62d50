"""From how the work ended to a verdict.

An interim answer ("nothing found up to these bounds") is true whatever happened later.  It is the answer if it covers
the bounds that the user asked for; a user who asked for more than was searched hears ``unknown``.
"""

from __future__ import annotations

from heddle.answer import Answer, Stop, Verdict
from heddle.errors import InputError
from heddle.records import replace
from heddle.run.supervisor import Ending, Outcome
from heddle.task import Task


def conclude(outcome: Outcome, task: Task) -> Answer:
    """Raises InputError if the worker refused the input."""
    memory = task.limits.memory
    if outcome.ending is Ending.DONE:
        answer: Answer = outcome.value
        return answer
    if outcome.ending is Ending.REFUSED:
        raise InputError(outcome.reason)
    if outcome.ending is Ending.TIME:
        return stopped(f"time limit of {task.limits.timeout:g} s reached", outcome.interim, task, Stop.TIME)
    if outcome.ending is Ending.MEMORY:
        limit = "out of memory" if memory is None else f"memory limit of {memory} MB reached"
        return stopped(limit, outcome.interim, task, Stop.MEMORY)
    return unknown(outcome.reason if outcome.ending is not Ending.FAILED else defect(outcome), task)


def defect(outcome: Outcome) -> str:
    return f"{outcome.reason} (please report; run with --debug for the traceback)"


def stopped(why: str, interim: Answer | None, task: Task, limit: Stop | None = None) -> Answer:
    """The answer of a search that was stopped from outside, at a limit perhaps."""
    return replace(_stopped(why, interim, task), stopped=limit)


def _stopped(why: str, interim: Answer | None, task: Task) -> Answer:
    if interim is None:
        return unknown(why, task)
    if interim.verdict is Verdict.BOUNDED and not covers(interim, task):
        reason = f"{why} before the search of the given bounds was complete"
        return replace(interim, verdict=Verdict.UNKNOWN, reason=reason)
    if not interim.reason:
        return replace(interim, reason=why)
    return replace(interim, reason=f"{interim.reason}; then the search stopped: {why}")


def covers(interim: Answer, task: Task) -> bool:
    """Has every bound that the user gave been searched to the end?"""
    given = task.bounds.given()
    asked = {name: given[name] for name in ("unwind", "rounds", "writes") if name in given}
    return all(interim.bounds.get(name, 0) >= bound for name, bound in asked.items())


def unknown(reason: str, task: Task) -> Answer:
    return Answer(Verdict.UNKNOWN, reason, task.model.name, task.method.engine)
