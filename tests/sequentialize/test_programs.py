"""The sequentialized C of many small programs: compilers accept it, and CBMC gives the answer that Heddle gives."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from asking import ask
from heddle.answer import Verdict
from heddle.core.program import BoundedProgram
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.scheme import sequentialize, shared
from heddle.sma import SmaBounds
from waiting import PATIENCE

pytestmark = pytest.mark.slow

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.c"))
GCC = shutil.which("gcc")
CBMC = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")
ANSWERS = {Verdict.VIOLATION: "violation", Verdict.SAFE: "safe", Verdict.BOUNDED: "safe", Verdict.UNKNOWN: "unknown"}
GCC_FLAGS = ("-Wall", "-Werror", "-fwrapv", "-fno-strict-aliasing")

needs_gcc = pytest.mark.skipif(GCC is None, reason="no gcc")
needs_cbmc = pytest.mark.skipif(CBMC is None, reason="no cbmc on PATH or in HEDDLE_CBMC")
each_program = pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)


@dataclass(frozen=True)
class Case:
    """A program's first line: ``// expect: violation unwind=2 rounds=2``."""

    path: Path
    expected: str
    unwind: int
    rounds: int

    @classmethod
    def read(cls, path: Path) -> Case:
        first = path.read_text().splitlines()[0]
        found = re.fullmatch(r"// expect: (violation|safe) unwind=(\d+) rounds=(\d+)", first)
        assert found, f"{path}: no expectation in the first line"
        return cls(path, found[1], int(found[2]), int(found[3]))

    def bounds(self) -> UnfoldBounds:
        return UnfoldBounds(self.unwind, constant_unwind=max(self.unwind, 16))


@cache
def sequential(path: Path, data_model: str = "lp64") -> str:
    case = Case.read(path)
    bounded: BoundedProgram = unfold(load([str(path)], data_model=data_model), case.bounds())
    return c_text(sequentialize(shared(bounded, None), None, SmaBounds(rounds=case.rounds)), path.name)


def compile_c(text: str, directory: Path, *flags: str) -> Path:
    source = directory / "sequential.c"
    source.write_text(text)
    subprocess.run([GCC or "gcc", *GCC_FLAGS, *flags, str(source)], check=True, timeout=PATIENCE, cwd=directory)
    return source


def cbmc_answer(source: Path, *flags: str) -> str:
    command = [CBMC or "cbmc", "--no-standard-checks", *flags, str(source)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False).stdout
    if "VERIFICATION SUCCESSFUL" in output:
        return "safe"
    return "violation" if "VERIFICATION FAILED" in output else output


def test_there_are_enough_programs() -> None:
    cases = [Case.read(path) for path in PROGRAMS]
    assert len(cases) >= 30
    assert {c.expected for c in cases} == {"violation", "safe"}


@each_program
def test_engine_answers_as_expected(path: Path) -> None:
    case = Case.read(path)
    result = ask(load([str(path)]), unwind=case.unwind, rounds=case.rounds, timeout=PATIENCE)
    assert ANSWERS[result.verdict] == case.expected, result.reason


@needs_gcc
@each_program
def test_gcc_has_nothing_to_say(path: Path, tmp_path: Path) -> None:
    compile_c(sequential(path), tmp_path, "-c")
    compile_c(sequential(path), tmp_path, "-c", "-DHEDDLE_RUN", "-DHEDDLE_UNWIND_ASSERT")


@needs_cbmc
@each_program
def test_cbmc_answers_as_expected(path: Path, tmp_path: Path) -> None:
    source = tmp_path / "sequential.c"
    source.write_text(sequential(path))
    assert cbmc_answer(source) == Case.read(path).expected


@needs_gcc
@pytest.mark.parametrize("name", ["structs", "list", "c11_threads", "arithmetic"])
def test_32_bit_programs(name: str, tmp_path: Path) -> None:
    path = Path(__file__).parent / "programs" / f"{name}.c"
    source = compile_c(sequential(path, "ilp32"), tmp_path, "-c", "-m32")
    if CBMC is not None:
        assert cbmc_answer(source, "--32") == Case.read(path).expected


def run(binary: Path, seed: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(binary), str(seed)], capture_output=True, text=True, timeout=PATIENCE, check=False)


@needs_gcc
def test_it_runs_and_some_schedule_fails(tmp_path: Path) -> None:
    compile_c(sequential(Path(__file__).parent / "programs" / "counter_race.c"), tmp_path, "-DHEDDLE_RUN")
    runs = [run(tmp_path / "a.out", seed) for seed in range(200)]
    failed = [r for r in runs if r.returncode != 0]
    assert failed and len(failed) < len(runs)
    assert all("counter == 2" in r.stderr for r in failed)


@needs_gcc
def test_it_runs_and_no_schedule_of_a_safe_program_fails(tmp_path: Path) -> None:
    compile_c(sequential(Path(__file__).parent / "programs" / "counter_lock.c"), tmp_path, "-DHEDDLE_RUN")
    assert all(run(tmp_path / "a.out", seed).returncode == 0 for seed in range(100))


@needs_cbmc
def test_unwinding_assertions_find_what_was_cut(tmp_path: Path) -> None:
    for name, cut in (("spin_atomic_block", True), ("counter_lock", False)):
        source = tmp_path / f"{name}.c"
        source.write_text(sequential(Path(__file__).parent / "programs" / f"{name}.c"))
        assert cbmc_answer(source, "-DHEDDLE_UNWIND_ASSERT") == ("violation" if cut else "safe")
