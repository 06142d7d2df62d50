"""Litmus tests: the outcomes that brute force finds under SC, TSO and PSO are exactly the known ones."""

from __future__ import annotations

import pytest
from core_builder import atomically, glob, op, rd, two_threads, var, wr

from brute_force import explore
from heddle.core.expr import const
from heddle.core.instr import AnyInstr, Fence, Rmw

X, Y, A, B = glob("x"), glob("y"), glob("a"), glob("b")
Outcomes = set[tuple[int, ...]]


def outcomes(one: list[AnyInstr], two: list[AnyInstr], model: str, observe: tuple[str, ...] = ("a", "b")) -> Outcomes:
    found = explore(two_threads([X, Y, A, B], one, two, []), model, observe=observe)
    assert not found.truncated and not found.blocked
    return found.finals


def store_buffering(*between: AnyInstr, order: str = "plain") -> tuple[list[AnyInstr], list[AnyInstr]]:
    return (
        [wr(X, 1, order), *between, rd("r", Y, order), wr(A, var("r"))],
        [wr(Y, 1, order), *between, rd("r", X, order), wr(B, var("r"))],
    )


def message_passing(*between: AnyInstr, order: str = "plain") -> tuple[list[AnyInstr], list[AnyInstr]]:
    return (
        [wr(X, 1), *between, wr(Y, 1, order)],
        [rd("r", Y), wr(A, var("r")), rd("s", X), wr(B, var("s"))],
    )


@pytest.mark.parametrize(("model", "weak"), [("sc", False), ("tso", True), ("pso", True)])
def test_store_buffering(model: str, weak: bool) -> None:
    assert ((0, 0) in outcomes(*store_buffering(), model)) is weak


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize(
    "between", [[Fence("full")], [Fence("seq_cst")], [Rmw(var("u"), rd("u", A).place, var("u"))], atomically()]
)
def test_store_buffering_with_something_that_drains(model: str, between: list[AnyInstr]) -> None:
    assert (0, 0) not in outcomes(*store_buffering(*between), model)


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("between", ["lwsync", "isync", "store", "load", "acquire", "release", "acq_rel"])
def test_store_buffering_with_a_weak_fence(model: str, between: str) -> None:
    assert (0, 0) in outcomes(*store_buffering(Fence(between)), model)


@pytest.mark.parametrize(("order", "weak"), [("relaxed", True), ("acq_rel", True), ("seq_cst", False)])
def test_store_buffering_by_c11_order(order: str, weak: bool) -> None:
    for model in ("tso", "pso"):
        assert ((0, 0) in outcomes(*store_buffering(order=order), model)) is weak


@pytest.mark.parametrize(("model", "weak"), [("sc", False), ("tso", False), ("pso", True)])
def test_message_passing(model: str, weak: bool) -> None:
    assert ((1, 0) in outcomes(*message_passing(), model)) is weak


@pytest.mark.parametrize("fence", ["lwsync", "store", "full", "release"])
def test_message_passing_with_a_store_fence(fence: str) -> None:
    assert (1, 0) not in outcomes(*message_passing(Fence(fence)), "pso")


def test_message_passing_with_a_release_store() -> None:
    assert (1, 0) not in outcomes(*message_passing(order="release"), "pso")
    assert (1, 0) in outcomes(*message_passing(order="relaxed"), "pso")
    assert (1, 0) in outcomes(*message_passing(Fence("isync")), "pso")


@pytest.mark.parametrize(("model", "weak"), [("sc", False), ("tso", False), ("pso", True)])
def test_two_plus_two_writes(model: str, weak: bool) -> None:
    found = outcomes([wr(X, 1), wr(Y, 2)], [wr(Y, 1), wr(X, 2)], model, ("x", "y"))
    assert ((1, 1) in found) is weak


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_coherence(model: str) -> None:
    """Nobody sees the writes to one variable in another order than they were made."""
    found = outcomes([wr(X, 1), wr(X, 2)], [rd("r", X), wr(A, var("r")), rd("s", X), wr(B, var("s"))], model)
    assert {(r, s) for r in (0, 1, 2) for s in (0, 1, 2) if r <= s} == found


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_own_writes_are_seen_at_once(model: str) -> None:
    found = outcomes([wr(X, 7), rd("r", X), wr(A, var("r"))], [rd("r", X), wr(B, var("r"))], model)
    assert {a for a, _ in found} == {7}


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_atomic_increments_are_never_lost(model: str) -> None:
    increment: list[AnyInstr] = [Rmw(var("u"), rd("u", X).place, op("u", "+", 1))]
    assert outcomes(increment, list(increment), model, ("x",)) == {(2,)}


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_compare_and_exchange_has_one_winner(model: str) -> None:
    def compete(flag: int) -> list[AnyInstr]:
        return [Rmw(var("u"), rd("u", X).place, const(flag), op("u", "==", 0)), wr(A if flag == 1 else B, var("u"))]

    assert outcomes(compete(1), compete(2), model) == {(0, 1), (2, 0)}


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_a_joined_thread_has_written_everything(model: str) -> None:
    assert outcomes([wr(X, 1)], [wr(Y, 1)], model, ("x", "y")) == {(1, 1)}
