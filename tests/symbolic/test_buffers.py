"""Store buffers: which writes wait, what empties the buffer, and who sees a write that waits."""

from __future__ import annotations

import pytest

from heddle.symbolic.events import Event, Kind

from .conftest import Analyse, Analysed, two_threads

READER = "assert(x + y + z < 100);"


def written(analysis: Analysed, event: Event) -> str:
    return str(analysis.events.dag.constant(event.value))


def pending(analysis: Analysed, thread: int = 1) -> list[str]:
    return [written(analysis, w) for w in analysis.buffers.threads[thread].writes]


def after(analysis: Analysed, thread: int = 1) -> list[tuple[str, str, bool]]:
    """Pairs of writes that keep their order, and whether a fence in between is the reason."""
    buffer = analysis.buffers.threads[thread]
    return sorted(
        (written(analysis, older), written(analysis, write), fence is not None)
        for write, relations in buffer.after.items()
        for older, fence in relations
    )


def test_under_sc_nothing_waits(analysed: Analyse) -> None:
    assert pending(analysed(two_threads("x = 1; y = 2;", READER))) == []


def test_only_writes_that_others_can_notice_wait(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; mine = 2; y = mine;", READER, "", "int x, y, z, mine;"), "tso")
    assert pending(a) == ["1", "2"]
    assert [e.instr.place.base.name for e in a.buffers.threads[1].writes] == ["x", "y"]  # type: ignore[union-attr]


@pytest.mark.parametrize("write", [
    "__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();",
    "atomic_store((_Atomic int *)&x, 1);",
    "atomic_fetch_add((_Atomic int *)&x, 1);",
])  # fmt: skip
def test_atomic_writes_do_not_wait(analysed: Analyse, write: str) -> None:
    assert pending(analysed(two_threads(write, READER), "tso")) == []


def test_tso_keeps_the_order_of_all_writes(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = 2; x = 3;", READER), "tso")
    assert after(a) == [("1", "2", False), ("2", "3", False)]


def test_pso_keeps_the_order_of_writes_to_one_location(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = 2; x = 3;", READER), "pso")
    assert after(a) == [("1", "3", False)]


def test_a_store_fence_orders_writes_under_pso(analysed: Analyse) -> None:
    text = two_threads("x = 1; atomic_thread_fence(memory_order_release); y = 2; z = 3;", READER)
    assert after(analysed(text, "pso")) == [("1", "2", True), ("1", "3", True)]
    assert after(analysed(text, "tso")) == [("1", "2", False), ("2", "3", False)]


def test_a_release_write_comes_after_all_before_it(analysed: Analyse) -> None:
    release = "atomic_store_explicit((_Atomic int *)&y, 2, memory_order_release);"
    assert after(analysed(two_threads(f"x = 1; {release} z = 3;", READER), "pso")) == [("1", "2", True), ("1", "3", True)]


FULL = "atomic_thread_fence(memory_order_seq_cst);"


def drained(analysis: Analysed, thread: int = 1) -> list[list[str]]:
    return [[written(analysis, w) for w in writes] for writes in analysis.buffers.threads[thread].drained.values()]


def test_a_full_fence_empties_the_buffer(analysed: Analyse) -> None:
    a = analysed(two_threads(f"x = 1; y = 2; {FULL} z = 3; {FULL}", READER), "tso")
    assert drained(a) == [["1", "2"], ["3"]]


def test_a_fence_that_may_not_be_executed_leaves_what_is_before_it_pending(analysed: Analyse) -> None:
    a = analysed(two_threads(f"x = 1; if (__VERIFIER_nondet_int()) {FULL} z = 3; {FULL}", READER), "tso")
    assert drained(a) == [["1"], ["1", "3"]]


def test_a_section_begins_with_an_empty_buffer(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; __VERIFIER_atomic_begin(); y = 2; __VERIFIER_atomic_end();", READER), "pso")
    assert drained(a) == [["1"]]


def forwarded(analysis: Analysed, variable: str, thread: int = 1) -> list[list[tuple[str, int]]]:
    """For reads of a variable: the own writes that they may see pending, each with how many drains lie in between."""
    found = analysis.buffers.threads[thread].forwarded
    reads = [e for e in analysis.accesses(variable, Kind.READ) if e in found]
    return [[(written(analysis, w), len(drains)) for w, drains in found[read]] for read in reads]


def test_a_read_sees_the_own_writes_that_wait(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = 2; x = 3; assert(x < 9);", "x = 4;" + READER), "tso")
    assert forwarded(a, "x") == [[("1", 0), ("3", 0)]]


def test_nothing_waits_beyond_a_fence(analysed: Analyse) -> None:
    a = analysed(two_threads(f"x = 1; {FULL} x = 3; assert(x < 9);", "x = 4;" + READER), "tso")
    assert forwarded(a, "x") == [[("3", 0)]]


def test_a_fence_in_one_branch_lies_in_between(analysed: Analyse) -> None:
    a = analysed(two_threads(f"x = 1; if (__VERIFIER_nondet_int()) {FULL} assert(x < 9);", "x = 4;" + READER), "tso")
    assert forwarded(a, "x") == [[("1", 1)]]
