"""Generated concurrent programs: what runs show must be possible, and what Heddle proves no run may show.

    python benchmarks/random_schedules.py --count 2000 --cbmc PATH --save /tmp/contradictions

A program (``tests/differential``: tables of C with pointers, structs, unions, bit-fields, the heap, thread-local storage, and all of
pthreads) computes ``result``.  It is compiled with gcc and run under random schedules (``schedules.c``).

- For every result that was seen ``result != it`` must not be safe.
- If Heddle proves that there are no other results than those seen, further runs must not show another.
- Where CBMC takes the program, both must answer alike.
- On a part of the programs every engine is asked (``--all-engines N``: every Nth), and a part runs on several processors
  and is asked about under TSO.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generated import Finding, Told, add_options, ask, given_command, report, required, spread, tally
from harness import run

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
from tests.differential.oracle import brute_force  # noqa: E402
from tests.differential.strategies import ILP32, UNSET, Seeded, program  # noqa: E402

SCHEDULES = Path(__file__).resolve().parent / "schedules.c"
POOL = (
    "integers", "branches", "loops", "mutex", "atomics", "pointers", "arrays", "structs", "unions", "heap", "calls", "sync", "flags",
    "fences", "own", "helpers", "spins",
)  # fmt: skip
"""Features that a compiled program has too, and without assertions in threads."""
WAITING = {"sync", "spins"}
RUNS, MORE_RUNS, RUN_SECONDS = 12, 30, 5.0
MOST_ASKED = 3
"""Results of one program that are asked about."""
ENGINES: dict[str, tuple[str, ...]] = {
    "order": ("--engine", "order"), "lazy": ("--engine", "lazy"), "mu": ("--engine", "mu"), "imu": ("--engine", "imu"),
    "mu coarse": ("--engine", "mu", "--mu-grain", "coarse-intra"), "lal-reps": ("--engine", "lal-reps"),
    "stateless": ("--engine", "stateless"), "enumerate": ("--engine", "enumerate"), "sma sc": ("--sma", "sc"),
    "sma imu-sc": ("--sma", "imu-sc"), "sma mu-explicit": ("--sma", "mu-explicit"),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One program, ready to run and to be asked about."""

    seed: int
    text: str
    file: Path
    spread: bool
    """Whether its threads run on several processors."""

    @property
    def options(self) -> tuple[str, ...]:
        return ("--data-model", "ilp32" if self.text.startswith(ILP32) else "lp64", "--model", "tso" if self.spread else "sc")


def make(seed: int) -> str:
    chance = random.Random(seed)
    names = chance.sample(POOL, chance.choice((1, 2, 2, 3)))
    few = chance.choice((2, 2, 3)) if "helpers" not in names else 1
    return f"// {' '.join(names)}\n".join(("", program(Seeded(seed), names, chance.random() < 0.1, few)))


def ordered(text: str) -> str:
    """The data model's mark comes first."""
    return ILP32 + text.replace(ILP32, "", 1) if ILP32 in text else text


@dataclass(frozen=True)
class Hooks:
    """The compiled ``schedules.c``: for 64-bit programs on one processor and on several, and for 32-bit programs (None
    where gcc makes none)."""

    one: Path
    several: Path
    narrow: Path | None

    @staticmethod
    def compiled(gcc: str, folder: Path) -> Hooks:
        options = {"one": ["-m64"], "several": ["-m64", "-DPROCESSORS"], "narrow": ["-m32"]}
        files: dict[str, Path | None] = {name: folder / f"{name}.o" for name in options}
        for name, file in list(files.items()):
            ended = run([gcc, "-w", "-O1", *options[name], "-c", str(SCHEDULES), "-o", str(file)], 60)
            if ended.exit_code != 0 and name == "narrow":
                print("gcc has no headers for 32-bit programs (gcc-multilib): they are left out", file=sys.stderr)
                files[name] = None
            elif ended.exit_code != 0:
                sys.exit(f"gcc does not compile {SCHEDULES}: {ended.output}")
        return Hooks(**files)

    def of(self, case: Case) -> Path | None:
        return self.narrow if case.text.startswith(ILP32) else self.several if case.spread else self.one


