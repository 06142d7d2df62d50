"""Folding constants gives what running the program gives."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.frontend import load

from .machine import Machine

TYPES = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long", "unsigned long long")
CONSTANTS = [(type, value) for type in TYPES for value in (0, 1, -1, 5, 127, -128, 70000, 2**31 - 1, -(2**31))]


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> tuple[str, str]:
    """An expression over variables, and the same over constants."""
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        index = draw(st.integers(0, len(CONSTANTS) - 1))
        type, value = CONSTANTS[index]
        return f"v{index}", f"(({type})({value}LL))"
    first, one = draw(expressions(depth - 1))
    second, two = draw(expressions(depth - 1))
    form = draw(st.sampled_from([
        "({0} + {1})", "({0} - {1})", "({0} * {1})", "({0} & {1})", "({0} | {1})", "({0} ^ {1})", "({0} < {1})",
        "({0} >= {1})", "({0} == {1})", "({0} && {1})", "({0} || {1})", "({0} / (({1} & 15) + 1))",
        "({0} % (({1} & 15) + 1))", "({0} << ({1} & 7))", "({0} >> ({1} & 7))", "(-{0})", "(~{0})", "(!{0})",
        "((short){0})", "((unsigned char){0})", "((unsigned long long){0})", "((_Bool){0})", "({0} ? {1} : {0})",
    ]))
    return form.format(first, second), form.format(one, two)


@settings(max_examples=60, deadline=None)
@given(st.lists(expressions(), min_size=1, max_size=6))
def test_folding_agrees_with_running(pairs: list[tuple[str, str]]) -> None:
    variables = "".join(f"{type} v{n} = ({type})({value}LL);" for n, (type, value) in enumerate(CONSTANTS))
    checks = "".join(f'__heddle_assert({run} == {fold}, "{fold}");' for run, fold in pairs)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.c"
        file.write_text(f"{variables} int main(void) {{ {checks} return 0; }}")
        Machine(load([str(file)])).run()
