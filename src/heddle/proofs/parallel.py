"""Which threads may exist at the same time: from who creates whom, and who waits for whose end"""

from __future__ import annotations

from collections import defaultdict

from heddle.proofs.system import System, Template


def find_order(system: System) -> None:
    """Sets ``not_yet`` and ``over``."""
    creators: dict[int, set[int]] = defaultdict(set)
    for t, e in system.edges():
        for made, _ in e.creates:
            creators[made].add(t.index)
    ancestors = {t.index: _ancestors(t.index, creators) for t in system.templates}
    not_yet, over = set(), set()
    for t in system.templates:
        if not t.many:
            not_yet |= _not_yet(t, system, creators, ancestors)
            over |= _over(t, system)
    system.not_yet, system.over = frozenset(not_yet), frozenset(over)


def _ancestors(index: int, creators: dict[int, set[int]]) -> set[int]:
    found: set[int] = set()
    work = [index]
    while work:
        for creator in creators[work.pop()] - found:
            found.add(creator)
            work.append(creator)
    return found


def _not_yet(
    t: Template, system: System, creators: dict[int, set[int]], ancestors: dict[int, set[int]]
) -> set[tuple[int, int, int]]:
    """Threads that exist only by what this one has done: before it, there are none."""
    found = set()
    for u in system.templates:
        through = all(c == t.index or t.index in ancestors[c] for c in creators[u.index])
        if u is t or t.index not in ancestors[u.index] or not through:
            continue
        line = {u.index} | ancestors[u.index]
        work = [e.target for e in t.edges if e.target is not None and any(made in line for made, _ in e.creates)]
        after: set[int] = set()
        while work:
            n = work.pop()
            if n not in after:
                after.add(n)
                work += [e.target for e in t.edges if e.source == n and e.target is not None]
        found |= {(t.index, n, u.index) for n in t.nodes if n not in after}
    return found


def _over(t: Template, system: System) -> set[tuple[int, int, int]]:
    """Single threads that this one has waited for, whichever way it came."""
    ended: dict[int, frozenset[int]] = {t.entry: frozenset()}
    work = [t.entry]
    while work:
        n = work.pop()
        for e in t.edges:
            if e.source != n or e.target is None:
                continue
            now = (ended[n] | frozenset(e.joins)) - {made for made, _ in e.creates}
            old = ended.get(e.target)
            new = now if old is None else old & now
            if new != old:
                ended[e.target] = new
                work.append(e.target)
    return {(t.index, n, u) for n, joined in ended.items() for u in joined if not system.templates[u].many}
