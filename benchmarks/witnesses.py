"""Witnesses of a corpus: written in both formats, held against the formats, and run again by ``heddle validate``.

Programs are taken from a manifest (docs/bench.md), in turn from all its categories, in an order that depends on their
names alone, until as many violations and proofs as asked for have a witness.  Each program's rows are written to a file
as they come, and a program that is there is not run again.
"""

from __future__ import annotations

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import zip_longest
from pathlib import Path

from harness import RESULTS, Heddle, markdown

from heddle.bench.plan import Program, in_fixed_order, programs

FORMATS = Path(__file__).resolve().parents[1] / "tests" / "svcomp"
"""The schemas, as the tests use them."""
SUFFIXES = ("graphml", "yml")
VERDICTS = {"false": (1, "violation"), "true": (0, "correctness")}
"""What is expected: the exit code of ``heddle check``, and the kind of the witness."""


@dataclass(frozen=True)
class Outcome:
    """``graphml`` and ``yml`` say what became of the witness."""

    program: str
    category: str
    expected: str
    found: str
    graphml: str
    yml: str
    check_s: float
    validate_s: float

    @property
    def is_answered(self) -> bool:
        return self.found == "yes"


def spread(found: Sequence[Program]) -> Iterator[Program]:
    """Category by category, one of each at a time."""
    categories: dict[str, list[Program]] = {}
    for program in in_fixed_order(found):
        categories.setdefault(program.category, []).append(program)
    for round in zip_longest(*(categories[name] for name in sorted(categories))):
        yield from (program for program in round if program is not None)


def heddle(command: Sequence[str], *arguments: str) -> tuple[int, str, float]:
    """The exit code, what is said, and seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.returncode, done.stdout + done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def outcome(command: Sequence[str], program: Program, folder: Path, timeout: float) -> Outcome:
    code, kind = VERDICTS[program.expected]
    files = {suffix: folder / f"witness.{suffix}" for suffix in SUFFIXES}
    limit = f"--timeout={timeout:g}"
    wanted = [f"--witness={file}" for file in files.values()]
    exit_code, said, check = heddle(command, "check", *program.options, limit, *wanted, program.file)
    if exit_code != code or not all(file.exists() for file in files.values()):  # what is safe within bounds has none
        first = said.strip().splitlines()[0] if said.strip() else f"exit code {exit_code}"
        return Outcome(program.name, program.category, program.expected, first, "", "", check, 0.0)
    spent, become = 0.0, {}
    for suffix, file in files.items():
        become[suffix], seconds = validated(command, program, file, kind, limit)
        spent += seconds
    return Outcome(program.name, program.category, program.expected, "yes", *become.values(), check, spent)


def is_of_the_format(file: Path, kind: str) -> str:
    """What is wrong, or nothing."""
    if str(FORMATS) not in sys.path:
        sys.path.append(str(FORMATS))
    from formats import verify

    try:
        return "" if verify(file) == kind else f"is no {kind} witness"
    except Exception as error:  # whatever the checks raise
        return f"not of the format: {type(error).__name__} {str(error).splitlines()[:1]}"


def validated(command: Sequence[str], program: Program, file: Path, kind: str, limit: str) -> tuple[str, float]:
    if wrong := is_of_the_format(file, kind):
        return wrong, 0.0
    _, said, seconds = heddle(command, "validate", str(file), *program.options, limit, program.file)
    if "the witness is confirmed" in said:
        return "confirmed", seconds
    return said.strip().splitlines()[0] if said.strip() else "no answer", seconds


def measure(options: argparse.Namespace, kept: dict[tuple[str, str], Outcome]) -> list[Outcome]:
    command = Heddle(options.heddle).command
    found = programs([str(options.manifest)], options.match)
    outcomes = []
    for expected, wanted in (("false", options.violations), ("true", options.proofs)):
        have = 0
        for program in spread([p for p in found if p.expected == expected]):
            if have == wanted:
                break
            result = kept.get((program.name, program.expected))
            if result is None:
                with tempfile.TemporaryDirectory() as folder:
                    result = outcome(command, program, Path(folder), options.timeout)
                keep(options.out, result)
            outcomes.append(result)
            have += result.is_answered
            print(f"{have}/{wanted} {result}", file=sys.stderr, flush=True)
    return outcomes


def keep(path: Path, result: Outcome) -> None:
    is_new = not path.exists()
    with path.open("a", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        if is_new:
            writer.writerow([field.name for field in fields(Outcome)])
        writer.writerow(asdict(result).values())


def read(path: Path) -> dict[tuple[str, str], Outcome]:
    if not path.exists():
        return {}
    with path.open(newline="") as rows:
        found = [
            Outcome(**{**row, "check_s": float(row["check_s"]), "validate_s": float(row["validate_s"])})  # type: ignore[arg-type]
            for row in csv.DictReader(rows)
        ]
    return {(o.program, o.expected): o for o in found}


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """By category: how many programs were answered, and how many of their witnesses are of the format and confirmed."""
    columns = ["category", "expected", "asked", "answered", *(f"{suffix} confirmed" for suffix in SUFFIXES), "check s", "validate s"]
    rows = []
    for expected in VERDICTS:
        of = [o for o in outcomes if o.expected == expected]
        for category in [*sorted({o.category for o in of}), "all"]:
            part = [o for o in of if category in (o.category, "all")]
            answered = [o for o in part if o.is_answered]
            confirmed = [str(sum(getattr(o, suffix) == "confirmed" for o in answered)) for suffix in SUFFIXES]
            seconds = [f"{sum(o.check_s for o in answered):.1f}", f"{sum(o.validate_s for o in answered):.1f}"]
            rows.append([category, expected, str(len(part)), str(len(answered)), *confirmed, *seconds])
    yield from markdown(columns, columns[2:], rows)
    for o in outcomes:
        for suffix in SUFFIXES:
            said = getattr(o, suffix)
            if said not in ("", "confirmed"):
                yield f"- {o.program} ({o.expected}), {suffix}: {said}"


def generated() -> Iterator[str]:
    """The table in the documentation."""
    return table(list(read(RESULTS / "witnesses.csv").values()))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Writes witnesses for programs of a corpus, and validates them.")
    parser.add_argument("manifest", type=Path, help="CSV: columns file, property, model, expected, category")
    parser.add_argument("--violations", type=int, default=60, metavar="N", help="violation witnesses (default: 60)")
    parser.add_argument("--proofs", type=int, default=15, metavar="N", help="correctness witnesses (default: 15)")
    parser.add_argument("--match", default="", metavar="TEXT", help="only programs whose names contain TEXT")
    parser.add_argument("--timeout", type=float, default=30.0, metavar="S", help="for each command (default: 30)")
    parser.add_argument("--out", type=Path, default=Path("witnesses.csv"), help="what is kept (default: witnesses.csv)")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    outcomes = measure(options, read(options.out))
    print("\n".join(table(outcomes)))
    return int(any(getattr(o, suffix) not in ("", "confirmed") for o in outcomes for suffix in SUFFIXES))


if __name__ == "__main__":
    sys.exit(main())
