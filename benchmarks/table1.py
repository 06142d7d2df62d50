"""Table I of the paper on lazy sequentialization under TSO and PSO (LazySMA, FMCAD 2016), measured again.

The programs are the project's own versions of the paper's.  They are checked by the paper's method (``chain``: lazy
sequentialization with the eTSO and ePSO abstractions, at the paper's parameters), by Heddle as it chooses itself, and by
CBMC, all in this run; beside them stand the times that the paper prints for its three tools, taken on another machine.
Where our version of a program needs another parameter its header says so (``// unwind-table1: N``, ``rounds-``,
``queue-``).
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harness import (
    PROGRAMS,
    Benchmark,
    BoundedHeddle,
    Cbmc,
    Heddle,
    Line,
    Tool,
    add_options,
    bench,
    chosen_tools,
    heddle_was_wrong,
    kept,
    lines_of,
    markdown,
    publish,
    read_header,
    summary,
)

from heddle.bench.plan import Run

MODELS = ("tso", "pso")
PAPER_TOOLS = ("LazySMA", "CBMC", "Nidhugg")
LONGEST = 10.0
"""Heddle must need fewer seconds for every program."""
LONGEST_OF_CHAIN = 60.0
MOST_OF_CHAIN = 3.0
"""The chain's total over Heddle's."""


@dataclass(frozen=True)
class Parameters:
    """As the paper calls them: qsize (N), bitwidth, rounds, maxclock (K)."""

    queue: int
    width: int
    rounds: int
    clock: int

    def options(self) -> list[str]:
        return [f"--{name}={value}" for name, value in dataclasses.asdict(self).items()]


@dataclass(frozen=True)
class Entry:
    """A line of the paper's table."""

    program: str
    expected: dict[str, str]
    """By memory model.  Under SC: what the paper's text says, or follows from what it says of the program."""
    unwind: int
    parameters: Parameters
    seconds: dict[str, tuple[str, str, str]]
    """By memory model, as printed for `PAPER_TOOLS`; t.o. is more than 600 s."""

    def benchmark(self, model: str) -> Benchmark:
        """Our version of the program, which must have a bug where the paper's has one."""
        path = PROGRAMS / f"{self.program}.c"
        ours = Benchmark.read(path, model)
        if ours.expected != self.expected[model]:
            sys.exit(f"{path}: its header expects {ours.expected} under {model}, the paper {self.expected[model]}")
        unwind = int(read_header(path).get("unwind-table1", self.unwind))
        return ours if model == "sc" else dataclasses.replace(ours, unwind=unwind)

    def ours(self) -> Parameters:
        """The paper's parameters, or what our version of the program needs."""
        header = read_header(PROGRAMS / f"{self.program}.c")
        given = {name: header.get(f"{name}-table1", value) for name, value in dataclasses.asdict(self.parameters).items()}
        return Parameters(**{name: int(value) for name, value in given.items()})


CHAIN = "chain"
"""The paper's method: its abstraction, in a program that was sequentialized lazily.

The parameters are bounds: what is safe is safe within them, as in the paper."""
NAMES = (Heddle.name, CHAIN, Cbmc.name)


BROKEN_BY_BUFFERS = {"sc": "safe", "tso": "violation", "pso": "violation"}
BROKEN = {"sc": "violation", "tso": "violation", "pso": "violation"}
CORRECT = {"sc": "safe", "tso": "safe", "pso": "safe"}

# fmt: off
TABLE_1 = [
    Entry("dekker", BROKEN_BY_BUFFERS, 1, Parameters(2, 4, 2, 2),
          {"tso": ("0.77", "0.29", "0.04"), "pso": ("0.75", "0.25", "0.05")}),
    Entry("lamport", BROKEN_BY_BUFFERS, 1, Parameters(2, 4, 2, 2),
          {"tso": ("0.88", "0.31", "0.05"), "pso": ("0.88", "0.29", "0.05")}),
    Entry("peterson", BROKEN_BY_BUFFERS, 1, Parameters(3, 4, 2, 2),
          {"tso": ("0.66", "0.26", "0.04"), "pso": ("0.65", "0.25", "0.04")}),
    Entry("szymanski", BROKEN_BY_BUFFERS, 1, Parameters(3, 4, 2, 3),
          {"tso": ("0.81", "0.34", "0.07"), "pso": ("0.80", "0.32", "0.04")}),
    Entry("fib_longer_unsafe", BROKEN, 6, Parameters(2, 10, 6, 2),
          {"tso": ("6.47", "8.19", "94.84"), "pso": ("6.51", "1.69", "135.45")}),
    Entry("fib_longer_safe", CORRECT, 6, Parameters(2, 10, 6, 2),
          {"tso": ("9.78", "22.5", "t.o."), "pso": ("8.82", "31.8", "t.o.")}),
    Entry("parker", BROKEN_BY_BUFFERS, 1, Parameters(2, 4, 2, 3),
          {"tso": ("1.68", "0.31", "0.05"), "pso": ("2.19", "0.28", "0.05")}),
    Entry("stack", BROKEN, 2, Parameters(2, 5, 2, 2),
          {"tso": ("1.50", "0.41", "0.05"), "pso": ("1.49", "0.35", "0.05")}),
]
# fmt: on


