"""Execution graphs that a program can be run along: whether they make sense, and in which order that is done."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from heddle.graph import Event, ExecutionGraph, members
from heddle.replay.replay import ReplayError


def linear(graph: ExecutionGraph) -> Iterator[Event]:
    """The events but the initial ones, in an order that respects po and, where there are no cycles, rf.

    It stays with one thread as long as possible.
    """
    done = graph.of_kind("init")
    before = [0] * len(graph)
    reads = [0] * len(graph)
    for relation, into in ((graph.po, before), (graph.rf, reads)):
        for a, row in enumerate(relation):
            for b in members(row):
                into[b] |= 1 << a
    for pieces in graph.accesses:
        for into in (before, reads):
            needed = reduce(or_, (into[piece] for piece in pieces))
            for piece in pieces:
                into[piece] = needed
    current = 0
    while done != graph.everything:
        left = [e for e in graph.events if not done >> e.id & 1 and not before[e.id] & ~done]
        if not left:
            raise ReplayError("program order has a cycle")
        ready = [e for e in left if not reads[e.id] & ~done] or left
        event = next((e for e in left if is_moment(e)), None) or min(
            ready, key=lambda e: (e.thread != current, e.thread, e.index)
        )
        current = current if is_moment(event) else event.thread
        done |= 1 << event.id
        yield event


def is_moment(event: Event) -> bool:
    """A thread's begin or end: nothing that it does."""
    return event.kind == "other" and event.uid < 0


def well_formed(graph: ExecutionGraph) -> None:
    """Each read has one source at its location; each location's writes have one order, the initial one first."""
    sources = [[w for w, row in enumerate(graph.rf) if row >> e.id & 1] for e in graph.events]
    for event, found in zip(graph.events, sources, strict=True):
        if event.is_read and (len(found) != 1 or graph.events[found[0]].location != event.location):
            raise ReplayError("a read of the graph has no source")
        if not event.is_read and found:
            raise ReplayError("what is no read reads in the graph")
    for bits in graph.by_location.values():
        writes = [i for i in members(bits) if graph.events[i].is_write]
        order = sorted(writes, key=lambda i: -graph.co[i].bit_count())
        for at, write in enumerate(order):
            if graph.co[write] != sum(1 << later for later in order[at + 1 :]):
                raise ReplayError("the writes of a location are not in one order")
            if at and graph.events[write].kind == "init":
                raise ReplayError("an initial write comes after another")


__all__ = ["linear", "well_formed"]
