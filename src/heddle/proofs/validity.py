"""Small questions about a system's expressions, answered for all values that its variables may have"""

from __future__ import annotations

import bitwuzla as bz

from heddle.proofs.system import System, Template
from heddle.proofs.words import Logic, Words, within
from heddle.symbolic.dag import NodeId

MOST_MILLISECONDS = 300


def is_valid(system: System, t: Template, node: NodeId) -> bool:
    """Whether a truth value is 1, wherever a thread of the template is."""
    return not is_possible(system, t, system.dag.not_(node))


def is_possible(system: System, t: Template, node: NodeId) -> bool:
    """Whether a truth value can be 1; it may, where that is not found out soon."""
    if (constant := system.dag.constant(node)) is not None:
        return constant != 0
    logic = Logic()
    words = Words(logic, system.dag)
    options = bz.Options()
    options.set(bz.Option.TIME_LIMIT_PER, MOST_MILLISECONDS)
    solver = bz.Bitwuzla(logic.tm, options)
    for variable in (*system.globals.values(), *t.locals.values()):
        word = logic.fresh(variable.type)
        words.define(variable.node, word)
        for condition in within(logic, variable, word):
            solver.assert_formula(condition)
    solver.assert_formula(words.truth(node))
    return bool(solver.check_sat() != bz.Result.UNSAT)


__all__ = ["is_possible", "is_valid"]
