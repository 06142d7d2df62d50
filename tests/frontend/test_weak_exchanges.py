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
