"""Lock-like variables: shared variables that a thread sets from 0, and that only it sets back

A step that leaves 0 only where it found 0 acquires; one that writes 0 releases.  A variable is a lock if every thread
releases it, or looks at it otherwise, only where it surely holds it.
"""

from __future__ import annotations

from heddle.proofs.system import Edge, System, Template, Variable
from heddle.symbolic.dag import Dag, NodeId

ACQUIRE, RELEASE, BOTH, OTHER = "acquire", "release", "acquire and release", "other"


def find_locks(system: System) -> None:
    """Sets ``locks`` and ``held``."""
    candidates = [v for v in system.globals.values() if v.initial == 0]
    kinds = {(id(e), v.name): _kind(system.dag, e, v) for _, e in system.edges() for v in candidates}
    locks = {v.name for v in candidates if any(kinds[id(e), v.name] in (ACQUIRE, BOTH) for _, e in system.edges())}
    while True:
        held = {t.index: _held(t, locks, kinds) for t in system.templates}
        broken = {
            name for t, e in system.edges() for name in locks
            if kinds[id(e), name] in (RELEASE, OTHER) and name not in held[t.index].get(e.source, frozenset())
            and not (kinds[id(e), name] == RELEASE and _is_alone(system, t, e.source))
        }  # fmt: skip
        if not broken:
            break
        locks -= broken
    system.locks = tuple(sorted(locks))
    system.held = {(i, n): names for i, nodes in held.items() for n, names in nodes.items() if names}


def takes(system: System, e: Edge, name: str) -> bool:
    """Whether a step does nothing with a lock but take it: it waits while somebody has it."""
    return _kind(system.dag, e, system.globals[name]) in (ACQUIRE, BOTH)


def _is_alone(system: System, t: Template, node: int) -> bool:
    """Whether there is no other thread yet."""
    return t.index == 0 and all((0, node, u.index) in system.not_yet for u in system.templates[1:])


def _kind(dag: Dag, e: Edge, v: Variable) -> str | None:
    """What a step does to a variable; None: nothing."""
    after = e.updates.get(v.name)
    if after is None or after == v.node:
        return None
    constant, waits = dag.constant(after), _demands_zero(dag, e.guard, v.node)
    if constant == 0:
        return BOTH if waits else RELEASE
    return ACQUIRE if constant is not None and waits else OTHER


def _demands_zero(dag: Dag, guard: NodeId, variable: NodeId) -> bool:
    node = dag.nodes[guard]
    if node.op == "&&":
        return any(_demands_zero(dag, a, variable) for a in node.args)
    if node.op == "||":
        return all(_demands_zero(dag, a, variable) for a in node.args)
    if node.op == "!":
        return _is(dag, node.args[0], variable)
    if node.op == "==":
        a, b = node.args
        return (_is(dag, a, variable) and dag.constant(b) == 0) or (_is(dag, b, variable) and dag.constant(a) == 0)
    return False


def _is(dag: Dag, n: NodeId, variable: NodeId) -> bool:
    while dag.nodes[n].op == "cast" and dag.nodes[n].type.bits >= dag.nodes[dag.nodes[n].args[0]].type.bits:
        n = dag.nodes[n].args[0]
    return n == variable or (dag.nodes[n].op == "!=" and _is(dag, dag.nodes[n].args[0], variable)
                             and dag.constant(dag.nodes[n].args[1]) == 0)  # fmt: skip


def _held(t: Template, locks: set[str], kinds: dict[tuple[int, str], str | None]) -> dict[int, frozenset[str]]:
    """The locks that a thread surely holds at each node, if these are locks."""
    held: dict[int, frozenset[str]] = {t.entry: frozenset()}
    work = [t.entry]
    while work:
        n = work.pop()
        for e in t.edges:
            if e.source != n or e.target is None:
                continue
            taken = {name for name in locks if kinds[id(e), name] == ACQUIRE}
            lost = {name for name in locks if kinds[id(e), name] in (RELEASE, OTHER)}
            now = (held[n] | taken) - lost
            old = held.get(e.target)
            new = now if old is None else old & now
            if new != old:
                held[e.target] = new
                work.append(e.target)
    return held
