"""The benchmark tables are printed, on a machine without CBMC too."""

import os
import shutil
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
    ended = run_without_cbmc("eager.py", "peterson", "lost_update", "--schemes", "IMU", "MU coarse", "--out", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert "| category | files | IMU | s | MU coarse | s |" in ended.stdout
    assert "| own programs | 1 | 1 | " in ended.stdout
    lines = [line for line in ended.stdout.splitlines() if line.startswith("| peterson | violation |")]
    assert [line.split(" | ")[-3] for line in lines] == ["0.67", "0.68"]


def test_eager_reads_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "bug.c").write_text("#include <assert.h>\nint main(void) { assert(0); }\n")
    (tmp_path / "manifest.csv").write_text(
        "file,property,model,expected,category\nbug.c,assert,sc,false,pthread\nbug.c,assert,tso,false,pthread\n"
    )
    ended = run_without_cbmc("eager.py", "--only", "sc", "--corpus", str(tmp_path), "--out", str(tmp_path / "out"), "--schemes", "IMU", "--", "peterson")
    assert ended.returncode == 0, ended.stderr
    assert "| pthread | 1 | 1 | " in ended.stdout
    assert "- thesis, Table 6.1, pthread, 15 files: CBMC 14 (84.23 s)" in ended.stdout


def test_proofs_prints_what_is_proved_and_refuted() -> None:
    ended = run_without_cbmc("proofs.py", "spin_lock", "--engines", "auto", "--parts", "proofs", "broken")
    assert ended.returncode == 0, ended.stderr
    rows = [line.split(" | ") for line in ended.stdout.splitlines() if line.startswith("| spin_lock")]
    assert [row[2] for row in rows] == ["safe", "violation"]
    assert "2 of 2 decided; 0 invariants were found and rejected" in ended.stdout


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


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "bad.c").write_text("#include <assert.h>\nint main(void) { assert(0); }\n")
    (tmp_path / "good.c").write_text("#include <assert.h>\nint main(void) { assert(1); }\n")
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("file,property,model,expected,category\nbad.c,unreach-call,sc,false,pthread\ngood.c,unreach-call,sc,true,pthread\n")
    return manifest


@pytest.fixture
def says_safe(tmp_path: Path) -> str:
    """A stand-in for Heddle."""
    (tmp_path / "answer.py").write_text("""print('{"verdict": "safe", "reason": "", "cuts": []}')""")
    return f"{sys.executable} {tmp_path / 'answer.py'}"


def test_ulcseq_counts_what_is_proved_and_found_and_wrong(corpus: Path, says_safe: str) -> None:
    ended = run_without_cbmc("ulcseq.py", str(corpus), "--out", str(corpus.parent / "out"), "--heddle", says_safe)
    assert ended.returncode == 1, ended.stderr
    proofs, bugs = (line for line in ended.stdout.splitlines() if line.startswith("| pthread |"))
    assert proofs.startswith("| pthread | 1 | 1 | 0 | 0 |"), "one is proved"
    assert bugs.startswith("| pthread | 1 | 0 | 1 | 0 | – | 0 | 1 | 0 | – |"), "both engines are wrong"
    assert "- **wrong**: lazy says safe of bad.c" in ended.stdout
    again = run_without_cbmc("ulcseq.py", str(corpus), "--out", str(corpus.parent / "out"), "--heddle", says_safe)
    assert "3 of 3 runs are there already" in again.stderr and again.stdout == ended.stdout


def test_auto_is_held_against_every_engine(corpus: Path, says_safe: str) -> None:
    ended = run_without_cbmc(
        "auto.py", "--manifest", str(corpus), "--out", str(corpus.parent / "out"), "--engines", "order", "lazy", "--heddle", says_safe
    )
    assert ended.returncode == 1, "the bug is called safe"
    assert "- auto: solves 1 of 2" in ended.stdout and "- **wrong**: bad (--model=sc --property=unreach-call) by auto: safe" in ended.stdout


def test_witnesses_of_a_corpus_are_validated(corpus: Path) -> None:
    heddle = f"{sys.executable} -m heddle"
    ended = run_without_cbmc(
        "witnesses.py", str(corpus), "--violations", "1", "--proofs", "1", "--out", str(corpus.parent / "w.csv"), "--heddle", heddle
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "| all | false | 1 | 1 | 1 | 1 |" in ended.stdout and "| all | true | 1 | 1 | 1 | 1 |" in ended.stdout


def test_the_tables_of_the_page_are_those_of_the_results(tmp_path: Path) -> None:
    """Another result makes another page."""
    copy = tmp_path / "benchmarks"
    shutil.copytree(BENCHMARKS, copy, ignore=shutil.ignore_patterns("__pycache__"))
    page = (BENCHMARKS / "README.md").read_text()
    subprocess.run([sys.executable, str(copy / "tables.py")], check=True)
    assert (copy / "README.md").read_text() == page
    results = copy / "results" / "compare.csv"
    results.write_text(results.read_text().replace("Heddle,violation,right", "Heddle,safe,wrong", 1))
    subprocess.run([sys.executable, str(copy / "tables.py")], check=True)
    assert "- Heddle: 19 of 20 right, 1 wrong" in (copy / "README.md").read_text()
