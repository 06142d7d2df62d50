"""Many small programs: Heddle's ``check --each`` and CBMC, one after the other in one run; mean times per program.

Heddle checks all files with one command, several at the same time.  CBMC has no such mode and checks one at a time.
Wall time is what a user waits for; CPU time, of all processes together, tells how much work that was.

What is right comes from a CSV file with the columns ``file``, ``model`` and ``expected`` (``true``: safe, ``false``: a
violation), or from a line ``// expect: safe`` or ``// expect: violation`` in the file (``// expect-tso:`` where a
memory model changes it).  Files without either are counted by their answers only.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import resource
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from harness import Heddle, run

ANSWERS = {"true": "safe", "false": "violation"}


@dataclass(frozen=True)
class Batch:
    """What one tool did: its answer for each file, and what that cost in all."""

    tool: str
    answers: dict[Path, str]
    wall: float
    cpu: float


class Stopwatch:
    """Wall time, and CPU time of the child processes that have ended."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.monotonic(), self._children()

    @staticmethod
    def _children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def read(self) -> tuple[float, float]:
        return time.monotonic() - self._wall, self._children() - self._cpu


def heddle_batch(command: Sequence[str], files: Sequence[Path], options: argparse.Namespace) -> Batch:
    jobs = ["--jobs", str(options.jobs)] if options.jobs else []
    asked = ["check", "--each", "--json", "--quiet", "--model", options.model, "--timeout", str(options.timeout), *jobs]
    watch = Stopwatch()
    ended = run([*command, *asked, *map(str, files)], options.timeout * len(files) + 60)
    wall, cpu = watch.read()
    answers = dict.fromkeys(files, "none")
    for line in ended.output.splitlines():
        if line.startswith("{"):
            result = json.loads(line)
            answers[Path(result["files"][0])] = result["verdict"]
    return Batch("Heddle", answers, wall, cpu)


def cbmc_batch(command: str, files: Sequence[Path], options: argparse.Namespace) -> Batch:
    answers = {}
    watch = Stopwatch()
    for file in files:
        ended = run([command, "--mm", options.model, str(file)], options.timeout)
        late = ended.exit_code is None
        answers[file] = "timeout" if late else {0: "safe", 10: "violation"}.get(ended.exit_code or 0, "refused")
    return Batch("CBMC", answers, *watch.read())


def expectations(files: Sequence[Path], model: str, manifest: Path | None) -> dict[Path, str]:
    listed: dict[Path, str] = {}
    if manifest is not None:
        with manifest.open(newline="") as rows:
            for row in csv.DictReader(rows):
                if row["model"] == model and row["expected"] in ANSWERS:
                    listed[(manifest.parent / row["file"]).resolve()] = ANSWERS[row["expected"]]
    found = {}
    for file in files:
        header = dict(re.findall(r"^// (expect(?:-\w+)?): (\w+)$", file.read_text(errors="replace"), re.MULTILINE))
        expected = listed.get(file.resolve(), header.get(f"expect-{model}", header.get("expect")))
        if expected is not None:
            found[file] = expected
    return found


def describe(batch: Batch, expected: dict[Path, str]) -> str:
    number = len(batch.answers)
    counts = Counter(batch.answers.values())
    parts = [f"{1000 * batch.wall / number:.0f} ms wall and {1000 * batch.cpu / number:.0f} ms CPU per program"]
    parts.append(", ".join(f"{count} {answer}" for answer, count in counts.most_common()))
    if expected:
        right = sum(batch.answers[file] == answer for file, answer in expected.items())
        violations = [file for file, answer in expected.items() if answer == "violation"]
        missed = sum(batch.answers[file] != "violation" for file in violations)
        parts.append(
            f"{right} of {len(expected)} right, {len(wrong(batch, expected))} wrong; "
            f"violations: {len(violations) - missed} found, {missed} missed"
        )
    return f"- {batch.tool}: {'; '.join(parts)}"


def wrong(batch: Batch, expected: dict[Path, str]) -> list[Path]:
    """Files with an answer, and not the right one."""
    answered = [file for file in expected if batch.answers[file] in ("safe", "violation")]
    return [file for file in answered if batch.answers[file] != expected[file]]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares Heddle and CBMC on a folder of small programs.")
    parser.add_argument("folder", type=Path, help="its .c and .i files are the programs")
    parser.add_argument("--model", choices=["sc", "tso", "pso"], default="sc", help="memory model (default: sc)")
    parser.add_argument("--manifest", type=Path, metavar="CSV", help="what is right: columns file, model, expected")
    parser.add_argument("--jobs", type=int, metavar="N", help="files that Heddle checks at a time (default: its own)")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="S", help="for each program (default: 30)")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--cbmc", metavar="PATH", help="default: $HEDDLE_CBMC, else cbmc on PATH; without: Heddle only")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    files = sorted(f for f in options.folder.iterdir() if f.suffix in (".c", ".i"))
    if not files:
        sys.exit(f"{options.folder}: no .c or .i files")
    expected = expectations(files, options.model, options.manifest)
    print(f"{len(files)} programs, memory model {options.model}\n")
    batches = [heddle_batch(Heddle(options.heddle).command, files, options)]
    cbmc = options.cbmc or os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
    if cbmc:
        batches.append(cbmc_batch(cbmc, files, options))
    for batch in batches:
        print(describe(batch, expected))
    if len(batches) == 2:
        ours, theirs = batches
        print(f"- Heddle's time over CBMC's: {ours.wall / theirs.wall:.2f} wall, {ours.cpu / theirs.cpu:.2f} CPU")
    mistakes = wrong(batches[0], expected)
    for file in mistakes:
        print(f"- wrong: {file.name}: {batches[0].answers[file]}, expected {expected[file]}")
    return int(bool(mistakes))


if __name__ == "__main__":
    sys.exit(main())
