"""Lipton's reduction: cut points where no other thread has to step in, because what follows there commutes

At such a node every step that can follow is a left mover: whatever another thread does while this one is at the node,
it does not touch what the step touches, or it could do it after the step just as well (it waits for a lock that the
step gives back).  And there always is such a step.  So executions in which the thread goes on at once are enough.
"""

from __future__ import annotations

from heddle.proofs.locks import takes
from heddle.proofs.system import Edge, System, Template
from heddle.proofs.validity import Questions


def needless_switches(system: System) -> dict[int, frozenset[int]]:
    """The nodes of each template at which no other thread has to step in."""
    touching: dict[str, list[tuple[Template, Edge]]] = {name: [] for name in system.globals}
    for t, e in system.edges():
        for name in e.reads | e.writes:
            touching[name].append((t, e))
    found = {}
    for t in system.templates:
        questions = Questions(system, t)
        found[t.index] = frozenset(n for n in t.nodes if _is_needless(system, t, n, touching, questions))
    return found


def _is_needless(
    system: System, t: Template, n: int, touching: dict[str, list[tuple[Template, Edge]]], questions: Questions
) -> bool:
    edges = [e for e in t.edges if e.source == n]
    if n in (t.entry, t.end) or not edges:
        return False
    some = system.dag.false
    for e in edges:
        some = system.dag.or_(some, e.guard)
    if any(e.joins for e in edges):
        return False
    if not all(_commutes(system, t, e, name, touching) for e in edges for name in e.reads | e.writes):
        return False
    return questions.is_valid(some)


def _commutes(
    system: System, t: Template, e: Edge, name: str, touching: dict[str, list[tuple[Template, Edge]]]
) -> bool:
    """Whether nobody else gets at the variable while the thread is about to take the step."""
    is_held = name in system.held.get((t.index, e.source), frozenset())
    for u, other in touching[name]:
        if system.apart(t.index, e.source, u.index, other.source):
            continue
        if name not in e.writes and name not in other.writes:
            continue
        if not (is_held and takes(system, other, name)):
            return False
    return True
