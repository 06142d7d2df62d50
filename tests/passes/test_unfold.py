"""Unfolding: loops of known length end by themselves, the others are cut where the bound says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from heddle.core.instr import Create, Nondet, Write
from heddle.core.program import BoundedProgram
from heddle.frontend import load
from heddle.passes.unfold import TooLarge, UnfoldBounds, unfold
from heddle.records import replace

Unfold = Callable[..., BoundedProgram]


@pytest.fixture
def unfolded(tmp_path: Path) -> Unfold:
    def run(text: str, **bounds: int) -> BoundedProgram:
        file = tmp_path / "program.c"
        file.write_text("#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\nint x;\n" + text)
        return unfold(load([str(file)]), UnfoldBounds(**bounds))  # type: ignore[arg-type]

    return run


def count(program: BoundedProgram, kind: type) -> int:
    return sum(isinstance(i, kind) for thread in program.threads for i in thread.body)


def test_a_loop_of_known_length_is_complete(unfolded: Unfold) -> None:
    program = unfolded("int main(void) { for (int i = 0; i < 5; i++) x = i; return 0; }", unwind=1)
    assert count(program, Write) == 5 and not program.cuts


def test_a_longer_loop_of_known_length_is_cut(unfolded: Unfold) -> None:
    program = unfolded("int main(void) { for (int i = 0; i < 50; i++) x = i; return 0; }", unwind=1, constant_unwind=7)
    assert count(program, Write) == 7 and program.long_loop
    assert [(c.what, c.option, c.loc.line) for c in program.cuts] == [("loop", "--unwind", 4)]


@pytest.mark.parametrize("loop", ["while (__VERIFIER_nondet_int()) x = 1;", "do x = 1; while (__VERIFIER_nondet_int());"])
def test_unwind_counts_runs_of_the_body(unfolded: Unfold, loop: str) -> None:
    program = unfolded(f"int main(void) {{ {loop} return 0; }}", unwind=3)
    assert count(program, Write) == 3 and len(program.cuts) == 1


def test_loops_made_of_gotos(unfolded: Unfold) -> None:
    text = "int main(void) { again: x = 1; if (__VERIFIER_nondet_int()) goto again; return 0; }"
    assert count(unfolded(text, unwind=2), Write) == 2


def test_recursion_is_bounded(unfolded: Unfold) -> None:
    text = "void f(void) { x = 1; if (__VERIFIER_nondet_int()) f(); } int main(void) { f(); return 0; }"
    program = unfolded(text, unwind=2)
    assert [c.what for c in program.cuts] == ["recursion of f"]


THREADS = """void *t(void *a) { x = 1; return 0; }
int main(void) { pthread_t id; for (int i = 0; i < 4; i++) pthread_create(&id, 0, t, 0); return 0; }"""


def test_every_creation_is_a_thread_of_its_own(unfolded: Unfold) -> None:
    program = unfolded(THREADS)
    assert [t.name for t in program.threads] == ["main", "t", "t", "t", "t"] and not program.unfollowed


def test_threads_beyond_the_bound_are_created_but_not_followed(unfolded: Unfold) -> None:
    program = unfolded(THREADS, threads=3)
    assert len(program.threads) == 3 and count(program, Create) == 4
    assert [c.option for c in program.unfollowed.values()] == ["--threads"]


def test_too_large(unfolded: Unfold) -> None:
    with pytest.raises(TooLarge):
        unfolded("int main(void) { for (int i = 0; i < 500; i++) x = i; }", constant_unwind=1000, instructions=100)


def test_a_persistent_function_has_the_same_locals_in_every_call(unfolded: Unfold) -> None:
    """As the threads' functions of a sequential program have: what one call leaves the next one finds."""
    text = "void f(void) { int n = __VERIFIER_nondet_int(); x = n; } int main(void) { f(); f(); return 0; }"
    plain = unfolded(text)
    program = replace(plain.source, functions=dict(plain.source.functions))
    program.functions["f"] = replace(program.functions["f"], persistent=True)
    for bounded, distinct in ((plain, True), (unfold(program, UnfoldBounds()), False)):
        inputs = [i.dst.name for i in bounded.threads[0].body if isinstance(i, Nondet)]
        assert len(inputs) == 2 and (inputs[0] != inputs[1]) == distinct
