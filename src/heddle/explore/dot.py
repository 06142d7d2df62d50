"""Execution graphs as text for Graphviz: a cluster for each thread, edges for po, rf, co and fr."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from heddle.explore.events import INIT
from heddle.explore.graphs import Names, describe

if TYPE_CHECKING:
    from heddle.explore._kernel import EventDump, GraphDump
    from heddle.explore.kernel import Explored

COLORS = {"po": "black", "rf": "forestgreen", "co": "brown", "fr": "orangered"}


def dot(dump: GraphDump, explored: Explored, names: Names, title: str) -> str:
    threads: dict[int, list[EventDump]] = {}
    for e in dump.events:
        threads.setdefault(e.thread, []).append(e)
    lines = ["digraph execution {", f'  label="{escape(title)}";', "  node [shape=plaintext, fontname=monospace];"]
    for thread, events in sorted(threads.items()):
        if thread < 0:
            lines += [f"  {node(e, explored, names)}" for e in events]
            continue
        lines.append(f'  subgraph cluster_{thread} {{ label="T{thread}";')
        lines += [f"    {node(e, explored, names)}" for e in sorted(events, key=lambda e: e.index)]
        lines.append("  }")
    lines += [
        f'  e{a} -> e{b} [label="{name}", color={COLORS[name]}, fontcolor={COLORS[name]}];'
        for name, a, b in edges(dump, threads)
    ]
    return "\n".join([*lines, "}", ""])


def node(e: EventDump, explored: Explored, names: Names) -> str:
    text = describe(e, explored, names)
    kind, _ = explored.classes.members[e.cls]
    loc = names.loc(e.uid)
    where = f"\\nline {loc.line}" if kind != INIT and loc.line else ""
    text = text.replace("write", "init", 1) if kind == INIT else text
    return f'e{e.slot} [label="{escape(text)}{where}"];'


def edges(dump: GraphDump, threads: dict[int, list[EventDump]]) -> list[tuple[str, int, int]]:
    """Only the edges from which the others follow: po and co between neighbours, fr to the next write."""
    found: list[tuple[str, int, int]] = []
    for thread, events in threads.items():
        line = sorted(events, key=lambda e: e.index)
        if thread >= 0:
            found += [("po", a.slot, b.slot) for a, b in pairwise(line)]
    after: dict[int, int] = {}
    for order in dump.co:
        for a, b in pairwise(order):
            found.append(("co", a, b))
            after[a] = b
    for e in dump.events:
        if e.rf >= 0:
            found.append(("rf", e.rf, e.slot))
            if e.rf in after:
                found.append(("fr", e.slot, after[e.rf]))
    return found


def escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
