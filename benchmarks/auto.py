"""Is ``auto`` as fast as the engine that one should have asked?  Every engine by itself, and ``auto``, on the same programs.

    python benchmarks/auto.py                                            # the project's own programs
    python benchmarks/auto.py --manifest DIR/manifest.csv --sample 60    # a fixed sample of a corpus

An engine *solves* a program if it says ``violation`` or ``safe``; within bounds of its own nothing is solved.  The bar: of the
programs that some engine solves, ``auto`` solves 90 % in at most 1.5 times the time of the fastest, and 0.3 s.
Runs take turns, ``auto`` in the middle; a manifest has the columns ``file``, ``property``, ``model`` and ``expected``.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from harness import EXPECTED, PROGRAMS, RIGHT, Heddle, asks_for_assertions, bench, markdown, publish, read_header

from heddle.bench import plan
from heddle.bench.plan import Program, in_fixed_order
from heddle.bench.results import Result

SINGLE = ("order", "lazy", "mu", "imu", "stateless", "explicit", "horn", "unbounded")
FACTOR, SLACK, SHARE = 1.5, 0.3, 0.9


@dataclass
class Row:
    program: str
    options: str
    expected: str
    """violation or safe."""
    answers: dict[str, Result] = field(default_factory=dict)
    """By engine."""

    def solved(self, engine: str) -> float | None:
        """Seconds of wall time: that is what ``auto`` saves by running several at a time."""
        answer = self.answers[engine]
        return answer.seconds if answer.verdict == self.expected else None

    def best(self) -> tuple[str, float] | None:
        single = [(s, name) for name in self.answers if name != "auto" and (s := self.solved(name)) is not None]
        return (min(single)[1], min(single)[0]) if single else None

    def keeps(self) -> bool:
        """Whether ``auto`` is as fast as it should be."""
        best, own = self.best(), self.solved("auto")
        return best is None or (own is not None and own <= FACTOR * best[1] + SLACK)

    def wrong(self) -> list[str]:
        other = {"violation": "safe", "safe": "violation"}[self.expected]
        return [name for name, answer in self.answers.items() if answer.verdict == other]


def own_programs(model: str) -> Iterator[Program]:
    for file in sorted(PROGRAMS.glob("*.c")):
        header = read_header(file)
        expected = EXPECTED[header.get(f"expect-{model}", header["expect"])]
        yield Program(file.stem, str(file), (f"--model={model}",), expected, "programs", file.read_text().count("\n"))


def listed(manifest: Path, model: str, sample: int, match: str) -> list[Program]:
    """A fixed sample: the same rows whenever it is taken; assertions only."""
    found = [
        p for p in in_fixed_order(plan.programs([str(manifest)], match))
        if p.expected in RIGHT and f"--model={model}" in p.options and asks_for_assertions(p)
    ]  # fmt: skip
    return found[: sample or len(found)]


def measure(options: argparse.Namespace, programs: Sequence[Program]) -> list[Row]:
    engines = list(options.engines)
    order = [*engines[: len(engines) // 2], "auto", *engines[len(engines) // 2 :]]
    memory = f"--memory={options.memory}"
    tools = {name: Heddle(options.heddle, name, [f"--engine={name}", memory]) for name in order}
    runs = [tools[name].on(program) for program in programs for name in order]
    rows: dict[str, Row] = {}
    for found in bench(runs, list(tools.values()), options.out, options.cpu):
        row = rows.setdefault(found.asked, Row(Path(found.program).stem, found.options, RIGHT[found.expected]))
        row.answers[found.configuration] = found.result
    return list(rows.values())


def table(rows: Sequence[Row], engines: Sequence[str]) -> Iterator[str]:
    names = [*engines, "auto"]
    cells = []
    for row in rows:
        best = row.best()
        shown = ["" if (s := row.solved(name)) is None else f"{s:.2f}" for name in names]
        verdict = "yes" if row.keeps() else "**no**"
        cells.append([row.program, row.expected, *shown, "" if best is None else verdict])
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
            yield f"- **wrong**: {row.program} ({row.options}) by {name}: {row.answers[name].verdict}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manifest", type=Path)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help="only these of the project's own programs")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--match", default="", help="only files whose path contains this")
    parser.add_argument("--model", default="sc")
    parser.add_argument("--cpu", type=float, default=60, help="seconds of processor time for each run")
    parser.add_argument("--memory", type=int, default=3000)
    parser.add_argument("--engines", nargs="*", default=SINGLE)
    parser.add_argument("--heddle", help="default: heddle on PATH, else python -m heddle")
    parser.add_argument("--out", type=Path, default=Path("results/auto"), help="the folder of the results (default: results/auto)")
    options = parser.parse_args()
    if options.manifest is None:
        programs = [p for p in own_programs(options.model) if not options.programs or p.name in options.programs]
    else:
        programs = listed(options.manifest, options.model, options.sample, options.match)
    rows = measure(options, programs)
    publish([*table(rows, options.engines), *summary(rows, options.engines)])
    return 1 if any(row.wrong() for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
