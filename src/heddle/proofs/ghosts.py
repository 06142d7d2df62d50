"""Ghost variables: shared variables that steps write and never read, for what thread-modular invariants cannot say.

Owicki and Gries (1976): "who has set this lock", "where that thread is", "how many threads are there".  A system with
ghosts does what it did without them: guards and the updates of other variables stay as they are (:func:`extends`).
"""

from __future__ import annotations

from collections.abc import Iterable

from heddle.core.types import IntType
from heddle.proofs.system import SELF, Edge, System, Template, Variable
from heddle.records import dataclass, replace
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.values import full, interval

NOBODY = -1
OWNER = IntType(64, True)
"""Wide enough for every identifier, and for nobody."""
MOST_OWNERS = 6


@dataclass(frozen=True, slots=True)
class Count:
    """The shared variable ``name`` holds how many threads of a template are at ``nodes``."""

    name: str
    template: int
    nodes: frozenset[int]


@dataclass(slots=True)
class Ghosted:
    """``identifiers``: the shared variables that hold nobody, or the identifier of a thread that exists."""

    system: System
    identifiers: frozenset[str] = frozenset()
    counts: tuple[Count, ...] = ()


def with_owners(system: System, most: int = MOST_OWNERS) -> Ghosted:
    """For every cell that is 0 or 1 at most: the thread that has set it."""
    cells = lock_like(system)[:most]
    found = copied(system)
    for template in found.templates:
        if template.many and cells:
            template.live = {n: _and_self(template.live.get(n, ())) for n in template.nodes}
    names = {cell: owner_of(cell) for cell in cells}
    for cell, name in names.items():
        node = found.dag.var(OWNER)
        spelling = f"owner({system.globals[cell].spelling or cell})"
        found.globals[name] = Variable(name, OWNER, node, NOBODY, full(OWNER), spelling)
        for template, edge in found.edges():
            if cell in edge.updates:
                edge.updates[name] = _new_owner(found.dag, template, edge.updates[cell], found.globals[cell].node, node)
    return Ghosted(found, frozenset(names.values()))


def owner_of(cell: str) -> str:
    """What the variable is called that says who has set a cell."""
    return f"owner of {cell}"


def with_places(ghosted: Ghosted) -> Ghosted:
    """For every single template: where its thread is; ``NOBODY`` as long as there is none."""
    found = copied(ghosted.system)
    for template in [t for t in found.templates if not t.many]:
        name = f"place of {template.index}"
        node = found.dag.var(OWNER)
        start = template.entry if template.index == 0 else NOBODY
        within = interval(min(NOBODY, *template.nodes), max(template.nodes))
        found.globals[name] = Variable(name, OWNER, node, start, within, f"place({template.name})")
        for other, edge in found.edges():
            if other is template and edge.target is not None:
                edge.updates[name] = found.dag.const(edge.target, OWNER)
            if any(u == template.index for u, _ in edge.creates):
                edge.updates[name] = found.dag.const(template.entry, OWNER)
    return Ghosted(found, ghosted.identifiers)


def extends(ghosted: System, system: System) -> bool:
    """Whether ``ghosted`` is the system with variables that only steps write."""
    added = ghosted.globals.keys() - system.globals.keys()
    if ghosted.dag is not system.dag or any(ghosted.globals.get(n) != v for n, v in system.globals.items()):
        return False
    same = all(_same_template(a, b) for a, b in zip(ghosted.templates, system.templates, strict=True))
    return same and all(
        _same_edge(a, b, added)
        for t, u in zip(ghosted.templates, system.templates, strict=True)
        for a, b in zip(t.edges, u.edges, strict=True)
    )


def holds_identifiers(system: System, name: str) -> bool:
    """Whether a shared variable never holds anything but nobody and the identifiers of threads that exist."""
    if system.globals[name].initial != NOBODY:
        return False
    own = system.globals[name].node
    for template, edge in system.edges():
        allowed = {own, system.dag.const(NOBODY, OWNER), _identifier(system.dag, template)}
        if name in edge.updates and not _leaves(system.dag, edge.updates[name]) <= allowed:
            return False
    return True


def _leaves(dag: Dag, n: NodeId) -> set[NodeId]:
    """What a node may be, of the ends of its case distinctions."""
    node = dag.nodes[n]
    return {n} if node.op != "ite" else _leaves(dag, node.args[1]) | _leaves(dag, node.args[2])


def _same_template(a: Template, b: Template) -> bool:
    return replace(a, edges=[], live={}) == replace(b, edges=[], live={})


def _same_edge(a: Edge, b: Edge, added: Iterable[str]) -> bool:
    return replace(a, updates={n: u for n, u in a.updates.items() if n not in set(added)}) == b


def lock_like(system: System) -> list[str]:
    """Cells that are 0 or 1, and set by threads of which there are several."""
    locks = [name for name in system.locks if name in system.globals]
    for name, variable in system.globals.items():
        numbers = variable.value.numbers
        binary = variable.initial == 0 and numbers is not None and not variable.value.junk and numbers <= {0, 1}
        if name not in locks and binary:
            writers = {t.index for t, edge in system.edges() if name in edge.updates}
            if len(writers) > 1 or any(system.templates[t].many for t in writers):
                locks.append(name)
    return [name for name in locks if system.globals[name].initial == 0]


def _new_owner(dag: Dag, template: Template, after: NodeId, before: NodeId, owner: NodeId) -> NodeId:
    """Whoever changes the cell has set it, or is the last to have had it."""
    me = dag.ite(dag.truth(after), _identifier(dag, template), dag.const(NOBODY, OWNER))
    same = dag.binary("==", after, before, dag.nodes[before].type)
    return dag.ite(same, owner, me)


def _identifier(dag: Dag, template: Template) -> NodeId:
    if template.many:
        return dag.cast(template.locals[SELF].node, OWNER)
    return dag.const(template.index, OWNER)


def _and_self(live: tuple[str, ...]) -> tuple[str, ...]:
    return live if SELF in live else (*live, SELF)


def copied(system: System) -> System:
    """With templates and edges of its own; nodes of the graph are only added."""
    templates = [
        replace(t, live=dict(t.live), edges=[replace(e, updates=dict(e.updates)) for e in t.edges])
        for t in system.templates
    ]
    return replace(system, globals=dict(system.globals), templates=templates)


__all__ = [
    "Ghosted", "copied", "extends", "holds_identifiers", "lock_like", "owner_of", "with_owners", "with_places",
]  # fmt: skip
