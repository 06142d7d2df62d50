"""Generated sequential programs against GCC's sanitizers: what they complain about, on which line, and what is computed.

    python -m tests.differential.sanitized --programs 1000 --seed 0

run from the repository's root, with ``tests`` on PYTHONPATH.  Each program is asked about twice: for ``default``, beside
a build in which signed arithmetic wraps, and for ``def-behavior``, beside one with every sanitizer.  Where GCC's
program ends well, Heddle must find nothing, and the number that it prints is an assertion (sometimes its negation is,
which must fail).  Where it ends at a sanitizer's report, Heddle must show a violation of that kind on that line; ``safe``
is wrong, and so is any violation that the sanitizers do not see, unless they have no eyes for it (:data:`UNSEEN`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from heddle import engines, properties
from heddle.answer import Answer, Verdict
from heddle.api import make_task
from heddle.frontend import load

from .sequential import HEAD, Generator

HEAD_LINES = len(HEAD.splitlines())
COMPILER = shutil.which("gcc")
OPTIONS = ("-O0", "-g1", "-w", "-std=gnu11", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-fno-strict-aliasing")
BUILDS = {
    "def-behavior": ("-fsanitize=float-cast-overflow",),
    "default": ("-fwrapv", "-fno-sanitize=signed-integer-overflow,shift-base,alignment"),
}
"""What is compiled for each property, beside the options of all."""
ENGINES = ("order", "stateless", "explicit", "lazy")
EXPLORERS = ("stateless", "explicit")
"""They try inputs one by one: here these are constants."""
RUNTIME = {"ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1", "UBSAN_OPTIONS": "print_stacktrace=0"}
BATCH = 12
PATIENCE = 600.0

KINDS = (
    ("signed integer overflow|negation of .* cannot|division of -?\\d+ by -1", {"overflow"}),
    ("shift exponent|left shift of", {"shift", "overflow"}),
    ("division by zero", {"div-by-zero"}),
    ("index .* out of bounds", {"bounds"}),
    ("null pointer", {"pointer"}),
    ("misaligned address", {"alignment"}),
    ("insufficient space", {"bounds", "pointer"}),
    ("heap-use-after-free|stack-use-after-return", {"lifetime"}),
    ("double-free|attempting free|bad-free", {"free"}),
    ("buffer-overflow|buffer-underflow|stack-use-after-scope|unknown-crash", {"bounds", "pointer"}),
    ("param-overlap", {"overlap", "pointer", "bounds"}),
    ("SEGV", {"const", "pointer", "bounds"}),
    ("FPE", {"traps"}),
)
"""What reports of the sanitizers say, and the kinds of Heddle's failures that are the same."""
UNSEEN = {"const", "overlap", "beyond", "no-value", "unsequenced"}
"""What sanitizers do not, or not always, see: a constant object on the stack is written, ``sprintf`` and assignments overlap,
a pointer leaves its object before it is followed.  Without these checks the program is asked about once more."""
SEEN = {
    "def-behavior": "bounds+pointer+free+div-by-zero+overflow+alignment", "default": "bounds+pointer+free+div-by-zero",
}  # fmt: skip
"""The properties without them."""


@dataclass(frozen=True)
class Native:
    """How the compiled program ended: with a number, or a report of a kind on a line (0: not told)."""

    printed: int | None
    kinds: frozenset[str] = frozenset()
    line: int = 0
    said: str = ""


def run_natively(seeds: Sequence[int], folder: Path) -> dict[str, dict[int, Native]]:
    """All programs in one binary for each property: compilers take longer to start than to compile."""
    parts = [HEAD]
    for seed in seeds:
        parts += [f'#line 1 "program_{seed}.c"', Generator(seed).text()]
    choices = " ".join(f"case {seed}: return main_{seed}();" for seed in seeds)
    parts.append(f"int main(int argc, char **argv) {{ switch (atoi(argv[1])) {{ {choices} }} return 77; }}")
    source = folder / "all.c"
    source.write_text("\n".join(parts))
    found: dict[str, dict[int, Native]] = {}
    for name, options in BUILDS.items():
        binary = folder / name
        assert COMPILER is not None
        subprocess.run([COMPILER, *OPTIONS, *options, str(source), "-o", str(binary)], check=True, timeout=600)
        found[name] = {seed: run_one(binary, seed) for seed in seeds}
    return found


def run_one(binary: Path, seed: int) -> Native:
    done = subprocess.run([str(binary), str(seed)], capture_output=True, text=True, timeout=120, env={**os.environ, **RUNTIME})
    if done.returncode == 0:
        return Native(int(done.stdout))
    report = next((x for x in done.stderr.splitlines() if "runtime error:" in x or "ERROR: AddressSanitizer" in x), "")
    kinds = next((kinds for words, kinds in KINDS if re.search(words, report)), set())
    line = re.search(rf"program_{seed}\.c:(\d+)", report) or re.search(rf"program_{seed}\.c:(\d+)", done.stderr)
    return Native(None, frozenset(kinds), int(line[1]) if line else 0, report or f"exit code {done.returncode}")


