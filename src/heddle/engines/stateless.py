"""The stateless engine: explores every execution graph that the memory model allows.

An exploration that ends without cutting anything is a proof.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from heddle.core.program import Program
from heddle.engines.executions import all_executions
from heddle.explore.kernel import ExploreOptions
from heddle.result import CheckOptions, Progress, Result, Verdict

UNCHECKED = frozenset({"pointer", "free"})
"""Checks that need to know which memory is valid; the kernel does not."""


def check(program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]) -> Result:
    from heddle import models

    started = time.monotonic()
    bounds = {} if options.unwind is None else {"unwind": options.unwind}
    result = Result(Verdict.UNKNOWN, "", options.model, "stateless", bounds)
    unchecked = sorted(options.checks & UNCHECKED)
    if unchecked:
        result.reason = f"the stateless engine does not check {', '.join(unchecked)}"
        return result
    model = models.find(options.model)
    wanted = ExploreOptions(
        options.unwind, options.unwindset, first_only=True, workers=cores(), timeout=options.timeout
    )
    found = all_executions(program, model, options.model, wanted, progress)
    judgement = found.judgement
    result.verdict, result.reason = judgement.verdict, judgement.reason
    result.cuts, result.trace = judgement.cuts, judgement.trace
    result.statistics = {"executions": found.executions, "blocked": found.blocked}
    if found.candidates is not None:
        result.statistics["candidates"] = found.candidates
    result.seconds = time.monotonic() - started
    return result


def cores() -> int:
    return len(os.sched_getaffinity(0))


__all__ = ["check", "cores"]
