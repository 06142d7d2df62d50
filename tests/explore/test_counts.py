"""How many executions well-known programs have."""

from __future__ import annotations

from math import comb, factorial

import pytest

from heddle.models import shipped
from waiting import PATIENCE

from .programs import read, run, store, threads

SB = threads(store("x", 1) + read("y"), store("y", 1) + read("x"))
SB_FENCED = threads(
    *(store(a, 1) + "atomic_thread_fence(memory_order_seq_cst);" + read(b) for a, b in ("xy", "yx"))
)
MP = threads(store("x", 1) + store("y", 1, "release"), "int r = " + read("y", "acquire") + read("x"))
MP_RELAXED = threads(store("x", 1) + store("y", 1), read("y") + read("x"))
TWO_PLUS_TWO = threads(store("x", 1) + store("y", 2), store("y", 1) + store("x", 2))
IRIW = threads(store("x", 1), store("y", 1), read("x", "acquire") + read("y", "acquire"),
               read("y", "acquire") + read("x", "acquire"))  # fmt: skip


@pytest.mark.parametrize(
    ("program", "model", "count"),
    [
        (SB, "sc", 3), (SB, "tso", 4), (SB, "pso", 4), (SB, "rc11", 4), (SB, "ra", 4),
        (SB_FENCED, "sc", 3), (SB_FENCED, "tso", 3), (SB_FENCED, "pso", 3), (SB_FENCED, "rc11", 3),
        (MP, "sc", 3), (MP, "tso", 3), (MP, "pso", 3), (MP, "rc11", 3), (MP, "ra", 3),
        (MP_RELAXED, "sc", 3), (MP_RELAXED, "tso", 3), (MP_RELAXED, "pso", 4), (MP_RELAXED, "rc11", 4),
        (TWO_PLUS_TWO, "sc", 3), (TWO_PLUS_TWO, "tso", 3), (TWO_PLUS_TWO, "pso", 4), (TWO_PLUS_TWO, "rc11", 4),
        (IRIW, "sc", 15), (IRIW, "tso", 15), (IRIW, "pso", 15), (IRIW, "rc11", 16),
    ],
)  # fmt: skip
def test_litmus(program, model, count):
    assert run(program, model).executions == count


@pytest.mark.parametrize("model", ["sc", "tso", "rc11"])
@pytest.mark.parametrize("n", [1, 4, 8])
def test_readers(model, n):
    """The thesis's benchmark (section 6.2): one writer, n readers."""
    assert run(threads(store("x", 1), *[read("x")] * n), model).executions == 2**n


@pytest.mark.parametrize("k", [1, 3, 5])
def test_coherence(k):
    """The thesis's benchmark: k writes, k reads; what is read never goes back."""
    writes = "".join(store("x", i + 1) for i in range(k))
    assert run(threads(writes, read("x") * k), "rc11").executions == comb(2 * k, k)


def test_long_threads_are_quick():
    """Coherence leaves one write to read and one place to write; the others of the 300 are not tried."""
    body = f"for (int i = 0; i < 150; i++) {{ {store('x', 'i')} {read('x')} }}"
    assert run(threads(body), "rc11", timeout=PATIENCE, verify=False).executions == 1


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("model", ["sc", "tso", "pso", "ra", "rc11"])
def test_increments_come_in_any_order(model, n):
    body = "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);"
    assert run(threads(*[body] * n), model).executions == factorial(n)


@pytest.mark.parametrize("model", ["sc", "rc11"])
def test_writes_come_in_any_order(model):
    assert run(threads(*[store("x", i) for i in range(1, 5)]), model).executions == factorial(4)


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_mutexes_are_taken_in_any_order(model):
    body = "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);"
    program = threads(*[body] * 3, declared="pthread_mutex_t m; int n;")
    assert run(program, model).executions == factorial(3)


def test_a_spin_loop_waits():
    found = run(threads("while (!" + read("x").rstrip(";") + ");", store("x", 1)), "rc11")
    assert found.executions == 1
    assert found.blocked <= 1


def test_a_lock_that_is_never_released_blocks():
    found = run(threads(*["pthread_mutex_lock(&m);"] * 2, declared="pthread_mutex_t m;"))
    assert (found.executions, found.blocked) == (0, 2)


def test_a_compare_and_swap_loop_ends_once_for_each_order():
    body = "int e = 0; do { e = " + read("x") + " } while (!atomic_compare_exchange_strong(&x, &e, e + 1));"
    assert run(threads(*[body] * 3)).executions == factorial(3)


def test_private_memory_is_no_event():
    body = "int a[3] = {1, 2, 3}; int s = 0; for (int i = 0; i < 3; i++) { a[i]++; s += a[i]; } " + store("x", "s")
    found = run(threads(body, read("x")), keep=10)
    assert found.executions == 2
    assert all(len([e for e in graph.events if e.thread == 1]) == 1 for graph in found.kept)


def test_bytes_that_a_loop_bound_cuts_are_counted():
    body = "for (;;) " + "atomic_fetch_add(&x, 1);"
    found = run(threads(body, body), unwind=2)
    assert found.executions == 0
    assert found.cut == comb(4, 2)


def test_depth_limits_events_of_a_thread():
    found = run(threads(store("x", 1) * 5), depth=2)
    assert (found.executions, found.cut) == (0, 1)


@pytest.mark.parametrize("model", ["sc", "tso", "rc11"])
def test_filtering_at_the_end_gives_the_same(model):
    for program in (SB, MP_RELAXED, TWO_PLUS_TWO):
        assert run(program, model, filter=False).executions == run(program, model).executions


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_share_the_executions(workers):
    program = threads(store("x", 1) + store("x", 2), *[read("x") + read("x")] * 3)
    assert run(program, "rc11", workers=workers).executions == 216


def test_final_states():
    found = run(TWO_PLUS_TWO, "pso", states=True)
    assert {(dict(s)["x"], dict(s)["y"]): n for s, n in found.states.items()} == {
        (1, 1): 1, (1, 2): 1, (2, 1): 1, (2, 2): 1,
    }  # fmt: skip


def test_choices_are_tried_one_by_one():
    body = store("x", "__VERIFIER_nondet_bool()")
    declared = "extern _Bool __VERIFIER_nondet_bool(void); atomic_int x;"
    assert run(threads(body, read("x"), declared=declared)).executions == 4


def test_every_shipped_model_is_explored_or_refused():
    from heddle.explorer.model import Unfit

    refused = set()
    for model in shipped():
        try:
            run(SB, model)
        except Unfit:
            refused.add(model)
    assert refused.isdisjoint({"sc", "tso", "pso", "ra", "rc11"})
