"""Weak compare-and-exchange fails for no reason where a program can tell; where it only tries again, nothing is added."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
atomic_int x; int failures;
"""
MAIN = """
void *t(void *u) { %s return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0);
    pthread_join(a, 0); pthread_join(b, 0); assert(x == 2); return 0; }
"""
ONCE = {
    "C11's": "int main(void) { int e = 0; assert(atomic_compare_exchange_weak(&x, &e, 1)); return 0; }",
    "C11's, with orders": (
        "int main(void) { int e = 0; bool b = atomic_compare_exchange_weak_explicit(&x, &e, 1, memory_order_relaxed,"
        " memory_order_relaxed); assert(b || e); return 0; }"
    ),
    "GCC's": "int main(void) { int e = 0; assert(__atomic_compare_exchange_n(&x, &e, 1, 1, 5, 5)); return 0; }",
    "GCC's, by address": "int main(void) { int e = 0, n = 1; assert(__atomic_compare_exchange(&x, &e, &n, 1, 5, 5)); return 0; }",
    "told by a number": (
        "int main(void) { int e = 0, n = 0; while (!atomic_compare_exchange_weak(&x, &e, 1) && n < 1) n++; assert(!n); return 0; }"
    ),
    "told in memory": (
        "int main(void) { int e = 0; do { if (failures++) break; } while (!atomic_compare_exchange_weak(&x, &e, 1));"
        " assert(x); return 0; }"
    ),
    "expected changes": (
        "int main(void) { int e = 0; while (!atomic_compare_exchange_weak(&x, &e, 1)) { e = x; failures = 1; } assert(!failures); return 0; }"
    ),
}  # fmt: skip
STRONG = {
    "C11's": "int main(void) { int e = 0; assert(atomic_compare_exchange_strong(&x, &e, 1)); return 0; }",
    "GCC's": "int main(void) { int e = 0; assert(__atomic_compare_exchange_n(&x, &e, 1, 0, 5, 5)); return 0; }",
    "the kernel's way": "int main(void) { assert(__sync_bool_compare_and_swap(&x, 0, 1)); return 0; }",
    "a weak one that need not succeed": (
        "int main(void) { int e = 0; if (!atomic_compare_exchange_weak(&x, &e, 1)) assert(e == 0); else assert(x == 1); return 0; }"
    ),
}  # fmt: skip
RETRIES = {
    "loaded before": "int v = x; while (!atomic_compare_exchange_weak(&x, &v, v + 1)) ;",
    "loaded again": "int v; do v = x; while (!atomic_compare_exchange_weak(&x, &v, v + 1));",
    "a loop without end": "for (;;) { int v = x; if (v > 4) continue; if (atomic_compare_exchange_weak(&x, &v, v + 1)) break; }",
    "with orders": "int v = x; while (!__atomic_compare_exchange_n(&x, &v, v + 1, 1, 3, 0)) ;",
    "a way out before": "int v = x; for (;;) { if (v == 7) return 0; if (atomic_compare_exchange_weak(&x, &v, v + 1)) break; }",
    "a new value": "int v = x, n; do n = v + 1; while (!atomic_compare_exchange_weak(&x, &v, n));",
}


