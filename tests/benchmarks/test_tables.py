"""The benchmark harness runs, on a machine without CBMC too."""

import os
import subprocess
import sys
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_compare_prints_a_row_for_a_program_and_the_start_up() -> None:
    without_cbmc = {key: value for key, value in os.environ.items() if key != "HEDDLE_CBMC"} | {"PATH": ""}
    ended = subprocess.run(
        [sys.executable, str(BENCHMARKS / "compare.py"), str(BENCHMARKS / "programs" / "lost_update.c")],
        capture_output=True, text=True, env=without_cbmc, check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "| lost_update | violation | violation |" in ended.stdout
    assert "`heddle --version`" in ended.stdout
