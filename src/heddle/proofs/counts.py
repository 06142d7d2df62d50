"""Ghosts that count: how many threads are at some places of their code.

What threads do to a number together, counts say exactly (counting abstraction; the invariants of places of Petri nets):
so many readers are inside, so many tickets are out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heddle.core.types import IntType
from heddle.proofs.ghosts import Count, Ghosted, copied
from heddle.proofs.system import Edge, System, Template, Variable
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.values import Value, interval

COUNT = IntType(34, True)
"""Wide enough for the number of all threads that have identifiers, and for one less than none."""
MOST_COUNTS = 6
MOST_REGIONS = 14
IDENTIFIERS = 1 << 31
"""Threads that exist at the same time have different identifiers below this."""


def with_counts(ghosted: Ghosted) -> Ghosted:
    """How many threads are between a change of a shared variable and their next one: readers that have raised a
    counter, those who hold a lock."""
    found = set[tuple[int, frozenset[int]]]()
    cells = [name for name in ghosted.system.globals if name not in ghosted.identifiers]
    places = list[tuple[Template, frozenset[int]]]()
    for template in [t for t in ghosted.system.templates if t.many]:
        for nodes in (nodes for cell in cells for nodes in _connected(template, _between_changes(template, cell))):
            if (template.index, nodes) not in found and len(found) < MOST_COUNTS and template.end not in nodes:
                found.add((template.index, nodes))
                places.append((template, nodes))
    return _counted(ghosted, places)


def with_regions(ghosted: Ghosted) -> Ghosted:
    """How many threads are in each part of the code in which they leave shared memory as it is."""
    places = list[tuple[Template, frozenset[int]]]()
    for template in ghosted.system.templates:
        same = [e for e in template.edges if not e.updates.keys() & ghosted.system.globals.keys()]
        ended = {template.end} if template.many or template.index == 0 else set()
        for nodes in _parts(frozenset(template.nodes), same):
            if template.entry not in nodes and nodes - ended:
                places.append((template, nodes - ended))
    return _counted(ghosted, places[:MOST_REGIONS])


def _counted(ghosted: Ghosted, places: Iterable[tuple[Template, frozenset[int]]]) -> Ghosted:
    found, counts = copied(ghosted.system), list[Count]()
    for of, nodes in places:
        template, node = found.templates[of.index], found.dag.var(COUNT)
        count = Count(f"threads of {of.index} at {', '.join(map(str, sorted(nodes)))}", of.index, nodes)
        spelling = f"number of threads in {template.name} at l. {_lines(template, nodes)}"
        found.globals[count.name] = Variable(count.name, COUNT, node, 0, _numbers(found, template), spelling)
        for edge in template.edges:
            if edge.target is not None and (moved := _moves(edge, count)):
                edge.updates[count.name] = _plus(found.dag, node, moved)
        counts.append(count)
    return Ghosted(found, ghosted.identifiers, tuple(counts))


def _numbers(system: System, template: Template) -> Value:
    """How many threads of a template may exist at the same time."""
    return interval(0, IDENTIFIERS - len(system.templates) if template.many else 1)


def all_together(system: System, counts: Sequence[Count]) -> tuple[list[str], int]:
    """Some counts of which no two count one thread, and how many threads they may be about in all."""
    found = list[Count]()
    for count in counts:
        same = (c for c in found if c.template == count.template)
        if system.templates[count.template].many and all(not c.nodes & count.nodes for c in same):
            found.append(count)
    return [c.name for c in found], IDENTIFIERS - len(system.templates)


def counts_threads(system: System, count: Count) -> bool:
    """Whether a variable holds what it is said to count: nobody in the beginning, and every step keeps it so.

    Threads of which there may be many are counted as long as they run: of those that have ended there is no limit.
    """
    variable, template = system.globals[count.name], system.templates[count.template]
    if variable.initial != 0 or variable.type != COUNT or template.entry in count.nodes:
        return False
    if variable.value != _numbers(system, template) or (template.many and template.end in count.nodes):
        return False
    for other, edge in system.edges():
        moved = _moves(edge, count) if other is template and edge.target is not None else 0
        expected = _plus(system.dag, variable.node, moved) if moved else variable.node
        if edge.target is not None and edge.updates.get(count.name, variable.node) != expected:
            return False
    return True


def _between_changes(template: Template, cell: str) -> frozenset[int]:
    """The nodes at which a thread has changed a cell an odd number of times; none if that differs between ways."""
    changed, work = {template.entry: False}, [template.entry]
    while work:
        n = work.pop()
        for e in template.edges:
            if e.source != n or e.target is None:
                continue
            now = changed[n] != (cell in e.updates)
            if e.target not in changed:
                changed[e.target] = now
                work.append(e.target)
            elif changed[e.target] != now:
                return frozenset()
    return frozenset(n for n, odd in changed.items() if odd)


def _connected(template: Template, nodes: frozenset[int]) -> Iterator[frozenset[int]]:
    """The parts of some nodes that no step leads between."""
    return _parts(nodes, template.edges)


def _parts(nodes: frozenset[int], edges: list[Edge]) -> Iterator[frozenset[int]]:
    """The parts of some nodes that none of these edges leads between."""
    left = set(nodes)
    while left:
        part, work = set[int](), [min(left)]
        while work:
            n = work.pop()
            if n in left:
                left.discard(n)
                part.add(n)
                for e in edges:
                    work += [m for m in (e.source, e.target) if m is not None and n in (e.source, e.target)]
        yield frozenset(part)


def _moves(edge: Edge, count: Count) -> int:
    return (edge.target in count.nodes) - (edge.source in count.nodes)


def _plus(dag: Dag, node: NodeId, number: int) -> NodeId:
    return dag.binary("+", node, dag.const(number, COUNT), COUNT)


def _lines(template: Template, nodes: frozenset[int]) -> str:
    lines = sorted({template.where[n].line for n in nodes if n in template.where and template.where[n].line})
    return ", ".join(map(str, lines))


__all__ = ["all_together", "counts_threads", "with_counts", "with_regions"]
