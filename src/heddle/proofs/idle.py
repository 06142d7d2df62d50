"""Steps as they are where they are taken: what a step cannot do under its guard is not said to be done

An attempt to take a lock that somebody has (``while (exchange(&lock, 1));``) writes what is there already, and comes
back to where it was.  Without such writes and steps the same states are reached, and what is left looks like waiting.
"""

from __future__ import annotations

from heddle.core.types import INT
from heddle.proofs.liveness import find_live
from heddle.proofs.movers import is_valid
from heddle.proofs.system import Edge, System, Variable
from heddle.symbolic.dag import Dag, NodeId

FEW = 4
"""So many values a variable has that is looked at."""


def drop_idle(system: System) -> None:
    for _, e in system.edges():
        e.updates = {name: _under(system.dag, e.guard, node) for name, node in e.updates.items()}
        idle = {n for n in e.updates.keys() & system.globals.keys() if _writes_the_same(system, e, system.globals[n])}
        e.updates = {name: node for name, node in e.updates.items() if name not in idle}
        e.reads, e.writes = e.reads | idle, e.writes - idle
    for t in system.templates:
        t.edges = [e for e in t.edges if e.updates or e.creates or e.target != e.source]
        find_live(t, system.dag)


def _under(dag: Dag, guard: NodeId, node: NodeId) -> NodeId:
    """A node without the distinctions that the guard has made already."""
    while dag.nodes[node].op == "ite":
        test, then, other = dag.nodes[node].args
        if is_valid(dag, dag.or_(dag.not_(guard), dag.truth(test))):
            node = then
        elif is_valid(dag, dag.not_(dag.and_(guard, dag.truth(test)))):
            node = other
        else:
            break
    return node


def _writes_the_same(system: System, e: Edge, v: Variable) -> bool:
    """Whether a step only writes what it finds."""
    if e.updates[v.name] == v.node:
        return True
    dag, written, numbers = system.dag, system.dag.constant(e.updates[v.name]), v.value.numbers
    if written is None or v.value.junk or numbers is None or len(numbers) > FEW or written not in numbers:
        return False
    others: NodeId = dag.false
    for n in numbers - {written}:
        others = dag.or_(others, dag.binary("==", v.node, dag.const(n, v.type), INT))
    return is_valid(dag, dag.not_(dag.and_(e.guard, others)))
