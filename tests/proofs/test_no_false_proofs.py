"""Programs with a bug that a careless transition system would not have: none of them may be proved."""

from __future__ import annotations

from pathlib import Path

import pytest

import heddle
from waiting import PATIENCE

HEADER = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
"""

TWO = """
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
"""

UNSAFE = {
    "others see a write before an assumption fails": """
        void *f(void *p) { x = 1; __VERIFIER_assume(x == 0); return 0; }
        void *g(void *p) { while (x == 0); assert(x == 0); return 0; }""" + TWO,
    "others see a write before the program exits": """
        void *f(void *p) { x = 1; exit(0); return 0; }
        void *g(void *p) { while (1) assert(x == 0); return 0; }""" + TWO,
    "others see a write before an endless loop": """
        void *f(void *p) { x = 1; while (1) { int i = 0; i++; } return 0; }
        void *g(void *p) { while (1) assert(x == 0); return 0; }""" + TWO,
    "a failed attempt to lock tells that somebody holds the lock": """
        void *f(void *p) { while (1) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); } return 0; }
        void *g(void *p) { while (1) assert(pthread_mutex_trylock(&m) == 0 && pthread_mutex_unlock(&m) == 0); return 0; }""" + TWO,
    "somebody else gives the lock back": """
        void *f(void *p) { while (1) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); } return 0; }
        void *g(void *p) { while (1) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m); } return 0; }""" + TWO,
    "only one of two uses a lock": """
        void *f(void *p) { while (1) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); } return 0; }
        void *g(void *p) { while (1) assert(x == 0); return 0; }""" + TWO,
    "unsigned numbers wrap around": """
        int main(void) { unsigned n = 1; while (1) { n += 2; if (n < 2) break; n--; } assert(0); return 0; }""",
    "small numbers wrap around": """
        int main(void) { signed char n = 0; while (1) { n = (signed char)(n + 1); assert(n >= 0); } return 0; }""",
    "threads that nobody comes to create": """
        void *f(void *p) { x = 1; return 0; }
        int main(void) { pthread_t t; assert(x == 1); pthread_create(&t, 0, f, 0); return 0; }""",
    "two threads of the same function": """
        void *f(void *p) { x = 1; x = 0; assert(x == 0); return 0; }
        int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }""",
    "each thread has a variable of its own": """
        int *q;
        void *f(void *p) { int mine = 0; q = &mine; *q = 1; assert(mine == 1); return 0; }
        int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }""",
    "blocks allocated in a loop are not the same": """
        int main(void) { int *last = malloc(4); while (1) { int *p = malloc(4); assert(p == last); last = p; } return 0; }""",
    "contents of blocks allocated in a loop": """
        int main(void) { int *last = malloc(4); *last = 5; while (1) { int *p = malloc(4); *p = 5; *last = 6; assert(*p == 6); last = p; } return 0; }""",
    "use after free by another thread": """
        int *p;
        void *f(void *q) { while (1) { pthread_mutex_lock(&m); x = *p; pthread_mutex_unlock(&m); } return 0; }
        int main(void) { pthread_t t; p = malloc(4); *p = 0; pthread_create(&t, 0, f, 0); free(p); return 0; }""",
    "double free": """
        int *p;
        void *f(void *q) { free(p); return 0; }
        void *g(void *q) { free(p); return 0; }
        int main(void) { pthread_t a, b; p = malloc(4); pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); return 0; }""",
    "a local variable used after its call": """
        int *keep(void) { int v = 3; int *q = &v; return q; }
        int main(void) { int *p = keep(); while (1) x = *p; return 0; }""",
    "a local variable of a thread that has ended": """
        int *q;
        void *f(void *p) { int v = 3; q = &v; return 0; }
        int main(void) { pthread_t t; int v = 0; q = &v; pthread_create(&t, 0, f, 0); pthread_join(t, 0); while (1) x = *q; return 0; }""",
    "an uninitialized pointer": """
        int main(void) { int *p; while (x == 0) x = *p; return 0; }""",
    "an index that grows": """
        int a[4];
        int main(void) { int i = 0; while (1) { a[i] = 1; i++; } return 0; }""",
    "bytes of a number": """
        union { int n; char c[4]; } u;
        int main(void) { while (1) { u.n = 0; u.c[1] = 1; assert(u.n == 0); } return 0; }""",
    "memory that is not initialized": """
        int main(void) { int *p = malloc(8); while (1) assert(p[1] == 0); return 0; }""",
    "a join that waits for somebody else": """
        void *f(void *p) { x = 1; return 0; }
        void *g(void *p) { y = 1; return 0; }
        int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(b, 0); assert(x == 1); return 0; }""",
    "a thread that is created again": """
        void *f(void *p) { y = 1; y = 0; return 0; }
        int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_create(&t, 0, f, 0); assert(y == 0); } }""",
    "a loop in an atomic section sees what came before it": """
        void *f(void *p) { while (1) { __VERIFIER_atomic_begin(); x = 1; for (int i = 0; i < y; i++) x++; __VERIFIER_atomic_end(); x = 0; } return 0; }
        void *g(void *p) { y = 3; assert(x < 4); return 0; }""" + TWO,
    "division by what becomes zero": """
        void *f(void *p) { while (1) { x = 4; x = 0; } return 0; }
        void *g(void *p) { while (1) { int d = x; y = 8 / (d + 1); y = 8 / (d - 4); } return 0; }""" + TWO,
    "the lock of another element": """
        pthread_mutex_t locks[12]; int cells[12];
        void *f(void *p) { int i = __VERIFIER_nondet_int(); if (i < 0 || i >= 12) return 0;
            int j = i == 9 ? 8 : i;
            pthread_mutex_lock(&locks[j]); assert(cells[i] == 0); cells[i]++; cells[i]--; pthread_mutex_unlock(&locks[j]); return 0; }
        void *g(void *p) { pthread_mutex_lock(&locks[9]); cells[9] = 1; cells[9] = 0; pthread_mutex_unlock(&locks[9]); return 0; }""" + TWO,
    "a block has fewer bytes than its elements need": """
        int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0); char *a = malloc(n * 2ul);
            for (int i = 0; i < n; i++) ((int *)a)[i] = 1; return 0; }""",
    "a block whose size wraps around": """
        int main(void) { unsigned n = __VERIFIER_nondet_int(); int *a = malloc(n * 4u);
            for (unsigned i = 0; i < n; i++) a[i] = 1; return 0; }""",
    "what a test was about has changed since": """
        void *f(void *p) { int n = __VERIFIER_nondet_int(), small = n < 5;
            pthread_mutex_lock(&m); if (small) { n++; y = 1; x = n; } assert(!small || n < 5); pthread_mutex_unlock(&m); return 0; }
        void *g(void *p) { y = 0; return 0; }""" + TWO,
    "a freed block is given out again": """
        int main(void) { int *p = malloc(4); free(p); int *q = malloc(4); while (1) assert(p != q); }""",
    "which of two objects comes first": """
        int main(void) { int *p = &x, *q = &y; while (1) assert(p < q); }""",
    "which of two objects comes last": """
        int main(void) { int *p = &x, *q = &y; while (1) assert(p > q); }""",
    "a pointer to a lock that moves on meanwhile": """
        pthread_mutex_t locks[2];
        void *f(void *p) { for (pthread_mutex_t *l = locks; l < locks + 2; ) {
            pthread_mutex_lock(l); x = 1; l++; pthread_mutex_unlock(l - 1); x = 0; } return 0; }
        void *g(void *p) { pthread_mutex_lock(&locks[0]); pthread_mutex_lock(&locks[1]); assert(x == 0); return 0; }""" + TWO,
}  # fmt: skip


SECONDS = 2.0
"""What is as small and has a proof (SAFE below) is proved in a fraction of that."""


@pytest.mark.parametrize("name", UNSAFE)
def test_is_not_proved(name: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(HEADER + UNSAFE[name])
    answer = heddle.check(str(file), engine="horn", timeout=SECONDS)
    assert answer.verdict == "unknown", answer.reason
    assert "internal error" not in answer.reason, answer.reason


SAFE = {
    "a lock around two variables, for any number of threads": """
        void *f(void *p) { while (1) { pthread_mutex_lock(&m); x++; if (x > 100) x = 0; y = x; pthread_mutex_unlock(&m); } return 0; }
        void *g(void *p) { pthread_mutex_lock(&m); assert(x == y); pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); } }""",
    "what is written before a thread is created": """
        void *f(void *p) { while (1) assert(x == 7); return 0; }
        int main(void) { pthread_t t; x = 7; while (1) pthread_create(&t, 0, f, 0); }""",
    "a join orders what a thread did": """
        void *f(void *p) { for (int i = 0; i < 1000; i++) x = i; x = 5; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); assert(x == 5); return 0; }""",
    "memory freed by its last user": """
        int *p;
        void *f(void *q) { while (1) { pthread_mutex_lock(&m); if (p) { *p = 1; } pthread_mutex_unlock(&m); } return 0; }
        int main(void) { pthread_t t; p = malloc(4); *p = 0; pthread_create(&t, 0, f, 0);
            pthread_mutex_lock(&m); free(p); p = 0; pthread_mutex_unlock(&m); return 0; }""",
    "each of many elements has a lock": """
        struct { int n; pthread_mutex_t lock; } cells[9];
        void use(int i) { pthread_mutex_lock(&cells[i].lock); assert(cells[i].n == 0); cells[i].n++; cells[i].n--; pthread_mutex_unlock(&cells[i].lock); }
        void *f(void *p) { for (int i = 0; i < 9; i++) use(i); return 0; }
        int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0);
            int i = __VERIFIER_nondet_int(); if (0 <= i && i < 9) use(i); }""",
    "as many elements as a block has room for": """
        void *f(void *p) { return 0; }
        int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0);
            pthread_t *all = malloc(n * sizeof *all);
            for (int i = 0; i < n; i++) pthread_create(&all[i], 0, f, 0); free(all); return 0; }""",
    "what was tested before the lock was taken": """
        void *f(void *p) { int n = __VERIFIER_nondet_int(), small = 0 <= n && n < 5;
            pthread_mutex_lock(&m); __VERIFIER_assume(small); x = n; pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; while (1) { pthread_create(&t, 0, f, 0); assert(x < 5); } }""",
    "distances within objects, and no others": """
        long between(char *a, char *b) { return b - a; }
        char one[8], two[8];
        void *f(void *p) { while (1) assert(between(one, one + 3) == 3); }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (1) assert(between(two + 1, two + 5) == 4); }""",
    "a pointer to data goes with one to its lock": """
        pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
        void *f(void *p) { pthread_mutex_lock(&m); assert(x == 0); x++; x--; pthread_mutex_unlock(&m); return 0; }
        int main(void) { pthread_t t; int mine = 0, *data = &x; pthread_mutex_t *lock = &m;
            if (__VERIFIER_nondet_int()) { data = &mine; lock = &other; }
            while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0);
            pthread_mutex_lock(lock); *data = 1; *data = 0; pthread_mutex_unlock(lock); }""",
}  # fmt: skip


@pytest.mark.parametrize("name", SAFE)
def test_is_proved(name: str, tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(HEADER + SAFE[name])
    answer = heddle.check(str(file), engine="horn", timeout=PATIENCE)
    assert answer.verdict == "safe", answer.reason
