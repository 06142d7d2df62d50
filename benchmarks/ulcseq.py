"""Tables 1 and 2 of the paper on unbounded lazy sequentialization (UL-CSeq, ATVA 2016), measured again.

Table 1 counts proofs of programs that are safe, Table 2 bugs that are found through the unbounded transformation and, for
comparison, through lazy sequentialization with bounds.  The programs are those of a manifest: a CSV file with the columns
``file``, ``category``, ``property``, ``model``, ``expected`` and ``data_model``, as collected from SV-COMP.  Beside the
counts stand the paper's, of its own selection from the same categories, on another machine, in 900 s.

The limit is CPU time, so that a busy machine changes little.  What has been measured is kept in a file (``--rows``),
and not run again.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from harness import markdown, publish

PROPERTIES = ("assert", "unreach-call")
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


@dataclass(frozen=True)
class Program:
    file: str
    category: str
    expected: str
    model: str
    data_model: str


@dataclass(frozen=True)
class Measured:
    """An answer."""

    file: str
    category: str
    expected: str
    engine: str
    verdict: str
    reason: str
    cpu: float
    """Seconds of the command and its children."""

    def decides(self, limit: float) -> bool:
        return self.verdict == DECISIVE[self.expected] and self.cpu <= limit

    def is_wrong(self) -> bool:
        return self.verdict in DECISIVE.values() and self.verdict != DECISIVE[self.expected]


def programs(manifest: Path, categories: Sequence[str], expected: str, most: int) -> list[Program]:
    """Of a category with more programs a fixed sample, by a hash of the file's name."""
    by_category: dict[str, list[Program]] = defaultdict(list)
    with manifest.open() as file:
        for row in csv.DictReader(file):
            if row["property"] in PROPERTIES and row["expected"] == expected and row["category"] in categories:
                found = Program(row["file"], row["category"], expected, row["model"] or "sc", row["data_model"])
                by_category[found.category].append(found)
    for found in by_category.values():
        found.sort(key=lambda p: hashlib.sha1(p.file.encode()).hexdigest())
    return [p for category in categories for p in by_category[category][:most]]


def seconds_of(process: subprocess.Popen[bytes]) -> float:
    """Waits; the CPU time of the process and of the children it waited for."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def ask(heddle: Sequence[str], folder: Path, program: Program, engine: str, wall: float, memory: int) -> Measured:
    options = ["--json", "--quiet", "--timeout", f"{wall:g}", "--memory", str(memory), "--model", program.model, "--engine", engine]
    options += ["--data-model", program.data_model] if program.data_model else []
    with tempfile.TemporaryFile() as out:
        command = [*heddle, "check", *options, str(folder / program.file)]
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True)
        killer = threading.Timer(wall + 30, os.killpg, (process.pid, signal.SIGKILL))
        killer.start()
        try:
            cpu = seconds_of(process)
        finally:
            killer.cancel()
        out.seek(0)
        try:
            answer = json.loads(out.read())
            verdict, reason = answer["verdict"], answer.get("reason") or ""
        except (ValueError, KeyError):
            verdict, reason = "error", f"exit code {process.returncode}"
    return Measured(program.file, program.category, program.expected, engine, verdict, reason, round(cpu, 2))


def known(rows: Path | None) -> dict[tuple[str, str], Measured]:
    if rows is None or not rows.exists():
        return {}
    measured = [Measured(**json.loads(line)) for line in rows.read_text().splitlines()]
    return {(m.file, m.engine): m for m in measured}


def cells(measured: Sequence[Measured], expected: str, limit: float) -> Iterator[str]:
    """Of each engine: what it decided, what it got wrong, the rest, and the mean time of the decided."""
    for engine in ENGINES[expected]:
        own = [m for m in measured if m.engine == engine]
        decided, wrong = [m for m in own if m.decides(limit)], sum(m.is_wrong() for m in own)
        yield str(len(decided))
        yield str(wrong)
        yield str(len(own) - len(decided) - wrong)
        yield f"{sum(m.cpu for m in decided) / len(decided):.1f}" if decided else "–"


def table(measured: Sequence[Measured], expected: str, limit: float) -> Iterator[str]:
    own = [name for engine in ENGINES[expected] for name in (engine, "wrong", "open", "s")]
    columns = ["category", "files", *own, *COLUMNS[expected]]
    rows: list[list[str]] = []
    categories = list(dict.fromkeys(m.category for m in measured))
    for category in categories:
        here = [m for m in measured if m.category == category]
        files = str(len({m.file for m in here}))
        rows.append([category, files, *cells(here, expected, limit), *PAPER[expected].get(category, ["–"] * len(COLUMNS[expected]))])
    files = str(len({m.file for m in measured}))
    rows.append(["total", files, *cells(measured, expected, limit), *[""] * len(COLUMNS[expected])])
    yield from markdown(columns, columns[1:], rows)


def shares(measured: Sequence[Measured], limit: float) -> str:
    """Bugs found through the unbounded transformation and by lazy, in percent."""
    found = {engine: [m.decides(limit) for m in measured if m.engine == engine] for engine in ENGINES["false"]}
    percent = {engine: 100 * sum(of) / len(of) for engine, of in found.items() if of}
    behind = percent["lazy"] - percent["unbounded"]
    met = "yes" if behind <= 5 else "**no**"
    return f"- Bugs: unbounded {percent['unbounded']:.1f} %, lazy {percent['lazy']:.1f} %: within 5 points: {met}"


def report(measured: Sequence[Measured], limit: float) -> Iterable[str]:
    for expected, title in TITLES.items():
        here = [m for m in measured if m.expected == expected]
        if here:
            yield from (f"### {title}", "", *table(here, expected, limit), "")
            if expected == "false":
                yield shares(here, limit)
            yield from (f"- **wrong**: {m.engine} says {m.verdict} of {m.file}" for m in here if m.is_wrong())
            yield ""


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures Tables 1 and 2 of the UL-CSeq paper again.")
    parser.add_argument("manifest", type=Path, help="CSV file that says which programs there are and what is right")
    parser.add_argument("--expected", choices=TITLES, nargs="+", default=list(TITLES), help="proofs (true), bugs (false); default: both")
    parser.add_argument("--categories", nargs="+", default=list(PAPER["true"]), metavar="NAME")
    parser.add_argument("--most", type=int, default=40, metavar="N", help="a fixed sample of so many of each category (default: 40)")
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds of CPU time for each answer (default: 60)")
    parser.add_argument("--wall", type=float, metavar="S", help="the limit that Heddle is given (default: the same)")
    parser.add_argument("--memory", type=int, default=3000, metavar="MB")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--rows", type=Path, metavar="FILE", help="keep each answer here, and go on from what is there")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what is printed to FILE too")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    heddle = shlex.split(options.heddle or shutil.which("heddle") or "") or [sys.executable, "-m", "heddle"]
    have, measured, started = known(options.rows), [], time.monotonic()
    for expected in options.expected:
        for program in programs(options.manifest, options.categories, expected, options.most):
            for engine in ENGINES[expected]:
                answer = have.get((program.file, engine))
                if answer is None:
                    answer = ask(heddle, options.manifest.parent, program, engine, options.wall or options.timeout, options.memory)
                    if options.rows:
                        with options.rows.open("a") as file:
                            file.write(json.dumps(asdict(answer)) + "\n")
                measured.append(answer)
    publish(report(measured, options.timeout), options.out)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    return 1 if any(m.is_wrong() for m in measured) else 0


if __name__ == "__main__":
    sys.exit(main())
