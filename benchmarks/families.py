"""Programs in the style of real lock-free and futex code (``families/``), as a user would ask about them: ``heddle check --model M``, nothing else.

The first lines of a program say what is right under each model, without macros and with ``-DBUG``; a definite answer is ``safe`` or the planted
bug.  With several ``--heddle`` commands the versions take turns, so that their times can be compared.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FAMILIES = Path(__file__).resolve().parent / "families"
MODELS = ("sc", "tso", "rc11")
EXPECT = re.compile(r"// expect(?P<macro> \w+)?: (?P<models>.*)")


@dataclass(frozen=True)
class Question:
    program: Path
    macro: str
    model: str
    expected: str

    def __str__(self) -> str:
        return f"{self.program.stem}{f' -D{self.macro}' if self.macro else ''}"

    def ask(self, heddle: list[str], seconds: float) -> tuple[str, float, str]:
        defines = [f"-D{self.macro}"] if self.macro else []
        began = time.monotonic()
        run = subprocess.run([*heddle, "check", str(self.program), *defines, "--model", self.model, "--timeout", str(seconds), "--json"],
                             capture_output=True, text=True, check=False)
        took = time.monotonic() - began
        try:
            answer = json.loads(run.stdout)
        except json.JSONDecodeError:
            return "error", took, run.stderr.strip()
        return answer["verdict"], took, answer["reason"]


def questions(chosen: list[str], models: list[str]) -> Iterator[Question]:
    for program in sorted(FAMILIES.glob("*.c")):
        if chosen and program.stem not in chosen:
            continue
        for line in program.read_text().splitlines():
            if row := EXPECT.match(line):
                for word in row["models"].split(", "):
                    model, expected = word.split()
                    if model in models:
                        yield Question(program, (row["macro"] or "").strip(), model, expected)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", help="names of programs (default: all)")
    parser.add_argument("--heddle", action="append", help="the command to run; several take turns")
    parser.add_argument("--model", action="append", choices=MODELS)
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    commands = [shlex.split(command) for command in options.heddle or ["heddle"]]
    counts = [Counter[str]() for _ in commands]
    print("| program | model | expected |" + " answer | s |" * len(commands))
    print("|---|---|---|" + "---|---:|" * len(commands))
    for question in questions(options.programs, options.model or list(MODELS)):
        cells = []
        for command, count in zip(commands, counts, strict=True):
            verdict, took, reason = question.ask(command, options.seconds)
            kind = "definite" if verdict == question.expected else "WRONG" if verdict in ("safe", "violation") else verdict
            count[kind] += 1
            cells.append(f" {'' if kind != 'WRONG' else 'WRONG: '}{verdict} | {took:.1f} |")
            if kind != "definite":
                print(f"{question} {question.model}: {verdict}: {reason}", file=sys.stderr)
        print(f"| {question} | {question.model} | {question.expected} |" + "".join(cells), flush=True)
    for command, count in zip(commands, counts, strict=True):
        print(f"\n{shlex.join(command)}: " + ", ".join(f"{number} {kind}" for kind, number in count.most_common()) + f" of {count.total()}")
    return 1 if any(count["WRONG"] for count in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
