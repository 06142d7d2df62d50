"""Which local variables of a template matter at its nodes, and which shared ones at all"""

from __future__ import annotations

from collections.abc import Iterable

from heddle.proofs.system import Edge, System, Template
from heddle.symbolic.dag import Dag, NodeId


class Uses:
    """The free variables of nodes."""

    def __init__(self, dag: Dag) -> None:
        self.dag = dag
        self._known: dict[NodeId, frozenset[NodeId]] = {}

    def of(self, roots: Iterable[NodeId]) -> frozenset[NodeId]:
        found: frozenset[NodeId] = frozenset()
        for root in roots:
            found |= self._of(root)
        return found

    def _of(self, root: NodeId) -> frozenset[NodeId]:
        stack = [root]
        while stack:
            n = stack[-1]
            node = self.dag.nodes[n]
            missing = [a for a in node.args if a not in self._known]
            if n in self._known:
                stack.pop()
            elif missing:
                stack += missing
            else:
                own = frozenset({n}) if node.op == "var" else frozenset()
                self._known[n] = own.union(*(self._known[a] for a in node.args))
                stack.pop()
        return self._known[root]


def find_live(t: Template, dag: Dag) -> None:
    """Sets ``live``: the local variables that some way from a node reads before it sets them."""
    uses, names = Uses(dag), {v.node: v.name for v in t.locals.values()}
    fixed = {id(e): _names(uses.of(_always(t, e)), names) for e in t.edges}
    moved = {id(e): {k: _names(uses.of([n]), names) for k, n in e.updates.items() if k in t.locals} for e in t.edges}
    live: dict[int, set[str]] = {n: set() for n in t.nodes}
    changed = True
    while changed:
        changed = False
        for e in t.edges:
            now = set(fixed[id(e)])
            if e.target is not None:
                for name in live[e.target]:
                    now |= moved[id(e)].get(name, {name})
            if not now <= live[e.source]:
                live[e.source] |= now
                changed = True
    t.live = {n: tuple(sorted(names)) for n, names in live.items()}
    for e in t.edges:
        kept = live[e.target] if e.target is not None else set()
        e.updates = {k: n for k, n in e.updates.items() if k not in t.locals or k in kept}


def find_touched(system: System, t: Template) -> None:
    """Sets ``reads`` and ``writes`` of steps: what their outcome depends on, and what they change."""
    uses, shared = Uses(system.dag), {v.node: name for name, v in system.globals.items()}
    for e in t.edges:
        arguments = [n for _, n in e.creates if n is not None]
        e.reads = frozenset(_names(uses.of([e.guard, *e.updates.values(), *arguments]), shared))
        e.writes = frozenset(e.updates.keys() & system.globals.keys())


def _always(t: Template, e: Edge) -> list[NodeId]:
    """What an edge computes whatever comes after it: its guard, what it creates, what it writes to shared variables."""
    shared = [n for k, n in e.updates.items() if k not in t.locals]
    return [e.guard, *(a for _, a in e.creates if a is not None), *shared]


def _names(nodes: frozenset[NodeId], names: dict[NodeId, str]) -> set[str]:
    return {names[n] for n in nodes if n in names}


def drop_unread(system: System) -> None:
    """Shared variables that nothing depends on are no variables of the system; local ones follow."""
    while True:
        uses = Uses(system.dag)
        needed: set[NodeId] = set()
        for t, e in system.edges():
            roots = [n for k, n in e.updates.items()]
            for k, n in zip(e.updates, roots, strict=True):
                if k in t.locals or k in system.globals:
                    mine = uses.of([n]) - {_node(system, t, k)}
                    needed |= mine
            needed |= uses.of([e.guard, *(a for _, a in e.creates if a is not None)])
        unread = {k for k, v in system.globals.items() if v.node not in needed}
        if not unread:
            return
        for k in unread:
            del system.globals[k]
        for t in system.templates:
            for e in t.edges:
                e.updates = {k: n for k, n in e.updates.items() if k in t.locals or k not in unread}
                e.reads, e.writes = e.reads - unread, e.writes - unread
            find_live(t, system.dag)


def _node(system: System, t: Template, name: str) -> NodeId:
    return (t.locals.get(name) or system.globals[name]).node
