"""Sequential programs by csmith: what gcc computes is what Heddle computes, bit for bit.

    python benchmarks/csmith_programs.py --count 1000 --save /tmp/wrong

Every program prints a checksum of its final state.  Compiled with gcc and run it says which one; asked whether the checksum
is that number Heddle must say ``safe``, and ``violation`` for any other number.  Both data models, options of csmith that
change from program to program.  csmith and gcc (with the libraries for ``-m32``: Debian's gcc-multilib) must be installed.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generated import Finding, Told, add_options, ask, given_command, report, required, spread, tally
from harness import run

RUNTIME = Path(__file__).resolve().parent / "csmith"
"""The folder of csmith.h."""
GCC = {
    "lp64": ("-m64",),
    "ilp32": ("-m32", "-msse2", "-mfpmath=sse"),
}
"""32-bit code with the arithmetic of IEEE 754, as 64-bit code has it."""
SOMETIMES = (
    "--no-arrays", "--no-bitfields", "--no-packed-struct", "--no-pointers", "--no-structs", "--no-unions", "--no-volatiles",
    "--no-jumps", "--no-longlong", "--no-consts", "--no-embedded-assigns", "--no-comma-operators", "--no-divs",
    "--inline-function", "--no-volatile-pointers", "--fixed-struct-fields", "--no-global-variables",
    "--const-as-condition", "--no-return-structs", "--no-arg-unions", "--take-no-union-field-addr",
)  # fmt: skip
EXTRA = (("--float", "--strict-float"), ("--builtins", "--disable-builtin-kinds", "x86"))
RUN_SECONDS = 2.0
MOST_STEPS = 4000
"""Branches that a run may pass."""
COUNTED = (f"-DSTEPS={MOST_STEPS}", "-fsanitize-coverage=trace-pc")


def chosen_options(seed: int) -> list[str]:
    """How csmith is called for this seed: sizes that Heddle decides in seconds, and a few features left out or added."""
    chance = random.Random(seed)
    sizes = {
        "--max-funcs": chance.randint(1, 4),
        "--max-block-depth": chance.randint(1, 3),
        "--max-block-size": chance.randint(2, 4),
        "--max-expr-complexity": chance.randint(2, 8),
        "--max-array-dim": chance.randint(1, 3),
        "--max-array-len-per-dim": chance.randint(2, 6),
        "--max-pointer-depth": chance.randint(1, 3),
        "--max-struct-fields": chance.randint(2, 8),
    }
    options = ["--seed", str(seed), "--no-argc", "--concise", *(str(part) for size in sizes.items() for part in size)]
    options += [option for option in SOMETIMES if chance.random() < 0.1]
    return options + [part for extra in EXTRA if chance.random() < 0.2 for part in extra]


@dataclass(frozen=True)
class Tools:
    csmith: str
    gcc: str
    heddle: Sequence[str] | None
    timeout: float

    def program(self, seed: int) -> str | None:
        made = run([self.csmith, *chosen_options(seed)], 20)
        return made.output if made.exit_code == 0 else None

    def checksum(self, file: Path, data_model: str) -> int | None:
        """What the compiled program prints, whatever the optimizer does; None if it is too long a run for Heddle."""
        seen = set()
        for level, counted in (("-O0", COUNTED), ("-O1", ())):
            binary = file.with_suffix(f".{data_model}{level}")
            options = ["-w", *GCC[data_model], level, *counted, f"-I{RUNTIME}"]
            compiled = run([self.gcc, *options, str(file), "-o", str(binary)], 60)
            if compiled.exit_code != 0:
                raise RuntimeError(f"{file}: gcc does not compile it: {compiled.output}")
            ended = run([str(binary)], RUN_SECONDS)
            if ended.exit_code != 0:
                return None
            seen.add(int(ended.output))
        return seen.pop() if len(seen) == 1 else None

    def says(self, file: Path, data_model: str, checksum: int) -> Told:
        options = ["--data-model", data_model, "-I", str(RUNTIME), "-D", f"CHECKSUM={checksum}ULL"]
        return ask(self.heddle, file, self.timeout, *options)


def kept(tools: Tools, folder: Path, largest: int, seed: int) -> list[Finding]:
    """Writes a program with its checksums into a folder, if it is not too large."""
    text = tools.program(seed)
    if text is None or len(text) > largest:
        return [Finding("too large")]
    file = folder / f"{seed}.c"
    file.write_text(text)
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "program.c"
        source.write_text(text)
        checksums = {data_model: tools.checksum(source, data_model) for data_model in GCC}
    if None in checksums.values():
        file.unlink()
        return [Finding("too long a run")]
    lines = (f"// {data_model}: {checksum}\n" for data_model, checksum in checksums.items())
    file.write_text("".join(lines) + text)
    return [Finding("kept")]


def judge(told: Told, expected: str, data_model: str, text: str) -> Finding:
    name = f"{data_model} {expected}"
    if told.verdict == expected:
        return Finding(f"{name}: right")
    wrong = told.verdict in ("safe", "violation")
    outcome = f"{name}: {'WRONG: ' if wrong else ''}{told.short()}"
    return Finding(outcome, wrong or told.broken or told.verdict == "error", told.reason, text.encode())


def findings(tools: Tools, data_models: Sequence[str], seed: int) -> Iterator[Finding]:
    text = tools.program(seed)
    if text is None:
        yield Finding("not generated")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(text)
        for data_model in data_models:
            checksum = tools.checksum(file, data_model)
            if checksum is None:
                yield Finding(f"{data_model}: too long a run")
                continue
            yield from (
                judge(tools.says(file, data_model, asked), expected, data_model, text)
                for asked, expected in ((checksum, "safe"), (checksum ^ 1, "violation"))
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add_options(parser, count=1000, timeout=20)
    parser.add_argument("--data-model", choices=list(GCC), help="default: both")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="only write the programs, with their checksums, to DIR")
    parser.add_argument("--largest", type=int, default=1 << 20, metavar="BYTES", help="with --keep: leave larger ones out")
    options = parser.parse_args()
    tools = Tools(required("csmith"), required("gcc"), given_command(options), options.timeout)
    data_models = [options.data_model] if options.data_model else list(GCC)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return report(*tally(spread(partial(kept, tools, options.keep, options.largest), options), None, ""))
    return report(*tally(spread(partial(findings, tools, data_models), options), options.save, ".c"))


if __name__ == "__main__":
    sys.exit(main())
