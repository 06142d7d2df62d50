"""Execution graphs as text for Graphviz: a cluster for each thread, edges for po, rf, co and fr."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from heddle.answer import Answer, Drawn
from heddle.errors import InputError
from heddle.graph import Event
from heddle.report import Format, Style
from heddle.report.drawing import describe, edges, threads

COLORS = {"po": "black", "rf": "forestgreen", "co": "brown", "fr": "orangered"}
MOST_GRAPHS = 1000
"""So many graphs are written with ``--dot``."""


def render(answer: Answer, files: Sequence[str], style: Style) -> str:
    return "\n".join(text for _, text in drawings(answer))


DOT = Format("dot", "execution graphs for Graphviz", render)


def drawings(answer: Answer) -> Iterator[tuple[str, str]]:
    """A name and the text of every graph; violations have names of their own."""
    numbers = {False: 0, True: 0}
    for drawn in answer.graphs:
        number = numbers[drawn.is_violation] = numbers[drawn.is_violation] + 1
        kind = "violation" if drawn.is_violation else "execution"
        name = f"violation-{number}" if drawn.is_violation else f"execution-{number:04}"
        yield name, dot(drawn, f"{kind} {number} under {answer.model}")


def write_graphs(folder: Path, answer: Answer) -> None:
    """One file a graph, the violations in files of their own."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in drawings(answer):
            (folder / f"{name}.dot").write_text(text)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror} (given with --dot)") from error


def dot(drawn: Drawn, title: str) -> str:
    graph, known = drawn.graph, drawn.origins
    lines = ["digraph execution {", f'  label="{escape(title)}";', "  node [shape=plaintext, fontname=monospace];"]
    lines += [f"  {node(event, drawn)}" for event in graph.events if event.kind == "init"]
    for thread, events in threads(graph).items():
        name = next((known[e.id][1] for e in events if e.id in known), "")
        label = f"thread {thread}: {name}" if name else f"thread {thread}"
        lines.append(f'  subgraph cluster_{thread} {{ label="{escape(label)}";')
        lines += [f"    {node(event, drawn)}" for event in events]
        lines.append("  }")
    lines += [
        f'  e{a} -> e{b} [label="{name}", color={COLORS[name]}, fontcolor={COLORS[name]}];'
        for name, a, b in edges(graph)
    ]
    return "\n".join([*lines, "}", ""])


def node(event: Event, drawn: Drawn) -> str:
    loc = drawn.origins[event.id][0] if event.id in drawn.origins else event.loc
    where = f"\\nline {loc.line}" if event.kind != "init" and loc.line else ""
    return f'e{event.id} [label="{escape(describe(event))}{where}"];'


def escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
