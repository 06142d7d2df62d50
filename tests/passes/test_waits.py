"""Waits for condition variables: of several iterations that only wait, one is enough, so that the usual loops need no bound."""

from __future__ import annotations

import itertools

import pytest

from asking import ask, cuts
from brute_force import explore
from covering import pairs
from heddle.answer import Verdict
from heddle.core.program import Program
from heddle.frontend import load
from waiting import PATIENCE

TEXT = """#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
int x, y; pthread_mutex_t m, n; pthread_cond_t c, d; mtx_t m11; cnd_t c11;
static void wait_for(pthread_cond_t *cond, pthread_mutex_t *mutex) { int error = pthread_cond_wait(cond, mutex); assert(error == 0); }
static int wait_and_look(int before) { pthread_cond_wait(&c, &m); return before == 0 && x == 2; }
void *thread(void *a) { %s return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); %s return 0; }
"""


def program(thread: str, main: str) -> Program:
    return load(["p.c"], texts={"p.c": TEXT % (thread, main)})


SET = "pthread_mutex_lock(&m); y = 1; x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); "
STEPS = "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); "

SAFE = {
    "while": ("pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); assert(y == 1); pthread_mutex_unlock(&m);", SET),
    "its result is checked": ("pthread_mutex_lock(&m); while (!x) assert(pthread_cond_wait(&c, &m) == 0); assert(y == 1); pthread_mutex_unlock(&m);", SET),
    "in a function": ("pthread_mutex_lock(&m); while (!x) wait_for(&c, &m); assert(y == 1); pthread_mutex_unlock(&m);", SET),
    "do": ("pthread_mutex_lock(&m); do pthread_cond_wait(&c, &m); while (!x); assert(y == 1); pthread_mutex_unlock(&m);", SET),
    "with a time limit": ("pthread_mutex_lock(&m); while (!x) pthread_cond_timedwait(&c, &m, 0); assert(y == 1); pthread_mutex_unlock(&m);", SET),
    "until a time limit": ("pthread_mutex_lock(&m); int late = 0; while (!x && late != ETIMEDOUT) late = pthread_cond_timedwait(&c, &m, 0); assert(late || y == 1); pthread_mutex_unlock(&m);", SET),
    "C11": ("mtx_lock(&m11); while (!x) cnd_wait(&c11, &m11); assert(y == 1); mtx_unlock(&m11);",
            "mtx_lock(&m11); y = 1; x = 1; cnd_signal(&c11); mtx_unlock(&m11);"),
    "both wait": ("pthread_mutex_lock(&m); x = 1; while (y == 0) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
                  "pthread_mutex_lock(&m); while (x == 0) pthread_cond_wait(&c, &m); y = 1; pthread_mutex_unlock(&m); pthread_join(t, 0); assert(x + y == 2);"),
}  # fmt: skip


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize(("thread", "main"), SAFE.values(), ids=SAFE)
def test_waiting_needs_no_bound(thread: str, main: str, model: str) -> None:
    answer = ask(program(thread, main), model, timeout=PATIENCE)
    assert answer.verdict is Verdict.SAFE, (answer, cuts(answer))


# what can be seen of a second wait, and so must still be found
VIOLATED = {
    "the first wait": ("pthread_mutex_lock(&m); while (x != 1) pthread_cond_wait(&c, &m); assert(0);", STEPS),
    "what the iteration has read is used after the wait": (
        "pthread_mutex_lock(&m); for (;;) { int v = x; assert(v != 2); pthread_cond_wait(&c, &m); if (v == 0 && x == 2) break; }", STEPS),
    "the same, in a function": (
        "pthread_mutex_lock(&m); for (;;) { int v = x; assert(v != 2); if (wait_and_look(v)) break; }", STEPS),
    "two mutexes in turn": (
        "pthread_mutex_lock(&m); pthread_mutex_lock(&n); for (;;) { if (x == 1) pthread_cond_wait(&d, &n); else pthread_cond_wait(&c, &m); if (y) assert(0); }",
        "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); pthread_mutex_lock(&n); y = 1; pthread_mutex_unlock(&n);"),
    "two mutexes in one iteration": (
        "pthread_mutex_lock(&m); pthread_mutex_lock(&n); while (!y) { pthread_cond_wait(&c, &m); pthread_cond_wait(&d, &n); } assert(0);",
        "pthread_mutex_lock(&n); pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);"),
    "it counts": ("int i = 0; pthread_mutex_lock(&m); while (!x) { i++; pthread_cond_wait(&c, &m); } assert(i != 3);", SET),
    "it writes": ("pthread_mutex_lock(&m); while (!x) { y++; pthread_cond_wait(&c, &m); } assert(y != 2);",
                  "pthread_mutex_lock(&m); if (y == 2) x = 1; pthread_mutex_unlock(&m);"),
}  # fmt: skip


@pytest.mark.parametrize(("thread", "main"), VIOLATED.values(), ids=VIOLATED)
def test_violations_are_not_lost(thread: str, main: str) -> None:
    answer = ask(program(thread, main), timeout=PATIENCE)
    assert answer.verdict is Verdict.VIOLATION, answer


def test_somebody_who_tries_to_lock_notices() -> None:
    tries = "if (pthread_mutex_trylock(&m) == 0) { pthread_mutex_unlock(&m); if (pthread_mutex_trylock(&m) != 0) { " * 3
    answer = ask(program("pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m);", tries + "assert(0);" + "}}" * 3), timeout=PATIENCE)
    assert answer.verdict is Verdict.VIOLATION, answer


TESTS = ("x == 0", "x != 2", "x != y")
BODIES = ("pthread_cond_wait(&c, &m);", "int v = x; pthread_cond_wait(&c, &m); if (v == 1) break;", "if (y) pthread_cond_wait(&c, &m);")
WRITES = ("x = 1;", "x = 2; y = 1;", "y = x;")


@pytest.mark.parametrize(("test", "body", "writes", "seen"), pairs(TESTS, BODIES, list(itertools.product(WRITES, repeat=2)), (2, 5)))
def test_what_is_seen_after_waiting_is_what_brute_force_sees(test: str, body: str, writes: tuple[str, str], seen: int) -> None:
    sections = "".join(f"pthread_mutex_lock(&m); {w} pthread_mutex_unlock(&m);" for w in writes)
    p = program(f"pthread_mutex_lock(&m); while ({test}) {{ {body} }} assert(2 * x + y != {seen});", sections)
    found = explore(p)
    assert not found.truncated
    assert (ask(p, unwind=3).verdict is Verdict.VIOLATION) == bool(found.violations)
