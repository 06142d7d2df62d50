"""Which variables may still be read."""

from __future__ import annotations

from heddle.core.expr import Binary, Const, Expr, Local, MemoryObject, Place
from heddle.core.instr import AnyInstr, Assign, Branch, Exit, Goto, Label, Return, Rmw, Write
from heddle.core.types import INT
from heddle.passes.liveness import Liveness

A, B, C = (Local(name, INT) for name in "abc")
ZERO = Const(0, INT)


def plus(left: Expr, right: Expr) -> Expr:
    return Binary("+", left, right, INT)


def after(body: list[AnyInstr], at_end: str = "") -> list[str]:
    """The variables live after each instruction."""
    return ["".join(sorted(live)) for _, live in ((x, set(live)) for x, live in Liveness(body, at_end).backwards())][::-1]


def test_a_variable_is_live_from_its_assignment_to_its_last_use() -> None:
    body: list[AnyInstr] = [Assign(A, ZERO), Assign(B, A), Assign(C, plus(A, B)), Return(C)]
    assert after(body) == ["a", "ab", "c", ""]


def test_what_is_set_again_is_not_live_before() -> None:
    assert after([Assign(A, ZERO), Assign(A, ZERO), Return(A)]) == ["", "a", ""]


def test_branches_keep_what_either_way_needs() -> None:
    body: list[AnyInstr] = [Assign(C, ZERO), Branch(C, "else"), Return(A), Label("else"), Return(B)]
    assert after(body) == ["abc", "ab", "", "b", ""]


def test_nothing_is_live_where_control_ends() -> None:
    body: list[AnyInstr] = [Assign(A, ZERO), Exit(), Label("unreached"), Return(A)]
    assert after(body) == ["", "", "a", ""]


def test_a_loop_keeps_what_its_next_round_needs() -> None:
    body: list[AnyInstr] = [
        Label("head"), Branch(A, "end"), Assign(B, plus(B, A)), Goto("head"), Label("end"), Return(ZERO),
    ]  # fmt: skip
    assert after(body) == ["ab", "ab", "ab", "ab", "", ""]
    assert Liveness(body).at == {"head": frozenset("ab"), "end": frozenset()}


def test_the_end_of_a_body_may_need_variables() -> None:
    assert after([Assign(A, B)], "a") == ["a"]


def test_what_a_read_modify_write_reads_is_not_needed_before_it() -> None:
    obj = MemoryObject("x", INT, "global")
    body: list[AnyInstr] = [Assign(A, ZERO), Rmw(A, Place(obj, (), INT), plus(A, B)), Write(Place(obj, (), INT), A)]
    assert after(body) == ["b", "a", ""]
