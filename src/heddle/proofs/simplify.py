"""Steps as they are where they are taken: what a step cannot do under its guard is not said to be done

Steps that no values of the variables allow are none.  An attempt to take a lock that somebody has
(``while (exchange(&lock, 1));``) writes what is there already, and comes back to where it was: without such writes and
steps the same states are reached, and what is left looks like waiting.
"""

from __future__ import annotations

from heddle.core.expr import LOGICAL
from heddle.core.types import INT
from heddle.proofs.liveness import find_live
from heddle.proofs.system import Edge, System, Template, Variable
from heddle.proofs.validity import is_possible, is_valid
from heddle.symbolic.dag import NodeId
from heddle.symbolic.values import exactly


def simplify(system: System) -> None:
    for t in system.templates:
        for e in t.edges:
            e.guard = _lean(system, t, system.dag.true, e.guard)
        t.edges = [e for e in t.edges if e.guard != system.dag.false]
    for t, e in system.edges():
        e.updates = {name: _under(system, t, e.guard, node) for name, node in e.updates.items()}
        shared = e.updates.keys() & system.globals.keys()
        idle = {name for name in shared if _writes_the_same(system, t, e, system.globals[name])}
        e.updates = {name: node for name, node in e.updates.items() if name not in idle}
        e.reads, e.writes = e.reads | e.writes, e.writes & e.updates.keys()
    for t in system.templates:
        t.edges = [e for e in t.edges if e.updates or e.creates or e.target != e.source]
        find_live(t, system.dag)
    changed = {name for _, e in system.edges() for name in e.updates}
    for name, variable in system.globals.items():
        if name not in changed and variable.initial is not None:
            variable.value = exactly(variable.initial)


def _lean(system: System, t: Template, context: NodeId, test: NodeId) -> NodeId:
    """A test without what the values of the variables decide, where the context holds already."""
    dag = system.dag
    if not is_possible(system, t, dag.and_(context, test)):
        return dag.false
    if not is_possible(system, t, dag.and_(context, dag.not_(test))):
        return dag.true
    node = dag.nodes[test]
    if node.op == "!":
        return dag.not_(_lean(system, t, context, dag.truth(node.args[0])))
    if node.op in LOGICAL:
        is_and = node.op == "&&"
        a = _lean(system, t, context, dag.truth(node.args[0]))
        b = _lean(system, t, dag.and_(context, a if is_and else dag.not_(a)), dag.truth(node.args[1]))
        return dag.and_(a, b) if is_and else dag.or_(a, b)
    return test


def _under(system: System, t: Template, guard: NodeId, node: NodeId) -> NodeId:
    """A node without the distinctions that the guard has made already."""
    dag = system.dag
    while dag.nodes[node].op == "ite":
        test, then, other = dag.nodes[node].args
        if is_valid(system, t, dag.or_(dag.not_(guard), dag.truth(test))):
            node = then
        elif is_valid(system, t, dag.not_(dag.and_(guard, dag.truth(test)))):
            node = other
        else:
            break
    return node


def _writes_the_same(system: System, t: Template, e: Edge, v: Variable) -> bool:
    """Whether a step only writes what it finds."""
    changes = system.dag.binary("!=", e.updates[v.name], v.node, INT)
    return not is_possible(system, t, system.dag.and_(e.guard, changes))