NODES = """
#include <stdlib.h>
struct node { int v; struct node *next, *before; };
_Atomic(struct node *) top;
bool cas(_Atomic(struct node *) *p, struct node **old, struct node *n) {
    return atomic_compare_exchange_weak_explicit(p, old, n, memory_order_acq_rel, memory_order_acquire); }
struct node *get(_Atomic(struct node *) *p) { return atomic_load_explicit(p, memory_order_relaxed); }
void link(struct node *n, struct node *to) { n->next = to; }
void push(struct node *n) { %s }
void *t(void *u) { struct node *n = malloc(sizeof *n); n->v = 1; push(n); return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0);
    pthread_join(a, 0); pthread_join(b, 0);
    int s = 0; for (struct node *n = top; n; n = n->next) s += n->v; assert(s == 2); return 0; }
"""
PUSHES = {
    "loaded before": (
        "struct node *old = atomic_load_explicit(&top, memory_order_relaxed); do n->next = old;"
        " while (!atomic_compare_exchange_weak_explicit(&top, &old, n, memory_order_release, memory_order_relaxed));"
    ),
    "loaded again": "struct node *old; do { old = top; n->next = old; } while (!atomic_compare_exchange_weak(&top, &old, n));",
    "two stores": (
        "struct node *old = top; for (;;) { n->next = old; n->before = 0; if (atomic_compare_exchange_weak(&top, &old, n)) return; }"
    ),
    "the exchange is called": "struct node *old = get(&top); do n->next = old; while (!cas(&top, &old, n));",
    "all is called": "struct node *old; do { old = get(&top); link(n, old); } while (!cas(&top, &old, n));",
}  # fmt: skip
CALLS = {
    "the exchange": "int v = x; while (!cas(&x, &v, v + 1)) ;",
    "more calls": "int v; do v = get(&x); while (!again(&x, &v));",
    "from two loops": "int v = x; if (v) while (!cas(&x, &v, v + 1)) ; else do v = get(&x); while (!cas(&x, &v, v + 1));",
    "a loop of its own": "add(&x);",
}
CALLED = """
bool cas(atomic_int *p, int *old, int new) { return atomic_compare_exchange_weak_explicit(p, old, new, memory_order_relaxed, memory_order_relaxed); }
int get(atomic_int *p) { return atomic_load_explicit(p, memory_order_relaxed); }
bool again(atomic_int *p, int *old) { return cas(p, old, *old + 1); }
void add(atomic_int *p) { int v = get(p); while (!cas(p, &v, v + 1)) ; }
"""
CHANGES = {
    "counted in memory": "int main(void) { int e = 0; do failures++; while (!atomic_compare_exchange_weak(&x, &e, 1)); assert(failures == 1); return 0; }",
    "counted by two pointers": (
        "void go(int *p, int *q) { int e = 0, r; do { r = *p; *q = r + 1; } while (!atomic_compare_exchange_weak(&x, &e, 1)); }"
        " int main(void) { go(&failures, &failures); assert(failures == 1); return 0; }"
    ),
    "left before it is stored again": (
        "atomic_int stop; void *t(void *u) { stop = 1; return 0; }"
        " int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int e = 0;"
        " do { if (stop) break; failures = 1; } while (!atomic_compare_exchange_weak(&x, &e, 1)); assert(!failures || x); return 0; }"
    ),
    "another place": (
        "int tries[8]; int main(void) { int e = 0, *p = tries; do *p++ = 1; while (!atomic_compare_exchange_weak(&x, &e, 1));"
        " assert(!tries[1]); return 0; }"
    ),
    "an atomic store": (
        "atomic_int y; int saw; void *t(void *u) { if (y == 1) { y = 2; saw = 1; } return 0; }"
        " int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int e = 0;"
        " do atomic_store_explicit(&y, 1, memory_order_relaxed); while (!atomic_compare_exchange_weak(&x, &e, 1));"
        " pthread_join(a, 0); assert(!saw || y == 2); return 0; }"
    ),
    "called in no loop": "int main(void) { int e = 0; while (!cas(&x, &e, 1)) ; e = 1; assert(cas(&x, &e, 2)); return 0; }",
    "called by pointer": "int main(void) { int e = 0; bool (*f)(atomic_int *, int *, int) = cas; assert(f(&x, &e, 1)); return 0; }",
    "counted by a callee": (
        "bool try(int *e) { failures++; return cas(&x, e, 1); }"
        " int main(void) { int e = 0; while (!try(&e)) ; assert(failures == 1); return 0; }"
    ),
    "told to the caller": (
        "int n(void) { int e = 0, k = 0; while (!cas(&x, &e, 1)) k = 1; return k; } int main(void) { assert(!n()); return 0; }"
    ),
}  # fmt: skip
ORDERED = (
    "atomic_int y; int main(void) { int e = 0;"
    " do { failures = 1; %s } while (!atomic_compare_exchange_weak(&x, &e, 1)); %s return 0; }"
)
SEEN = (
    "int y; int saw; void *t(void *u) { if (y == 1) { y = 2; saw = 1; } return 0; }"
    " int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); int e = 0;"
    " do y = 1; while (!atomic_compare_exchange_weak(&x, &e, 1));"
    " pthread_join(a, 0); assert(!saw || y == 2); return 0; }"
)