def runs(entry: Entry, model: str, tools: Sequence[Tool]) -> list[Run]:
    program = entry.benchmark(model).program(model)
    method = ["--engine=lazy", f"--sma=e{model}", *entry.ours().options()]
    return [tool.on(program, *(method if tool.name == CHAIN else [])) for tool in tools]


def under(model: str, lines: Sequence[Line]) -> dict[str, Line]:
    """The lines about a memory model, by program, in the paper's order."""
    found = {line.program: line for line in lines if f"--model={model} " in line.options}
    return {entry.program: found[entry.program] for entry in TABLE_1 if entry.program in found}


def table(lines: dict[str, Line], model: str) -> Iterable[str]:
    paper = [f"{tool} '16" for tool in PAPER_TOOLS]
    parameters = ["unwind", "N", "bits", "rounds", "K"]
    entries = [entry for entry in TABLE_1 if entry.program in lines]
    columns = ["program", "expected", *parameters, *next(iter(lines.values())).columns(), *paper]
    cells = (
        [entry.program, line.expected, str(entry.benchmark(model).unwind), *map(str, dataclasses.astuple(entry.ours())),
         *line.cells(), *entry.seconds[model]]
        for entry, line in zip(entries, lines.values(), strict=True)
    )  # fmt: skip
    yield from markdown(columns, [*parameters, "s", *paper], cells)


def bars(lines: Sequence[Line]) -> Iterable[str]:
    """What Heddle has to reach, and whether it did."""

    def bar(text: str, met: bool) -> str:
        return f"- {text}: {'yes' if met else '**no**'}"

    def seconds(tool: str, of: Sequence[Line]) -> float:
        return sum(line.answers[tool].seconds for line in of)

    def right(tool: str) -> list[Line]:
        return [line for line in lines if tool in line.answers and line.answers[tool].right(line.expected)]

    for name, subject, longest in ((Heddle.name, "Heddle", LONGEST), (CHAIN, "The chain", LONGEST_OF_CHAIN)):
        slowest = max(line.answers[name].seconds for line in lines)
        answered = len(right(name))
        yield bar(f"{subject} answers rightly, {answered} of {len(lines)}", answered == len(lines))
        text = f"{subject} takes less than {longest:g} s for every program, at most {slowest:.2f} s"
        yield bar(text, slowest < longest)
    chain, heddle = seconds(CHAIN, lines), seconds(Heddle.name, lines)
    text = f"The chain's total is at most {MOST_OF_CHAIN:g} times Heddle's, {chain:.1f} s and {heddle:.1f} s"
    yield bar(text, chain <= MOST_OF_CHAIN * heddle)
    common = [line for line in right(Cbmc.name) if line in right(Heddle.name)]
    if common:
        heddle, cbmc = seconds(Heddle.name, common), seconds(Cbmc.name, common)
        text = f"Heddle's total is no more than CBMC's where both are right, {heddle:.1f} s and {cbmc:.1f} s"
        yield bar(text, heddle <= cbmc)


def notes(lines: Sequence[Line]) -> Iterable[str]:
    """CBMC's answers that are none, or wrong."""
    for line in lines:
        answer = line.answers.get(Cbmc.name)
        if answer and not answer.right(line.expected):
            yield f"- CBMC on {line.program}, {line.options}: {answer.cell(line.expected)} after {answer.seconds:.1f} s"


def under_sc(lines: dict[str, Line]) -> str:
    """Heddle's answers without store buffers: which bugs are the buffers' doing."""
    listed = ", ".join(f"{name} {line.answers[Heddle.name].cell(line.expected)}" for name, line in lines.items())
    return f"- Heddle under sc, unwinding as in the headers: {listed}"


def report(lines: Sequence[Line]) -> Iterable[str]:
    every = []
    for model in MODELS:
        of_model = under(model, lines)
        every += list(of_model.values())
        yield from (f"### {model.upper()}", "", *table(of_model, model), "", *summary(list(of_model.values())), "")
    yield from ("### Both", "", *bars(every), under_sc(under("sc", lines)), *notes(every))


def generated() -> Iterable[str]:
    """The tables in the documentation."""
    return report(lines_of(kept("table1"), NAMES))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures Table I of the LazySMA paper again, with Heddle's methods and CBMC.")
    programs = [entry.program for entry in TABLE_1]
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=f"default: {' '.join(programs)}")
    add_options(parser, seconds=60, folder="results/table1")
    options = parser.parse_args()
    if unknown := set(options.programs) - set(programs):
        parser.error(f"not in the table: {' '.join(sorted(unknown))}")
    return options


def main() -> int:
    options = parse_arguments()
    heddle, *others = chosen_tools(options)
    tools = [heddle, BoundedHeddle(options.heddle, CHAIN), *others]
    entries = [entry for entry in TABLE_1 if not options.programs or entry.program in options.programs]
    wanted = [run for entry in entries for run in runs(entry, "sc", tools[:1])]
    wanted += [run for model in MODELS for entry in entries for run in runs(entry, model, tools)]
    lines = lines_of(bench(wanted, tools, options.out, options.cpu), NAMES)
    publish([f"At most {options.cpu:g} s of processor time for each run. '16: as printed in the paper.", "", *report(lines)])
    return int(heddle_was_wrong(lines))


if __name__ == "__main__":
    sys.exit(main())
