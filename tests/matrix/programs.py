"""The table: small programs, a property each, and the verdict under every memory model."""

from __future__ import annotations

from dataclasses import dataclass

HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
atomic_int x, y; int p, q, *null, table[2]; double d; _Atomic float e;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
"""
HARDWARE = ("sc", "tso", "pso")
LANGUAGE = ("ra", "rc11", "imm", "weak")


@dataclass(frozen=True)
class Row:
    """``violated`` are the models under which the property can be broken; it is safe under the other ``models``."""

    text: str
    violated: tuple[str, ...] = ()
    property: str = "assert"
    models: tuple[str, ...] = HARDWARE
    abstractions: tuple[str, ...] = ()
    """The models under which the shared memory abstractions are asked too: they take their time."""


def threads(one: str, two: str, check: str) -> str:
    """Two threads; what they leave in ``r`` is ``a`` and ``b`` in the check."""
    return (
        f"{HEAD}void *one(void *arg) {{ int r = 0; {one} return (void *)(long)r; }}\n"
        f"void *two(void *arg) {{ int r = 0; {two} return (void *)(long)r; }}\n"
        "int main(void) { pthread_t t, u; void *v, *w; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n"
        f"    pthread_join(t, &v); pthread_join(u, &w); int a = (long)v, b = (long)w; assert({check}); }}\n"
    )


def store(place: str, order: str) -> str:
    return f"atomic_store_explicit(&{place}, 1, memory_order_{order}); "


def load(place: str, order: str) -> str:
    """The latest of several loads counts double."""
    return f"r = 2 * atomic_load_explicit(&{place}, memory_order_{order}) + (r > 0); "


def store_buffering(store_order: str, load_order: str, between: str = "") -> str:
    return threads(
        store("x", store_order) + between + load("y", load_order), store("y", store_order) + between + load("x", load_order), "a || b"
    )


def message_passing(store_order: str, load_order: str) -> str:
    return threads(store("x", "relaxed") + store("y", store_order), load("y", load_order) + load("x", "relaxed"), "b != 1")


ALL = (*HARDWARE, *LANGUAGE)
ROWS = {
    "store buffering": Row(store_buffering("relaxed", "relaxed"), ("tso", "pso", *LANGUAGE), models=ALL, abstractions=HARDWARE),
    "store buffering, release and acquire": Row(store_buffering("release", "acquire"), ("tso", "pso", *LANGUAGE), models=ALL),
    "store buffering, seq_cst": Row(store_buffering("seq_cst", "seq_cst"), models=(*HARDWARE, "rc11", "imm")),
    "store buffering, fences": Row(store_buffering("relaxed", "relaxed", "atomic_thread_fence(memory_order_seq_cst);"), models=(*HARDWARE, "rc11", "imm")),
    "message passing": Row(message_passing("relaxed", "relaxed"), ("pso", "rc11", "imm", "weak"), models=ALL, abstractions=("pso",)),
    "message passing, release and acquire": Row(message_passing("release", "acquire"), models=(*HARDWARE, "ra", "rc11", "imm")),
    "load buffering": Row(threads(load("x", "relaxed") + store("y", "relaxed"), load("y", "relaxed") + store("x", "relaxed"), "!a || !b"),
                          models=(*HARDWARE, "ra", "rc11")),
    "lost update": Row(threads("p++;", "p++;", "p == 2"), HARDWARE, abstractions=("sc",)),
    "mutex": Row(threads("pthread_mutex_lock(&m); p++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); p++; pthread_mutex_unlock(&m);", "p == 2")),
    "fetch and add": Row(threads("atomic_fetch_add(&x, 1);", "atomic_fetch_add(&x, 1);", "x == 2"), models=ALL),
    "lost update of a number": Row(threads("d += 0.5;", "d += 0.25;", "d == 0.75"), HARDWARE, abstractions=("tso",)),
    "atomic update of a number": Row(threads("e += 0.5f;", "e += 0.25f;", "e == 0.75f")),
    "two steps": Row(threads("p = 1; p = 2;", "r = p; r += p;", "b != 3"), HARDWARE),
    "a loop": Row(threads("for (int i = 0; i < 3; i++) x = i;", "r = x;", "b != 2"), HARDWARE),
    "an input": Row(threads("int n = __VERIFIER_nondet_int(); if (n > 5) x = n;", "r = x;", "b <= 5"), HARDWARE),
    "bounds": Row(threads("p = 2;", "q = table[p];", "1"), HARDWARE, "bounds"),
    "bounds, guarded": Row(threads("p = 1;", "q = table[p];", "1"), (), "bounds"),
    "pointer": Row(threads("null = &p;", "q = *null;", "1"), HARDWARE, "pointer"),
    "pointer, set before": Row(f"{HEAD}void *one(void *arg) {{ q = *null; return 0; }}\n"
                               "int main(void) { pthread_t a; null = &p; pthread_create(&a, 0, one, 0); pthread_join(a, 0); }\n", (), "pointer"),
    "division": Row(threads("p = 1;", "q = 3 / p;", "1"), HARDWARE, "div-by-zero"),
    "division, guarded": Row(threads("p = 1;", "int n = p; if (n) q = 3 / n;", "1"), (), "div-by-zero"),
    "overflow": Row(threads("p = 2147483647;", "q = p + 1;", "1"), HARDWARE, "overflow"),
    "overflow, guarded": Row(threads("p = 2147483646;", "q = p + 1;", "1"), (), "overflow"),
}  # fmt: skip
