"""Steps as they are where they are taken: what a step cannot do under its guard is not said to be done

Steps that no values of the variables allow are none.  An attempt to take a lock that somebody has
(``while (exchange(&lock, 1));``) writes what is there already, and comes back to where it was: without such writes and
steps the same states are reached, and what is left looks like waiting.
"""

from __future__ import annotations

from functools import reduce

from heddle.core.expr import LOGICAL
from heddle.core.types import INT
from heddle.proofs.liveness import find_live, find_touched
from heddle.proofs.system import Edge, System, Template, Variable
from heddle.proofs.validity import Questions
from heddle.symbolic.dag import NodeId
from heddle.symbolic.values import exactly

COMPARISONS = ("==", "!=", "<", "<=")
MOST_DEPTH = 4
"""So many distinctions within each other are looked at."""


def simplify(system: System) -> None:
    while True:
        for t in system.templates:
            _Steps(system, t).simplify()
            find_live(t, system.dag)
        if not _settle(system):
            return


def _settle(system: System) -> bool:
    """Variables that no step changes have their first value; whether that is news about one that somebody looks at."""
    changed = {name for _, e in system.edges() for name in e.updates}
    is_news = False
    for name, variable in system.globals.items():
        if name not in changed and variable.initial is not None and variable.value != exactly(variable.initial):
            variable.value = exactly(variable.initial)
            is_news = is_news or any(name in e.reads for _, e in system.edges())
    return is_news


def simplify_held(system: System) -> None:
    """A thread that holds a lock need not test that: ``assume(lock == 1); lock = 0;`` can always be done."""
    dag = system.dag
    for t in system.templates:
        steps = _Steps(system, t)
        for e in t.edges:
            held = [dag.truth(system.globals[name].node) for name in system.held.get((t.index, e.source), ())]
            if held:
                e.guard = steps.lean(reduce(dag.and_, held), e.guard)
        t.edges = [e for e in t.edges if e.guard != dag.false]


class _Steps:
    """Those of a template."""

    def __init__(self, system: System, t: Template) -> None:
        self.system, self.t, self.dag = system, t, system.dag
        self.questions = Questions(system, t)

    def simplify(self) -> None:
        for e in self.t.edges:
            e.guard = self.lean(self.dag.true, e.guard)
        self.t.edges = [e for e in self.t.edges if e.guard != self.dag.false]
        for e in self.t.edges:
            e.updates = {name: self._under(e.guard, node) for name, node in e.updates.items()}
            shared = e.updates.keys() & self.system.globals.keys()
            idle = {name for name in shared if self._writes_the_same(e, self.system.globals[name])}
            e.updates = {name: node for name, node in e.updates.items() if name not in idle}
        self.t.edges = [e for e in self.t.edges if e.updates or e.creates or e.target != e.source]
        find_touched(self.system, self.t)

    def lean(self, context: NodeId, test: NodeId) -> NodeId:
        """A test without what the values of the variables decide, where the context holds already."""
        dag = self.dag
        if not self.questions.is_possible(dag.and_(context, test)):
            return dag.false
        if not self.questions.is_possible(dag.and_(context, dag.not_(test))):
            return dag.true
        node = dag.nodes[test]
        if node.op == "!":
            return dag.not_(self.lean(context, dag.truth(node.args[0])))
        if node.op in LOGICAL:
            is_and = node.op == "&&"
            a = self.lean(context, dag.truth(node.args[0]))
            b = self.lean(dag.and_(context, a if is_and else dag.not_(a)), dag.truth(node.args[1]))
            return dag.and_(a, b) if is_and else dag.or_(a, b)
        if node.op in COMPARISONS:
            a, b = (self._under(context, argument) for argument in node.args)
            return dag.binary(node.op, a, b, node.type)
        return test

    def _under(self, guard: NodeId, node: NodeId, depth: int = MOST_DEPTH) -> NodeId:
        """A node without the distinctions that the guard, or a distinction around it, has made already."""
        dag = self.dag
        while dag.nodes[node].op == "ite":
            test, then, other = dag.nodes[node].args
            if self.questions.is_valid(dag.or_(dag.not_(guard), dag.truth(test))):
                node = then
            elif self.questions.is_valid(dag.not_(dag.and_(guard, dag.truth(test)))):
                node = other
            elif depth:
                test = dag.truth(test)
                then = self._under(dag.and_(guard, test), then, depth - 1)
                return dag.ite(test, then, self._under(dag.and_(guard, dag.not_(test)), other, depth - 1))
            else:
                break
        return node

    def _writes_the_same(self, e: Edge, v: Variable) -> bool:
        """Whether a step only writes what it finds."""
        changes = self.dag.binary("!=", e.updates[v.name], v.node, INT)
        return not self.questions.is_possible(self.dag.and_(e.guard, changes))
