"""Proofs under store buffers where nobody can tell that there are any: fences see to it, or nothing that waits races."""

from __future__ import annotations

from pathlib import Path

import pytest

import heddle
from heddle.engines import horn
from waiting import PATIENCE

HEADER = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, r;
atomic_int f, g;
"""
TWO = """
int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_create(&t, 0, two, 0); }
"""
MANY = """
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, one, 0); }
"""

RACE_FREE = {
    "a mutex": "void *one(void *p) { while (1) { pthread_mutex_lock(&m); x++; y++; assert(x == 1); y--; x--; pthread_mutex_unlock(&m); } }" + MANY,
    "a spin lock that is given back by a seq_cst store": """
        void *one(void *p) { while (1) { while (atomic_exchange(&f, 1)); x++; y++; assert(x == 1); y--; x--; atomic_store(&f, 0); } }""" + MANY,
    "a message": """
        void *one(void *p) { x = 5; r = y; atomic_store(&f, 1); return 0; }
        void *two(void *p) { while (!atomic_load(&f)); while (1) assert(x == 5); }""" + TWO,
}  # fmt: skip
"""Proved under sc, and so under store buffers."""

RACY = {
    "flags": """
        void *one(void *p) { while (1) { x = 1; if (!y) { r = 1; assert(r == 1); } x = 0; } }
        void *two(void *p) { while (1) { y = 1; if (!x) { r = 2; assert(r == 2); } y = 0; } }""" + TWO,
    "relaxed flags": """
        void *one(void *p) { while (1) { atomic_store_explicit(&f, 1, memory_order_relaxed); if (!atomic_load(&g)) { r = 1; assert(r == 1); }
            atomic_store(&f, 0); } }
        void *two(void *p) { while (1) { atomic_store_explicit(&g, 1, memory_order_relaxed); if (!atomic_load(&f)) { r = 2; assert(r == 2); }
            atomic_store(&g, 0); } }""" + TWO,
}  # fmt: skip
"""Safe under sc only."""

FENCED = {
    "a mutex": "void *one(void *p) { while (1) { pthread_mutex_lock(&m); x++; assert(x == 1); x--; pthread_mutex_unlock(&m); } }" + MANY,
    "release and acquire": """
        void *one(void *p) { x = 5; atomic_store_explicit(&f, 1, memory_order_release); return 0; }
        void *two(void *p) { while (!atomic_load_explicit(&f, memory_order_acquire)); while (1) assert(x == 5); }""" + TWO,
}  # fmt: skip
"""No access overtakes a write, whether there are races or not."""
RELAXED_LOCK = """
        void *one(void *p) { while (1) { while (atomic_exchange(&f, 1)); x++; assert(x == 1); x--;
            atomic_store_explicit(&f, 0, memory_order_relaxed); } }""" + MANY


def check(tmp_path: Path, text: str, model: str, timeout: float = PATIENCE) -> heddle.Answer:
    file = tmp_path / "program.c"
    file.write_text(HEADER + text)
    return heddle.check(file, engine="horn", model=model, timeout=timeout)


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", RACE_FREE)
def test_without_races_buffers_make_no_difference(tmp_path: Path, name: str, model: str) -> None:
    answer = check(tmp_path, RACE_FREE[name], model)
    assert answer.verdict == "safe", answer.reason
    assert answer.note == horn.RACE_FREE


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", FENCED)
def test_where_nothing_overtakes_a_write_they_make_none_either(tmp_path: Path, name: str, model: str) -> None:
    answer = check(tmp_path, FENCED[name], model)
    assert answer.verdict == "safe", answer.reason
    assert answer.note == horn.FENCED


def test_a_lock_that_is_given_back_by_a_relaxed_store(tmp_path: Path) -> None:
    """Writes stay in order under tso, so nobody sees it before what is written under the lock."""
    assert check(tmp_path, RELAXED_LOCK, "tso").verdict == "safe"
    answer = check(tmp_path, RELAXED_LOCK, "pso", timeout=1.5)
    assert answer.verdict == "unknown", answer.reason


@pytest.mark.parametrize("model", ["tso", "pso"])
@pytest.mark.parametrize("name", RACY)
def test_with_races_nothing_is_said(tmp_path: Path, name: str, model: str) -> None:
    file = tmp_path / "program.c"
    file.write_text(HEADER + RACY[name])
    answer = heddle.check(file, engine="horn", model=model, timeout=1.5)
    assert answer.verdict == "unknown", answer.reason
