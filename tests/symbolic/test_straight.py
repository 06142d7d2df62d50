"""Programs with one thread, executed in one pass: memory is cells, and what has one value is a constant."""

from __future__ import annotations

import pytest

from heddle.core.program import Program
from heddle.core.text import parse
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.symbolic.straight import Happening, Meaning, NotStraight, Straight


def program(body: str, memory: str = "global x: i32") -> Program:
    return parse(f"{memory}\nfunction main(): i32 {{\n var a, b, i: i32\n {body}\n return 0\n}}\n")


def straight(body: str, memory: str = "global x: i32") -> Straight:
    return Straight(unfold(program(body, memory), UnfoldBounds(50, 50)), {}).run()


def claims(executed: Straight) -> list[Happening]:
    return [h for h in executed.happenings if h.meaning is Meaning.VIOLATION]


def decided(executed: Straight) -> list[int | None]:
    """What the assertions say, where that is plain."""
    return [executed.dag.constant(h.value) for h in claims(executed)]


def test_memory_that_nobody_else_changes_is_known() -> None:
    assert decided(straight("write x := 3\n a := read x\n write x := a + 1\n b := read x\n assert b == 4")) == [1]


def test_initial_contents_are_known() -> None:
    assert decided(straight("a := read x\n write x := 1\n assert a == 7", "global x: i32 { 0: i32 = 7 }")) == [1]


TABLE = "global t: [4]i32 { 0: i32 = 10, 4: i32 = 11, 8: i32 = 12, 12: i32 = 13 }"


def test_a_table_with_a_known_index_is_as_many_variables() -> None:
    assert decided(straight("write t[2] := 5\n a := read t[2]\n b := read t[1]\n assert a == 5 && b == 11", TABLE)) == [1]


def test_an_unknown_index_chooses_among_the_cells() -> None:
    executed = straight("i := nondet\n assume i >= 0 && i < 4\n a := read t[i & 3]\n assert a >= 10 && a <= 13", TABLE)
    assert decided(executed) == [1]
    assert decided(straight("i := nondet\n a := read t[i & 3]\n assert a == 12", TABLE)) == [None]


def test_a_write_with_an_unknown_index_may_change_every_cell_it_can_reach() -> None:
    body = "i := nondet\n write t[i & 1] := 5\n a := read t[3]\n b := read t[0]\n assert a == 13\n assert b == 10"
    assert decided(straight(body, TABLE)) == [1, None]


def test_an_index_outside_the_table_has_no_meaning() -> None:
    executed = straight("i := nondet\n a := read t[i & 7]\n assert a < 14", TABLE)
    assumed = [h for h in executed.happenings if h.meaning is Meaning.ASSUMED]
    assert len(assumed) == 1 and decided(executed) == [1]


def test_what_paths_leave_in_memory_is_joined() -> None:
    body = "i := nondet\n if i goto other\n write x := 1\n goto end\n other:\n write x := 2\n end:\n a := read x\n assert a > 0"
    assert decided(straight(body)) == [1]
    assert decided(straight(body.replace("a > 0", "a == 1"))) == [None]


def test_code_that_cannot_run_does_not_happen() -> None:
    body = "a := read x\n if a == 0 goto end\n assert 0\n end:\n b := 1"
    assert claims(straight(body)) == []


def test_addresses_are_refused() -> None:
    text = "int x, y; int __VERIFIER_nondet_int(void); int main(void) { *(__VERIFIER_nondet_int() ? &x : &y) = 1; }"
    bounded = unfold(load(["p.c"], texts={"p.c": text}), UnfoldBounds())
    with pytest.raises(NotStraight):
        Straight(bounded, {}).run()
