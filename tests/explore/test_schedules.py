"""Schedules made from graphs: violations that need store buffers replay."""

from __future__ import annotations

import pytest

from asking import ask
from explore.programs import compiled, threads
from heddle.answer import Verdict
from waiting import PATIENCE

pytestmark = pytest.mark.slow

PRIVATE = """#include <pthread.h>
#include <assert.h>
int x, y;
static void set(int *p, int v) { *p = v; }
void *first(void *_) {
    int local;
    set(&local, 1);
    x = local;
    FENCE
    set(&local, 2);
    y = local;
    return 0;
}
void *second(void *_) { if (y == 2) assert(x == SEEN); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
}
"""
MCS = """#include <pthread.h>
#include <assert.h>
struct node { struct node *next; int locked; };
struct node *tail;
int x;
static void lock(struct node *me) {
    me->next = 0;
    me->locked = 1;
    struct node *before = __sync_lock_test_and_set(&tail, me);
    if (before) {
        __atomic_store_n(&before->next, me, __ATOMIC_RELEASE);
        while (__atomic_load_n(&me->locked, __ATOMIC_ACQUIRE)) ;
    }
}
static void unlock(struct node *me) {
    if (!__atomic_load_n(&me->next, __ATOMIC_ACQUIRE)) {
        if (__sync_bool_compare_and_swap(&tail, me, 0)) return;
        while (!__atomic_load_n(&me->next, __ATOMIC_ACQUIRE)) ;
    }
    FENCE
    me->next->locked = 0;
}
static void add(int *to, int n) { int sum; int *p = &sum; *p = *to; *p += n; *to = *p; }
void *worker(void *_) {
    struct node mine;
    lock(&mine);
    add(&x, 1);
    unlock(&mine);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
}
"""
FENCE = "__atomic_thread_fence(__ATOMIC_RELEASE);"


def verdict(text: str, model: str, engine: str = "stateless") -> Verdict:
    answer = ask(compiled(text), model, engine=engine, timeout=PATIENCE)
    assert "internal error" not in answer.reason
    return answer.verdict


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("fence", ["", FENCE])
def test_private_writes_are_in_the_buffers_too(model, fence):
    """The thread's own variable is no event of the graph, but the replayer's buffer holds its writes."""
    assert verdict(PRIVATE.replace("FENCE", fence).replace("SEEN", "0"), model) is Verdict.VIOLATION


@pytest.mark.parametrize(("model", "fence", "expected"), [
    ("tso", "", Verdict.SAFE), ("pso", "", Verdict.VIOLATION), ("pso", FENCE, Verdict.SAFE),
])  # fmt: skip
def test_writes_overtake_each_other_only_where_nothing_separates_them(model, fence, expected):
    assert verdict(PRIVATE.replace("FENCE", fence).replace("SEEN", "1"), model) is expected


@pytest.mark.parametrize(("model", "fence", "expected"), [
    ("tso", "", Verdict.SAFE), ("pso", FENCE, Verdict.SAFE), ("pso", "", Verdict.VIOLATION),
])  # fmt: skip
def test_a_real_lock_whose_unlocking_needs_a_store_fence(model, fence, expected):
    assert verdict(MCS.replace("FENCE", fence), model) is expected


def test_an_object_that_begins_a_new_life_takes_its_pending_writes_with_it():
    body = "for (int i = 0; i < 2; i++) { int own; int *p = &own; *p = i; x = *p + 1; }"
    text = threads(body + " y = 1;", "if (x == 2) assert(y == 1);", declared="int x, y;")
    assert verdict(text, "pso") is Verdict.VIOLATION


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("own", ["atomic_int own = 0; atomic_exchange(&own, 1);", "atomic_int own; atomic_store(&own, 1);",
                                 "int own[2]; int i = r & 1; __sync_fetch_and_add(own + i, 1);"])  # fmt: skip
def test_an_atomic_access_to_private_memory_drains_too(model, own):
    """Store buffering is impossible around it, though no other thread can see what it accesses."""
    body = "int r = 0; X = 1; " + own + " r = Y; SEEN = r;"
    one, two = (body.replace("X", a).replace("Y", b).replace("SEEN", c) for a, b, c in [("x", "y", "p"), ("y", "x", "q")])
    text = threads(one, two, declared="int x, y, p = 1, q = 1;", joined=True)
    safe = text.replace("pthread_join(id[1], 0);", "pthread_join(id[1], 0); assert(p || q);")
    for engine in ("stateless", "enumerate"):
        assert verdict(safe, model, engine) is Verdict.SAFE
        assert verdict(safe.replace(own, ""), model, engine) is Verdict.VIOLATION


@pytest.mark.parametrize("released", ["z", "own"])
def test_a_release_separates_under_pso(released):
    """It is a store fence and a write: what was before it stays before what comes after it, wherever it writes."""
    body = f"int own; x = 1; __atomic_store_n(&{released}, 1, __ATOMIC_RELEASE); y = 1;"
    text = threads(body, "if (y) assert(x);", declared="int x, y, z;")
    for engine in ("stateless", "enumerate"):
        assert verdict(text, "pso", engine) is Verdict.SAFE
        assert verdict(text.replace("RELEASE", "RELAXED"), "pso", engine) is Verdict.VIOLATION


def test_a_release_may_be_overtaken_by_what_comes_after_it():
    text = threads("__atomic_store_n(&x, 1, __ATOMIC_RELEASE); y = 1;", "if (y) assert(x);", declared="int x, y;")
    assert verdict(text, "pso") is Verdict.VIOLATION