def ask(seed: int, folder: Path, property: str, test: str, engine: str, fixed: bool, timeout: float) -> Answer:
    file = folder / f"program_{seed}.c"
    text = Generator(seed).text().replace(f"int main_{seed}(void)", "int main(void)")
    file.write_text(HEAD + text)
    asked = properties.find(f"{property}+assert")
    program = load([str(file)], defines=["HEDDLE", f"TEST={test}", *(["FIXED"] if fixed else [])], checks=asked.marks)
    options = {} if engine in EXPLORERS else {"unwind": 24}
    task = make_task((), "sc", asked, engine=engine, timeout=timeout, **options)
    return engines.run(task, asked.prepare(program))


@dataclass(frozen=True)
class Outcome:
    seed: int
    property: str
    engine: str
    kind: str
    """agree (on a number, or on a violation), bounded, unknown, unseen, traps, WRONG or crash."""
    detail: str = ""


def judge(native: Native, answer: Answer, negated: bool) -> tuple[str, str]:
    """What the two make of each other."""
    failure = None if answer.execution is None else answer.execution.failure
    if "traps" in native.kinds:  # INT_MIN / -1 where arithmetic wraps: x86 does not
        return "traps", ""
    if answer.verdict is Verdict.UNKNOWN:
        return "unknown", answer.reason
    if failure is not None:
        return _judge_violation(native, failure.kind, failure.at.line - HEAD_LINES, negated)
    if answer.verdict is Verdict.BOUNDED:
        return "bounded", "; ".join(sorted({cut.what for cut in answer.cuts})) or answer.reason
    if native.printed is None:
        return "WRONG", f"safe, but {native.said}"
    return ("WRONG", "safe, but the assertion cannot hold") if negated else ("agree on a number", "")


def _judge_violation(native: Native, kind: str, line: int, negated: bool) -> tuple[str, str]:
    here = f"{kind} on line {line}"
    if native.printed is not None:
        if kind == "assert":
            return ("agree on a number", "") if negated else ("WRONG", f"another number than {native.printed}")
        return ("unseen", here) if kind in UNSEEN else ("WRONG", f"{here}, but no sanitizer complains")
    if kind in native.kinds and native.line in (line, 0):
        return "agree on a violation", kind
    if kind in UNSEEN and native.line and line <= native.line:
        return "unseen", here
    return "WRONG", f"{here}, but {native.said} (line {native.line})"


def try_batch(number: int, jobs: Sequence[str], timeout: float, size: int = BATCH) -> list[Outcome]:
    """So many programs, from this number on."""
    seeds = range(number, number + size)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = run_natively(seeds, folder)
        return [try_one(seed, property, found[property][seed], folder, jobs, timeout) for seed in seeds for property in BUILDS]


def try_one(seed: int, property: str, native: Native, folder: Path, jobs: Sequence[str], timeout: float) -> Outcome:
    engine = jobs[seed % len(jobs)]
    fixed = seed % 3 == 0 or engine in EXPLORERS
    negated = native.printed is not None and seed % 4 == 0
    test = "0" if native.printed is None else f"h {'==' if negated else '!='} {native.printed}ull"
    try:
        answer = ask(seed, folder, property, test, engine, fixed, timeout)
        kind, detail = judge(native, answer, negated)
        if kind == "unseen":
            seen = "+".join((SEEN[property], *sorted(UNSEEN.intersection(native.kinds))))  # what they see this time is asked for
            again, why = judge(native, ask(seed, folder, seen, test, engine, fixed, timeout), negated)
            kind, detail = (again, why) if again in ("WRONG", "unknown") else (kind, detail)
    except Exception:
        kind, detail = "crash", traceback.format_exc()
    return Outcome(seed, property, engine, kind, detail)


def outcomes(first: int, programs: int, jobs: int, asked: Sequence[str], timeout: float) -> Iterator[Outcome]:
    batches = range(first, first + programs, BATCH)
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=4) as pool:
        answers = pool.imap(partial(try_batch, jobs=asked, timeout=timeout), batches)
        for _ in batches:
            yield from answers.next(PATIENCE)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.sanitized", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=int, default=1000, metavar="N", help=f"rounded up to batches of {BATCH} (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--engines", nargs="+", default=list(ENGINES), help="asked in turn")
    parser.add_argument("--timeout", type=float, default=20.0, metavar="S", help="for each answer (default: 20)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", nargs="*", default=(), help="outcomes of these kinds are shown too: bounded, unknown, unseen")
    options = parser.parse_args()
    started, tally, failures = time.monotonic(), Counter[str](), 0
    for number, outcome in enumerate(outcomes(options.seed, options.programs, options.jobs, options.engines, options.timeout), 1):
        tally[f"{outcome.property}: {outcome.kind}"] += 1
        bad = outcome.kind in ("WRONG", "crash")
        failures += bad
        if bad or outcome.kind in options.show:
            print(f"{outcome.seed} {outcome.property} {outcome.engine}: {outcome.kind}: {outcome.detail}", flush=True)
        if number % (20 * BATCH) == 0:
            print(f"{number // 2} programs, {failures} failures", file=sys.stderr, flush=True)
    for kind, count in sorted(tally.items()):
        print(f"{kind}: {count}")
    print(f"{sum(tally.values()) // 2} programs, {failures} failures, {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
