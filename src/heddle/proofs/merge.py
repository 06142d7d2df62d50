"""Fewer nodes: places from which a thread goes on in the same way are one, and so are two with nothing between them

Waiting for a condition leaves a thread where it was before it took the lock, once nobody has to step in while the lock
is held; what is proved of either place is then proved once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from heddle.proofs.liveness import find_live
from heddle.proofs.locks import find_locks
from heddle.proofs.parallel import find_order
from heddle.proofs.system import Edge, System, Template


def merge_nodes(system: System) -> None:
    for t in system.templates:
        _skip(system, t)
        _merge(t)
        find_live(t, system.dag)
    find_order(system)
    find_locks(system)


def _skip(system: System, t: Template) -> None:
    """Where a step does nothing, and always can, a thread is after it at once."""
    number = Counter(e.source for e in t.edges)
    always = [e for e in t.edges if number[e.source] == 1 and _is_idle(e) and e.guard == system.dag.true]
    after = {e.source: e.target for e in always if e.target is not None and not t.atomic & {e.source, e.target}}
    _rename(t, {n: _last(after, n) for n in t.nodes})


def _last(after: dict[int, int], node: int) -> int:
    seen = {node}
    while (found := after.get(node)) is not None and found not in seen:
        node = found
        seen.add(node)
    return node


def _merge(t: Template) -> None:
    following = {n: [e for e in t.edges if e.source == n] for n in t.nodes}
    group: dict[int, object] = {n: (t.live.get(n, ()), n in t.atomic, n == t.end) for n in t.nodes}
    while True:
        finer = {n: (group[n], frozenset(_seen(following[n], group, n))) for n in t.nodes}
        numbers = {found: i for i, found in enumerate(dict.fromkeys(finer.values()))}
        if len(numbers) == len(set(group.values())):
            break
        group = {n: numbers[finer[n]] for n in t.nodes}
    first: dict[object, int] = {}
    _rename(t, {n: first.setdefault(group[n], n) for n in t.nodes})


def _seen(edges: list[Edge], group: dict[int, object], node: int) -> Iterable[object]:
    """What the steps from a node do, and to which group they lead; waiting is none."""
    for e in edges:
        if e.target is None or group[e.target] != group[node] or not _is_idle(e):
            target = ("fails", e.message, e.loc) if e.target is None else group[e.target]
            yield e.guard, frozenset(e.updates.items()), e.creates, e.joins, target


def _is_idle(e: Edge) -> bool:
    return not (e.updates or e.creates or e.joins)


def _rename(t: Template, to: dict[int, int]) -> None:
    """Each node becomes another that stays; steps of those that go are no more, as they are those of the other."""
    kept = set(to.values())
    t.entry = to[t.entry]
    for e in t.edges:
        e.target = None if e.target is None else to[e.target]
    t.edges = [e for e in t.edges if e.source in kept and not (e.target == e.source and _is_idle(e))]
    t.nodes = [n for n in t.nodes if n in kept]
    t.atomic = frozenset(t.atomic & kept)


__all__ = ["merge_nodes"]
