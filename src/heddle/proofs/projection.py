"""Systems with fewer variables: what is left out holds anything at any time.

So an invariant of a projection is one of the system.  Of a claim a projection shows those cases in which what is left
out does not matter: ``locks[i] == 0`` speaks of one lock once it is known which ``i`` is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heddle.core.expr import LOGICAL
from heddle.proofs.ghosts import Ghosted
from heddle.proofs.liveness import Uses, find_live
from heddle.proofs.system import SELF, Edge, System, Template
from heddle.records import dataclass, replace
from heddle.symbolic.dag import Dag, NodeId

MOST_CASES = 64
Cells = frozenset[str]
Claims = Mapping[int, NodeId]
"""Guards of steps that fail a claim, by the identity of the edge."""


@dataclass(frozen=True, slots=True)
class Kept:
    """``locals`` for each template."""

    cells: Cells
    locals: tuple[Cells, ...]


def project(ghosted: Ghosted, kept: Kept, claims: Claims) -> Ghosted:
    """The system with these variables only.  Claims that are not given are left out."""
    system = ghosted.system
    templates = []
    for t, names in zip(system.templates, kept.locals, strict=True):
        edges = [_projected(e, kept.cells | names, claims) for e in t.edges if e.target is not None or id(e) in claims]
        locals = {name: v for name, v in t.locals.items() if name in names}
        made = replace(t, locals=locals, edges=edges, live={}, parameter=t.parameter if t.parameter in names else None)
        find_live(made, system.dag)
        if SELF in names:
            alive = {n for n, live in t.live.items() if SELF in live}
            made.live |= {n: tuple(sorted({*made.live[n], SELF})) for n in alive}
        templates.append(made)
    globals = {name: v for name, v in system.globals.items() if name in kept.cells}
    counts = tuple(c for c in ghosted.counts if c.name in kept.cells)
    return Ghosted(replace(system, globals=globals, templates=templates), ghosted.identifiers & kept.cells, counts)


def _projected(e: Edge, kept: Cells, claims: Claims) -> Edge:
    updates = {name: node for name, node in e.updates.items() if name in kept}
    return replace(e, guard=claims.get(id(e), e.guard), updates=updates, reads=e.reads & kept, writes=e.writes & kept)


def all_locals(system: System) -> tuple[Cells, ...]:
    return tuple(frozenset(t.locals) for t in system.templates)


def relevant(system: System, cells: Cells, claims: Claims) -> tuple[Cells, ...]:
    """The local variables that have to do with the values of some shared ones: what these are computed from, and what
    is computed from them.  What is left out only decides which way a thread takes."""
    return tuple(_relevant(system, t, cells, claims) for t in system.templates)


def _relevant(system: System, t: Template, cells: Cells, claims: Claims) -> Cells:
    uses = Uses(system.dag)
    names = {v.node: name for name, v in (*system.globals.items(), *t.locals.items())}

    def mentioned(node: NodeId) -> set[str]:
        return {names[n] for n in uses.of([node]) if n in names}

    steps = [(name, mentioned(node)) for e in t.edges for name, node in e.updates.items()]
    found: set[str] = set().union(*(mentioned(claims[id(e)]) for e in t.edges if id(e) in claims)) | {SELF}
    computed = set(cells)
    while True:
        more = {n for name, of in steps if name in found or name in cells for n in of}
        after = {name for name, of in steps if of & computed and name in t.locals}
        if more <= found and after <= computed:
            return frozenset((found | computed) & t.locals.keys())
        found, computed = found | more | after, computed | after


class Mentions:
    """What the values of nodes depend on, case by case."""

    def __init__(self, system: System) -> None:
        self.dag: Dag = system.dag
        self._names = {v.node: name for name, v in system.globals.items()}
        self._cases: dict[NodeId, frozenset[Cells] | None] = {}

    def cases(self, root: NodeId) -> frozenset[Cells] | None:
        """Sets of shared variables each of which is enough in some case; None if there are very many."""
        for n in _below(self.dag, root, self._cases):
            self._cases[n] = self._of(n)
        return self._cases[root]

    def _of(self, n: NodeId) -> frozenset[Cells] | None:
        node = self.dag.nodes[n]
        if node.op == "var":
            return frozenset({frozenset({self._names[n]} if n in self._names else ())})
        args = [self._cases[a] for a in node.args]
        if node.op == "ite" and args[1] is not None and args[2] is not None:
            args[1:] = [args[1] | args[2]]
        found: frozenset[Cells] = frozenset({frozenset()})
        for arg in args:
            if arg is None or len(found) * len(arg) > MOST_CASES * MOST_CASES:
                return None
            found = frozenset(a | b for a in found for b in arg)
        return found if len(found) <= MOST_CASES else None

    def within(self, root: NodeId, kept: Cells) -> NodeId:
        """When the value of a node depends on these shared variables alone, as a condition on them."""
        dag, found = self.dag, dict[NodeId, NodeId]()
        for n in _below(dag, root, found):
            node = dag.nodes[n]
            args = [found[a] for a in node.args]
            if node.op == "var":
                found[n] = dag.true if self._names.get(n) is None or self._names[n] in kept else dag.false
            elif node.op == "ite":
                found[n] = dag.and_(args[0], dag.ite(node.args[0], args[1], args[2]))
            elif node.op in LOGICAL:
                decisive = [dag.truth(a) if node.op == "||" else dag.not_(a) for a in node.args]
                alone = [dag.and_(known, test) for known, test in zip(args, decisive, strict=True)]
                found[n] = _any(dag, [_all(dag, args), *alone])
            else:
                found[n] = _all(dag, args)
        return found[root]


def _below(dag: Dag, root: NodeId, known: Mapping[NodeId, object]) -> list[NodeId]:
    """The nodes that a node consists of and nothing is known of yet, each after its parts."""
    order: list[NodeId] = []
    seen, stack = set[NodeId](), [root]
    while stack:
        n = stack.pop()
        if n not in seen and n not in known:
            seen.add(n)
            order.append(n)
            stack.extend(dag.nodes[n].args)
    return sorted(order)


def _all(dag: Dag, nodes: Iterable[NodeId]) -> NodeId:
    found = dag.true
    for n in nodes:
        found = dag.and_(found, n)
    return found


def _any(dag: Dag, nodes: Iterable[NodeId]) -> NodeId:
    found = dag.false
    for n in nodes:
        found = dag.or_(found, n)
    return found
