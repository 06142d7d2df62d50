"""Where threads may be interrupted, and what a jump over such points demands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heddle.core.instr import AnyInstr, Create, Join
from heddle.core.program import BoundedProgram
from heddle.core.text import parse
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentialize.points import Blocks, drop_idle_jumps, section_depths
from heddle.sequentialize.printing import c_text
from heddle.sequentialize.scheme import sequentialize
from heddle.sequentialize.share import as_it_is
from heddle.sma import SmaBounds


def body(text: str) -> list[AnyInstr]:
    lines = "\n    ".join(line.strip() for line in text.strip().splitlines())
    program = parse(f"global x: i32\nglobal y: i32\nfunction main() {{\n    var a, b: i32\n    {lines}\n}}\n")
    return program.functions["main"].body


BRANCHING = """
    a := 1
    a := read x
    if a goto skip
    write y := 1
    write y := 2
    skip:
    b := read y
    write x := b
"""


POINTS = {1, 3, 4, 6, 7}
"""Before each access."""


def test_the_depth_of_atomic_sections() -> None:
    code = body("""
        atomic_begin
        a := read x
        if a goto other
        atomic_begin
        write y := 1
        atomic_end
        atomic_end
        goto end
        other:
        write y := 2
        atomic_end
        end:
        write x := 1
    """)
    assert section_depths(code) == [0, 1, 1, 1, 2, 2, 1, 0, 1, 1, 1, 0, 0]


def test_blocks_begin_at_points_but_not_before_the_first_step() -> None:
    code = body(BRANCHING)
    blocks = Blocks(code, POINTS)
    assert blocks.starts == [0, 3, 4, 6, 7] and blocks.count == 5
    assert [blocks.block_of(i) for i in range(8)] == [0, 0, 0, 1, 2, 2, 3, 4]


def test_jumps_over_points_are_guarded() -> None:
    code = body(BRANCHING)
    assert Blocks(code, POINTS).guards == {"skip": 3}
    assert Blocks(code, set()).guards == {}


def test_a_point_at_a_label_moves_behind_it() -> None:
    """Else a jump to the label would miss the point."""
    code = body(BRANCHING)
    assert Blocks(code, {1, 5}).starts == [0, 6]


def test_what_ran_before_any_point_is_a_block_of_its_own() -> None:
    code = body("write x := 1\nwrite y := 1")
    assert Blocks(code, {1}).starts == [0, 1]


def test_idle_jumps_go_and_points_move_along() -> None:
    code = body("goto next\nunused:\nnext:\na := read x\nif a goto end\nwrite x := 1\nend:\nwrite y := 1")
    shorter, points = drop_idle_jumps(code, {3, 5, 7})
    assert shorter == [code[3], code[4], code[5], code[6], code[7]]
    assert points == {0, 2, 4}


def test_points_stand_where_others_can_notice() -> None:
    """A private global, and what main does before it creates a thread or after the only one has ended, need none."""
    bounded = unfold(parse(TWO_THREADS), UnfoldBounds())
    points = as_it_is(bounded).switch_points
    join = next(i for i, x in enumerate(bounded.threads[0].body) if isinstance(x, Join))
    assert join in points[0] and points[1] == set()


TWO_THREADS = """
global x: i32
function worker(arg: ptr): ptr {
    write x := arg as i32
    return 0:ptr
}
function main(): i32 {
    var t: u64
    var r: ptr
    var seen: i32
    t := create @worker(5:ptr)
    r := join t
    seen := read x
    assert seen == 5 "seen == 5"
    assert seen < 3 "too large" kind "bounds"
    return 0
}
"""


def lazy_c(bounded: BoundedProgram, rounds: int, points: dict[int, set[int]]) -> str:
    threads = replace(as_it_is(bounded), switch_points=points)
    return c_text(sequentialize(threads, None, SmaBounds(rounds=rounds)))


def test_the_scheme_of_the_figures() -> None:
    bounded = unfold(parse(TWO_THREADS), UnfoldBounds())
    text = lazy_c(bounded, 3, {})
    for expected in ("ROUNDS = 3", "arg[1] = ", "active[1] = 1;", "assume(pc[1] == size[1]);", "J(0, L1)", "pc[ct] = cs;"):
        assert expected in text
    assert 'check(seen_1 < 3, "too large");' not in text
    assert 'check(seen_1 < 3, "too large");' in lazy_c(replace(bounded, source=bounded.source.claiming("bounds")), 3, {})


def test_given_points_are_used() -> None:
    bounded = unfold(parse(TWO_THREADS), UnfoldBounds())
    create = next(i for i, x in enumerate(bounded.threads[0].body) if isinstance(x, Create))
    text = lazy_c(bounded, 2, {0: {create}, 1: set()})
    assert "size[2] = {1, 1}" in text


@pytest.mark.parametrize("name", ["pc", "assume", "int", "y1", "L1", "x y"])
def test_names_that_mean_something_else(name: str) -> None:
    bounded = unfold(parse(TWO_THREADS.replace(" x", f" `{name}`")), UnfoldBounds())
    assert f"static int {name};" not in lazy_c(bounded, 1, {}) or name == "L1"
