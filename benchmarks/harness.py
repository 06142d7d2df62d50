"""Runs Heddle and other tools on the same programs through ``heddle bench``, and makes tables of what it keeps.

Every program under ``programs/`` says in its first lines what is right (``// expect: safe`` or ``violation``, and
``// expect-tso:`` where a memory model changes it) and how far loops are unwound (``// unwind: N``).  All tools get the
same unwinding bound and the same limit of processor time.

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

from heddle.bench import as_csv, execute
from heddle.bench.drive import Here, drive
from heddle.bench.execute import Limits
from heddle.bench.plan import Configuration, Program, Run
from heddle.bench.process import Ended, run_command
from heddle.bench.results import Result, Row
from heddle.bench.store import Store
from heddle.records import replace

PROGRAMS = Path(__file__).resolve().parent / "programs"
RESULTS = Path(__file__).resolve().parent / "results"
EXPECTED = {"safe": "true", "violation": "false"}
"""The words of headers, and those of manifests."""
RIGHT = {expected: verdict for verdict, expected in EXPECTED.items()}
PATIENCE = 10
"""So many times its processor time is a tool's limit of wall time: machines may be busy."""


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

    def program(self, model: str) -> Program:
        """As ``heddle bench`` knows it."""
        options = [f"--model={model}", *([f"--unwind={self.unwind}"] if self.unwind else [])]
        lines = self.path.read_text(errors="replace").count("\n")
        return Program(self.path.stem, str(self.path), tuple(options), EXPECTED[self.expected], "programs", lines)


