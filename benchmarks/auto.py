"""Is ``auto`` as fast as the engine that one should have asked?  Every engine by itself, and ``auto``, on the same programs.

    python benchmarks/auto.py                                            # the project's own programs
    python benchmarks/auto.py --manifest DIR/manifest.csv --sample 60    # a fixed sample of a corpus
    python benchmarks/auto.py --programs spinning --timeout 5            # spin locks and condition variables: proofs

An engine *solves* a program if it says ``violation`` or ``safe``; within bounds of its own nothing is solved.  The bar: of the
programs that some engine solves, ``auto`` solves 90 % in at most 1.5 times the time of the fastest, and 0.3 s.
Runs take turns, ``auto`` in the middle; a manifest has the columns ``file``, ``property``, ``model`` and ``expected``.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness import PROGRAMS, markdown, publish, read_header, run

SINGLE = ("order", "lazy", "mu", "imu", "stateless", "explicit", "horn", "unbounded")
FACTOR, SLACK, SHARE = 1.5, 0.3, 0.9
SPINNING = PROGRAMS.parent / "spinning"


@dataclass(frozen=True)
class Program:
    file: Path
    model: str
    expected: str
    """violation or safe."""
    options: tuple[str, ...] = ()


@dataclass
class Row:
    program: Program
    answers: dict[str, tuple[str, float]] = field(default_factory=dict)
    """By engine: the verdict, and the seconds of wall time."""

    def solved(self, engine: str) -> float | None:
        verdict, seconds = self.answers[engine]
        return seconds if verdict == self.program.expected else None

    def best(self) -> tuple[str, float] | None:
        single = [(s, name) for name in self.answers if name != "auto" and (s := self.solved(name)) is not None]
        return (min(single)[1], min(single)[0]) if single else None

    def keeps(self) -> bool:
        """Whether ``auto`` is as fast as it should be."""
        best, own = self.best(), self.solved("auto")
        return best is None or (own is not None and own <= FACTOR * best[1] + SLACK)

    def wrong(self) -> list[str]:
        other = {"violation": "safe", "safe": "violation"}[self.program.expected]
        return [name for name, (verdict, _) in self.answers.items() if verdict == other]


def own_programs(folder: Path, model: str) -> Iterator[Program]:
    for file in sorted(folder.glob("*.c")):
        header = read_header(file)
        yield Program(file, model, header.get(f"expect-{model}", header["expect"]))


def listed(manifest: Path, model: str, sample: int, match: str) -> list[Program]:
    """A fixed sample: the same rows whenever it is taken."""
    with manifest.open() as file:
        rows = [
            r for r in csv.DictReader(file)
            if r["property"] in ("assert", "unreach-call") and r["expected"] in ("true", "false")
            and r["model"] == model and match in r["file"]
        ]  # fmt: skip
    rows.sort(key=lambda r: hashlib.sha1((r["file"] + r["model"]).encode()).hexdigest())
    found = []
    for r in rows[: sample or len(rows)]:
        options = ["--data-model", r["data_model"]] if r.get("data_model") else []
        options += (r.get("cflags") or "").split()
        expected = {"true": "safe", "false": "violation"}[r["expected"]]
        found.append(Program(manifest.parent / r["file"], model, expected, tuple(options)))
    return found


def ask(options: argparse.Namespace, program: Program, engine: str) -> tuple[str, float]:
    limits = ["--timeout", str(options.timeout), "--memory", str(options.memory)]
    command = [options.heddle, "check", "--json", "--quiet", "--engine", engine, "--model", program.model, *limits]
    ended = run([*command, *program.options, str(program.file)], options.timeout * 1.5 + 10)
    try:
        return str(json.loads(ended.output.splitlines()[-1])["verdict"]), ended.seconds
    except (ValueError, KeyError, IndexError):
        return "refused", ended.seconds


def measure(options: argparse.Namespace, program: Program) -> Row:
    row, engines = Row(program), list(options.engines)
    for engine in [*engines[: len(engines) // 2], "auto", *engines[len(engines) // 2 :]]:
        row.answers[engine] = ask(options, program, engine)
    print(f"{program.file.name}: {row.answers}", file=sys.stderr, flush=True)
    return row


def table(rows: Sequence[Row], engines: Sequence[str]) -> Iterator[str]:
    names = [*engines, "auto"]
    cells = []
    for row in rows:
        best = row.best()
        shown = ["" if (s := row.solved(name)) is None else f"{s:.2f}" for name in names]
        verdict = "yes" if row.keeps() else "**no**"
        cells.append([row.program.file.stem, row.program.expected, *shown, "" if best is None else verdict])
    yield from markdown(["program", "expected", *names, "in time"], names, cells)


def summary(rows: Sequence[Row], engines: Sequence[str]) -> Iterator[str]:
    yield ""
    for name in [*engines, "auto"]:
        times = [s for row in rows if (s := row.solved(name)) is not None]
        yield f"- {name}: solves {len(times)} of {len(rows)}" + (f", median {statistics.median(times):.2f} s" if times else "")
    solvable = [row for row in rows if row.best() is not None]
    kept = [row for row in solvable if row.keeps()]
    if solvable:
        yield (
            f"- of the {len(solvable)} that some engine solves, `auto` solves {len(kept)} "
            f"({100 * len(kept) / len(solvable):.0f} %) in at most {FACTOR:g} times the time of the fastest and {SLACK:g} s"
        )
    for row in rows:
        for name in row.wrong():
            yield f"- **wrong**: {row.program.file.name} ({row.program.model}) by {name}: {row.answers[name][0]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manifest", type=Path)
    parser.add_argument("--programs", choices=("programs", "spinning"), default="programs", help="without a manifest")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--match", default="", help="only files whose path contains this")
    parser.add_argument("--model", default="sc")
    parser.add_argument("--timeout", type=float, default=30)
    parser.add_argument("--memory", type=int, default=3000)
    parser.add_argument("--engines", nargs="*", default=SINGLE)
    parser.add_argument("--heddle", default="heddle")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.manifest is None:
        programs = list(own_programs(PROGRAMS if options.programs == "programs" else SPINNING, options.model))
    else:
        programs = listed(options.manifest, options.model, options.sample, options.match)
    rows = [measure(options, program) for program in programs]
    publish([*table(rows, options.engines), *summary(rows, options.engines)], options.out)
    return 1 if any(row.wrong() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
