"""Runs Heddle and CBMC on the same programs, with the same bounds, and takes their times.

Every program under ``programs/`` says in its first lines what is right (``// expect: safe`` or ``violation``, and
``// expect-tso:`` where a memory model changes it) and how far loops are unwound (``// unwind: N``).  Both tools get
the same unwinding bound and the same time limit, and take turns in going first.  Of several runs the fastest counts.

An answer that is wrong, refused, late or covers less than was asked is shown as such, and its time enters no total.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / "programs"


@dataclass(frozen=True)
class Benchmark:
    path: Path
    expected: str
    unwind: int

    @staticmethod
    def read(path: Path, model: str) -> Benchmark:
        header = read_header(path)
        try:
            return Benchmark(path, header.get(f"expect-{model}", header["expect"]), int(header["unwind"]))
        except KeyError as missing:
            sys.exit(f"{path}: the header lacks {missing}")


def read_header(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^// ([\w-]+): (\w+)$", path.read_text(), re.MULTILINE))


@dataclass(frozen=True)
class Task:
    """What a tool is asked."""

    benchmark: Benchmark
    model: str
    rounds: int | None
    timeout: float


@dataclass(frozen=True)
class Run:
    """How a process ended."""

    seconds: float
    exit_code: int | None
    """None: killed because its time was over."""
    output: str


@dataclass(frozen=True)
class Answer:
    verdict: str
    """violation or safe; anything else is no answer."""
    seconds: float

    def right(self, expected: str) -> bool:
        return self.verdict == expected

    def wrong(self, expected: str) -> bool:
        return self.verdict in ("violation", "safe") and not self.right(expected)

    def cell(self, expected: str) -> str:
        return f"**wrong: {self.verdict}**" if self.wrong(expected) else self.verdict


def run(command: Sequence[str], limit: float) -> Run:
    """Runs a command in a process group of its own, so that a late one leaves nothing behind."""
    start = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True
    )
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Run(time.monotonic() - start, None, "")
    return Run(time.monotonic() - start, process.returncode, output)


class Tool(ABC):
    name: str
    command: list[str]
    grace = 0.0
    """Seconds beyond the time limit for a tool that keeps the limit itself."""

    def answer(self, task: Task) -> Answer:
        ended = run(self.command + self.arguments(task), task.timeout + self.grace)
        late = ended.exit_code is None or ended.seconds > task.timeout
        verdict = self.verdict(ended, task) if ended.exit_code is not None else "timeout"
        conclusive = verdict in ("violation", "safe")
        return Answer("timeout" if late and conclusive else verdict, ended.seconds)

    @abstractmethod
    def arguments(self, task: Task) -> list[str]: ...

    @abstractmethod
    def verdict(self, ended: Run, task: Task) -> str: ...


class Heddle(Tool):
    name = "Heddle"
    grace = 5.0

    def __init__(self, command: str | None) -> None:
        module = [sys.executable, "-m", "heddle"]
        self.command = shlex.split(command or shutil.which("heddle") or "") or module

    def arguments(self, task: Task) -> list[str]:
        options = ["--json", "--quiet", "--timeout", str(task.timeout), "--unwind", str(task.benchmark.unwind)]
        options += ["--model", task.model]
        options += ["--rounds", str(task.rounds)] if task.rounds else []
        return ["check", *options, str(task.benchmark.path)]

    def verdict(self, ended: Run, task: Task) -> str:
        try:
            result = json.loads(ended.output)
        except json.JSONDecodeError:
            return "crash"
        verdict = str(result["verdict"])
        if verdict != "safe within bounds":
            return "timeout" if "time limit" in result["reason"] else verdict
        # CBMC knows no rounds: unless they were asked for, an answer up to some number of them says less than CBMC's.
        for bound in ("rounds", "writes"):
            if not task.rounds and any(f"--{bound}" in cut for cut in result["cuts"]):
                return f"timeout (safe to {result['bounds'][bound]} {bound})"
        return "safe"


class Cbmc(Tool):
    name = "CBMC"

    def __init__(self, path: str) -> None:
        self.command = [path]

    def arguments(self, task: Task) -> list[str]:
        # Only assertions count, and loops are cut at the bound without complaint, as in Heddle.
        options = ["--no-standard-checks", "--no-unwinding-assertions", "--unwind", str(task.benchmark.unwind)]
        return [*options, "--mm", task.model, str(task.benchmark.path)]

    def verdict(self, ended: Run, task: Task) -> str:
        return {0: "safe", 10: "violation"}.get(ended.exit_code or 0, "refused")


@dataclass(frozen=True)
class Row:
    benchmark: Benchmark
    answers: dict[str, Answer]
    """By the tool's name."""

    def all_right(self) -> bool:
        return all(answer.right(self.benchmark.expected) for answer in self.answers.values())

    def ratio(self) -> float:
        """Heddle's time over CBMC's."""
        return self.answers[Heddle.name].seconds / self.answers[Cbmc.name].seconds

    def cells(self) -> list[str]:
        """Each tool's answer and seconds, and the ratio of the two if there are no others."""
        measured = [(a.cell(self.benchmark.expected), f"{a.seconds:.2f}") for a in self.answers.values()]
        cells = [cell for pair in measured for cell in pair]
        if self.compares():
            cells.append(f"{self.ratio():.2f}" if self.all_right() else "")
        return cells

    def columns(self) -> list[str]:
        """The names of the cells."""
        return [c for tool in self.answers for c in (tool, "s")] + ["ratio"] * self.compares()

    def compares(self) -> bool:
        """Whether it is about Heddle and CBMC, and nobody else."""
        return set(self.answers) == {Heddle.name, Cbmc.name}


