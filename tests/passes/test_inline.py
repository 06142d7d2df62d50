"""Inlining that keeps loops: calls disappear, loops stay, and only those that create threads are unrolled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from heddle.core.expr import Const
from heddle.core.instr import AnyInstr, Branch, Call, Create, Goto, Label, Write
from heddle.frontend import load
from heddle.passes.bounds import UnfoldBounds
from heddle.passes.inline import Inlined, inline

Inline = Callable[..., Inlined]


@pytest.fixture
def inlined(tmp_path: Path) -> Inline:
    def run(text: str, short: int = 0, **bounds: int) -> Inlined:
        file = tmp_path / "program.c"
        start = "#include <pthread.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint x, y;\n"
        file.write_text(start + text)
        return inline(load([str(file)]), UnfoldBounds(**bounds), short)  # type: ignore[arg-type]

    return run


def body(inlined: Inlined, thread: int = 0) -> list[AnyInstr]:
    return inlined.program.threads[thread].body


def jumps_back(body: list[AnyInstr]) -> int:
    position = {x.name: i for i, x in enumerate(body) if isinstance(x, Label)}
    return sum(isinstance(x, (Goto, Branch)) and position[x.label] <= i for i, x in enumerate(body))


def written(body: list[AnyInstr]) -> list[int | None]:
    return [x.value.value if isinstance(x.value, Const) else None for x in body if isinstance(x, Write)]


@pytest.mark.parametrize("loop", [
    "while (__VERIFIER_nondet_int()) x = 1;",
    "do x = 1; while (__VERIFIER_nondet_int());",
    "for (int i = 0; i < 5; i++) x = 1;",
    "again: x = 1; if (__VERIFIER_nondet_int()) goto again;",
])  # fmt: skip
def test_loops_stay_loops(inlined: Inline, loop: str) -> None:
    found = body(inlined(f"int main(void) {{ {loop} return 0; }}"))
    assert jumps_back(found) == 1 and written(found) == [1]


def test_calls_in_loops_are_inlined(inlined: Inline) -> None:
    text = "int one(int n) { return n + 1; } int main(void) { while (__VERIFIER_nondet_int()) x = one(1); return 0; }"
    found = body(inlined(text))
    assert not any(isinstance(x, Call) for x in found) and written(found) == [2] and jumps_back(found) == 1


def test_what_a_loop_changes_is_not_constant_in_it(inlined: Inline) -> None:
    text = "int main(void) { int n = 7, m = 7; while (__VERIFIER_nondet_int()) { x = n; n++; y = m; } return 0; }"
    assert written(body(inlined(text))) == [None, 7]


def test_what_a_loop_changes_is_not_constant_after_it(inlined: Inline) -> None:
    text = "int main(void) { int n = 7; while (__VERIFIER_nondet_int()) { if (x) break; n++; } y = n; return 0; }"
    assert written(body(inlined(text))) == [None]


def test_loops_that_create_threads_are_unrolled(inlined: Inline) -> None:
    text = """void *f(void *a) { while (x) x = 1; return 0; }
    int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); return 0; }"""
    found = inlined(text)
    assert sum(isinstance(x, Create) for x in body(found)) == 3 and jumps_back(body(found)) == 0
    assert [jumps_back(body(found, t)) for t in (1, 2, 3)] == [1, 1, 1] and not found.program.cuts


def test_threads_without_end_are_cut(inlined: Inline) -> None:
    text = """void *f(void *a) { return 0; }
    int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }"""
    found = inlined(text, unwind=2)
    assert len(found.program.threads) == 3 and [c.what for c in found.program.cuts] == ["loop"]


def test_recursion_is_cut(inlined: Inline) -> None:
    found = inlined("int f(int n) { x = n; return f(n + 1); } int main(void) { return f(0); }", unwind=2)
    assert written(body(found)) == [0, 1, 2] and [c.what for c in found.program.cuts] == ["recursion of f"]


def test_short_loops_are_unrolled_on_demand(inlined: Inline) -> None:
    text = "int main(void) { for (int i = 0; i < 3; i++) x = i; for (int i = 0; i < 30; i++) y = i; return 0; }"
    found = body(inlined(text, short=8))
    assert written(found) == [0, 1, 2, None] and jumps_back(found) == 1


def test_a_loop_that_may_end_sooner_is_not_short(inlined: Inline) -> None:
    text = "int main(void) { for (int i = 0; i < 3 && __VERIFIER_nondet_int(); i++) y = 5; return 0; }"
    found = body(inlined(text, short=8))
    assert written(found) == [5] and jumps_back(found) == 1


def test_a_loop_that_is_entered_in_the_middle(inlined: Inline) -> None:
    text = "int main(void) { goto in; again: x = 1; in: y = 2; if (__VERIFIER_nondet_int()) goto again; return 0; }"
    found = body(inlined(text))
    assert written(found) == [1, 2] and jumps_back(found) == 1


def test_blocks_that_a_loop_allocates_are_named(inlined: Inline) -> None:
    text = "int main(void) { int *p = malloc(4); while (__VERIFIER_nondet_int()) p = malloc(8); *p = 1; return 0; }"
    found = inlined(text)
    (repeated,) = found.repeated
    assert found.program.memory[repeated].type.size == 8