@dataclass(frozen=True)
class Tools:
    gcc: str
    hooks: Hooks
    heddle: Sequence[str] | None
    cbmc: str | None
    timeout: float
    every: int

    def compiled(self, case: Case) -> Path | None:
        """None if gcc does not take it.  32-bit programs run without the compiler's calls: a step before each statement has to do."""
        folder, narrow = case.file.parent, case.text.startswith(ILP32)
        source = folder / "compiled.c"
        text = re.sub(r"^    \{ ", "    schedule_step(); { ", case.text, flags=re.MULTILINE) if narrow else case.text
        source.write_text("void schedule_step(void);\n" + text)
        options = ["-m32"] if narrow else ["-m64", "-fsanitize=thread"]
        compiled, binary = folder / "compiled.o", folder / "program"
        common = ["-w", "-O0", "-fwrapv", "-std=gnu11", "-D_GNU_SOURCE", "-DCHECK=1"]
        if run([self.gcc, *common, *options, "-c", str(source), "-o", str(compiled)], 60).exit_code != 0:
            return None
        linked = [options[0], str(compiled), str(self.hooks.of(case)), "-o", str(binary), "-pthread", "-latomic"]
        return binary if run([self.gcc, *linked], 60).exit_code == 0 else None

    def observed(self, binary: Path, schedules: range) -> set[int]:
        seen = set()
        for schedule in schedules:
            ended = run(["env", f"SCHEDULE={schedule}", str(binary)], RUN_SECONDS)
            found = re.fullmatch(r"(-?\d+)\n", ended.output)  # else an assertion of a thread failed, or nothing came to an end
            if ended.exit_code == 0 and found is not None and int(found[1]) != UNSET:
                seen.add(int(found[1]))
        return seen

    def says(self, case: Case, check: str, *options: str) -> Told:
        """Programs with loops that wait take all the time that they get."""
        timeout = self.timeout / 3 if WAITING & set(case.text.partition("\n#")[0].split()) else self.timeout
        return ask(self.heddle, case.file, timeout, *case.options, "-D", f"CHECK=({check})", *options)

    def cbmc_says(self, case: Case, check: str) -> str | None:
        """None where CBMC has no answer: functions that it does not know, loops that it does not end, no time."""
        if self.cbmc is None or case.spread or "pthread_exit" in case.text or shares_bit_fields(case.text):
            return None
        narrow = case.text.startswith(ILP32)
        options = ["--no-standard-checks", "--unwind", "5", "--unwinding-assertions", "--32" if narrow else "--64"]
        ended = run([self.cbmc, *options, f"-DCHECK=({check})", str(case.file)], self.timeout)
        if ended.exit_code not in (0, 10) or "no body for" in ended.output or "ignoring" in ended.output:
            return None
        failed = re.findall(r"^\[(\S+)\].*: FAILURE$", ended.output, re.MULTILINE)
        if any("assertion" in name for name in failed):
            return "violation"
        return None if failed else "safe"


def shares_bit_fields(text: str) -> bool:
    """Bit-fields side by side are one memory location (C11, 3.14), and a write to one may bring back an old value of another.
    CBMC keeps them apart."""
    functions = re.split(r"^(?=\w.*\) \{$)", text, flags=re.MULTILINE)[1:]
    return sum("bits." in function for function in functions) > 1


def literal(value: int) -> str:
    return f"{value}LL" if value > -(1 << 63) else f"({value + 1}LL - 1)"


def only(seen: set[int]) -> str:
    return " || ".join(f"result == {literal(value)}" for value in sorted(seen))


def judge(case: Case, told: Told, possible: bool, who: str, check: str) -> Finding:
    """``possible``: a run broke the check."""
    text = f"// CHECK={check}\n// {who} {case.options}\n{case.text}".encode()
    question = "seen" if possible else "others"
    if possible and told.verdict == "safe":
        return Finding(f"{who}, {question}: WRONG: safe", True, check, text)
    if told.verdict in ("error", "crash", "hang") or told.broken:
        return Finding(f"{who}, {question}: {told.verdict} (broken)", True, told.reason, text)
    return Finding(f"{who}, {question}: {told.short()}", False)


