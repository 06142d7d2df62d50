"""The benchmarks of Bajczi's thesis (2020, chapter 6), written anew: what the stateless engine does with them.

Table 6.3 has three families with assertions: Readers, Loop and Coherence.  All of them can be violated, and a program
counts as solved if ``heddle check --engine stateless`` says so within the time limit.  Section 6.3 has programs without
assertions that grow in one dimension each; there ``heddle explore`` has to count every execution, and the table says
how far it gets.  A wrong number of executions is printed as such.

The thesis describes its programs in a sentence each and its figures of them are not at hand; README.md says what was
made of them.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness import Heddle, markdown, publish, run

GRACE = 5.0
"""Seconds beyond the time limit until Heddle, which keeps the limit itself, is killed."""

MODELS = ("sc", "tso", "pso", "ra", "rc11", "weak", "bajczi-weak")
"""The numbers of executions are the same under all of them."""
UNWIND = 10
"""Iterations of the loops that have no end; the thesis does not say how many it followed."""

ORDERS_OF_WRITES = ("relaxed", "release", "seq_cst")
ORDERS_OF_READS = ("relaxed", "acquire", "seq_cst")


@dataclass(frozen=True)
class Program:
    name: str
    text: str
    executions: int | None = None
    """How many there are, if that is to be counted.  None: the program has an assertion that can fail."""
    unwind: int | None = None
    """How often loops run, if they do not end."""


def program(shared: str, threads: Sequence[tuple[str, int]]) -> str:
    """C text: declarations, and threads as the statements that so many of them run."""
    functions = [
        f"void *thread{number}(void *unused) {{\n    {body}\n    return 0;\n}}\n"
        for number, (body, _) in enumerate(threads)
    ]
    starts = [
        f"    for (int i = 0; i < {copies}; i++)\n        pthread_create(&id, 0, thread{number}, 0);\n"
        for number, (_, copies) in enumerate(threads)
    ]
    headers = "".join(f"#include <{name}.h>\n" for name in ("assert", "pthread", "stdatomic"))
    return f"{headers}\n{shared}\n\n{''.join(functions)}\nint main(void) {{\n    pthread_t id;\n{''.join(starts)}}}\n"


def store(location: str, value: object, order: str = "relaxed") -> str:
    return f"atomic_store_explicit(&{location}, {value}, memory_order_{order});"


def load(location: str, order: str = "relaxed") -> str:
    return f"atomic_load_explicit(&{location}, memory_order_{order})"


def readers(n: int, write: str, read: str, asserted: bool = True) -> Program:
    """One thread writes, n others read; the claim: they read what was written."""
    reader = f"int seen = {load('x', read)};" + asserted * " assert(seen == 1);"
    text = program("atomic_int x;", [(store("x", 1, write), 1), (reader, n)])
    return Program(f"readers-{n}-{write}-{read}", text, None if asserted else 2**n)


def loop(n: int) -> Program:
    """One thread writes 1, 2, 3 and so on for ever, n others read for ever; the claim: no reader skips a value."""
    writer = f"for (int i = 1;; i++)\n        {store('x', 'i')}"
    reader = f"for (int last = 0;;) {{ int seen = {load('x')}; assert(seen <= last + 1); last = seen; }}"
    return Program(f"loop-{n}", program("atomic_int x;", [(writer, 1), (reader, n)]), unwind=UNWIND)


def coherence(k: int, claim: str | None) -> Program:
    """One thread writes 2 to k + 1, another reads k times; the claim is about the value read last."""
    writer = f"for (int i = 2; i <= {k + 1}; i++)\n        {store('x', 'i')}"
    reader = f"int seen = 0;\n    for (int i = 0; i < {k}; i++)\n        seen = {load('x')};"
    if claim:
        reader += f"\n    assert(seen {claim} {k + 1});"
    text = program("atomic_int x = 1;", [(writer, 1), (reader, 1)])
    return Program(f"coherence-{k}", text, None if claim else math.comb(2 * k, k))


def same_variable(readers: int, writes: int, reads: int) -> Program:
    """One thread writes `writes` different values to a variable, others read it `reads` times each (Fig. 6.11)."""
    writer = "\n    ".join(store("x", value) for value in range(1, writes + 1))
    reader = "\n    ".join([f"(void){load('x')};"] * reads)
    text = program("atomic_int x;", [(writer, 1), (reader, readers)])
    return Program(f"same-{readers}-{writes}-{reads}", text, math.comb(writes + reads, reads) ** readers)


def many_variables(n: int) -> Program:
    """One thread writes n variables, another reads them in the same order (Fig. 6.12)."""
    names = [f"x{i}" for i in range(n)]
    writer = "\n    ".join(store(name, 1) for name in names)
    reader = "\n    ".join(f"(void){load(name)};" for name in names)
    text = program(f"atomic_int {', '.join(names)};", [(writer, 1), (reader, 1)])
    return Program(f"variables-{n}", text, 2**n)


@dataclass(frozen=True)
class Result:
    program: Program
    answer: str
    """violation or safe; anything else is no answer."""
    seconds: float
    """Of the whole command."""
    executions: int | None = None
    blocked: int | None = None

    def solved(self) -> bool:
        if self.program.executions is None:
            return self.answer == "violation"
        return self.answer == "safe" and self.executions == self.program.executions

    def wrong(self) -> bool:
        return self.answer in ("violation", "safe") and not self.solved()

    def cells(self) -> list[str]:
        """Executions, blocked, seconds, executions per second."""
        if not self.solved():
            said = f"**wrong: {self.answer}, {self.executions}**" if self.wrong() else self.answer
            return [said, "", f"{self.seconds:.1f}", ""]
        count = self.executions or 0
        return [f"{count:,}", f"{self.blocked}", f"{self.seconds:.2f}", f"{count / self.seconds:,.0f}"]


@dataclass(frozen=True)
class Bench:
    """Runs programs with Heddle."""

    heddle: list[str]
    model: str
    timeout: float
    folder: Path

    def measure(self, program: Program, model: str | None = None) -> Result:
        print(f"{program.name} ...", file=sys.stderr, flush=True)
        file = self.folder / f"{program.name}.c"
        file.write_text(program.text)
        command = ["check", "--engine", "stateless"] if program.executions is None else ["explore"]
        options = ["--json", "--quiet", "--timeout", str(self.timeout), "--model", model or self.model]
        options += ["--unwind", str(program.unwind)] if program.unwind else []
        ended = run([*self.heddle, *command, *options, str(file)], self.timeout + GRACE)
        if ended.exit_code is None:
            return Result(program, "timeout", ended.seconds)
        try:
            result = json.loads(ended.output)
        except json.JSONDecodeError:
            return Result(program, "crash", ended.seconds)
        late = ended.seconds > self.timeout or "time limit" in str(result.get("reason"))
        answer = "timeout" if late else str(result["verdict"])
        return Result(program, answer, ended.seconds, result.get("executions"), result.get("blocked"))


@dataclass(frozen=True)
class Family:
    """Programs with an assertion, of sizes up to `largest`."""

    title: str
    theirs: str
    """Of how many the thesis's tool solved how many: Table 6.3, with in-situ filtering."""
    largest: int
    programs: Callable[[int], Iterable[Program]]
    """Those of a size."""

    def sizes(self, least: int, most: int | None) -> range:
        return range(least, min(self.largest, most or self.largest) + 1)


