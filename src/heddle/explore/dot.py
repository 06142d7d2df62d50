"""Execution graphs as text for Graphviz: a cluster for each thread, edges for po, rf, co and fr."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from heddle.core.program import Program
from heddle.explore.graphs import describe
from heddle.graph import Event, ExecutionGraph, members
from heddle.replay.follow import GraphClaim, Origin, origins
from heddle.replay.replay import ReplayError

COLORS = {"po": "black", "rf": "forestgreen", "co": "brown", "fr": "orangered"}


def dot(program: Program, claim: GraphClaim, title: str) -> str:
    """Lines are those of the user's program, which the replayer finds by running it along the graph."""
    graph = claim.graph
    try:
        known = origins(program, claim)
    except ReplayError:
        known = {}
    lines = ["digraph execution {", f'  label="{escape(title)}";', "  node [shape=plaintext, fontname=monospace];"]
    lines += [f"  {node(event, known, program)}" for event in graph.events if event.kind == "init"]
    for thread, events in threads(graph).items():
        name = next((known[e.id].thread_name for e in events if e.id in known), "")
        label = f"thread {thread}: {name}" if name else f"thread {thread}"
        lines.append(f'  subgraph cluster_{thread} {{ label="{escape(label)}";')
        lines += [f"    {node(event, known, program)}" for event in events]
        lines.append("  }")
    lines += [
        f'  e{a} -> e{b} [label="{name}", color={COLORS[name]}, fontcolor={COLORS[name]}];'
        for name, a, b in edges(graph)
    ]
    return "\n".join([*lines, "}", ""])


def threads(graph: ExecutionGraph) -> dict[int, list[Event]]:
    """The events of each thread, in order."""
    found: dict[int, list[Event]] = {}
    for event in sorted(graph.events, key=lambda e: (e.thread, e.index)):
        if event.kind != "init":
            found.setdefault(event.thread, []).append(event)
    return found


def node(event: Event, known: dict[int, Origin], program: Program) -> str:
    loc = known[event.id].loc if event.id in known else event.loc
    where = f"\\nline {loc.line}" if event.kind != "init" and loc.line else ""
    return f'e{event.id} [label="{escape(describe(event, program))}{where}"];'


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


def escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
