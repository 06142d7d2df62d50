"""What a drawing of an execution graph shows: events in words, and only the edges from which the others follow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from heddle.graph import Event, ExecutionGraph, members


def threads(graph: ExecutionGraph) -> dict[int, list[Event]]:
    """The events of each thread, in order."""
    found: dict[int, list[Event]] = {}
    for event in sorted(graph.events, key=lambda e: (e.thread, e.index)):
        if event.kind != "init":
            found.setdefault(event.thread, []).append(event)
    return found


def describe(event: Event, value: str | None = None) -> str:
    """An event in a few words: ``write x = 1``; ``value`` is what C calls the value."""
    if event.kind in ("R", "W", "init"):
        verb = {"R": "read", "W": "write"}.get(event.kind, "init")
        return f"{verb} {event.location} = {value or ('?' if event.value is None else event.value)}"
    if event.other is None:
        return "fence" if event.kind == "F" else "input"
    return f"{'joins' if event.joins else 'starts'} thread {event.other}"


def edges(graph: ExecutionGraph) -> Iterator[tuple[str, int, int]]:
    """Only the edges from which the others follow: po and co between neighbours, fr to the next write."""
    for events in threads(graph).values():
        yield from (("po", a.id, b.id) for a, b in pairwise(events))
    after: dict[int, int] = {}
    for bits in graph.by_location.values():
        writes = [i for i in members(bits) if graph.events[i].is_write]
        order = sorted(writes, key=lambda i: -graph.co[i].bit_count())
        for a, b in pairwise(order):
            yield "co", a, b
            after[a] = b
    for write, reads in enumerate(graph.rf):
        for read in members(reads):
            yield "rf", write, read
            if write in after and after[write] != graph.events[read].partner:
                yield "fr", read, after[write]


__all__ = ["describe", "edges", "threads"]
