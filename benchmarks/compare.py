"""Heddle and CBMC on the same programs, in one run: wall times and their ratio, as a Markdown table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from harness import (
    PROGRAMS,
    Benchmark,
    Row,
    Task,
    add_options,
    chosen_tools,
    heddle_was_wrong,
    markdown,
    measure,
    publish,
    run,
    summary,
)

STARTUP_RUNS = 10
STARTUP_PROGRAM = PROGRAMS.parent / "startup.c"


def table(rows: Sequence[Row]) -> Iterable[str]:
    columns = ["program", "expected", *rows[0].columns()]
    cells = ([row.benchmark.path.stem, row.benchmark.expected, *row.cells()] for row in rows)
    yield from markdown(columns, ["s", "ratio"], cells)


def startup(heddle: Sequence[str], timeout: float) -> Iterable[str]:
    def fastest(*command: str) -> float:
        return 1000 * min(run(command, timeout).seconds for _ in range(STARTUP_RUNS))

    python, version = fastest(sys.executable, "-c", "pass"), fastest(*heddle, "--version")
    check = fastest(*heddle, "check", str(STARTUP_PROGRAM))
    yield f"- `python -c pass` {python:.0f} ms, `heddle --version` {version:.0f} ms: {version - python:.0f} ms more"
    yield f"- `heddle check` of a 30-line program of two threads: {check:.0f} ms"


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares Heddle's and CBMC's wall time on the same programs.")
    parser.add_argument("programs", nargs="*", type=Path, metavar="FILE", help="default: all of programs/")
    parser.add_argument("--model", choices=["sc", "tso", "pso"], default="sc", help="memory model (default: sc)")
    parser.add_argument("--rounds", type=int, metavar="N", help="bound Heddle's rounds (default: cover them all)")
    add_options(parser, timeout=30)
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    tools = chosen_tools(options)
    rows = []
    for path in options.programs or sorted(PROGRAMS.glob("*.c")):
        task = Task(Benchmark.read(path, options.model), options.model, options.rounds, options.timeout)
        print(f"{path.stem} ...", file=sys.stderr, flush=True)
        rows.append(Row(task.benchmark, measure(task, tools, options.repeat)))
    asked = f"Memory model {options.model}, time limit {options.timeout:g} s, best of {options.repeat}"
    asked += f", {options.rounds} rounds" if options.rounds else ""
    start = startup(tools[0].command, options.timeout)
    publish([f"{asked}.", "", *table(rows), "", *summary(rows, tools), *start], options.out)
    return int(heddle_was_wrong(rows))


if __name__ == "__main__":
    sys.exit(main())
