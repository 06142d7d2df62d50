"""The benchmark tables are printed, on a machine without CBMC too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run_without_cbmc(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    without_cbmc = {key: value for key, value in os.environ.items() if key != "HEDDLE_CBMC"} | {"PATH": ""}
    return subprocess.run(
        [sys.executable, str(BENCHMARKS / script), *arguments],
        capture_output=True, text=True, env=without_cbmc, check=False,
    )


def test_compare_prints_a_row_for_a_program_and_the_start_up(tmp_path: Path) -> None:
    asked = ["compare.py", str(BENCHMARKS / "programs" / "lost_update.c"), "--out", str(tmp_path)]
    ended = run_without_cbmc(*asked, "--startup")
    assert ended.returncode == 0, ended.stderr
    assert "| lost_update | violation | violation |" in ended.stdout
    assert "`heddle --version`" in ended.stdout
    again = run_without_cbmc(*asked)
    assert "1 of 1 runs are there already" in again.stderr and again.stdout in ended.stdout


def test_table1_prints_both_models_beside_the_papers_times(tmp_path: Path) -> None:
    ended = run_without_cbmc("table1.py", "--out", str(tmp_path), "parker")
    assert ended.returncode == 0, ended.stderr
    tso, pso = (line for line in ended.stdout.splitlines() if line.startswith("| parker | violation | 3 | 3 | 4 | 3 | 3 | violation |"))
    assert tso.endswith("| 1.68 | 0.31 | 0.05 |")
    assert pso.endswith("| 2.19 | 0.28 | 0.05 |")
    assert "Heddle answers rightly, 2 of 2: yes" in ended.stdout
    assert "The chain answers rightly, 2 of 2: yes" in ended.stdout
    assert "Heddle under sc, unwinding as in the headers: parker safe" in ended.stdout


def test_table1_fails_when_heddle_answers_wrongly(tmp_path: Path) -> None:
    answer = tmp_path / "answer.py"
    answer.write_text("""print('{"verdict": "safe", "reason": "", "cuts": []}')""")
    ended = run_without_cbmc("table1.py", "--heddle", f"{sys.executable} {answer}", "dekker", "--out", str(tmp_path / "out"))
    assert ended.returncode == 1, ended.stderr
    assert "| dekker | violation | 1 | 2 | 4 | 2 | 2 | **wrong: safe** |" in ended.stdout
    assert "Heddle answers rightly, 0 of 2: **no**" in ended.stdout


def test_table1_knows_its_programs() -> None:
    ended = run_without_cbmc("table1.py", "lost_update")
    assert ended.returncode == 2
    assert "not in the table: lost_update" in ended.stderr


def test_eager_prints_every_scheme_beside_the_thesis(tmp_path: Path) -> None:
    ended = run_without_cbmc("eager.py", "stack", "--schemes", "IMU", "MU coarse", "--out", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert "| category | files | IMU | s | MU coarse | s |" in ended.stdout
    assert "| own programs | 1 | 1 | " in ended.stdout
    lines = [line for line in ended.stdout.splitlines() if line.startswith("| stack | violation |")]
    assert [line.split(" | ")[-3] for line in lines] == ["1.46", "1.44"]


def test_eager_reads_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "bug.c").write_text("#include <assert.h>\nint main(void) { assert(0); }\n")
    (tmp_path / "manifest.csv").write_text(
        "file,property,model,expected,category\nbug.c,assert,sc,false,pthread\nbug.c,assert,tso,false,pthread\n"
    )
    ended = run_without_cbmc("eager.py", "--only", "sc", "--corpus", str(tmp_path), "--out", str(tmp_path / "out"), "--schemes", "IMU", "--", "stack")
    assert ended.returncode == 0, ended.stderr
    assert "| pthread | 1 | 1 | " in ended.stdout
    assert "- thesis, Table 6.1, pthread, 15 files: CBMC 14 (84.23 s)" in ended.stdout


def test_table2_prints_a_row_beside_the_papers(tmp_path: Path) -> None:
    answer = tmp_path / "answer.py"
    answer.write_text("""print('{"verdict": "violation", "reason": "", "cuts": []}')""")
    ended = run_without_cbmc("table2.py", "1", "9", "--heddle", f"{sys.executable} {answer}")
    assert ended.returncode == 0, ended.stderr
    rows = [line for line in ended.stdout.splitlines() if line.startswith(("| 1 | 2 | 4 | yes |", "| 3 | 3 | 2 | yes |"))]
    assert len(rows) == 4 and rows[0].endswith("| yes | 10m18s | 0.8 GB |") and rows[3].endswith("| no | 11m14s |")


def test_safestack_needs_more_than_two_rounds() -> None:
    """Four, with two iterations of its loops, which takes longer."""
    text = (BENCHMARKS / "safestack.c").read_text()
    assert "// expect: violation" in text and "// unwind: 2" in text
    command = [sys.executable, "-m", "heddle", "check", "--engine", "lazy", "--unwind", "2", "--quiet"]
    smaller = subprocess.run([*command, "--rounds", "2", str(BENCHMARKS / "safestack.c")], capture_output=True, text=True, check=False)
    assert smaller.stdout.startswith("safe within bounds"), smaller.stderr
