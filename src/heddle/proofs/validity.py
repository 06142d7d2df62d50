"""Small questions about a system's expressions, answered for all values that its variables may have"""

from __future__ import annotations

import bitwuzla as bz

from heddle.proofs.liveness import Uses
from heddle.proofs.node_values import Values
from heddle.proofs.system import System, Template
from heddle.proofs.words import Logic, Words, within
from heddle.symbolic.dag import NodeId

MOST_MILLISECONDS = 300


class Questions:
    """About what a thread of the template can compute, wherever it is, for the values that variables have now."""

    def __init__(self, system: System, template: Template) -> None:
        self.dag = system.dag
        self._variables = {v.node: v for v in (*system.globals.values(), *template.locals.values())}
        self._logic = Logic()
        self._words = Words(self._logic, self.dag)
        self._uses = Uses(self.dag)
        known = {n: v.value for n, v in self._variables.items() if not (v.value.junk or v.value.is_empty)}
        self._values = Values(self.dag, known, self._uses)
        options = bz.Options()
        options.set(bz.Option.TIME_LIMIT_PER, MOST_MILLISECONDS)
        self._solver = bz.Bitwuzla(self._logic.tm, options)
        self._defined: set[NodeId] = set()
        self._known: dict[NodeId, bool] = {}

    def is_valid(self, node: NodeId) -> bool:
        """Whether a truth value is 1."""
        return not self.is_possible(self.dag.not_(node))

    def is_possible(self, node: NodeId) -> bool:
        """Whether a truth value can be 1; it may, where that is not found out soon."""
        if (constant := self.dag.constant(node)) is not None:
            return constant != 0
        if node not in self._known:
            self._known[node] = self._values.where(node, True) is not None and self._ask(node)
        return self._known[node]

    def _ask(self, node: NodeId) -> bool:
        for n in self._uses.of([node]) - self._defined:
            self._defined.add(n)
            if (variable := self._variables.get(n)) is not None:
                word = self._logic.fresh(variable.type)
                self._words.define(n, word)
                for condition in within(self._logic, variable, word):
                    self._solver.assert_formula(condition)
        return bool(self._solver.check_sat(self._words.truth(node)) != bz.Result.UNSAT)


__all__ = ["Questions"]
