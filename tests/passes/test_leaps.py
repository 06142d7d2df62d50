"""Leaps: a long loop runs its first iterations and its last one, with the numbers that it would have then."""

from __future__ import annotations

import pytest

from heddle.core.expr import Const
from heddle.core.instr import AnyInstr, Create, Nondet, Write
from heddle.core.program import BoundedProgram
from heddle.frontend import load
from heddle.passes.bounds import UnfoldBounds
from heddle.passes.unfold import unfold


def leapt(text: str, constant_unwind: int = 10, **bounds: int) -> BoundedProgram:
    source = f"#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\nint x, y; const int N = 70;\n{text}"
    limits = UnfoldBounds(2, constant_unwind, leap=True, **bounds)  # type: ignore[arg-type]
    return unfold(load(["p.c"], texts={"p.c": source}), limits)


def numbers(code: list[AnyInstr]) -> list[int]:
    return [x.value.value for x in code if isinstance(x, Write) and isinstance(x.value, Const)]


def written(program: BoundedProgram) -> list[int]:
    return numbers(program.threads[0].body)


@pytest.mark.parametrize(
    ("loop", "values", "left_out"),
    [
        ("for (int i = 0; i < 100; i++) x = i;", [0, 1, 2, 99], 96),
        ("for (int i = 0; i <= 100; i += 7) x = i;", [0, 7, 14, 98], 11),
        ("for (int i = 50; i; i--) x = i;", [50, 49, 48, 1], 46),
        ("for (unsigned char i = 250; i != 100; i += 2) x = i;", [250, 252, 254, 98], 49),
        ("for (int i = 0, j = 9; i < 60 && j < 1000; i++, j += 2) x = j;", [9, 11, 13, 127], 56),
        ("for (int i = 0; i < N; i++) x = i;", [0, 1, 2, 69], 66),
        ("int i = 0; while (i < 40) { x = i; i++; }", [0, 1, 2, 39], 36),
    ],
)
def test_the_first_iterations_and_the_last(loop: str, values: list[int], left_out: int) -> None:
    program = leapt(f"int main(void) {{ {loop} return 0; }}")
    assert written(program) == values
    assert [(x.thread, x.times) for x in program.left_out] == [(0, left_out)]
    assert not program.cuts


def test_what_follows_knows_how_the_loop_ended() -> None:
    assert written(leapt("int main(void) { int i; for (i = 0; i < 100; i++) ; x = i; return 0; }")) == [100]


def test_loops_within_the_bound_are_unrolled() -> None:
    program = leapt("int main(void) { for (int i = 0; i < 9; i++) x = i; return 0; }")
    assert len(written(program)) == 9 and not program.left_out


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < 100; i++) { if (__VERIFIER_nondet_int()) break; x = i; }",  # it may end at any time
        "for (int i = 0; i < __VERIFIER_nondet_int(); i++) x = i;",
        "for (int i = 1; i; i = i * 3) x = i;",  # nobody knows how it goes on
        "for (;;) x = 1;",
        "for (int i = 0; i < 2000000; i++) x = i;",  # too many for the replayer
    ],
)
def test_other_loops_are_cut(loop: str) -> None:
    program = leapt(f"int main(void) {{ {loop} return 0; }}")
    assert not program.left_out and program.cuts


def test_a_loop_in_a_loop() -> None:
    program = leapt("int main(void) { for (int i = 0; i < 20; i++) for (int j = 0; j < 30; j++) x = 100 * i + j; }")
    inner = [0, 1, 2, 29]
    assert written(program) == [100 * i + j for i in (0, 1, 2, 19) for j in inner]
    assert sorted(x.times for x in program.left_out) == [16, 26, 26, 26, 26]


CREATION = """void *t(void *a) { x = 1; return 0; }
void *u(void *a) { y = 1; return 0; }
int main(void) {
  pthread_t ids[1000];
  for (int i = 0; i < 1000; i++) pthread_create(&ids[i], 0, t, 0);
  for (int i = 0; i < 1000; i++) pthread_create(&ids[i], 0, u, 0);
}"""


def test_threads_of_every_place_of_creation_are_followed() -> None:
    program = leapt(CREATION, alike=2)
    assert [t.name for t in program.threads] == ["main", "t", "t", "u", "u"]
    creations = [x.function.value for x in program.threads[0].body if isinstance(x, Create)]
    assert len(creations) == len(set(creations)) == 8 and program.next_thread > max(creations)
    assert {c.option for c in program.unfollowed.values()} == {"--threads"} and len(program.unfollowed) == 2


def test_the_sample_is_the_last_iteration_before_the_leap() -> None:
    program = leapt("int main(void) { for (int i = 0; i < 100; i++) { x = __VERIFIER_nondet_int(); y = i; } }")
    (left_out,) = program.left_out
    assert [type(x) for x in left_out.sample if isinstance(x, Nondet | Write)] == [Nondet, Write, Write]
    assert numbers(left_out.sample) == [2]
