"""Whole C programs through the frontend."""

from __future__ import annotations

import pytest

from heddle import models
from heddle.enumerate.search import Enumeration
from heddle.enumerate.values import Unsupported
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold

THREADS = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
_Atomic int a;
void *one(void *p) { BODY1 return 0; }
void *two(void *p) { BODY2 return 0; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(CHECK);
}
"""


@pytest.fixture
def enumeration(c_file):
    def build(body1: str, body2: str, check: str, model: str) -> Enumeration:
        text = THREADS.replace("BODY1", body1).replace("BODY2", body2).replace("CHECK", check)
        return Enumeration(unfold(load([str(c_file(text))]), UnfoldBounds()), models.find(model))

    return build


def violated(enumeration: Enumeration) -> bool:
    return any(run.ending == "fails" for execution in enumeration.all_executions() for run in execution.runs)


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "ra", "rc11", "weak"])
def test_mutexes(enumeration, model):
    locked = "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);"
    assert not violated(enumeration(locked, locked, "x == 2", model))
    assert violated(enumeration("x = x + 1;", "x = x + 1;", "x == 2", model))


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "ra", "rc11", "weak"])
def test_atomic_increments(enumeration, model):
    more = "atomic_fetch_add_explicit(&a, 1, memory_order_relaxed);"
    assert not violated(enumeration(more, more, "a == 2", model))


def test_message_passing(enumeration):
    send = "x = 1; atomic_store_explicit(&a, 1, memory_order_ORDER);"
    receive = "if (atomic_load_explicit(&a, memory_order_acquire)) y = 1 + x;"
    for order, model, expected in (("release", "rc11", False), ("relaxed", "rc11", True), ("relaxed", "tso", False)):
        assert violated(enumeration(send.replace("ORDER", order), receive, "y != 1", model)) == expected


def test_what_is_not_supported_is_said(enumeration):
    """An atomic section that is more than a read-modify-write has no place in a graph."""
    swap = "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);"
    body = swap + "__VERIFIER_atomic_begin(); x = 1; y = 1; __VERIFIER_atomic_end();"
    with pytest.raises(Unsupported, match="an atomic section"):
        list(enumeration(body, "", "1", "sc").executions())