@dataclass(frozen=True)
class Scaling:
    """Programs that grow until the time limit, each with more executions than the one before."""

    title: str
    theirs: str
    """The last size that the thesis's tool solved."""
    program: Callable[[int], Program]


@dataclass(frozen=True)
class Counted:
    """A program whose executions are all counted, by GenMC too."""

    title: str
    program: Program
    theirs: str
    """GenMC's seconds, if known."""


FAMILIES = {
    "readers": Family(
        "Readers, N = 1..20",
        "176 of 180",
        20,
        lambda n: [readers(n, write, read) for write in ORDERS_OF_WRITES for read in ORDERS_OF_READS],
    ),
    "loop": Family("Loop, N = 1..10", "9 of 10", 10, lambda n: [loop(n)]),
    "coherence": Family("Coherence, K = 1..20: K + 1 is read", "19 of 20", 20, lambda k: [coherence(k, "==")]),
    "coherence-never": Family("Coherence, K = 1..20: K + 1 is not read", "", 20, lambda k: [coherence(k, "!=")]),
}
SCALINGS = {
    "horizontal": Scaling("horizontal: T readers", "T = 33", lambda t: same_variable(t, 1, 1)),
    "variables": Scaling("N variables", "N = 34", many_variables),
    "vertical": Scaling("vertical: M writes, 7 readers", "M = 4", lambda m: same_variable(7, m, 1)),
    "vertical-both": Scaling("vertical: M writes, 7 readers of M reads", "", lambda m: same_variable(7, m, m)),
}
COUNTED = [
    Counted("Readers, N = 16", readers(16, "relaxed", "relaxed", asserted=False), "0.65"),
    Counted("Readers, N = 20, all seq_cst", readers(20, "seq_cst", "seq_cst", asserted=False), ""),
    Counted("Coherence, K = 10", coherence(10, None), "8.7"),
    Counted("3 writes, 5 readers of 3 reads", same_variable(5, 3, 3), "18"),
]
PARTS = [*FAMILIES, *SCALINGS, "counted"]


