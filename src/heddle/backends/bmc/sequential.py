"""Sequential C programs under the embedded bounded model checker."""

from __future__ import annotations

from heddle.backends.bmc.local import Meaning
from heddle.backends.bmc.run import run_of
from heddle.backends.bmc.schemes import LAZY
from heddle.backends.bmc.solver import Bmc
from heddle.backends.sequential import FILE, Answer
from heddle.core.instr import Cut, Unsupported
from heddle.core.types import DataModel
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.symbolic.analysis import Analysis

LOOPS = 100_000
"""Every loop of a sequentialized program is as long as one of its constants says."""


def check_sequential(text: str, model: DataModel, deadline: float) -> Answer:
    """Raises TooLarge for programs that are too large to unfold."""
    program = load([FILE], defines=["__HEDDLE__"], data_model=model, texts={FILE: text})
    bmc = Bmc(Analysis(unfold(program, UnfoldBounds(LOOPS, LOOPS))), LAZY)
    violating = bmc.violating_model(1, deadline)
    if violating is not None:
        return Answer(run_of(bmc, violating))
    unsupported = bmc.reached(Meaning.UNSUPPORTED, 1, deadline)
    if unsupported:
        x = unsupported[0].event.instr
        return Answer(unsupported=x.reason if isinstance(x, Unsupported) else "a pointer that may point anywhere")
    reached = [c.event.instr for c in bmc.reached(Meaning.CUT, 1, deadline)]
    return Answer(cuts=sorted({x.what for x in reached if isinstance(x, Cut)}))


__all__ = ["check_sequential"]
