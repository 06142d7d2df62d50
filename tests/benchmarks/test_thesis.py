"""The benchmarks of Bajczi's thesis are generated, run and counted."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "thesis.py"


def measure(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


def answering(folder: Path, **answer: object) -> str:
    """A command that gives always the same answer."""
    script = folder / "answer.py"
    script.write_text(f"print({json.dumps(answer)!r})")
    return f"{sys.executable} {script}"


def test_violations_are_found_and_executions_counted(tmp_path: Path) -> None:
    out = tmp_path / "thesis.md"
    ended = measure("--only", "loop", "--only", "horizontal", "--most", "1", "--out", str(out))
    assert ended.returncode == 0, ended.stderr
    assert "| Loop, N = 1..10 | 1 of 1 | 9 of 10 |" in ended.stdout
    assert "| horizontal: T readers | 1 | 2 | 0 |" in ended.stdout
    assert "everything solved" in ended.stdout
    assert out.read_text() == ended.stdout


def test_a_wrong_number_of_executions_is_shown(tmp_path: Path) -> None:
    command = answering(tmp_path, verdict="safe", reason="", executions=7, blocked=0)
    ended = measure("--only", "vertical", "--most", "1", "--heddle", command)
    assert ended.returncode == 1
    assert "**wrong: safe, 7**" in ended.stdout


def test_a_missed_violation_is_wrong(tmp_path: Path) -> None:
    command = answering(tmp_path, verdict="safe", reason="", executions=7, blocked=0)
    ended = measure("--only", "coherence", "--most", "1", "--heddle", command)
    assert ended.returncode == 1
    assert "| 0 of 1 | 19 of 20 |" in ended.stdout
    assert "- wrong: coherence-1: safe, 7 executions" in ended.stdout


def test_what_is_not_answered_in_time_is_not_solved(tmp_path: Path) -> None:
    command = answering(tmp_path, verdict="unknown", reason="the time limit is reached", statistics={})
    ended = measure("--only", "coherence", "--most", "1", "--heddle", command)
    assert ended.returncode == 0, "late, but not wrong"
    assert "| 0 of 1 | 19 of 20 |" in ended.stdout
    assert "- not solved: coherence-1: timeout after" in ended.stdout


def test_filters_and_pools_give_the_same_answers() -> None:
    ended = measure("--only", "figure-6.8", "--only", "figure-6.10", "--most", "1")
    assert ended.returncode == 0, ended.stderr
    assert "| Fig. 6.8: Coherence, when the model is checked | violation, in-situ s |" in ended.stdout
    assert "| Fig. 6.10: sizes of the pool | executions | --jobs 1, s | --jobs 2, s |" in ended.stdout
    assert "everything solved" in ended.stdout


def test_every_figure_is_a_table_and_shows_wrong_numbers(tmp_path: Path) -> None:
    command = answering(tmp_path, verdict="safe", reason="", executions=7, blocked=0)
    for heading in ("6.7: Readers", "6.8: Coherence", "6.9: memory models", "6.10: sizes of the pool"):
        ended = measure("--only", f"figure-{heading.partition(':')[0]}", "--most", "2", "--heddle", command)
        assert ended.returncode == 1
        assert f"| Fig. {heading}" in ended.stdout
        assert "**wrong: safe, 7**" in ended.stdout


def test_a_model_beside_another() -> None:
    ended = measure("--only", "coherence", "--least", "2", "--most", "2", "--beside", "bajczi-weak")
    assert ended.returncode == 0, ended.stderr
    assert "| family | weak solved | bajczi-weak solved | weak s | bajczi-weak s | ratio | largest ratio |" in ended.stdout
    assert "| Coherence, K = 1..20: K + 1 is read | 1 of 1 | 1 of 1 |" in ended.stdout
