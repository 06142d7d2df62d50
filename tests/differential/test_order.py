"""The formula for all interleavings, one construct at a time: it allows exactly the outcomes of brute force."""

from __future__ import annotations

import pytest

from heddle.answer import Verdict
from heddle.backends.bmc.schemes import abilities
from heddle.engines import search

from .oracle import ask, compiled, known_truth, require

pytestmark = pytest.mark.slow

HEAD = """
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);
long long result = -1;
int x, y, z, r1, r2;
"""

PROGRAMS = {
    "store_buffering": """
        void *one(void *arg) { x = 1; r1 = y; return 0; }
        void *two(void *arg) { y = 1; r2 = x; return 0; }
        int main(void) {
            pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            result = 2 * r1 + r2; assert(CHECK);
        }""",
    "message_passing": """
        void *one(void *arg) { x = 1; y = 1; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            int seen = y; result = 2 * seen + x; assert(CHECK);
        }""",
    "own_writes_are_seen": """
        void *one(void *arg) { x = 1; x = 2; r1 = x; r2 = y; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            y = 1; int seen = x; pthread_join(a, 0);
            result = 100 * r1 + 10 * r2 + seen; assert(CHECK);
        }""",
    "a_fence_in_one_branch": """
        void *one(void *arg) { x = 1; if (z) atomic_thread_fence(memory_order_seq_cst); r1 = y; return 0; }
        void *two(void *arg) { z = 1; y = 1; atomic_thread_fence(memory_order_seq_cst); r2 = x; return 0; }
        int main(void) {
            pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            result = 2 * r1 + r2; assert(CHECK);
        }""",
    "a_store_fence_in_one_branch": """
        void *one(void *arg) { x = 1; if (z) atomic_thread_fence(memory_order_release); y = 1; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            z = 1; int seen = y; result = 2 * seen + x; assert(CHECK);
        }""",
    "atomic_sections": """
        void *one(void *arg) {
            __VERIFIER_atomic_begin(); int old = x; x = old + 1; y = y + x; __VERIFIER_atomic_end(); return 0;
        }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            x = 5; int seen = y; __VERIFIER_atomic_begin(); result = 100 * x + 10 * y + seen; __VERIFIER_atomic_end();
            assert(CHECK);
        }""",
    "a_section_with_two_ends": """
        void *one(void *arg) {
            __VERIFIER_atomic_begin();
            if (x) { y = 1; __VERIFIER_atomic_end(); y = 2; return 0; }
            z = 1; __VERIFIER_atomic_end(); z = 2; return 0;
        }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            x = 1; int seen = y; result = 10 * seen + z; assert(CHECK);
        }""",
    "read_modify_write": """
        _Atomic int n;
        void *one(void *arg) { int got = atomic_fetch_add(&n, 1); x = got; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            int expected = 1; int won = atomic_compare_exchange_strong(&n, &expected, 7);
            result = 10 * won + n; assert(CHECK);
        }""",
    "mutex": """
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *one(void *arg) { pthread_mutex_lock(&m); x = x + 1; y = x; pthread_mutex_unlock(&m); return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            pthread_mutex_lock(&m); x = x + 2; result = 10 * x + y; pthread_mutex_unlock(&m);
            assert(CHECK);
        }""",
    "joins_of_a_thread_that_is_chosen_at_run_time": """
        void *one(void *arg) { x = 1; return 0; }
        void *two(void *arg) { y = 1; return 0; }
        int main(void) {
            pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
            pthread_join(z ? a : b, 0); result = 2 * x + y; assert(CHECK);
        }""",
    "a_join_in_one_branch": """
        void *one(void *arg) { x = 1; return (void *)3; }
        int main(void) {
            pthread_t a; void *got = 0; pthread_create(&a, 0, one, 0);
            int early = x; if (!early) pthread_join(a, &got);
            result = 100 * early + 10 * (long)got + x; assert(CHECK);
        }""",
    "threads_that_wait_for_each_other": """
        pthread_t a, b;
        void *one(void *arg) { if (x) pthread_join(b, 0); y = 1; return 0; }
        void *two(void *arg) { pthread_join(a, 0); x = 1; z = 1; return 0; }
        int main(void) {
            pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
            x = 1; result = 2 * y + z; assert(CHECK);
        }""",
    "executions_that_end_early": """
        void *one(void *arg) { x = 1; __VERIFIER_assume(y == 1); z = 1; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            y = __VERIFIER_nondet_int() & 1; int seen = z; result = 10 * seen + x; assert(CHECK);
        }""",
    "a_pointer_to_one_of_two": """
        void *one(void *arg) { int *p = z ? &x : &y; *p = 1; *p = *p + 1; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            z = 1; x = 5; int seen = y; result = 10 * x + seen; assert(CHECK);
        }""",
    "a_byte_of_a_word": """
        union { unsigned u; unsigned char b[4]; } word;
        void *one(void *arg) { word.b[1] = 2; word.u = 0x01010101; return 0; }
        int main(void) {
            pthread_t a; pthread_create(&a, 0, one, 0);
            word.b[0] = 7; result = word.u; assert(CHECK);
        }""",
}
BY_ROUNDS = {"a_section_with_two_ends"}


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_outcomes(name: str, model: str) -> None:
    text = HEAD + PROGRAMS[name]
    truth = known_truth(text, model)
    assert truth is not None
    safe = require(text, truth.none_other(), False, 10, model)
    assert safe.verdict is Verdict.SAFE
    assert (safe.engine == "order") == (name not in BY_ROUNDS)
    engine = "auto" if name in BY_ROUNDS else "order"
    for outcome in truth.outcomes:
        assert require(text, truth.not_this(outcome), True, 10, model, engine).verdict is Verdict.VIOLATION


def test_rounds_are_kept_where_they_are_asked_for() -> None:
    program = compiled(HEAD + PROGRAMS["store_buffering"], "1")
    assert "rounds" in ask(program, 10, rounds=2).bounds
    assert "rounds" in ask(program, 10, engine="lazy").bounds
    assert "rounds" not in ask(program, 10).bounds


def test_a_query_that_takes_too_long_gives_way_to_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SMALL_SECONDS", (0.0, 0.0))
    text = HEAD + PROGRAMS["store_buffering"]
    for model, violated in (("sc", False), ("tso", True)):
        result = require(text, "result != 0", violated, 10, model)
        assert (result.engine, result.verdict is Verdict.VIOLATION) == ("lazy", violated)


def test_large_programs_are_searched_by_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abilities, "MOST_WORK", 3)
    assert ask(compiled(HEAD + PROGRAMS["mutex"], "1"), 10).engine == "lazy"
