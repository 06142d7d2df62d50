"""Results as tables in Markdown: a summary, what differs between two benches; and as BenchExec's XML."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from heddle import __version__
from heddle.bench.results import JUDGED, Row
from heddle.svcomp.results import UNREACH_CALL

GROUPS = (1.25, 0.2)
"""A run is slower or faster if the ratio of times exceeds this, and the difference so many seconds."""


def summary(rows: Sequence[Row]) -> str:
    """How many answers of each kind, by category and configuration, and their times."""
    names = sorted({row.configuration for row in rows})
    shown = [kind for kind in JUDGED if any(row.judged == kind for row in rows)]
    lines = [
        f"| category | configuration | runs | {' | '.join(shown)} | CPU s | median s | most MB |",
        f"|---|---|---:|{'---:|' * len(shown)}---:|---:|---:|",
    ]
    categories = sorted({row.category for row in rows})
    for category in [*categories, None] if len(categories) > 1 else [None]:
        for name in names:
            part = [r for r in rows if r.configuration == name and category in (None, r.category)]
            if part:
                lines.append(_line(category or "all", name, part, shown))
    return "\n".join(lines)


def _line(category: str, name: str, part: Sequence[Row], shown: Sequence[str]) -> str:
    counts = " | ".join(str(sum(r.judged == kind for r in part)) for kind in shown)
    cpu, median = sum(r.result.cpu for r in part), statistics.median(r.result.seconds for r in part)
    memory = max(r.result.memory for r in part)
    return f"| {category} | {name} | {len(part)} | {counts} | {cpu:.1f} | {median:.2f} | {memory:.0f} |"


def comparison(old: Sequence[Row], new: Sequence[Row]) -> str:
    """What changed between two benches, run by run."""
    before = {(row.asked, row.configuration): row for row in old}
    both = [(before[key], row) for row in new if (key := (row.asked, row.configuration)) in before]
    alone = f"{len(old) - len(both)} only in the old one, {len(new) - len(both)} only in the new one"
    lines = [f"{len(both)} runs are in both, {alone}"]
    changed = [(a, b) for a, b in both if a.result.verdict != b.result.verdict]
    lines += ["", f"Other answers: {len(changed)}"]
    lines += [
        f"  {b.asked} [{b.configuration}]: {a.result.verdict} ({a.judged}) -> {b.result.verdict} ({b.judged})"
        for a, b in changed
    ]
    same = [(a, b) for a, b in both if a.result.verdict == b.result.verdict]
    slower, faster = list(_apart(same)), list(_apart((b, a) for a, b in same))
    lines += ["", f"Slower: {len(slower)}", *(f"  {b.asked} [{b.configuration}]: {_times(a, b)}" for a, b in slower)]
    lines += ["", f"Faster: {len(faster)}", *(f"  {a.asked} [{a.configuration}]: {_times(b, a)}" for a, b in faster)]
    if same:
        times = sum(a.result.seconds for a, _ in same), sum(b.result.seconds for _, b in same)
        lines += ["", f"Together {times[0]:.1f} s -> {times[1]:.1f} s where the answers are the same"]
    return "\n".join(lines)


def _apart(pairs: Iterable[tuple[Row, Row]]) -> Iterator[tuple[Row, Row]]:
    """Those whose second takes notably longer."""
    ratio, least = GROUPS
    for a, b in pairs:
        if b.result.seconds > ratio * a.result.seconds and b.result.seconds > a.result.seconds + least:
            yield a, b


def _times(a: Row, b: Row) -> str:
    return f"{a.result.seconds:.2f} s -> {b.result.seconds:.2f} s"


CATEGORIES = {
    "right": "correct", "wrong": "wrong", "missed": "unknown", "bounded": "unknown", "unknown": "unknown",
    "error": "error", "unjudged": "missing",
}  # fmt: skip
"""BenchExec's words for what is judged."""
def _property(row: Row) -> str:
    """As SV-COMP calls it."""
    asked = [o.partition("=")[2] for o in row.options.split() if o.startswith("--property=")]
    return asked[-1] if asked and asked[-1] != "assert" else UNREACH_CALL


def as_benchexec(rows: Sequence[Row], configuration: str) -> str:
    """The results of one configuration, as ``table-generator`` reads them."""
    root = ElementTree.Element("result", {
        "tool": "Heddle", "toolmodule": "heddle.svcomp.benchexec", "version": __version__,
        "benchmarkname": "heddle bench", "name": configuration,
    })  # fmt: skip
    ElementTree.SubElement(root, "columns")
    for row in rows:
        if row.configuration != configuration:
            continue
        known = {"expectedVerdict": row.expected} if row.expected in ("true", "false") else {}
        run = ElementTree.SubElement(root, "run", {"name": row.asked, "files": f"[{row.program}]", **known})
        said = {"safe": "true", "violation": f"false({_property(row)})"}.get(row.result.verdict, row.result.verdict)
        for title, value in {
            "status": said, "category": CATEGORIES[row.judged],
            "cputime": f"{row.result.cpu:.3f}s", "walltime": f"{row.result.seconds:.3f}s",
            "memory": f"{row.result.memory * 1024 * 1024:.0f}B",
        }.items():  # fmt: skip
            ElementTree.SubElement(run, "column", title=title, value=value)
    ElementTree.indent(root)
    return f'<?xml version="1.0" ?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


__all__ = ["as_benchexec", "comparison", "summary"]
