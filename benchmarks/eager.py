"""Tables 5.1, 6.1 and 6.2 of Tomasco's thesis, measured again: which scheme finds which bug, and how fast.

The first table has programs that break an assertion under SC, by category: the project's own, and with ``--corpus DIR``
those that a manifest (``DIR/manifest.csv``) says can fail.  Every tool chooses its bounds itself, growing them until
the bug is found or the time is over; CBMC is asked with growing unwinding bounds.  Beside it stand the numbers of the
thesis, for other versions of the programs on another machine.

The second table has the programs of Table 6.2 under TSO and PSO, with the thesis's unwinding bounds.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness import (
    PROGRAMS,
    Benchmark,
    BoundedHeddle,
    Cbmc,
    Line,
    Tool,
    add_options,
    asks_for_assertions,
    bench,
    chosen_tools,
    heddle_was_wrong,
    lines_of,
    markdown,
    publish,
    read_header,
)
from table1 import MODELS, TABLE_1, under

from heddle.bench.execute import Limits
from heddle.bench.plan import Program, Run, programs
from heddle.bench.results import Result
from heddle.records import replace

SCHEMES = {
    "lazy": ["--engine=lazy"],
    "MU fine": ["--engine=mu", "--mu-grain=fine"],
    "MU coarse": ["--engine=mu", "--mu-grain=coarse-inter"],
    "IMU": ["--engine=imu"],
    "Lal-Reps": ["--engine=lal-reps"],
}
UNDER_BUFFERS = ("lazy", "MU fine", "MU coarse", "IMU")
UNWIND = 0
"""No bound: the tool chooses."""
CBMC_UNWIND = (2, 5, 10, 25, 60, 150)
"""The bounds that CBMC is given in turn."""


class Scheme(BoundedHeddle):
    """Heddle with one of its engines."""

    def result(self, run: Run, limits: Limits) -> Result:
        found = super().result(run, limits)
        return replace(found, verdict=found.verdict.partition(" (")[0])


class GrowingCbmc(Cbmc):
    """CBMC, with larger and larger unwinding bounds until it finds something or its time is over."""

    def result(self, run: Run, limits: Limits) -> Result:
        if any(option.startswith("--unwind=") for option in run.program.options):
            return super().result(run, limits)
        assert limits.cpu is not None
        seconds = cpu = memory = 0.0
        for unwind in CBMC_UNWIND:
            left = limits.cpu - cpu
            if left <= 0:
                break
            bounded = replace(run.program, options=(*run.program.options, f"--unwind={unwind}"))
            found = super().result(replace(run, program=bounded), replace(limits, cpu=left))
            seconds, cpu, memory = seconds + found.seconds, cpu + found.cpu, max(memory, found.memory)
            if found.verdict != "safe":
                return replace(found, seconds=seconds, cpu=cpu, memory=memory)
        return Result("timeout", "", self.name, seconds, cpu, memory)


TOOLS_5_1 = ("CBMC", "LR-CSeq", "Lazy-CSeq", "MU-CSeq")
TOOLS_6_1 = ("CBMC", "Lazy-CSeq", "MU-CSeq", "IMU-CSeq")
TABLE_5_1 = {
    "pthread": (14, (12, 33.4), (6, 76.5), (11, 134.2), (14, 19.9)),
    "pthread-atomic": (2, (2, 0.3), (2, 3.0), (2, 6.1), (2, 2.0)),
    "pthread-ext": (8, (6, 153.3), (1, 119.6), (8, 16.6), (8, 2.4)),
    "pthread-lit": (3, (2, 166.8), (2, 166.9), (3, 7.0), (3, 2.7)),
    "pthread-wmm": (754, (754, 43.3), (754, 7.7), (754, 6.3), (754, 20.0)),
}
TABLE_6_1 = {
    "pthread": (15, (14, 84.23), (15, 48.58), (15, 5.42), (15, 4.88)),
    "pthread-atomic": (2, (2, 0.59), (2, 1.39), (2, 1.4), (2, 3.15)),
    "pthread-ext": (8, (7, 154.0), (8, 11.23), (8, 5.45), (8, 4.88)),
    "pthread-lit": (2, (2, 0.3), (2, 0.56), (2, 2.55), (2, 0.88)),
    "ldv-races": (8, (3, 66.96), (8, 1.73), None, (8, 1.61)),
}
"""By category: files, and for each tool how many bugs it found and its average time.

