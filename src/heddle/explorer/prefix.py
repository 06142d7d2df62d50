"""The part of an execution that leads to certain events: all that comes before them in po and rf.

What a flag of a model says about two events mostly follows from it, and it leaves out threads that wait for ever.
"""

from __future__ import annotations

from heddle.graph import ExecutionGraph, Flag, Rows, event_set, members
from heddle.records import replace
from heddle.replay.follow import GraphClaim


def before(claim: GraphClaim, flag: Flag) -> GraphClaim:
    """The claim about the events of the flag and what leads to them."""
    kept = sorted(members(_closed(claim.graph, event_set(flag.events))))
    number = {event: i for i, event in enumerate(kept)}
    return replace(only(claim, kept), flagged=Flag(flag.name, tuple(number[e] for e in flag.events)))


def before_end(claim: GraphClaim) -> GraphClaim:
    """The claim about what leads to the end of the violating thread: nobody has gone further than it has seen."""
    own = event_set(e.id for e in claim.graph.events if e.thread == claim.violating_thread)
    return only(claim, sorted(members(_closed(claim.graph, own))))


def without_sections_that_wait(claim: GraphClaim, begun: dict[int, int]) -> GraphClaim:
    """A section that waits for ever has not begun.  ``begun``: by thread, its first event; nobody has read of it."""
    events = claim.graph.events
    left_out = [e.id for e in events if e.kind != "init" and e.thread in begun and e.index >= begun[e.thread]]
    return only(claim, sorted({e.id for e in events} - set(left_out))) if left_out else claim


def only(claim: GraphClaim, kept: list[int]) -> GraphClaim:
    """The claim about these events."""
    graph = claim.graph
    number = {event: i for i, event in enumerate(kept)}
    events = []
    for i, old in enumerate(kept):
        event = graph.events[old]
        partner = None if event.partner is None else number[event.partner]
        events.append(replace(event, id=i, partner=partner, index=i if event.kind == "init" else event.index))

    def restricted(relation: Rows) -> Rows:
        return tuple(event_set(number[b] for b in members(relation[a]) if b in number) for a in kept)

    names = ("po", "rf", "co", "rmw", "addr", "data", "ctrl")
    relations = {name: restricted(getattr(graph, name)) for name in names}
    smaller = ExecutionGraph(tuple(events), **relations, casdep=restricted(graph.casdep) if graph.casdep else ())
    return replace(claim, graph=smaller)


def _closed(graph: ExecutionGraph, events: int) -> int:
    """With what comes before in po and rf, both halves of read-modify-writes, all pieces of accesses, and the initial
    writes to the same locations."""
    predecessors = [0] * len(graph)
    for relation in (graph.po, graph.rf):
        for a, row in enumerate(relation):
            for b in members(row):
                predecessors[b] |= 1 << a
    initial = graph.of_kind("init")
    closed, frontier = 0, events
    while frontier:
        closed |= frontier
        reached = 0
        for i in members(frontier):
            event = graph.events[i]
            reached |= predecessors[i] | (graph.same_location[i] & initial)
            reached |= graph.same_access[i] | (0 if event.partner is None else 1 << event.partner)
        frontier = reached & ~closed
    return closed


__all__ = ["before", "before_end", "without_sections_that_wait"]
