"""Repeated checks in one process: a formula goes when nobody needs it any more, and its solver with it."""

from __future__ import annotations

import gc
import weakref

from heddle.backends.bmc.schemes import LAZY
from heddle.backends.bmc.solver import Bmc
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sources import Sources
from heddle.symbolic.analysis import Analysis


def test_a_formula_can_be_collected(tmp_path):
    file = tmp_path / "program.c"
    file.write_text("int main(void) { return 0; }")
    bmc = Bmc(Analysis(unfold(Sources((str(file),)).load(), UnfoldBounds())), LAZY)
    assert bmc.find_violation(1, float("inf")) is None
    formula = weakref.ref(bmc)
    del bmc
    gc.collect()
    assert formula() is None
