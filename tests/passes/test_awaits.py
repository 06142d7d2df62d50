"""Await loops: an iteration that changes nothing is left out, so that spinning needs no bound."""

from __future__ import annotations

import pytest

from asking import ask, cuts
from heddle.answer import Verdict
from heddle.core.program import BoundedProgram
from heddle.frontend import load
from heddle.passes.unfold import UnfoldBounds, unfold
from waiting import PATIENCE

TEXT = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
atomic_int x, y; int plain; pthread_mutex_t m;
static _Bool swap(atomic_int *p, int *expected, int wanted) { return atomic_compare_exchange_strong(p, expected, wanted); }
void *thread(void *a) { %s return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); %s return 0; }
"""


def unfolded(loop: str, unwind: int = 3) -> BoundedProgram:
    return unfold(load(["p.c"], texts={"p.c": TEXT % (loop, "x = 1; y = 2;")}), UnfoldBounds(unwind, skip_idle=True))


SPINNING = {
    "a flag": "while (!x) ;",
    "with a pause": "while (!x) sched_yield();",
    "several locations": "while (x == 1 || y == 2) ;",
    "a loop without end": "for (;;) ;",
    "nested": "for (;;) { while (x) ; if (y) break; }",
    "what it read is not used afterwards": "int v; do v = x; while (v < 3);",
    "with gotos": "again: if (x == 0) goto again;",
    "a fence changes nothing": "while (!x) atomic_thread_fence(memory_order_seq_cst);",
    "arrays by index": "int i = x & 1; int b[2] = {1, 2}; while (y != b[i]) ;",
    "in atomic sections": "for (;;) { __VERIFIER_atomic_begin(); int v = x; __VERIFIER_atomic_end(); if (v) break; }",
}


@pytest.mark.parametrize("loop", SPINNING.values(), ids=SPINNING)
def test_spinning_is_not_cut(loop: str) -> None:
    assert not unfolded(loop).cuts


CHANGING = {
    "it counts": "int n = 0; while (!x) if (n++ > 100) break;",
    "it writes": "while (!x) y = 1;",
    "what it read counts afterwards": "int last = 0; while (!x) last = y; assert(last == 0);",
    "it takes a lock and keeps it": "while (!x) pthread_mutex_lock(&m);",
    "it starts threads": "pthread_t t; while (!x) pthread_create(&t, 0, thread, 0);",
}


@pytest.mark.parametrize("loop", CHANGING.values(), ids=CHANGING)
def test_iterations_that_change_something_are_cut(loop: str) -> None:
    assert "loop" in {cut.what for cut in unfolded(loop).cuts}


# thread, the rest of main; each has an answer that needs no bound
SAFE = {
    "flag": ("while (!x) sched_yield(); assert(plain == 1);", "plain = 1; x = 1;"),
    "a failing compare-and-exchange": ("int e = 0; while (!atomic_compare_exchange_weak(&x, &e, 1)) e = 0; plain++; x = 0;",
                                       "while (atomic_exchange(&x, 1)) ; plain++; x = 0; pthread_join(t, 0); assert(plain == 2);"),
    "trylock": ("while (pthread_mutex_trylock(&m)) ; plain++; pthread_mutex_unlock(&m);",
                "pthread_mutex_lock(&m); int v = plain; plain = v + 1; pthread_mutex_unlock(&m); pthread_join(t, 0); assert(plain == 2);"),
    "retry": ("int e; do e = x; while (!atomic_compare_exchange_strong(&x, &e, e + 1));",
              "int e; do e = x; while (!atomic_compare_exchange_strong(&x, &e, e + 1)); pthread_join(t, 0); assert(x == 2);"),
}  # fmt: skip


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize(("thread", "main"), SAFE.values(), ids=SAFE)
def test_spinning_needs_no_bound(thread: str, main: str, model: str) -> None:
    answer = ask(load(["p.c"], texts={"p.c": TEXT % (thread, main)}), model, timeout=PATIENCE)
    assert answer.verdict is Verdict.SAFE, (answer, cuts(answer))


@pytest.mark.parametrize("engine", [{"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"sma": "sc"}])
def test_every_bounded_engine_knows_it(engine: dict[str, str]) -> None:
    thread, main = SAFE["flag"]
    answer = ask(load(["p.c"], texts={"p.c": TEXT % (thread, main)}), timeout=PATIENCE, **engine)  # type: ignore[arg-type]
    assert answer.verdict is Verdict.SAFE, (answer, cuts(answer))


# thread, the rest of main: what must still be found
VIOLATED = {
    "an assertion in an idle iteration": ("while (!x) assert(y == 0);", "y = 1;"),
    "after spinning": ("while (!x) ; assert(y == 0);", "y = 1; x = 1;"),
    "the second of two flags": ("while (!x) ; while (!y) ; assert(plain == 0);", "x = 1; plain = 1; y = 1;"),
    "a variable that remembers": ("int last = 0; while (x < 2) last = x; assert(last != 1);", "x = 1; x = 2;"),
    "somebody else, while one spins for ever": ("while (1) ;", "x = 1; assert(x == 0);"),
    "a loop that has seen both": ("int c = 0, b = 0; while (!(c && b)) { c |= x == 1; b |= x == 2; } assert(0);", "x = 1; x = 2;"),
    "a silent exchange is one of 1 by 1 only": ("while (atomic_exchange(&x, 1)) ; assert(0);", "x = 3; while (x == 3) ; x = 0;"),
}


@pytest.mark.parametrize(("thread", "main"), VIOLATED.values(), ids=VIOLATED)
def test_violations_are_not_lost(thread: str, main: str) -> None:
    answer = ask(load(["p.c"], texts={"p.c": TEXT % (thread, main)}), timeout=PATIENCE)
    assert answer.verdict is Verdict.VIOLATION, answer
