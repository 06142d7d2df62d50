"""Tables 1 and 2 of the paper on unbounded lazy sequentialization (UL-CSeq, ATVA 2016), measured again.

Table 1 counts proofs of programs that are safe, Table 2 bugs that are found through the unbounded transformation and, for
comparison, through lazy sequentialization with bounds.  The programs are those of a manifest: a CSV file with the columns
``file``, ``category``, ``property``, ``model``, ``expected`` and ``data_model``, as collected from SV-COMP.  Beside the
counts stand the paper's, of its own selection from the same categories, on another machine, in 900 s.

The limit is processor time, so that a busy machine changes little.  What has been measured is kept in a folder
(``--out``), and not run again.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from harness import Heddle, asks_for_assertions, bench, markdown, publish

from heddle.bench.plan import Program, in_fixed_order, programs
from heddle.bench.results import Row

ENGINES = {"true": ("unbounded",), "false": ("unbounded", "lazy")}
"""By what the manifest expects."""
DECISIVE = {"true": "safe", "false": "violation"}

# fmt: off
PAPER = {
    "true": {
        "pthread": ("15", "3", "2", "10", "67.3"), "pthread-atomic": ("9", "6", "1", "2", "167.9"),
        "pthread-ext": ("45", "27", "0", "18", "199.1"), "pthread-lit": ("8", "3", "0", "5", "23.3"),
        "pthread-wmm": ("144", "144", "0", "0", "32.5"),
    },
    "false": {
        "pthread": ("17", "14", "3", "12.2", "17", "0", "19.4"), "pthread-atomic": ("2", "2", "0", "1.4", "2", "0", "1.0"),
        "pthread-ext": ("8", "8", "0", "1.0", "8", "0", "0.3"), "pthread-lit": ("3", "3", "0", "1.4", "3", "0", "1.3"),
        "pthread-wmm": ("754", "754", "0", "1.1", "754", "0", "1.2"),
    },
}
# fmt: on
"""Files and what the paper prints: UL-CSeq with SeaHorn (pass, fail, t.o., time); UL-CSeq and Lazy-CSeq with CBMC (pass, t.o., time)."""
COLUMNS = {
    "true": ("files '16", "SeaHorn: pass", "fail", "t.o.", "s"),
    "false": ("files '16", "UL-CSeq: pass", "t.o.", "s", "Lazy-CSeq: pass", "t.o.", "s"),
}
TITLES = {"true": "Table 1: proofs", "false": "Table 2: bugs"}


def chosen(manifest: Path, categories: Sequence[str], expected: str, most: int) -> list[Program]:
    """Of a category with more programs a fixed sample, by a hash of the file's name; assertions only."""
    by_category: dict[str, list[Program]] = defaultdict(list)
    for program in in_fixed_order(programs([str(manifest)])):
        if program.expected == expected and program.category in categories and asks_for_assertions(program):
            by_category[program.category].append(program)
    return [p for category in categories for p in by_category[category][:most]]


def is_decided(row: Row) -> bool:
    return row.judged == "right"


def cells(rows: Sequence[Row], expected: str) -> Iterator[str]:
    """Of each engine: what it decided, what it got wrong, the rest, and the mean time of the decided."""
    for engine in ENGINES[expected]:
        own = [r for r in rows if r.configuration == engine]
        decided, wrong = [r for r in own if is_decided(r)], sum(r.judged == "wrong" for r in own)
        yield str(len(decided))
        yield str(wrong)
        yield str(len(own) - len(decided) - wrong)
        yield f"{sum(r.result.cpu for r in decided) / len(decided):.1f}" if decided else "–"


def table(rows: Sequence[Row], expected: str) -> Iterator[str]:
    own = [name for engine in ENGINES[expected] for name in (engine, "wrong", "open", "s")]
    columns = ["category", "files", *own, *COLUMNS[expected]]
    lines: list[list[str]] = []
    for category in sorted({r.category for r in rows}):
        here = [r for r in rows if r.category == category]
        files = str(len({r.asked for r in here}))
        lines.append([category, files, *cells(here, expected), *PAPER[expected].get(category, ["–"] * len(COLUMNS[expected]))])
    files = str(len({r.asked for r in rows}))
    lines.append(["total", files, *cells(rows, expected), *[""] * len(COLUMNS[expected])])
    yield from markdown(columns, columns[1:], lines)


def shares(rows: Sequence[Row]) -> str:
    """Bugs found through the unbounded transformation and by lazy, in percent."""
    found = {engine: [is_decided(r) for r in rows if r.configuration == engine] for engine in ENGINES["false"]}
    percent = {engine: 100 * sum(of) / len(of) for engine, of in found.items() if of}
    behind = percent["lazy"] - percent["unbounded"]
    met = "yes" if behind <= 5 else "**no**"
    return f"- Bugs: unbounded {percent['unbounded']:.1f} %, lazy {percent['lazy']:.1f} %: within 5 points: {met}"


def report(rows: Sequence[Row]) -> Iterable[str]:
    for expected, title in TITLES.items():
        here = [r for r in rows if r.expected == expected]
        if here:
            yield from (f"### {title}", "", *table(here, expected), "")
            if expected == "false":
                yield shares(here)
            yield from (f"- **wrong**: {r.configuration} says {r.result.verdict} of {r.asked}" for r in here if r.judged == "wrong")
            yield ""


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures Tables 1 and 2 of the UL-CSeq paper again.")
    parser.add_argument("manifest", type=Path, help="CSV file that says which programs there are and what is right")
    parser.add_argument("--expected", choices=TITLES, nargs="+", default=list(TITLES), help="proofs (true), bugs (false); default: both")
    parser.add_argument("--categories", nargs="+", default=list(PAPER["true"]), metavar="NAME")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="a fixed sample of so many of each category (default: 40)")
    parser.add_argument("--cpu", type=float, default=60, metavar="S", help="seconds of processor time for each answer (default: 60)")
    parser.add_argument("--memory", type=int, default=3000, metavar="MB")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--out", type=Path, default=Path("results/ulcseq"), metavar="DIR",
        help="the folder of the results; what is there is not run again (default: results/ulcseq)")  # fmt: skip
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    memory = f"--memory={options.memory}"
    tools = {name: Heddle(options.heddle, name, [f"--engine={name}", memory]) for name in ENGINES["false"]}
    runs = [
        tools[engine].on(program)
        for expected in options.expected
        for program in chosen(options.manifest, options.categories, expected, options.most)
        for engine in ENGINES[expected]
    ]
    rows = bench(runs, list(tools.values()), options.out, options.cpu)
    publish(report(rows))
    return 1 if any(r.judged == "wrong" for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
