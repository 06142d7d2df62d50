"""Invariants without what the rest of them says already: the same states, in fewer words."""

from __future__ import annotations

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.proofs.clock import now
from heddle.proofs.formulas import SHARED, Formula, Name, conjunction, conjuncts
from heddle.proofs.invariant import Invariant, Key
from heddle.proofs.system import System, Variable
from heddle.proofs.words import Logic, TooWide, Truths, Word, within

MOST_CONJUNCTS = 60
SECONDS = 2.0
"""For all of an invariant."""
MILLISECONDS = 200
COST = {"==": 0, "||": 6}
OTHERS = 4
"""Equations say most."""


def shortened(system: System, invariant: Invariant, deadline: float) -> Invariant:
    until = min(deadline, now() + SECONDS)
    return Invariant(
        invariant.kind,
        {key: _Part(system, key).shortened(part, until) for key, part in invariant.parts.items()},
        invariant.steps,
    )


class _Part:
    def __init__(self, system: System, key: Key) -> None:
        self.system, self.key, self.logic = system, key, Logic()
        self.words: dict[Name, Word] = {}
        self.bounds: list[bz.Term] = []

    def shortened(self, part: Formula, until: float) -> Formula:
        left = list({id(fact): fact for fact in conjuncts(part)}.values())
        if not 1 < len(left) <= MOST_CONJUNCTS or now() > until:
            return conjunction(left)
        truths = Truths(self.logic, self._word)
        try:
            terms = {id(fact): truths.truth(fact) for fact in left}
        except TooWide:
            return part
        for fact in sorted(left, key=_cost, reverse=True):
            rest = [other for other in left if other is not fact]
            if now() < until and self._implied(terms[id(fact)], [terms[id(other)] for other in rest]):
                left = rest
        return conjunction(left)

    def _implied(self, term: bz.Term, rest: list[bz.Term]) -> bool:
        options = bz.Options()
        options.set(bz.Option.TIME_LIMIT_PER, MILLISECONDS)
        solver = bz.Bitwuzla(self.logic.tm, options)
        for known in (*self.bounds, *rest, self.logic.make(K.NOT, term)):
            solver.assert_formula(known)
        return bool(solver.check_sat() == bz.Result.UNSAT)

    def _word(self, name: Name) -> Word:
        if name not in self.words:
            variable = self._variable(name)
            self.words[name] = self.logic.fresh(variable.type)
            self.bounds += within(self.logic, variable, self.words[name])
        return self.words[name]

    def _variable(self, name: Name) -> Variable:
        thread, of = name
        if thread == SHARED:
            return self.system.globals[of]
        return self.system.templates[self.key[thread][0]].locals[of]


def _cost(fact: Formula) -> int:
    """What is dear is left out if the rest says it."""
    return _size(fact) + COST.get(fact.op, OTHERS)


def _size(formula: Formula) -> int:
    return 1 + sum(_size(a) for a in formula.args)


__all__ = ["shortened"]
