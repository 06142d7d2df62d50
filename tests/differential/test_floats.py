"""Generated floating-point programs give what the compiled program prints, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import ask
from heddle.answer import Verdict
from heddle.frontend import load

from .floats import COMPILER, Generator, compiled_result

pytestmark = [pytest.mark.slow, pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")]


@pytest.mark.parametrize(("engine", "inputs", "first", "count"), [
    ("order", "FIXED", 0, 6), ("stateless", "FIXED", 100, 6), ("order", "SOLVED", 300, 2),
])  # fmt: skip
def test_generated_programs(tmp_path: Path, engine: str, inputs: str, first: int, count: int) -> None:
    """``FIXED`` inputs are constants; else they are unknown numbers of which the program assumes what they are."""
    for seed in range(first, first + count):
        text = Generator(seed, statements=8 if inputs == "FIXED" else 4).text()
        printed = compiled_result(text, tmp_path)
        if printed is None:
            continue
        for test, verdict in ((f"h != {printed}ull", Verdict.SAFE), (f"h == {printed}ull", Verdict.VIOLATION)):
            program = load([str(tmp_path / "program.c")], defines=[f"TEST={test}", inputs])
            assert ask(program, engine=engine).verdict is verdict, (seed, text)
