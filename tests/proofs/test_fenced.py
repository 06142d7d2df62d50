"""Which programs have fences enough that nobody can tell that there are store buffers."""

from __future__ import annotations

from pathlib import Path

import pytest

from heddle.api import make_task
from heddle.models.store_buffers import POLICIES
from heddle.proofs.fenced import is_fenced

HEADER = """
#include <pthread.h>
#include <stdatomic.h>
#define FENCE() __sync_synchronize()
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, a[2], *p;
atomic_int f, g;
extern int __VERIFIER_nondet_int(void);
"""
MAIN = """
int main(void) { x = 0; y = 0; pthread_t t; pthread_create(&t, 0, one, 0); pthread_create(&t, 0, one, 0); }
"""
BOTH, TSO, NONE = {"tso", "pso"}, {"tso"}, set[str]()
CASES = {
    "a fence before the read": ("x = 1; FENCE(); int r = y;", BOTH),
    "none": ("x = 1; int r = y;", NONE),
    "none, but of one's own write": ("x = 1; int r = x; FENCE(); r = y;", BOTH),
    "one that comes after another read": ("x = 1; int r = x; r = y; FENCE();", NONE),
    "a write after a write": ("x = 1; y = 1;", TSO),
    "another write of the same": ("x = 1; x = 2; FENCE(); int r = y;", BOTH),
    "a fence that only orders writes": ("x = 1; atomic_thread_fence(memory_order_release); y = 1;", BOTH),
    "such a fence before a read": ("x = 1; atomic_thread_fence(memory_order_release); int r = y;", NONE),
    "writes that are released": ("x = 1; atomic_store_explicit(&f, 1, memory_order_release);", BOTH),
    "a relaxed write after it": ("atomic_store_explicit(&f, 1, memory_order_release); x = 1;", TSO),
    "writes that wait for none": ("atomic_store(&f, 1); int r = atomic_load(&g); r = y;", BOTH),
    "a read-modify-write": ("x = 1; atomic_fetch_add(&f, 1); int r = y;", BOTH),
    "a lock": ("x = 1; pthread_mutex_lock(&m); int r = y; pthread_mutex_unlock(&m);", BOTH),
    "a loop that comes back to a read": ("while (1) { int r = y; x = r; }", NONE),
    "a loop with a fence at its end": ("while (1) { int r = y; x = r; FENCE(); }", BOTH),
    "a fence on one of two ways": ("x = 1; if (__VERIFIER_nondet_int()) FENCE(); int r = y;", NONE),
    "a fence on both": ("x = 1; if (__VERIFIER_nondet_int()) FENCE(); else atomic_exchange(&f, 1); int r = y;", BOTH),
    "a write in a function": ("set(); int r = y;", NONE),
    "a fence in a function": ("x = 1; fence(); int r = y;", BOTH),
    "through a pointer": ("*p = 1; int r = *p;", NONE),
    "an element that nobody knows": ("int i = __VERIFIER_nondet_int() & 1; a[i] = 1; int r = a[i];", NONE),
    "one that everybody knows": ("a[1] = 1; int r = a[1];", BOTH),
    "memory of one's own": ("int own[2]; own[0] = 1; x = own[1]; FENCE(); own[1] = 2; int r = y;", BOTH),
}  # fmt: skip


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", CASES)
def test_what_may_overtake_a_write(tmp_path: Path, name: str, model: str) -> None:
    body, where = CASES[name]
    file = tmp_path / "program.c"
    functions = "void set(void) { x = 1; }\nvoid fence(void) { FENCE(); }\n"
    file.write_text(f"{HEADER}{functions}void *one(void *unused) {{ p = &x; FENCE(); {body} return 0; }}{MAIN}")
    program = make_task(file, model, "default").program()
    assert is_fenced(program, POLICIES[model]) == (model in where)
