"""Where threads may be interrupted, and what a jump over such points demands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from core_builder import VOID_PTR, glob, op, program, rd, wr

from heddle.core.expr import Cast, Const, FunctionAddress, Local
from heddle.core.instr import (
    AnyInstr,
    Assert,
    Assign,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Create,
    Goto,
    Join,
    Label,
    Return,
)
from heddle.core.program import BoundedProgram, Program
from heddle.core.types import INT, IntType
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.sequentializer.points import Blocks, drop_idle_jumps, section_depths
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.scheme import sequentialize
from heddle.sequentializer.share import as_it_is
from heddle.sma import SmaBounds

X, Y = glob("x"), glob("y")
A = Local("a", INT)


def body(*instrs: AnyInstr) -> list[AnyInstr]:
    return program([X, Y], main=list(instrs)).functions["main"].body


BRANCHING = body(
    Assign(A, Const(1, INT)),
    rd("a", X),
    Branch(A, "skip"),
    wr(Y, 1),
    wr(Y, 2),
    Label("skip"),
    rd("b", Y),
    wr(X, Local("b", INT)),
)


POINTS = {1, 3, 4, 6, 7}
"""Before each access."""


def test_the_depth_of_atomic_sections() -> None:
    code = body(
        AtomicBegin(),
        rd("a", X),
        Branch(A, "other"),
        AtomicBegin(),
        wr(Y, 1),
        AtomicEnd(),
        AtomicEnd(),
        Goto("end"),
        Label("other"),
        wr(Y, 2),
        AtomicEnd(),
        Label("end"),
        wr(X, 1),
    )
    assert section_depths(code) == [0, 1, 1, 1, 2, 2, 1, 0, 1, 1, 1, 0, 0]


def test_blocks_begin_at_points_but_not_before_the_first_step() -> None:
    blocks = Blocks(BRANCHING, POINTS)
    assert blocks.starts == [0, 3, 4, 6, 7] and blocks.count == 5
    assert [blocks.block_of(i) for i in range(8)] == [0, 0, 0, 1, 2, 2, 3, 4]


def test_jumps_over_points_are_guarded() -> None:
    assert Blocks(BRANCHING, POINTS).guards == {"skip": 3}
    assert Blocks(BRANCHING, set()).guards == {}


def test_a_point_at_a_label_moves_behind_it() -> None:
    """Else a jump to the label would miss the point."""
    assert Blocks(BRANCHING, {1, 5}).starts == [0, 6]


def test_what_ran_before_any_point_is_a_block_of_its_own() -> None:
    code = body(wr(X, 1), wr(Y, 1))
    assert Blocks(code, {1}).starts == [0, 1]


def test_idle_jumps_go_and_points_move_along() -> None:
    code = body(
        Goto("next"), Label("unused"), Label("next"), rd("a", X), Branch(A, "end"), wr(X, 1), Label("end"), wr(Y, 1)
    )
    shorter, points = drop_idle_jumps(code, {3, 5, 7})
    assert shorter == [code[3], code[4], code[5], code[6], code[7]]
    assert points == {0, 2, 4}


def test_points_stand_where_others_can_notice() -> None:
    """A private global, and what main does before it creates a thread or after the only one has ended, need none."""
    bounded = unfold(two_threads(), UnfoldBounds())
    points = as_it_is(bounded).switch_points
    join = next(i for i, x in enumerate(bounded.threads[0].body) if isinstance(x, Join))
    assert join in points[0] and points[1] == set()


def two_threads(name: str = "x") -> Program:
    """A thread writes what it is given to a variable of this name; main reads it after the thread's end."""
    x = glob(name)
    handle, seen = Local("t", IntType(64, False)), Local("seen", INT)
    made = program(
        [x],
        main=[
            Create(handle, FunctionAddress("worker", VOID_PTR), Const(5, VOID_PTR)),
            Join(Local("r", VOID_PTR), handle),
            rd("seen", x),
            Assert(op(seen, "==", 5), "seen == 5"),
            Assert(op(seen, "<", 3), "too large", "bounds"),
            Return(Const(0, INT)),
        ],
        worker=[wr(x, Cast(Local("arg", VOID_PTR), INT)), Return(Const(0, VOID_PTR))],
    )
    made.functions["worker"].params = (Local("arg", VOID_PTR),)
    return made


def lazy_c(bounded: BoundedProgram, rounds: int, points: dict[int, set[int]]) -> str:
    threads = replace(as_it_is(bounded), switch_points=points)
    return c_text(sequentialize(threads, None, SmaBounds(rounds=rounds)))


def test_the_scheme_of_the_figures() -> None:
    bounded = unfold(two_threads(), UnfoldBounds())
    text = lazy_c(bounded, 3, {})
    for expected in ("ROUNDS = 3", "arg[1] = ", "active[1] = 1;", "assume(pc[1] == size[1]);", "J(0, L1)", "pc[ct] = cs;"):
        assert expected in text
    assert 'check(seen_1 < 3, "too large");' not in text
    assert 'check(seen_1 < 3, "too large");' in lazy_c(replace(bounded, source=bounded.source.claiming("bounds")), 3, {})


def test_given_points_are_used() -> None:
    bounded = unfold(two_threads(), UnfoldBounds())
    create = next(i for i, x in enumerate(bounded.threads[0].body) if isinstance(x, Create))
    text = lazy_c(bounded, 2, {0: {create}, 1: set()})
    assert "size[2] = {1, 1}" in text


@pytest.mark.parametrize("name", ["pc", "assume", "int", "y1", "L1", "x y"])
def test_names_that_mean_something_else(name: str) -> None:
    bounded = unfold(two_threads(name), UnfoldBounds())
    assert f"static int {name};" not in lazy_c(bounded, 1, {}) or name == "L1"