def findings(tools: Tools, seed: int) -> Iterator[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        text = ordered(make(seed))
        case = Case(seed, text, Path(folder) / "program.c", seed % 5 == 0 and not text.startswith(ILP32))
        case.file.write_text(text)
        if tools.hooks.of(case) is None:
            yield Finding("32-bit programs left out", False)
            return
        binary = tools.compiled(case)
        if binary is None:
            yield Finding("gcc does not take it", True, "", text.encode())
            return
        seen = tools.observed(binary, range(RUNS))
        yield Finding("programs with a result" if seen else "programs without a result")
        for value in sorted(seen)[:MOST_ASKED]:
            check = f"result != {literal(value)}"
            yield judge(case, tools.says(case, check), True, "auto", check)
        if seen:
            yield from about_others(tools, case, binary, seen)


def about_others(tools: Tools, case: Case, binary: Path, seen: set[int]) -> Iterator[Finding]:
    """Are there other results?  Everybody is asked."""
    check = only(seen)
    told = tools.says(case, check)
    yield judge(case, told, False, "auto", check)
    cbmc = tools.cbmc_says(case, check)
    if told.verdict in ("safe", "violation") and cbmc is not None:
        yield beside_cbmc(case, check, told.verdict, cbmc, seen)
    verdicts = {"auto": told.verdict}
    if case.seed % tools.every == 0:
        for name, options in ENGINES.items():
            if case.spread and ("sma" in name or name == "mu coarse"):
                continue
            answer = tools.says(case, check, *options)
            yield judge(case, answer, False, name, check)
            verdicts[name] = answer.verdict
            value = sorted(seen)[-1]
            yield judge(case, tools.says(case, f"result != {literal(value)}", *options), True, name, f"result != {literal(value)}")
    if {"safe", "violation"} <= set(verdicts.values()):
        text = f"// CHECK={check}\n// {verdicts}\n{case.text}".encode()
        yield Finding("CONTRADICTION of engines", True, f"{check}: {verdicts}", text)
    if "safe" in verdicts.values():
        more = tools.observed(binary, range(RUNS, MORE_RUNS)) - seen
        yield Finding("proved, but another result SEEN" if more else "proved, and no other result seen", bool(more), f"{check}: {more}",
                      f"// CHECK={check}\n// seen: {more}\n{case.text}".encode())  # fmt: skip


def beside_cbmc(case: Case, check: str, heddle: str, cbmc: str, seen: set[int]) -> Finding:
    """If the two differ, brute force says who is wrong; if it cannot, a person has to."""
    if heddle == cbmc:
        return Finding(f"CBMC agrees: {cbmc}")
    truth = brute_force(case.text)
    if truth is not None and heddle == ("safe" if truth.outcomes <= seen and not truth.violated else "violation"):
        return Finding(f"CBMC alone says {cbmc}")
    text = f"// CHECK={check}\n// Heddle: {heddle}, CBMC: {cbmc}\n{case.text}".encode()
    return Finding(f"CBMC CONTRADICTS: {cbmc}", True, f"{check}: Heddle {heddle}, brute force {truth}", text)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_options(parser, count=2000, timeout=10)
    parser.add_argument("--cbmc", metavar="PATH", help="default: $HEDDLE_CBMC, else cbmc on PATH; without: runs only")
    parser.add_argument("--all-engines", type=int, default=20, metavar="N", help="ask every engine about every Nth program (default: 20)")
    options = parser.parse_args()
    cbmc = options.cbmc or os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
    with tempfile.TemporaryDirectory() as folder:
        gcc = required("gcc")
        hooks = Hooks.compiled(gcc, Path(folder))
        tools = Tools(gcc, hooks, given_command(options), cbmc, options.timeout, options.all_engines)
        return report(*tally(spread(partial(findings, tools), options), options.save, ".c"))


if __name__ == "__main__":
    sys.exit(main())
