"""The benchmark tables are printed, on a machine without CBMC too."""

import os
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def run_without_cbmc(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    without_cbmc = {key: value for key, value in os.environ.items() if key != "HEDDLE_CBMC"} | {"PATH": ""}
    return subprocess.run(
        [sys.executable, str(BENCHMARKS / script), *arguments],
        capture_output=True, text=True, env=without_cbmc, check=False,
    )


def test_compare_prints_a_row_for_a_program_and_the_start_up() -> None:
    ended = run_without_cbmc("compare.py", str(BENCHMARKS / "programs" / "lost_update.c"))
    assert ended.returncode == 0, ended.stderr
    assert "| lost_update | violation | violation |" in ended.stdout
    assert "`heddle --version`" in ended.stdout


def test_table1_prints_both_models_beside_the_papers_times(tmp_path: Path) -> None:
    out = tmp_path / "table1.md"
    ended = run_without_cbmc("table1.py", "--out", str(out), "parker")
    assert ended.returncode == 0, ended.stderr
    tso, pso = (line for line in ended.stdout.splitlines() if line.startswith("| parker | violation | 3 | violation |"))
    assert tso.endswith("| 1.68 | 0.31 | 0.05 |")
    assert pso.endswith("| 2.19 | 0.28 | 0.05 |")
    assert "Heddle answers rightly, 2 of 2: yes" in ended.stdout
    assert "Heddle under sc, unwinding as in the headers: parker safe" in ended.stdout
    assert out.read_text() == ended.stdout


def test_table1_fails_when_heddle_answers_wrongly(tmp_path: Path) -> None:
    answer = tmp_path / "answer.py"
    answer.write_text("""print('{"verdict": "safe", "reason": "", "cuts": []}')""")
    ended = run_without_cbmc("table1.py", "--heddle", f"{sys.executable} {answer}", "dekker")
    assert ended.returncode == 1, ended.stderr
    assert "| dekker | violation | 1 | **wrong: safe** |" in ended.stdout
    assert "Heddle answers rightly, 0 of 2: **no**" in ended.stdout


def test_table1_knows_its_programs() -> None:
    ended = run_without_cbmc("table1.py", "lost_update")
    assert ended.returncode == 2
    assert "not in the table: lost_update" in ended.stderr
