"""All states: addresses of local objects are used again as soon as nobody knows them, and not before."""

from __future__ import annotations

import pytest

from asking import ask
from heddle.answer import Verdict
from heddle.core.program import Program
from heddle.explorer.states import StateSpace
from heddle.frontend import load

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
atomic_int f; int n;
static _Bool swap(atomic_int *p, int *e, int v) { return atomic_compare_exchange_strong(p, e, v); }
static _Bool tried(int to) { int e = 0; return swap(&f, &e, to); }
static void set(int *p) { *p = 1; }
static int *local(void) { int v; set(&v); int *p = &v; return p; }
static int other(void) { int w; set(&w); return w; }
struct node { struct node *next; int v; };
static int length(struct node *at) { return at ? 1 + length(at->next) : 0; }
static int deep(struct node *last, int k) { struct node own = {last, k}; return k ? deep(&own, k - 1) : length(&own); }
"""


def program(thread: str, main: str = "f = 1;") -> Program:
    body = f"void *run(void *a) {{ {thread} return 0; }}\n"
    made = "pthread_t t; pthread_create(&t, 0, run, 0);"
    return load(["p.c"], texts={"p.c": f"{HEAD}{body}int main(void) {{ {made} {main} pthread_join(t, 0); return 0; }}"})


COMING_BACK = {
    "a call": "while (f != 2) other();",
    "compare and exchange": "while (!tried(2)) ;",
    "recursion": "while (!f) assert(deep(0, 3) == 4);",
    "calls in calls": "while (f != 3) { if (!tried(2)) other(); else assert(deep(0, 2) == 3); }",
    "blocks": "while (!f) { int *p = malloc(4); *p = f; if (*p == 7) assert(0); free(p); }",
    "an array": "while (!f) { int b[3] = {1, 2, 3}; set(b + f); memset(b, 0, sizeof b); }",
}


@pytest.mark.parametrize("thread", COMING_BACK.values(), ids=COMING_BACK)
@pytest.mark.parametrize("model", ["sc", "tso"])
def test_states_come_back(thread: str, model: str) -> None:
    space = StateSpace(program(thread, "f = 1; f = 3;"), model)
    space.run(float("inf"), lambda line: None)
    assert space.finished and space.violation is None
    assert space.search.states < 150


KNOWN = {
    "a variable": "int *p = local(); other(); *p = 2;",
    "beyond the end": "int *p = local() + 1; other(); p[-1] = 2;",
    "a number": "uintptr_t p = (uintptr_t)local(); other(); *(int *)p = 2;",
    "in memory": "struct node s[2]; s[f].next = (struct node *)local(); other(); s[f].next->v = 2;",
    "in a loop": "int *p = local(); while (!f) other(); *p = 2;",
    "in pieces": "int *p = local(), *q; unsigned char b[sizeof p]; memcpy(b, &p, sizeof p); p = 0; while (!f) other();"
                 " memcpy(&q, b, sizeof q); *q = 2;",
    "a block": "int *p = malloc(4); free(p); while (!f) { int *q = malloc(4); free(q); } *p = 2;",
    "freed twice": "int *p = malloc(4); free(p); while (!f) { int *q = malloc(4); free(q); } free(p);",
    "of the caller": "int *p = local(); while (!f) deep(0, 2); *p = 2;",
}  # fmt: skip


@pytest.mark.parametrize("thread", KNOWN.values(), ids=KNOWN)
def test_who_knows_an_address_uses_what_is_gone(thread: str) -> None:
    asked = program(thread).claiming("free", "pointer", "lifetime")
    assert ask(asked, engine="explicit", timeout=60.0).verdict is Verdict.VIOLATION
