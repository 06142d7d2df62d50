"""GCC's dialect of C: each program of ``dialect/`` checks itself with ``A(…)``, run by the sequential machine.

``// lp64 only`` marks programs with types that 32-bit machines lack, ``// clang`` those that GCC refuses or reads in
another way.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from waiting import PATIENCE

from .machine import Machine

PROGRAMS = sorted((Path(__file__).parent / "dialect").glob("*.c"))
HEADER = "void __heddle_assert(int, const char *);\n#define A(e) __heddle_assert(!!(e), #e)\n#line 1\n"
COMPILED = "void abort(void);\n#define A(e) do { if (!(e)) abort(); } while (0)\n#line 1\n"


@pytest.mark.parametrize("model", ["lp64", "ilp32"])
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_computes_what_c_says(program: Any, path: Path, model: str) -> None:
    text = path.read_text()
    if model == "lp64" or "// lp64 only" not in text:
        Machine(program(HEADER + text, data_model=model)).run()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_gcc_agrees(path: Path, tmp_path: Path) -> None:
    if "// clang" in path.read_text():
        return
    source, binary = tmp_path / "program.c", tmp_path / "program"
    source.write_text(COMPILED + path.read_text())
    subprocess.run(["gcc", "-w", "-std=gnu11", "-mcx16", str(source), "-o", str(binary), "-latomic"], check=True)
    assert subprocess.run([str(binary)], timeout=PATIENCE).returncode == 0
