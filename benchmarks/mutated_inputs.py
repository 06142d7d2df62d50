"""Broken inputs of every text format: no traceback, no hang, nothing left running, and one line that says what is wrong.

    python benchmarks/mutated_inputs.py --count 5000 --save /tmp/broken
    python benchmarks/mutated_inputs.py c cat --count 200

The seeds are the project's own programs, tests and models (``mutations.py`` says what happens to them).  Every input goes through
``heddle.cli.main`` in a process of its own, forked from one that has everything imported; a twentieth goes through the
command itself.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from forked import ROOT, Ended, run_forked
from generated import Finding, add_options, report, spread, tally
from harness import Heddle
from mutations import Mutator

LARGEST = 20_000
"""Bytes of a seed."""
SECONDS = 2
"""The time limit that Heddle is given."""
GRACE = 30
"""Seconds after which an input hangs: Heddle has to keep its own limit."""
LIMITS = ("--timeout", str(SECONDS), "--memory", "2000")
CLASSIC = "tests/litmus/classics/MP.litmus"
PROGRAM = "examples/store_buffer.c"


@dataclass(frozen=True)
class Format:
    """``@`` is the input in the command lines."""

    seeds: tuple[str, ...]
    """Patterns of files, from the root."""
    commands: tuple[str, ...]


MODEL_COMMANDS = (
    f"litmus {CLASSIC} --model @", "litmus tests/litmus/classics/SB+fences.litmus --model @", f"explore {PROGRAM} --model @",
    f"check {PROGRAM} --model @", f"check {PROGRAM} --engine stateless --model @",
)  # fmt: skip
FORMATS = {
    "c": Format(
        ("examples/*.c", "benchmarks/programs/*.c", "tests/**/*.c", "benchmarks/csmith/programs/*.c"),
        (
            "check @", "check @", "check @ --data-model ilp32", "check @ --model tso", "check @ --engine lazy", "check @ --engine stateless",
            "check @ --sma sc --rounds 2", "explore @", "show @", "sequentialize @", "check @ --checks bounds,pointer,overflow",
        ),
    ),
    "litmus": Format(("tests/litmus/**/*.litmus",), ("litmus @", "litmus @ --model tso", "litmus @ --model rc11", "litmus @ --json")),
    "cat": Format(("src/heddle/models/library/*.cat",), MODEL_COMMANDS),
    "mcm": Format(("src/heddle/models/library/*.mcm",), MODEL_COMMANDS),
    "xcfa": Format(("examples/**/*.xcfa", "tests/xcfa/*.xcfa"), ("check @", "explore @", "show @", "check @ --model pso")),
    "json": Format(("benchmarks/seeds/*.json",), (f"check {PROGRAM} --model tso --trace-out @", "check --compile-commands @", f"check {PROGRAM} --compile-commands @")),
}  # fmt: skip


def judge(ended: Ended, file: Path) -> tuple[str, bool]:
    """What became of an input, and whether that is bad."""
    said = ended.out + ended.err
    if ended.left_over:
        return "left-over process", True
    if ended.code is None:
        return "hang", True
    if "Traceback" in said:
        return "traceback", True
    if "internal error" in said:
        return "internal error", True
    if "engine crashed" in said:
        return "crash of the engine", True
    if ended.code not in (0, 1, 2, 3):
        return f"exit code {ended.code}", True
    if ended.code != 2:
        return f"exit code {ended.code}", False
    one_line = ended.err.startswith("heddle: error: ") and ended.err.count("\n") == 1
    if not one_line:
        return "an error that is not one line", True
    placed = re.search(rf"{re.escape(file.name)}:\d+:\d+: ", ended.err)
    return ("refused" if placed else "refused without a position"), False


def seeds_of(form: Format) -> list[bytes]:
    files = sorted(path for pattern in form.seeds for path in ROOT.glob(pattern))
    texts = [path.read_bytes().replace(b"@ROOT@", bytes(ROOT)) for path in files]
    return [text for text in texts if 0 < len(text) <= LARGEST]


def findings(name: str, command: Sequence[str], seed: int) -> list[Finding]:
    form = FORMATS[name]
    texts = seeds_of(form)
    mutator = Mutator(f"{name} {seed}", texts)
    text = mutator.mutated(mutator.chance.choice(texts))
    arguments = mutator.chance.choice(form.commands).split()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"input.{name}"
        file.write_bytes(text)
        given = [str(file) if argument == "@" else argument for argument in arguments]
        limits = LIMITS if arguments[0] in ("check", "explore", "litmus") else ()
        ended = run_forked([*given, *limits], SECONDS + GRACE, command if seed % 20 == 0 else None)
        outcome, bad = judge(ended, file)
    detail = f"heddle {' '.join(arguments)}: {ended.err[-600:].strip() or ended.out[-600:].strip()}"
    if outcome == "refused without a position":
        outcome += " (" + re.sub(r"\S*input\.\S*|'[^']*'|\d+", "_", ended.err.strip())[:90] + ")"
    return [Finding(f"{name}: {outcome}", bad, detail, text)]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=f"of {', '.join(FORMATS)} (default: all)")
    add_options(parser, count=5000, timeout=SECONDS)
    options = parser.parse_args()
    os.chdir(ROOT)
    command = Heddle(options.heddle).command
    counts: Counter[str] = Counter()
    bad = 0
    for name in options.formats or FORMATS:
        found = spread(partial(findings, name, command), options)
        told, wrong = tally(found, options.save / name if options.save else None, f".{name}")
        counts += told
        bad += wrong
    return report(counts, bad)


if __name__ == "__main__":
    sys.exit(main())
