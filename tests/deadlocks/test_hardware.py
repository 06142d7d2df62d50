"""Threads that wait or spin for ever under models of hardware, which allow load buffering."""

from __future__ import annotations

import pytest

from heddle import api

MACHINES = ("armv8", "power", "riscv")

KEPT = """#include <pthread.h>
pthread_mutex_t m;
void *f(void *u) { pthread_mutex_lock(&m); return 0; }
int main(void) { pthread_t p, q; pthread_mutex_init(&m, 0); pthread_create(&p, 0, f, 0); pthread_create(&q, 0, f, 0); return 0; }
"""
FUTEX = """#include <pthread.h>
#include <stdatomic.h>
atomic_int turn, woken;
void *wait(void *u) {
    int seen = atomic_load_explicit(&woken, ORDER);
    if (atomic_load_explicit(&turn, ORDER) == 1) return 0;
    while (atomic_load_explicit(&woken, ORDER) == seen);
    return 0;
}
void *wake(void *u) {
    atomic_store_explicit(&turn, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&woken, 1, memory_order_release);
    return 0;
}
int main(void) { pthread_t p, q; pthread_create(&p, 0, wait, 0); pthread_create(&q, 0, wake, 0); return 0; }
"""
BUFFERED = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, met;
void *one(void *u) { int r = atomic_load_explicit(&x, memory_order_relaxed); atomic_store_explicit(&y, 1, memory_order_relaxed);
    if (r == 1) while (!met); return 0; }
void *two(void *u) { int r = atomic_load_explicit(&y, memory_order_relaxed); atomic_store_explicit(&x, r, memory_order_relaxed);
    return 0; }
int main(void) { pthread_t p, q; pthread_create(&p, 0, one, 0); pthread_create(&q, 0, two, 0); return 0; }
"""


@pytest.mark.parametrize("engine", ["auto", "stateless", "enumerate"])
@pytest.mark.parametrize("model", MACHINES)
def test_a_lock_that_is_kept(c_file, model, engine):
    answer = api.check(c_file(KEPT), property="no-deadlock", model=model, engine=engine)
    assert answer.verdict == "violation", answer.reason
    assert "waits for m, held by" in answer.reason


@pytest.mark.parametrize("model", MACHINES)
@pytest.mark.parametrize(("order", "verdict"), [("relaxed", "violation"), ("acquire", "safe within bounds")])
def test_a_futex_is_as_good_as_its_orders(c_file, model, order, verdict):
    """The sleeper reads that it was woken, and then that it need not have slept: two reads out of order."""
    answer = api.check(
        c_file(FUTEX.replace("ORDER", f"memory_order_{order}")), property="termination", model=model, unwind=2
    )
    assert answer.verdict == verdict, answer.reason
    assert ("spins (" in answer.reason) == (verdict == "violation")


@pytest.mark.parametrize("model", MACHINES)
def test_with_load_buffering_only(c_file, model):
    """The explorer looks at executions without, and says so; the enumerator finds it."""
    path = c_file(BUFFERED)
    explored = api.check(path, property="termination", model=model, engine="stateless")
    assert explored.verdict == "safe within bounds"
    assert "load buffering" in explored.cuts[0].what
    found = api.check(path, property="termination", model=model, unwind=2)
    assert (found.verdict, found.engine) == ("violation", "enumerate"), found.reason
