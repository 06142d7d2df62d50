"""A violation that a solver found is one only if the program really runs that way."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.replay.minimize import minimize
from heddle.replay.replay import replay
from heddle.report.wording import failure_message
from heddle.result import CheckOptions, Result


def confirm(
    program: Program,
    cex: Counterexample,
    options: CheckOptions,
    violation: Callable[[str], Result],
    interim: Callable[[Result], None],
) -> Result:
    """Replays the claim at full bit width, then looks for a shorter one.  Raises ReplayError.

    ``violation`` makes the result for a message; ``interim`` gets the first answer.
    """

    def replayed(claim: Counterexample) -> Result:
        execution = replay(program, claim, options.model)
        result = violation(failure_message(execution))
        result.trace = execution
        return result

    result = replayed(cex)
    interim(result)
    shorter = minimize(program, cex, options.model)
    return result if shorter is cex else replayed(shorter)


__all__ = ["confirm"]