def read_header(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^// ([\w-]+): (\w+)$", path.read_text(), re.MULTILINE))


# --- tools ------------------------------------------------------------------------------------------------------------


class Tool(ABC):
    """``options`` are those of its own, beside those of programs."""

    name: str
    command: list[str]
    options: tuple[str, ...] = ()

    def on(self, program: Program, *options: str) -> Run:
        return Run(program, Configuration(self.name, (*self.options, *options)))

    @abstractmethod
    def result(self, run: Run, limits: Limits) -> Result: ...


class Heddle(Tool):
    name = "Heddle"

    def __init__(self, command: str | None, name: str | None = None, options: Sequence[str] = ()) -> None:
        module = [sys.executable, "-m", "heddle"]
        self.command = shlex.split(command or shutil.which("heddle") or "") or module
        self.name, self.options = name or self.name, tuple(options)

    def result(self, run: Run, limits: Limits) -> Result:
        return execute.result(self.ended(run, limits))

    def ended(self, run: Run, limits: Limits) -> Ended:
        command = [*self.command, "check", "--json", "--quiet", f"--timeout={limits.timeout:g}", *run.options]
        return run_command([*command, run.program.file], limits.timeout + execute.GRACE, limits.cpu)


class BoundedHeddle(Heddle):
    """Beside tools for which ``safe`` means: within the bound of loops that was asked for."""

    def result(self, run: Run, limits: Limits) -> Result:
        ended = self.ended(run, limits)
        found = execute.result(ended)
        if ended.stopped or "time limit" in found.reason:
            return replace(found, verdict="timeout")
        if found.verdict != "safe within bounds":
            return found
        # Others know no rounds: unless they were asked for, an answer up to some number of them says less than theirs.
        answer = json.loads(ended.out)
        for bound in ("rounds", "writes"):
            asked = any(option.startswith(f"--{bound}=") for option in run.options)
            if not asked and any(f"--{bound}" in cut for cut in answer["cuts"]):
                return replace(found, verdict=f"timeout (safe to {answer['bounds'][bound]} {bound})")
        return replace(found, verdict="safe")


class Cbmc(Tool):
    name = "CBMC"

    def __init__(self, path: str) -> None:
        self.command = [path]

    def result(self, run: Run, limits: Limits) -> Result:
        # Only assertions count, and loops are cut at the bound without complaint, as in Heddle.
        said = dict(option.removeprefix("--").split("=") for option in run.program.options)
        options = ["--no-standard-checks", "--no-unwinding-assertions", "--unwind", said["unwind"], "--mm", said["model"]]
        ended = run_command([*self.command, *options, run.program.file], limits.timeout, limits.cpu)
        verdict = "timeout" if ended.stopped else {0: "safe", 10: "violation"}.get(ended.exit_code or 0, "refused")
        return Result(verdict, ended.stopped, self.name, ended.seconds, ended.cpu, ended.memory)


def bench(runs: Sequence[Run], tools: Sequence[Tool], folder: Path, seconds: float, jobs: int = 1) -> list[Row]:
    """Runs what is not in ``folder`` yet, one after the other; ``seconds`` are those of processor time for each run."""
    by_name = {tool.name: tool for tool in tools}

    def one(run: Run, limits: Limits) -> Result:
        return by_name[run.configuration.name].result(run, limits)

    def tell(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    store = Store(str(folder))
    try:
        drive(runs, store, Here(Limits(PATIENCE * seconds, cpu=seconds), jobs, one), tell)
        rows = store.rows({run.key for run in runs})
    finally:
        store.close()
    (folder / "results.csv").write_text(as_csv.as_csv(rows))
    return rows


def asks_for_assertions(program: Program) -> bool:
    """And for nothing else."""
    properties = [option.partition("=")[2] for option in program.options if option.startswith("--property=")]
    return all(name in ("assert", "unreach-call") for name in properties)


def kept(name: str) -> list[Row]:
    """The results that tables in the documentation are made of."""
    return as_csv.read_csv((RESULTS / f"{name}.csv").read_text())


# --- tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    verdict: str
    """violation or safe; anything else is no answer."""
    seconds: float
    """Of processor time."""

    def right(self, expected: str) -> bool:
        return self.verdict == expected

    def wrong(self, expected: str) -> bool:
        return self.verdict in ("violation", "safe") and not self.right(expected)

    def cell(self, expected: str) -> str:
        return f"**wrong: {self.verdict}**" if self.wrong(expected) else self.verdict


@dataclass(frozen=True)
class Line:
    """What the tools say of one program."""

    program: str
    options: str
    expected: str
    """violation or safe."""
    answers: dict[str, Answer]
    """By the tool's name."""

    def all_right(self) -> bool:
        return all(answer.right(self.expected) for answer in self.answers.values())

    def ratio(self) -> float:
        """Heddle's time over CBMC's."""
        return self.answers[Heddle.name].seconds / self.answers[Cbmc.name].seconds

    def cells(self) -> list[str]:
        """Each tool's answer and seconds, and the ratio of the two if there are no others."""
        measured = [(a.cell(self.expected), f"{a.seconds:.2f}") for a in self.answers.values()]
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


def lines_of(rows: Sequence[Row], names: Sequence[str]) -> list[Line]:
    """A line for each program and its options, with the answers of these tools that were asked."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.program, row.options), []).append(row)
    return [
        Line(program, options, RIGHT[of[0].expected], {
            name: Answer(r.result.verdict, r.result.cpu) for name in names for r in of if r.configuration == name
        })
        for (program, options), of in found.items()
    ]  # fmt: skip


def markdown(columns: Sequence[str], numbers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table; the columns named in `numbers` are aligned to the right."""
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "|".join("---:" if column in numbers else "---" for column in columns) + "|"
    for cells in rows:
        yield "| " + " | ".join(cells) + " |"


def summary(lines: Sequence[Line]) -> Iterable[str]:
    names = list(lines[0].answers)
    for name in names:
        right = [line.answers[name] for line in lines if line.answers[name].right(line.expected)]
        wrong = sum(line.answers[name].wrong(line.expected) for line in lines)
        yield (
            f"- {name}: {len(right)} of {len(lines)} right, {wrong} wrong, "
            f"{sum(a.seconds for a in right):.1f} s for the right ones"
        )
    common = [line for line in lines if line.all_right()]
    if common and common[0].compares():
        totals = [sum(line.answers[name].seconds for line in common) for name in names]
        mean = math.exp(sum(math.log(line.ratio()) for line in common) / len(common))
        yield (
            f"- The {len(common)} programs both answered rightly: Heddle {totals[0]:.1f} s, CBMC {totals[1]:.1f} s; "
            f"ratio of totals {totals[0] / totals[1]:.2f}, geometric mean of ratios {mean:.2f}"
        )


def heddle_was_wrong(lines: Iterable[Line]) -> bool:
    return any(line.answers[name].wrong(line.expected) for line in lines for name in line.answers if name != Cbmc.name)


# --- command lines ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finished:
    """How a process ended that is no run of a bench."""

    seconds: float
    exit_code: int | None
    """None: killed because its time was over."""
    output: str


def run(command: Sequence[str], limit: float) -> Finished:
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
        return Finished(time.monotonic() - start, None, "")
    return Finished(time.monotonic() - start, process.returncode, output)


def add_options(parser: argparse.ArgumentParser, seconds: float, folder: str) -> None:
    """The options that all tables share."""
    limit = f"of processor time for each run (default: {seconds:g})"
    parser.add_argument("--cpu", type=float, default=seconds, metavar="S", help=limit)
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--cbmc", metavar="PATH", help="default: $HEDDLE_CBMC, else cbmc on PATH; without: Heddle only")
    parser.add_argument("--out", type=Path, default=Path(folder), metavar="DIR",
        help=f"the folder of the results; what is there is not run again (default: {folder})")  # fmt: skip


def chosen_tools(options: argparse.Namespace) -> list[Tool]:
    """Heddle, and CBMC if there is one."""
    cbmc = options.cbmc or os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
    return [BoundedHeddle(options.heddle), *([Cbmc(cbmc)] if cbmc else [])]


def publish(lines: Iterable[str], out: Path | None = None) -> None:
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if out:
        out.write_text(text)
