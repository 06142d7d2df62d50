"""Table II of the paper on lazy sequentialization under TSO and PSO (LazySMA, FMCAD 2016), measured again: SafeStack.

``safestack.c`` is the project's own version of the program, which needs 2 iterations of loops (the paper's: 3).  Every row
is asked at the paper's parameters, with integers of 3 bits; what is found is replayed at full width, which the paper does
in a step of its own.  Beside time and memory stand those that the paper prints, taken on another machine.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness import markdown, publish, run

PROGRAM = Path(__file__).resolve().parent / "safestack.c"
UNWIND, WIDTH = 2, 3
GRACE = 20.0
"""Seconds beyond the time limit, which Heddle keeps itself."""
METER = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_maxrss, used.ru_utime + used.ru_stime)
sys.exit(code)
"""
"""Runs a command; the last line that it prints is the most memory of a process, in KB, and the CPU time of all."""


@dataclass(frozen=True)
class Entry:
    """A line of the paper's table: K, N, rounds; by memory model the time; the memory (TSO); whether the bug is found."""

    clock: int
    queue: int
    rounds: int
    seconds: dict[str, str]
    memory: str
    reached: bool


TABLE_2 = [
    Entry(1, 2, 4, {"tso": "10m18s", "pso": "11m42s"}, "0.8 GB", True),
    Entry(1, 2, 3, {"tso": "12m2s", "pso": "11m16s"}, "0.6 GB", False),
    Entry(1, 3, 4, {"tso": "13m45s", "pso": "21m6s"}, "1.2 GB", True),
    Entry(1, 3, 3, {"tso": "12m50s", "pso": "12m20s"}, "0.9 GB", False),
    Entry(3, 2, 4, {"tso": "26m55s", "pso": "20m47s"}, "1.4 GB", True),
    Entry(3, 2, 3, {"tso": "24m34s", "pso": "27m15s"}, "1.0 GB", False),
    Entry(3, 3, 4, {"tso": "74m22s", "pso": "31m16s"}, "3.4 GB", True),
    Entry(3, 3, 3, {"tso": "62m22s", "pso": "20m7s"}, "1.0 GB", True),
    Entry(3, 3, 2, {"tso": "12m14s", "pso": "11m14s"}, "0.6 GB", False),
    Entry(7, 2, 4, {"tso": "47m17s", "pso": "104m35s"}, "2.4 GB", True),
    Entry(7, 2, 3, {"tso": "35m7s", "pso": "36m14s"}, "1.3 GB", False),
]


@dataclass(frozen=True)
class Measured:
    answer: str
    """Whether the bug is reached; anything else is no answer."""
    seconds: float
    cpu: float = 0
    megabytes: int = 0

    def cells(self) -> list[str]:
        return [self.answer, f"{self.seconds:.1f}", f"{self.cpu:.1f}", str(self.megabytes)]


def ask(heddle: Sequence[str], model: str, bounds: dict[str, int], timeout: float) -> Measured:
    method = ["--engine", "lazy", *(["--sma", f"e{model}"] if "clock" in bounds else [])]
    numbers = [word for name, value in bounds.items() for word in (f"--{name}", str(value))]
    options = ["--property", "assert", "--model", model, *method, "--unwind", str(UNWIND), *numbers, "--timeout", f"{timeout:g}"]
    command = [*heddle, "check", "--json", "--quiet", *options, str(PROGRAM)]
    ended = run([sys.executable, "-c", METER, *command], timeout + GRACE)
    if ended.exit_code is None:
        return Measured("timeout", ended.seconds)
    *report, used = ended.output.strip().splitlines()
    kilobytes, cpu = map(float, used.split())
    verdict, reason = (json.loads("\n".join(report))[key] for key in ("verdict", "reason"))
    said = {"violation": "yes", "safe": "no", "safe within bounds": "no"}.get(verdict, verdict)
    return Measured("timeout" if "time limit" in reason else said, ended.seconds, cpu, int(kilobytes) // 1024)


def table(entries: Iterable[tuple[Entry, Measured]], model: str) -> Iterable[str]:
    numbers = ["K", "N", "rounds", "s", "CPU s", "MB", "'16", "memory '16"]
    columns = ["K", "N", "rounds", "reached", "s", "CPU s", "MB", "reached '16", "'16"]
    columns += ["memory '16"] if model == "tso" else []
    rows = (
        [str(e.clock), str(e.queue), str(e.rounds), *measured.cells(), "yes" if e.reached else "no", e.seconds[model],
         *([e.memory] if model == "tso" else [])]
        for e, measured in entries
    )  # fmt: skip
    yield from markdown(columns, numbers, rows)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures Table II of the LazySMA paper again.")
    parser.add_argument("rows", nargs="*", type=int, metavar="ROW", help=f"1 to {len(TABLE_2)} (default: all)")
    parser.add_argument("--models", nargs="*", choices=["tso", "pso"], default=["tso", "pso"])
    parser.add_argument("--timeout", type=float, default=600, metavar="S", help="for each row (default: 600)")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what is printed to FILE too")
    options = parser.parse_args()
    if not all(1 <= row <= len(TABLE_2) for row in options.rows):
        parser.error(f"rows are 1 to {len(TABLE_2)}")
    return options


def main() -> int:
    options = parse_arguments()
    heddle = shlex.split(options.heddle or shutil.which("heddle") or "") or [sys.executable, "-m", "heddle"]
    entries = [TABLE_2[row - 1] for row in options.rows] or TABLE_2
    lines = [f"Time limit {options.timeout:g} s for each row. '16: as printed in the paper."]
    for model in options.models:
        measured = []
        for e in entries:
            print(f"K {e.clock}, N {e.queue}, {e.rounds} rounds under {model} ...", file=sys.stderr, flush=True)
            bounds = {"clock": e.clock, "queue": e.queue, "rounds": e.rounds, "width": WIDTH}
            measured.append((e, ask(heddle, model, bounds, options.timeout)))
            print(" ", *measured[-1][1].cells(), file=sys.stderr, flush=True)
        lines += ["", f"### {model.upper()}", "", *table(measured, model), ""]
        for rounds in sorted({e.rounds for e in entries}):
            own = ask(heddle, model, {"rounds": rounds}, options.timeout)
            reached, *numbers = own.cells()
            units = ", ".join(f"{n} {unit}" for n, unit in zip(numbers, ("s", "s of CPU time", "MB"), strict=True))
            lines.append(f"- Heddle's own encoding, {rounds} rounds: {reached}, {units}")
    publish(lines, options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
