"""Tables 5.1, 6.1 and 6.2 of Tomasco's thesis, measured again: which scheme finds which bug, and how fast.

The first table has programs that break an assertion under SC, by category: the project's own, and with ``--corpus DIR``
those that a manifest (``DIR/manifest.csv``) says can fail.  Every tool chooses its bounds itself, growing them until
the bug is found or the time is over; CBMC is asked with growing unwinding bounds.  Beside it stand the numbers of the
thesis, for other versions of the programs on another machine.

The second table has the programs of Table 6.2 under TSO and PSO, with the thesis's unwinding bounds.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness import (
    PROGRAMS,
    Answer,
    Benchmark,
    Cbmc,
    Heddle,
    Run,
    Task,
    Tool,
    add_options,
    chosen_tools,
    markdown,
    measure,
    publish,
    read_header,
)
from table1 import TABLE_1

SCHEMES = {
    "lazy": ["--engine", "lazy"],
    "MU fine": ["--engine", "mu", "--mu-grain", "fine"],
    "MU coarse": ["--engine", "mu", "--mu-grain", "coarse-inter"],
    "IMU": ["--engine", "imu"],
    "Lal-Reps": ["--engine", "lal-reps"],
}
UNDER_BUFFERS = ("lazy", "MU fine", "MU coarse", "IMU")
UNWIND = 0
"""No bound: the tool chooses."""
CBMC_UNWIND = (2, 5, 10, 25, 60, 150)
"""The bounds that CBMC is given in turn."""


class Scheme(Heddle):
    """Heddle with one of its engines."""

    def __init__(self, command: str | None, name: str) -> None:
        super().__init__(command)
        self.name, self.options = name, SCHEMES[name]

    def arguments(self, task: Task) -> list[str]:
        options = ["--json", "--quiet", "--timeout", str(task.timeout), "--model", task.model, *self.options]
        if task.benchmark.unwind:
            options += ["--unwind", str(task.benchmark.unwind)]
        return ["check", *options, str(task.benchmark.path)]

    def verdict(self, ended: Run, task: Task) -> str:
        answer = super().verdict(ended, task)
        return answer.partition(" (")[0]


class GrowingCbmc(Cbmc):
    """CBMC, with larger and larger unwinding bounds until it finds something or its time is over."""

    def answer(self, task: Task) -> Answer:
        if task.benchmark.unwind:
            return super().answer(task)
        start = time.monotonic()
        for unwind in CBMC_UNWIND:
            left = task.timeout - (time.monotonic() - start)
            if left <= 0:
                break
            bounded = Benchmark(task.benchmark.path, task.benchmark.expected, unwind)
            found = super().answer(Task(bounded, task.model, None, left))
            if found.verdict != "safe":
                return Answer(found.verdict, time.monotonic() - start)
        return Answer("timeout", time.monotonic() - start)


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


def own_programs(names: Sequence[str]) -> list[Path]:
    files = [p for p in sorted(PROGRAMS.glob("*.c")) if read_header(p)["expect"] == "violation"]
    return [p for p in files if not names or p.stem in names]


def corpus_programs(corpus: Path, sample: int) -> dict[str, list[Path]]:
    """The programs of the manifest whose assertions can fail under SC, at most so many of each category."""
    found: dict[str, list[Path]] = {}
    with (corpus / "manifest.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            can_fail = row["property"] in ("assert", "unreach-call") and row["expected"] == "false"
            if can_fail and row["model"] == "sc" and row["category"] in {**TABLE_5_1, **TABLE_6_1}:
                found.setdefault(row["category"], []).append(corpus / row["file"])
    chance = random.Random(0)
    return {name: sorted(chance.sample(files, min(sample, len(files)))) for name, files in sorted(found.items())}


def category(name: str, files: Sequence[Path], tools: Sequence[Tool], timeout: float) -> tuple[list[str], int]:
    """A line of the table, and how many answers are wrong."""
    answers: dict[str, list[Answer]] = {tool.name: [] for tool in tools}
    for path in files:
        print(f"{name}: {path.name} ...", file=sys.stderr, flush=True)
        for tool in tools:
            answers[tool.name].append(tool.answer(Task(Benchmark(path, "violation", UNWIND), "sc", None, timeout)))
    cells, wrong = [name, str(len(files))], 0
    for tool in tools:
        right = [a.seconds for a in answers[tool.name] if a.right("violation")]
        wrong += sum(a.wrong("violation") for a in answers[tool.name] if isinstance(tool, Heddle))
        cells += [f"{len(right)}", f"{sum(right) / len(right):.2f}" if right else ""]
    return cells, wrong


def thesis_lines(names: Iterable[str]) -> Iterable[str]:
    for name in names:
        for number, table, tools in (("5.1", TABLE_5_1, TOOLS_5_1), ("6.1", TABLE_6_1, TOOLS_6_1)):
            if name in table:
                files, *cells = table[name]
                found = [f"{t} {c[0]} ({c[1]:g} s)" for t, c in zip(tools, cells, strict=True) if c is not None]
                yield f"- thesis, Table {number}, {name}, {files} files: {', '.join(found)}"


# --- store buffers ----------------------------------------------------------------------------------------------------


def buffered(model: str, tools: Sequence[Tool], options: argparse.Namespace) -> tuple[list[str], int]:
    lines, wrong = [], 0
    for entry in TABLE_1:
        if options.programs and entry.program not in options.programs:
            continue
        print(f"{entry.program} under {model} ...", file=sys.stderr, flush=True)
        task = Task(entry.benchmark(model), model, None, options.timeout)
        answers = measure(task, tools, options.repeat)
        expected = task.benchmark.expected
        cells = [
            f"{a.seconds:.2f}" if a.right(expected) else a.cell(expected) for a in (answers[t.name] for t in tools)
        ]
        wrong += sum(answers[t.name].wrong(expected) for t in tools if isinstance(t, Heddle))
        lines.append([entry.program, expected, *cells, *TABLE_6_2[entry.program][model]])
    paper = ["IMU-CSeq '17", "CBMC '17", "Nidhugg '17"]
    columns = ["program", "expected", *(t.name for t in tools), *paper]
    return list(markdown(columns, [*(t.name for t in tools), *paper], lines)), wrong


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures Tables 5.1, 6.1 and 6.2 of Tomasco's thesis again.")
    names = sorted(p.stem for p in PROGRAMS.glob("*.c"))
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="only these of the project's own programs")
    parser.add_argument("--corpus", type=Path, metavar="DIR", help="a folder with programs and their manifest.csv")
    parser.add_argument("--sample", type=int, default=10, metavar="N", help="programs of a category (default: 10)")
    parser.add_argument("--schemes", nargs="+", choices=list(SCHEMES), default=list(SCHEMES), help="only these")
    parser.add_argument("--only", choices=["sc", "buffers"], help="one of the two tables")
    add_options(parser, timeout=60)
    options = parser.parse_args()
    if unknown := set(options.programs) - set(names):
        parser.error(f"no such program: {' '.join(sorted(unknown))}")
    return options


def main() -> int:
    options = parse_arguments()
    schemes: list[Tool] = [Scheme(options.heddle, name) for name in options.schemes]
    others: list[Tool] = [GrowingCbmc(t.command[0]) for t in chosen_tools(options) if isinstance(t, Cbmc)]
    lines = [f"Time limit {options.timeout:g} s. Found: programs whose bug was found; s: their average time."]
    wrong = 0
    if options.only != "buffers":
        programs = {"own programs": own_programs(options.programs)}
        if options.corpus:
            programs |= corpus_programs(options.corpus, options.sample)
        tools = [*schemes, *others]
        rows = [category(name, files, tools, options.timeout) for name, files in programs.items()]
        columns = ["category", "files", *(c for t in tools for c in (t.name, "s"))]
        table = markdown(columns, columns[1:], [cells for cells, _ in rows])
        lines += ["", "### Bugs under SC", "", *table, "", *thesis_lines(programs)]
        wrong += sum(number for _, number in rows)
    if options.only != "sc":
        tools = [*(t for t in schemes if t.name in UNDER_BUFFERS), *others]
        for model in ("tso", "pso"):
            table_lines, number = buffered(model, tools, options)
            lines += ["", f"### Table 6.2, {model.upper()}", "", *table_lines]
            wrong += number
    publish(lines, options.out)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
