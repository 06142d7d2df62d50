"""From how the work ended to a verdict.

An interim answer ("nothing found up to these bounds") is true whatever happened later.  It is the answer if it covers
the bounds that the user asked for; a user who asked for more than was searched hears ``unknown``.
"""

from __future__ import annotations

from dataclasses import replace

from heddle.result import CheckOptions, InputError, Result, Verdict
from heddle.run.supervisor import Ending, Outcome


def conclude(outcome: Outcome, options: CheckOptions, memory: int | None) -> Result:
    """Raises InputError if the worker refused the input."""
    if outcome.ending is Ending.DONE:
        result: Result = outcome.value
        return result
    if outcome.ending is Ending.REFUSED:
        raise InputError(outcome.reason)
    if outcome.ending is Ending.TIME:
        return stopped(f"time limit of {options.timeout:g} s reached", outcome.interim, options)
    if outcome.ending is Ending.MEMORY:
        limit = "out of memory" if memory is None else f"memory limit of {memory} MB reached"
        return stopped(limit, outcome.interim, options)
    if outcome.ending is Ending.FAILED:
        return unknown(f"{outcome.reason} (please report; run with --debug for the traceback)", options)
    return unknown(outcome.reason, options)


def stopped(why: str, interim: Result | None, options: CheckOptions) -> Result:
    """The answer of a search that was stopped from outside."""
    if interim is None:
        return unknown(why, options)
    if interim.verdict is Verdict.BOUNDED and not covers(interim, options):
        reason = f"{why} before the search of the given bounds was complete"
        return replace(interim, verdict=Verdict.UNKNOWN, reason=reason)
    return replace(interim, reason=f"{interim.reason}; then the search stopped: {why}")


def covers(interim: Result, options: CheckOptions) -> bool:
    """Has every bound that the user gave been searched to the end?"""
    asked = {"unwind": options.unwind, "rounds": options.rounds}
    return all(bound is None or interim.bounds.get(name, 0) >= bound for name, bound in asked.items())


def unknown(reason: str, options: CheckOptions) -> Result:
    return Result(Verdict.UNKNOWN, reason, options.model, options.engine)