@dataclass
class Report:
    lines: list[str] = field(default_factory=list)
    wrong: list[Result] = field(default_factory=list)
    unsolved: list[Result] = field(default_factory=list)

    def add(self, results: Iterable[Result]) -> list[Result]:
        """Takes note of what is not as it should be."""
        listed = list(results)
        self.wrong += [result for result in listed if result.wrong()]
        self.unsolved += [result for result in listed if not result.solved()]
        return listed

    def table(self, columns: Sequence[str], numbers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        if rows:
            self.lines += ["", *markdown(columns, numbers, rows)]


def grow(scaling: Scaling, bench: Bench, most: int) -> Iterator[tuple[int, Result]]:
    """Sizes from 1 until one is not solved, or would surely not be: executions do not get cheaper as they grow."""
    for size in range(1, most + 1):
        result = bench.measure(scaling.program(size))
        yield size, result
        done, coming = result.executions or 1, scaling.program(size + 1).executions or 1
        if not result.solved() or (result.seconds > 1 and result.seconds * coming / done > 1.5 * bench.timeout):
            return


def measure_families(parts: Sequence[str], bench: Bench, least: int, most: int | None, report: Report) -> None:
    rows = []
    for family in (FAMILIES[part] for part in parts if part in FAMILIES):
        sizes = family.sizes(least, most)
        results = report.add(bench.measure(program) for size in sizes for program in family.programs(size))
        slowest = max(results, key=lambda result: result.seconds)
        solved = f"{sum(result.solved() for result in results)} of {len(results)}"
        explored = max(result.executions or 0 for result in results)
        seconds = [f"{sum(result.seconds for result in results):.1f}", f"{slowest.seconds:.2f}"]
        rows.append([family.title, solved, family.theirs, str(explored), *seconds, slowest.program.name])
    numbers = ["most executions", "total s", "most s"]
    report.table(["family", "solved", "thesis (600 s)", *numbers, "slowest"], numbers, rows)


def measure_beside(
    parts: Sequence[str], bench: Bench, other: str, least: int, most: int | None, report: Report
) -> None:
    """Each program under both models, one right after the other, so that what else the machine does hits both."""
    rows = []
    for family in (FAMILIES[part] for part in parts if part in FAMILIES):
        sizes = family.sizes(least, most)
        programs = [program for size in sizes for program in family.programs(size)]
        pairs = [(bench.measure(program), bench.measure(program, other)) for program in programs]
        ours, theirs = ([pair[i] for pair in pairs] for i in (0, 1))
        report.add(ours + theirs)
        seconds = [sum(result.seconds for result in results) for results in (ours, theirs)]
        solved = [f"{sum(r.solved() for r in results)} of {len(results)}" for results in (ours, theirs)]
        most_ratio = max(two.seconds / one.seconds for one, two in pairs)
        shown = [f"{seconds[0]:.1f}", f"{seconds[1]:.1f}", f"{seconds[1] / seconds[0]:.2f}", f"{most_ratio:.2f}"]
        rows.append([family.title, *solved, *shown])
    numbers = [f"{bench.model} s", f"{other} s", "ratio", "largest ratio"]
    report.table(["family", f"{bench.model} solved", f"{other} solved", *numbers], numbers, rows)


def measure_scalings(parts: Sequence[str], bench: Bench, most: int | None, report: Report) -> None:
    rows = []
    for scaling in (SCALINGS[part] for part in parts if part in SCALINGS):
        results = list(grow(scaling, bench, most or 1000))
        report.wrong += [result for _, result in results if result.wrong()]
        size, last = next((pair for pair in reversed(results) if pair[1].solved()), results[0])
        rows.append([scaling.title, str(size), *last.cells(), scaling.theirs])
    numbers = ["solved up to", "executions", "blocked", "s", "per s"]
    report.table(["dimension", *numbers, "thesis (600 s)"], numbers, rows)


def measure_counted(bench: Bench, report: Report) -> None:
    results = report.add(bench.measure(entry.program, "rc11") for entry in COUNTED)
    rows = [[entry.title, *result.cells(), entry.theirs] for entry, result in zip(COUNTED, results, strict=True)]
    numbers = ["executions", "blocked", "s", "per s", "GenMC s"]
    report.table(["all executions under rc11", *numbers], numbers, rows)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures the benchmarks of Bajczi's thesis, chapter 6, with Heddle.")
    chosen = "one part (again for more)"
    parser.add_argument("--only", action="append", choices=PARTS, metavar="PART", help=f"{chosen}: {', '.join(PARTS)}")
    parser.add_argument("--most", type=int, metavar="N", help="sizes up to N only (of families and dimensions)")
    parser.add_argument("--least", type=int, default=1, metavar="N", help="sizes from N on (of families; default: 1)")
    model = "memory model (default: weak, as in the thesis's Table 6.3)"
    parser.add_argument("--model", choices=MODELS, default="weak", metavar="M", help=f"{model}: {', '.join(MODELS)}")
    beside = "another model: families are measured under both, and the times compared"
    parser.add_argument("--beside", choices=MODELS, metavar="M", help=beside)
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="for each program (default: 60)")
    parser.add_argument("--heddle", metavar="COMMAND", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what is printed to FILE too")
    options = parser.parse_args()
    if options.most is not None and options.most < 1:
        parser.error("--most: at least 1")
    return options


def main() -> int:
    options = parse_arguments()
    parts = options.only or PARTS
    report = Report([f"Memory model {options.model}, time limit {options.timeout:g} s."])
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Heddle(options.heddle).command, options.model, options.timeout, Path(folder))
        if options.beside:
            measure_beside(parts, bench, options.beside, options.least, options.most, report)
        else:
            measure_families(parts, bench, options.least, options.most, report)
        measure_scalings(parts, bench, options.most, report)
        if "counted" in parts:
            measure_counted(bench, report)
    report.lines.append("")
    report.lines += [f"- not solved: {r.program.name}: {r.answer} after {r.seconds:.1f} s" for r in report.unsolved]
    if not report.unsolved:
        report.lines.append("- everything solved that was to be")
    report.lines += [f"- wrong: {r.program.name}: {r.answer}, {r.executions} executions" for r in report.wrong]
    publish(report.lines, options.out)
    return int(bool(report.wrong))


if __name__ == "__main__":
    sys.exit(main())