@pytest.mark.parametrize("engine", ["order", "lazy", "mu", "explicit", "stateless", "enumerate"])
@pytest.mark.parametrize("what", ["C11's", "told by a number"])
def test_every_engine_knows(c_file, what, engine):
    answer = api.check(c_file(HEAD + ONCE[what]), engine=engine)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "assert"), answer.reason


@pytest.mark.parametrize("what", ONCE)
def test_it_may_fail(c_file, what):
    assert api.check(c_file(HEAD + ONCE[what]), engine="order").verdict == "violation"


@pytest.mark.parametrize("what", STRONG)
def test_others_do_not(c_file, what):
    assert api.check(c_file(HEAD + STRONG[what]), engine="order").verdict == "safe"


@pytest.mark.parametrize("what", RETRIES)
def test_who_tries_again_is_as_cheap_as_ever(c_file, what):
    text = HEAD + MAIN % RETRIES[what]
    weak = api.explore(c_file(text, "weak.c"), model="rc11")
    strong = text.replace("_weak", "_strong").replace(", 1, 3, 0)", ", 0, 3, 0)")
    same = api.explore(c_file(strong, "strong.c"), model="rc11")
    assert weak.verdict == same.verdict == "safe"
    assert weak.counts == same.counts


def test_the_trace_says_so(heddle, c_file):
    run = heddle("check", c_file(HEAD + ONCE["C11's"]))
    assert run.code == 1
    assert "the weak compare-and-exchange fails spuriously" in run.out


@pytest.mark.parametrize("how", PUSHES)
def test_plain_stores_are_made_again_unseen(c_file, how):
    text = HEAD + NODES % PUSHES[how]
    weak = api.explore(c_file(text, "weak.c"), model="rc11")
    same = api.explore(c_file(text.replace("_weak", "_strong"), "strong.c"), model="rc11")
    assert weak.verdict == same.verdict == "safe"
    assert weak.counts == same.counts


@pytest.mark.parametrize("what", CALLS)
def test_calls_make_no_difference(c_file, what):
    text = HEAD + CALLED + MAIN % CALLS[what]
    weak = api.explore(c_file(text, "weak.c"), model="rc11")
    same = api.explore(c_file(text.replace("_weak", "_strong"), "strong.c"), model="rc11")
    assert weak.verdict == same.verdict == "safe"
    assert weak.counts == same.counts


@pytest.mark.parametrize("what", CHANGES)
def test_what_changes_something_is_a_choice(c_file, what):
    answer = api.check(c_file(HEAD + CALLED + CHANGES[what]), model="rc11", engine="stateless")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "assert"), answer.reason


@pytest.mark.parametrize(
    ("model", "property", "kind"),
    [("rc11", "default", "data-race"), ("rc11", "assert", "assert"), ("sc", "default", "assert")],
)
def test_who_sees_a_plain_store_races(c_file, model, property, kind):
    answer = api.check(c_file(HEAD + SEEN), model=model, property=property, engine="stateless")
    assert answer.verdict == "violation", answer.reason
    assert kind in (answer.execution.failure.kind, answer.execution.failure.message)


@pytest.mark.parametrize(
    ("between", "after", "stays"),
    [
        ("", "", False),
        ("atomic_thread_fence(memory_order_release);", "", True),
        ("int v = y;", "", True),
        ("int v = atomic_load_explicit(&y, memory_order_relaxed);", "", False),
        ("", "__VERIFIER_assume(x);", True),
    ],
)
def test_what_orders_threads_between_two_stores(heddle, c_file, between, after, stays):
    text = HEAD + "void __VERIFIER_assume(int);" + ORDERED % (between, after)
    run = heddle("show", c_file(text), "--model", "rc11", "--after", "claim")
    assert ("success of a weak" in run.out) is stays, run.err
