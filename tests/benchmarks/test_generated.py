"""Programs and inputs from generators (benchmarks/): a part of what the long runs do, the same each time."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import heddle
from covering import number, some
from waiting import PATIENCE

pytestmark = pytest.mark.slow

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
CSMITH = sorted((BENCHMARKS / "csmith" / "programs").glob("*.c"))
FORMATS = ("c", "litmus", "cat", "mcm", "xcfa", "json")
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / script), "--heddle", f"{sys.executable} -m heddle", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("nth", some(range(len(CSMITH)), 16))
def test_programs_by_csmith_compute_what_gcc_computes(nth: int) -> None:
    """The first lines of each say which checksum gcc's program prints; every other one is asked about as a 32-bit program."""
    file, data_model = CSMITH[nth], ("lp64", "ilp32")[nth % 2]
    checksum = int(dict(re.findall(r"^// (\w+): (\d+)$", file.read_text(), re.MULTILINE))[data_model])
    for asked, verdict in ((checksum, "safe"), (checksum ^ 1, "violation")):
        answer = heddle.check(
            file, includes=[str(file.parents[1])], data_model=data_model, defines=[f"CHECKSUM={asked}ULL"], timeout=PATIENCE
        )
        assert str(answer.verdict) == verdict, answer


def test_there_are_fifty_of_them() -> None:
    assert len(CSMITH) == 50


@pytest.mark.skipif(shutil.which("csmith") is None or shutil.which("gcc") is None, reason="csmith or gcc is not installed")
def test_new_programs_by_csmith() -> None:
    ended = run("csmith_programs.py", "--count", "2", "--seed", "20", "--data-model", "lp64")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "lp64 safe: right" in ended.stdout
    assert "lp64 violation: right" in ended.stdout


@needs_gcc
def test_what_runs_under_random_schedules_show_is_possible() -> None:
    ended = run("random_schedules.py", "--count", "2", "--seed", "21", "--all-engines", "2", "--timeout", "2")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "auto, seen: violation" in ended.stdout
    assert "lazy, seen: violation" in ended.stdout


@needs_gcc
def test_a_wrong_answer_about_what_was_seen_is_found(tmp_path: Path) -> None:
    answer = tmp_path / "answer.py"
    answer.write_text("""print('{"verdict": "safe", "reason": "", "cuts": []}')""")
    script, wrong = str(BENCHMARKS / "random_schedules.py"), f"{sys.executable} {answer}"
    ended = subprocess.run([sys.executable, script, "--count", "1", "--heddle", wrong], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "auto, seen: WRONG: safe" in ended.stdout


def test_whether_looping_programs_end() -> None:
    ended = run("fairness.py", "--count", "6", "--seed", "30", "--all-engines", "3")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "violation: violation" in ended.stdout and "safe: safe" in ended.stdout


def test_a_wrong_answer_about_looping_programs_is_found(tmp_path: Path) -> None:
    answer = tmp_path / "answer.py"
    answer.write_text("""print('{"verdict": "safe", "reason": "", "cuts": []}')""")
    wrong = f"{sys.executable} {answer}"
    command = [sys.executable, str(BENCHMARKS / "fairness.py"), "--count", "3", "--heddle", wrong]
    assert "the oracle says violation" in subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("name", FORMATS)
def test_broken_inputs(name: str) -> None:
    command = [sys.executable, str(BENCHMARKS / "mutated_inputs.py"), name, "--count", str(number(30))]  # in forks of itself
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert f"{name}: " in ended.stdout


@pytest.mark.parametrize(
    ("program", "outcome"),
    [
        ("raise RuntimeError", "traceback"),
        ("print('internal error: x')", "internal error"),
        ("import sys; sys.exit('heddle: error: a' + chr(10) + 'b')", "exit code 1"),
        ("import subprocess; subprocess.Popen(['sleep', '9'])", "left-over process"),
    ],
)
def test_what_is_bad_about_an_input_is_found(program: str, outcome: str, tmp_path: Path) -> None:
    """The command itself is asked about seed 20 only."""
    stand_in = tmp_path / "stand_in.py"
    stand_in.write_text(program)
    script = str(BENCHMARKS / "mutated_inputs.py")
    options = ["cat", "--seed", "20", "--count", "1", "--heddle", f"{sys.executable} {stand_in}"]
    ended = subprocess.run([sys.executable, script, *options], capture_output=True, text=True, check=False)
    assert f"cat: {outcome}" in ended.stdout
    assert ended.returncode == int("exit code" not in outcome)
