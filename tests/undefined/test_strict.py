"""What programs get away with mostly, and C leaves undefined: part of def-behavior and all, and a check each."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = """#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int none(int x) { if (x) return 1; }
int *no_pointer(void) { }
int changes(int *p) { return (*p)++; }
int both(int a, int b) { return a + b; }
void *thread(void *unused) { }
struct __attribute__((packed)) packed { char c; int i; };
struct node { int a; struct inner { int x, y; } in; int t[2]; };
typedef int anywhere __attribute__((aligned(1)));
int table[3], matrix[2][3]; int *first = &table[0], *end = table + 3, *last = &table[2];
int main(void) {
    int i = 1, j = 2, a[3] = {1, 2, 3}; int *p = a; char buf[20] = {0}; struct packed k = {0}; struct node n = {0};
"""
BROKEN = {
    "unsequenced": {
        "twice": "i = i++ + ++i;", "by the assignment": "i = i++;", "by a compound one": "i += i++;", "arguments": "both(i++, i++);",
        "an argument that reads": "both(i, i++);", "an index": "a[i] = i++;", "an index that reads": "j = a[i] + i++;",
        "before a comma": "j = (i++, j) + i;", "through a function pointer": "int (*f)(int, int) = both; f(i = 1, i);",
        "a pointer": "*p++ = *p;", "in a condition": "if (i++ == i) j = 1;", "an assignment twice": "j = (i = 2) + (i = 3);",
        "a static variable": "static int s; s = s++;", "one whose address is taken": "int *q = &i; i = ++i % *q;",
    },
    "beyond": {
        "an array": "p = a + 4;", "before it": "p = a - 1;", "through a variable": "p = p + 4;", "a decrement": "--p;", "in steps": "p += 2; p += 2;",
        "an address": "p = &p[4];", "a global one": "p = last; p += 2;", "one of two": "p = j > 1 ? a : table; p = p + (j + 2);",
    },
    "no-value": {
        "a number": "j = none(0);", "in an expression": "if (none(0)) j = 1;", "a pointer": "p = no_pointer();",
        "through a pointer": "int (*f)(int) = none; j = f(0);",
    },
    "alignment": {
        "bytes": "p = (int *)(buf + 1); *p = 1;", "at once": "i = *(int *)(buf + 2);", "a member": "p = &k.i; *p = 3;",
        "by a number": "p = (int *)((uintptr_t)a + 1); i = *p;", "a struct": "struct node *q = (void *)(buf + 2); i = q->in.x;",
        "in a block": "char *h = malloc(12); p = (int *)(h + j); *p = 1; free(h);", "an element": "short *s = (short *)(buf + 3); s[i] = 1;",
    },
}  # fmt: skip
FINE = {
    "sequence points": "i = (i++, 5); i = both(i++, 2); j = i++ && i++; j = i++ ? i : 2; i = i + 1; p = a; *p++ = i; j = changes(&i) + changes(&i);",
    "what is not evaluated": "j = sizeof(i++) + i++; j = __builtin_constant_p(i++) + i;",
    "initializers": "int t[2] = {i++, i++}; struct inner m = {i++, i};",
    "lists": "struct list { struct list *next; } x = {0}, *l = &x; l = l->next = 0; i = 3;",
    "the ends": "p = a + 3; p = p - 3; for (p = a; p < a + 3; p++) i += *p; p = &a[3]; while (p > a) p--; p = end;",
    "rows": "p = matrix[0]; p += 6; p = &matrix[0][0]; i = p[5]; p = matrix[1] - 3;",
    "the struct around": "struct node *q = (struct node *)((char *)&n.in - offsetof(struct node, in)); q->a = 1; p = n.t; p -= 3; p += 5;",
    "blocks": "p = malloc(12); p += 3; p -= 3; free(p);",
    "strings": "char *s = strcpy(buf, \"abc\"); while (*s) *s++ = 0; const char *t = \"xy\" + 2; i = *t;",
    "marks": "p = (int *)((uintptr_t)a | 1); i = *(int *)((uintptr_t)p & ~(uintptr_t)1);",
    "numbers as pointers": "p = (int *)1; p = (void *)-1; if (p == (int *)-1) i = 2;",
    "packed": "k.i = 3; k.i++; struct packed *q = &k; q->i = 4; i = q->i;",
    "a type of its own": "anywhere *u = (anywhere *)(buf + 1); *u = 5; i = u[1];",
    "multiples": "p = (int *)(buf + 4); *p = 6; p = (int *)(buf + 4 * j); i = *p; struct node *q = malloc(sizeof *q); q->t[1] = 2; free(q);",
    "copied": "int x; memcpy(&x, buf + 1, sizeof x); memcpy(buf + 3, &x, sizeof x);",
    "a value that nobody wants": "none(0); j = none(1); (void)none(0);",
    "a thread": "pthread_t t; pthread_create(&t, 0, thread, 0); pthread_join(t, 0);",
}  # fmt: skip
CASES = [(kind, case) for kind, cases in BROKEN.items() for case in cases]
WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"}, {"engine": "explicit"},
    {"sma": "sc"}, {"engine": "lal-reps"}, {"model": "tso"}, {"model": "rc11"}, {"model": "armv8", "engine": "enumerate"},
]  # fmt: skip


def written(statements):
    return f"{HEAD}\n{statements} return 0; }}\n"


@pytest.mark.parametrize("kind, case", CASES)
def test_a_violation(c_file, kind, case):
    answer = api.check(c_file(written(BROKEN[kind][case])), property="def-behavior")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", kind)


@pytest.mark.parametrize("case", FINE)
def test_no_alarm(c_file, case):
    assert api.check(c_file(written(FINE[case])), property="def-behavior", engine="order").verdict in ("safe", "safe within bounds")


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_every_engine_sees_it(c_file, way, kind):
    text = "int none(int x) { if (x) return 1; } int a[3], b[3]; int main(void) { int *p = a, i = 1; %s return 0; }"
    code = {"unsequenced": "i = i++;", "beyond": "p = p + 4;", "no-value": "i = none(0);",
            "alignment": "p = (int *)((char *)p + 2); i = *p;"}[kind]  # fmt: skip
    answer = api.check(c_file(text % code), property=kind, **way)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", kind)


@pytest.mark.parametrize("kind, case", [(kind, next(iter(BROKEN[kind]))) for kind in BROKEN])
def test_not_by_default(c_file, kind, case):
    assert api.check(c_file(written(BROKEN[kind][case])), engine="order").verdict == "safe"


@pytest.mark.parametrize("layouts", ["", "if ((uintptr_t)buf % 3 == 1) j = 1;"])
def test_bytes_are_aligned_where_they_are_accessed_so(c_file, layouts):
    """Also where main chooses the addresses of objects, because the program looks at them."""
    text = written(f"{layouts} p = (int *)buf; *p = 1; if (j == 1) p[1] = 2;")
    assert api.check(c_file(text), property="def-behavior", engine="order").verdict == "safe"


def test_the_order_of_operands_is_explored_as_before(c_file):
    text = "int x; int f(void) { return ++x; } int g(void) { return x *= 2; } int main(void) { return f() + g(); }"
    assert api.check(c_file(text), property="def-behavior").verdict == "safe"
