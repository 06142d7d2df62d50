"""Programs with one thread, executed in one pass: memory is cells, and what has one value is a constant."""

from __future__ import annotations

import pytest

from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from heddle.symbolic.straight import Happening, Meaning, NotStraight, Straight

HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n#define any() __VERIFIER_nondet_int()\n"


def straight(body: str, memory: str = "int x;") -> Straight:
    """What main does; ``any()`` is an input."""
    text = HEAD + f"{memory}\nint main(void) {{ {body} return 0; }}\n"
    return Straight(unfold(load(["p.c"], texts={"p.c": text}), UnfoldBounds(50, 50)), {}).run()


def claims(executed: Straight) -> list[Happening]:
    return [h for h in executed.happenings if h.meaning is Meaning.VIOLATION]


def decided(executed: Straight) -> list[int | None]:
    """What the assertions say, where that is plain."""
    return [executed.dag.constant(h.value) for h in claims(executed)]


def test_memory_that_nobody_else_changes_is_known() -> None:
    assert decided(straight("x = 3; x = x + 1; assert(x == 4);")) == [1]


def test_initial_contents_are_known() -> None:
    assert decided(straight("int a = x; x = 1; assert(a == 7);", "int x = 7;")) == [1]


TABLE = "int t[4] = {10, 11, 12, 13};"


def test_a_table_with_a_known_index_is_as_many_variables() -> None:
    assert decided(straight("t[2] = 5; assert(t[2] + t[1] == 16);", TABLE)) == [1]


def test_an_unknown_index_chooses_among_the_cells() -> None:
    assert decided(straight("t[0] = 10; int a = t[any() & 3]; assert(a >= 10);", TABLE)) == [1]
    assert decided(straight("t[0] = 10; int a = t[any() & 3]; assert(a == 12);", TABLE)) == [None]


def test_a_write_with_an_unknown_index_may_change_every_cell_that_it_can_reach() -> None:
    assert decided(straight("t[any() & 1] = 5; assert(t[3] == 13); assert(t[0] == 10);", TABLE)) == [1, None]


def test_an_index_outside_of_the_table_has_no_meaning() -> None:
    executed = straight("t[0] = 10; int a = t[any() & 7]; assert(a < 14);", TABLE)
    assumed = [h for h in executed.happenings if h.meaning is Meaning.ASSUMED]
    assert len(assumed) == 1 and decided(executed) == [1]


def test_what_paths_leave_in_memory_is_joined() -> None:
    body = "if (any()) x = 1; else x = 2; int a = x; assert(CHECK);"
    assert decided(straight(body.replace("CHECK", "a > 0"))) == [1]
    assert decided(straight(body.replace("CHECK", "a == 1"))) == [None]


def test_code_that_cannot_run_does_not_happen() -> None:
    assert claims(straight("x = 0; if (x) assert(0);")) == []


@pytest.mark.parametrize(
    "statements",
    [
        "u.whole = 1; r = u.parts[0];",
        "u.whole = 1; r = u.parts[1];",
        "u.whole = 1; r = u.parts[any() & 3];",
        "u.parts[any() & 3] = 1; r = u.whole;",
    ],
)
def test_pieces_of_different_sizes_are_refused(statements: str) -> None:
    with pytest.raises(NotStraight):
        straight(statements, "union { int whole; char parts[4]; } u; int r;")


def test_addresses_are_refused() -> None:
    with pytest.raises(NotStraight):
        straight("*(any() ? &x : &y) = 1;", "int x, y;")
