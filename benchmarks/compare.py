"""Heddle and CBMC on the same programs, in one run: processor times and their ratio, as a Markdown table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness import (
    PROGRAMS,
    Benchmark,
    Cbmc,
    Heddle,
    Line,
    add_options,
    bench,
    chosen_tools,
    heddle_was_wrong,
    kept,
    lines_of,
    markdown,
    publish,
    run,
    summary,
)

STARTUP_RUNS = 10
STARTUP_PROGRAM = PROGRAMS.parent / "startup.c"
NAMES = (Heddle.name, Cbmc.name)


def table(lines: Sequence[Line]) -> Iterable[str]:
    columns = ["program", "expected", *lines[0].columns()]
    cells = ([line.program, line.expected, *line.cells()] for line in lines)
    yield from markdown(columns, ["s", "ratio"], cells)
    yield ""
    yield from summary(lines)


def generated() -> Iterable[str]:
    """The table in the documentation."""
    return table(lines_of(kept("compare"), NAMES))


def startup(heddle: Sequence[str], timeout: float) -> Iterable[str]:
    def fastest(*command: str) -> float:
        return 1000 * min(run(command, timeout).seconds for _ in range(STARTUP_RUNS))

    python, version = fastest(sys.executable, "-c", "pass"), fastest(*heddle, "--version")
    check = fastest(*heddle, "check", str(STARTUP_PROGRAM))
    yield f"- `python -c pass` {python:.0f} ms, `heddle --version` {version:.0f} ms: {version - python:.0f} ms more"
    yield f"- `heddle check` of a 30-line program of two threads: {check:.0f} ms"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares Heddle's and CBMC's processor time on the same programs.")
    parser.add_argument("programs", nargs="*", type=Path, metavar="FILE", help="default: all of programs/")
    parser.add_argument("--model", choices=["sc", "tso", "pso"], default="sc", help="memory model (default: sc)")
    parser.add_argument("--rounds", type=int, metavar="N", help="bound Heddle's rounds (default: cover them all)")
    parser.add_argument("--startup", action="store_true", help="also measure how long it takes to start")
    add_options(parser, seconds=30, folder="results/compare")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    tools = chosen_tools(options)
    rounds = [f"--rounds={options.rounds}"] if options.rounds else []
    programs = [Benchmark.read(f, options.model).program(options.model) for f in options.programs or sorted(PROGRAMS.glob("*.c"))]
    runs = [tool.on(p, *(rounds if tool.name == Heddle.name else [])) for p in programs for tool in tools]
    lines = lines_of(bench(runs, tools, options.out, options.cpu), NAMES)
    asked = f"Memory model {options.model}, at most {options.cpu:g} s of processor time for each run"
    asked += f", {options.rounds} rounds" if options.rounds else ""
    start = startup(tools[0].command, options.cpu) if options.startup else []
    publish([f"{asked}.", "", *table(lines), *start])
    return int(heddle_was_wrong(lines))


if __name__ == "__main__":
    sys.exit(main())
