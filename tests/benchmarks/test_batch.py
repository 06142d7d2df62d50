"""The batch benchmark runs, on a machine without CBMC too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PROGRAM = "#include <assert.h>\nint main(void) {{ assert({}); }}\n"


def measure(*arguments: object) -> subprocess.CompletedProcess[str]:
    without_cbmc = {key: value for key, value in os.environ.items() if key != "HEDDLE_CBMC"} | {"PATH": ""}
    command = [sys.executable, str(BENCHMARKS / "batch.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=without_cbmc, check=False)


def test_answers_are_compared_with_what_the_files_say(tmp_path: Path) -> None:
    (tmp_path / "good.c").write_text("// expect: safe\n" + PROGRAM.format(1))
    (tmp_path / "bad.c").write_text("// expect: violation\n" + PROGRAM.format(0))
    ended = measure(tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert "2 of 2 right, 0 wrong; violations: 1 found, 0 missed" in ended.stdout


def test_answers_are_compared_with_a_manifest(tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "good.c").write_text(PROGRAM.format(1))
    (programs / "bad.c").write_text(PROGRAM.format(0))
    manifest = tmp_path / "manifest.csv"
    rows = ["programs/good.c,tso,true", "programs/bad.c,tso,true", "programs/bad.c,sc,false"]
    manifest.write_text("\n".join(["file,model,expected", *rows]) + "\n")
    ended = measure(programs, "--model", "tso", "--manifest", manifest)
    assert ended.returncode == 1, "the manifest says otherwise than Heddle"
    assert "1 of 2 right, 1 wrong" in ended.stdout
    assert "wrong: bad.c: violation, expected safe" in ended.stdout