def measure(task: Task, tools: Sequence[Tool], repeat: int) -> dict[str, Answer]:
    """The fastest answer of each tool; a wrong one is never hidden behind a right one."""
    answers: dict[str, list[Answer]] = {tool.name: [] for tool in tools}
    for turn in range(repeat):
        for tool in tools if turn % 2 == 0 else reversed(tools):
            so_far = answers[tool.name]
            if not any("timeout" in a.verdict for a in so_far):  # too late once is enough
                so_far.append(tool.answer(task))
    expected = task.benchmark.expected
    return {
        name: min(runs, key=lambda a: (a.verdict not in ("violation", "safe"), a.right(expected), a.seconds))
        for name, runs in answers.items()
    }


def markdown(columns: Sequence[str], numbers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table; the columns named in `numbers` are aligned to the right."""
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "|".join("---:" if column in numbers else "---" for column in columns) + "|"
    for cells in rows:
        yield "| " + " | ".join(cells) + " |"


def summary(rows: Sequence[Row], tools: Sequence[Tool]) -> Iterable[str]:
    for tool in tools:
        right = [r.answers[tool.name] for r in rows if r.answers[tool.name].right(r.benchmark.expected)]
        wrong = sum(r.answers[tool.name].wrong(r.benchmark.expected) for r in rows)
        yield (
            f"- {tool.name}: {len(right)} of {len(rows)} right, {wrong} wrong, "
            f"{sum(a.seconds for a in right):.1f} s for the right ones"
        )
    common = [row for row in rows if row.all_right()]
    if common and common[0].compares():
        totals = [sum(row.answers[tool.name].seconds for row in common) for tool in tools]
        mean = math.exp(sum(math.log(row.ratio()) for row in common) / len(common))
        yield (
            f"- The {len(common)} programs both answered rightly: Heddle {totals[0]:.1f} s, CBMC {totals[1]:.1f} s; "
            f"ratio of totals {totals[0] / totals[1]:.2f}, geometric mean of ratios {mean:.2f}"
        )


def add_options(parser: argparse.ArgumentParser, timeout: float) -> None:
    """The options that all tables share."""
    limit = f"for each program (default: {timeout:g})"
    parser.add_argument("--timeout", type=float, default=timeout, metavar="S", help=limit)
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="runs of each; the fastest counts")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--cbmc", metavar="PATH", help="default: $HEDDLE_CBMC, else cbmc on PATH; without: Heddle only")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what is printed to FILE too")


def chosen_tools(options: argparse.Namespace) -> list[Tool]:
    """Heddle, and CBMC if there is one."""
    cbmc = options.cbmc or os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
    return [Heddle(options.heddle), *([Cbmc(cbmc)] if cbmc else [])]


def publish(lines: Iterable[str], out: Path | None) -> None:
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if out:
        out.write_text(text)


def heddle_was_wrong(rows: Iterable[Row]) -> bool:
    return any(row.answers[Heddle.name].wrong(row.benchmark.expected) for row in rows)