pthread-wmm joins the five lines of Table 5.1 that begin so; its times are their weighted means.
"""

TABLE_6_2 = {
    "dekker": {"tso": ("0.76", "0.29", "0.04"), "pso": ("0.76", "0.25", "0.05")},
    "lamport": {"tso": ("0.97", "0.31", "0.05"), "pso": ("0.97", "0.29", "0.05")},
    "peterson": {"tso": ("0.67", "0.26", "0.04"), "pso": ("0.68", "0.53", "0.04")},
    "szymanski": {"tso": ("0.84", "0.34", "0.07"), "pso": ("0.84", "0.32", "0.04")},
    "fib_longer_unsafe": {"tso": ("2.10", "8.19", "94.84"), "pso": ("2.50", "1.69", "135.45")},
    "fib_longer_safe": {"tso": ("4.75", "22.5", "t.o."), "pso": ("3.90", "31.8", "t.o.")},
    "parker": {"tso": ("1.22", "0.31", "0.05"), "pso": ("1.21", "0.28", "0.05")},
    "stack": {"tso": ("1.46", "0.41", "0.05"), "pso": ("1.44", "0.35", "0.05")},
}
"""Seconds of IMU-CSeq, CBMC and Nidhugg."""


# --- unsafe programs under SC, by category ----------------------------------------------------------------------------


def own_programs(names: Sequence[str]) -> list[Program]:
    files = [p for p in sorted(PROGRAMS.glob("*.c")) if read_header(p)["expect"] == "violation"]
    chosen = [p for p in files if not names or p.stem in names]
    return [replace(Benchmark(p, "violation", UNWIND).program("sc"), category="own programs") for p in chosen]


def corpus_programs(corpus: Path, sample: int) -> list[Program]:
    """The programs of the manifest whose assertions can fail under SC, at most so many of each category."""
    found: dict[str, list[Program]] = {}
    for p in programs([str(corpus / "manifest.csv")]):
        can_fail = p.expected == "false" and asks_for_assertions(p) and "--model=sc" in p.options
        if can_fail and p.category in {**TABLE_5_1, **TABLE_6_1}:
            found.setdefault(p.category, []).append(p)
    chance = random.Random(0)
    return [p for _, of in sorted(found.items()) for p in chance.sample(of, min(sample, len(of)))]


def category(name: str, lines: Sequence[Line], tools: Sequence[Tool]) -> list[str]:
    """A line of the table."""
    cells = [name, str(len(lines))]
    for tool in tools:
        right = [a.seconds for line in lines if (a := line.answers[tool.name]).right("violation")]
        cells += [f"{len(right)}", f"{sum(right) / len(right):.2f}" if right else ""]
    return cells


def thesis_lines(names: Iterable[str]) -> Iterable[str]:
    for name in names:
        for number, table, tools in (("5.1", TABLE_5_1, TOOLS_5_1), ("6.1", TABLE_6_1, TOOLS_6_1)):
            if name in table:
                files, *cells = table[name]
                found = [f"{t} {c[0]} ({c[1]:g} s)" for t, c in zip(tools, cells, strict=True) if c is not None]
                yield f"- thesis, Table {number}, {name}, {files} files: {', '.join(found)}"


# --- store buffers ----------------------------------------------------------------------------------------------------


def buffered(model: str, lines: Sequence[Line], tools: Sequence[Tool]) -> Iterable[str]:
    rows = []
    for name, line in under(model, lines).items():
        answers = [line.answers[tool.name] for tool in tools]
        cells = [f"{a.seconds:.2f}" if a.right(line.expected) else a.cell(line.expected) for a in answers]
        rows.append([name, line.expected, *cells, *TABLE_6_2[name][model]])
    paper = ["IMU-CSeq '17", "CBMC '17", "Nidhugg '17"]
    columns = ["program", "expected", *(t.name for t in tools), *paper]
    return markdown(columns, [*(t.name for t in tools), *paper], rows)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures Tables 5.1, 6.1 and 6.2 of Tomasco's thesis again.")
    names = sorted(p.stem for p in PROGRAMS.glob("*.c"))
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="only these of the project's own programs")
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="a folder with programs and their manifest.csv")
    parser.add_argument("--sample", type=int, default=10, metavar="N", help="programs of a category (default: 10)")
    parser.add_argument("--schemes", nargs="+", choices=list(SCHEMES), default=list(SCHEMES), help="only these")
    parser.add_argument("--only", choices=["sc", "buffers"], help="one of the two tables")
    add_options(parser, seconds=60, folder="results/eager")
    options = parser.parse_args()
    if unknown := set(options.programs) - set(names):
        parser.error(f"no such program: {' '.join(sorted(unknown))}")
    return options


def main() -> int:
    options = parse_arguments()
    schemes: list[Tool] = [Scheme(options.heddle, name, SCHEMES[name]) for name in options.schemes]
    others: list[Tool] = [GrowingCbmc(t.command[0]) for t in chosen_tools(options) if isinstance(t, Cbmc)]
    every = [*schemes, *others]
    told = [f"At most {options.cpu:g} s of processor time for each run. Found: programs whose bug was found; s: their average time."]
    wrong = False
    if options.only != "buffers":
        chosen = own_programs(options.programs) + (corpus_programs(options.corpus, options.sample) if options.corpus else [])
        rows = bench([tool.on(p) for p in chosen for tool in every], every, options.out, options.cpu)
        names = list(dict.fromkeys(p.category for p in chosen))
        lines = {name: lines_of([r for r in rows if r.category == name], [t.name for t in every]) for name in names}
        columns = ["category", "files", *(c for t in every for c in (t.name, "s"))]
        table = markdown(columns, columns[1:], [category(name, of, every) for name, of in lines.items()])
        told += ["", "### Bugs under SC", "", *table, "", *thesis_lines(names)]
        wrong |= any(heddle_was_wrong(of) for of in lines.values())
    if options.only != "sc":
        tools = [*(t for t in schemes if t.name in UNDER_BUFFERS), *others]
        entries = [e for e in TABLE_1 if not options.programs or e.program in options.programs]
        runs = [t.on(e.benchmark(model).program(model)) for model in MODELS for e in entries for t in tools]
        found = lines_of(bench(runs, tools, options.out, options.cpu) if runs else [], [t.name for t in tools])
        for model in MODELS:
            told += ["", f"### Table 6.2, {model.upper()}", "", *buffered(model, found, tools)]
        wrong |= heddle_was_wrong(found)
    publish(told)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
