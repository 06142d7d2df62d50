"""Generated programs that move pointers about give what the compiled program prints; what leaves an object is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import ask
from covering import number
from heddle import api
from heddle.addresses.observed import OTHER_LAYOUTS
from heddle.answer import Verdict
from heddle.frontend import load

from .floats import COMPILER, compiled_result
from .pointers import Generator

SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-strict-aliasing", "-fwrapv")


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
@pytest.mark.parametrize(("engine", "inputs", "first"), [("order", "FIXED", 0), ("order", "SOLVED", 100), ("lazy", "SOLVED", 200)])
def test_generated_programs(tmp_path: Path, engine: str, inputs: str, first: int) -> None:
    """``FIXED`` inputs are constants; else they are unknown numbers of which the program assumes what they are."""
    undecided = []
    for seed in range(first, first + number(3 if inputs == "FIXED" else 1)):
        text = Generator(seed).text()
        printed = compiled_result(text, tmp_path, *SANITIZED)
        assert printed is not None, text
        for test, verdict in ((f"h != {printed}ull", Verdict.SAFE), (f"h == {printed}ull", Verdict.VIOLATION)):
            program = load([str(tmp_path / "program.c")], defines=[f"TEST={test}", inputs])
            answer = ask(program, engine=engine)
            if verdict is Verdict.SAFE and answer.verdict is Verdict.BOUNDED:  # of numbers that were pointers: is their order seen?
                assert {cut.what for cut in answer.cuts} == {OTHER_LAYOUTS}, (seed, text)
                undecided.append(seed)
            else:
                assert answer.verdict is verdict, (seed, text)
    assert len(undecided) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("inputs", ["FIXED", "SOLVED"])
@pytest.mark.parametrize("seed", range(300, 300 + number(4)))
def test_what_leaves_an_object_is_a_violation_or_cut(tmp_path: Path, seed: int, inputs: str) -> None:
    file = tmp_path / "program.c"
    file.write_text(Generator(seed, statements=6).text(astray=True))
    assert api.check(str(file), defines=["TEST=0", inputs]).verdict == "violation"
    beyond = api.check(str(file), defines=["TEST=1", inputs], property="assert")
    assert beyond.verdict == "safe within bounds" and beyond.cuts
