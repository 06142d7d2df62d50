"""Steps: where a context switch can matter, and where it cannot."""

from __future__ import annotations

from heddle.symbolic.events import Kind

from .conftest import JOINED, Analyse, two_threads


def test_each_shared_access_is_a_step(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = 1;", "int r = x; assert(r + y < 3);"))
    assert a.blocks(1) == ["w x", "w y"]
    assert a.blocks(2) == ["r x", "r y"]


def test_what_one_thread_alone_uses_is_no_step(analysed: Analyse) -> None:
    a = analysed(two_threads("z = 1; z = z + 1; x = z;", "assert(x < 3);"))
    assert a.blocks(1) == ["w x"]


def test_reads_of_what_nobody_else_writes_are_no_steps(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1; y = x + 1;", "int r = x; assert(r + y < 3);"))
    assert a.blocks(1) == ["w x", "w y"]
    assert a.blocks(2) == ["r x", "r y"]


def test_main_is_alone_until_it_creates_a_thread(analysed: Analyse) -> None:
    a = analysed("""int x;
        void *one(void *arg) { assert(x > 0); return 0; }
        int main(void) { pthread_t t; x = 1; x = x + 1; pthread_create(&t, 0, one, 0); x = 5; return 0; }""")
    assert a.blocks(0) == ["", "w x"]
    prefix = a.threads[0].events[: a.visibility.prefix]
    assert sum(e.kind is Kind.WRITE and not e.local for e in prefix) >= 2
    assert not any(e.visible for e in prefix)


def test_an_atomic_section_is_one_step(analysed: Analyse) -> None:
    section = "__VERIFIER_atomic_begin(); x = x + 1; y = y + 1; __VERIFIER_atomic_end();"
    a = analysed(two_threads(section + " z = 1;", section, "assert(x + y + z < 9);"))
    assert a.blocks(1) == ["r x w x r y w y", "w z"]


def test_a_section_that_nobody_notices_is_no_step(analysed: Analyse) -> None:
    section = "__VERIFIER_atomic_begin(); y = y + 1; __VERIFIER_atomic_end();"
    a = analysed(two_threads(f"x = 1; {section} x = y;", "assert(x < 3);"))
    assert a.blocks(1) == ["w x", "w x"]


def test_joins_are_steps(analysed: Analyse) -> None:
    a = analysed(two_threads("x = 1;", "x = 2;", JOINED + "assert(x > 0);"))
    assert a.blocks(0) == ["", "join", "join", "r x"]


def test_a_step_ends_where_its_thread_may_end(analysed: Analyse) -> None:
    """Others must see the write even if the assumption after it never holds."""
    a = analysed(two_threads("x = 1; __VERIFIER_assume(__VERIFIER_nondet_int());", "assert(x == 0);"))
    assert a.blocks(1) == ["w x", ""]
    (assumed,) = [e for e in a.threads[1].events if e.kind is Kind.ASSUME]
    assert assumed.block == 1


def test_issuing_a_buffered_write_is_no_step_of_its_own(analysed: Analyse) -> None:
    text = two_threads("x = 1; assert(y == 0);", "y = 1; assert(x == 0);")
    assert analysed(text).blocks(1) == ["w x", "r y"]
    for model in ("tso", "pso"):
        a = analysed(text, model)
        (write,) = a.accesses("x", Kind.WRITE)
        assert not write.visible and a.buffers.is_buffered(write, 1)


def test_what_drains_a_buffer_that_may_hold_something_is_a_step(analysed: Analyse) -> None:
    fence = "atomic_thread_fence(memory_order_seq_cst);"
    text = two_threads(f"x = 1; {fence} assert(y == 0); {fence}", "y = 1; assert(x == 0);")
    assert analysed(text, "tso").blocks(1) == ["w x", "other", "r y"]
    assert analysed(text).blocks(1) == ["w x", "r y"]
