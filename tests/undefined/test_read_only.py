"""Writing to string literals and to objects that are defined with const: a violation by default, in every engine."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = """#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct pair { const int a; int b; };
const int global = 1; static const struct pair pairs[2]; struct pair mixed = {1, 2}; const char *words[] = {"one", "two"};
void set(int *p) { *p = 1; }
"""
BROKEN = {
    "a literal": 'char *s = "abc"; s[1] = 0;',
    "a literal, at once": '*(char *)"abc" = 0;',
    "a literal of a table": "*(char *)words[1] = 0;",
    "a literal, in the library": 'char *s = "abc"; memset(s, 0, 2);',
    "a global, by name": "*(int *)&global = 2;",
    "a global": "int *p = (int *)&global; *p = 2;",
    "an element": "((int *)pairs)[2] = 1;",
    "a static local": "static const int t[3] = {1}; int *p = (int *)t; p[2]++;",
    "a local": "const int x = 0; const int *p = &x; *(int *)p = 1;",
    "a local, by name": "const int x = 0; *(int *)&x = 1;",
    "a local, elsewhere": "const int x = 0; set((int *)&x);",
    "a local, as bytes": 'const char s[] = "abc"; memcpy((char *)s, "de", 2);',
    "a compound literal": "int *p = (int *)(const int[]){1, 2}; p[1] = 3;",
    "a parameter": "const int *of(const int n); *(int *)of(1) = 2; } const int *of(const int n) { int *p = (int *)&n; *p = 3; return 0;",
    "a member": "int *p = (int *)&mixed.a; *p = 1;",
    "a member, by name": "*(int *)&mixed.a = 1;",
    "a member, as a whole": "struct pair two = {3, 4}; memcpy(&mixed, &two, sizeof two);",
    "in one step": "const int x = 0; __atomic_fetch_add((int *)&x, 1, 5);",
}
FINE = {
    "a const pointer": "int x = 0; const int *p = &x; *(int *)p = 1;",
    "an array from a literal": 'char s[] = "abc"; s[0] = 1; char *t = s; t[1] = 2;',
    "another member": "int *p = &mixed.b; *p = 1; mixed.b = 2;",
    "a block": "struct pair *p = malloc(sizeof *p); memcpy(p, pairs, sizeof *p); *(int *)&p->a = 1; free(p);",
    "a copy": "char *s = malloc(4); strcpy(s, words[0]); s[0] = 'x'; free(s);",
    "one of two": 'char b[4]; const char *s = b; if (global == 2) s = "abc"; *(char *)s = 1;',
    "a compound literal": "int *p = (int[]){1, 2}; *p = 3;",
    "a new one each time": "for (int i = 0; i < 2; i++) { const int x[1] = {i}; const int *p = x; set(&(int){*p}); }",
    "what is read": 'char *s = strchr((char *)words[1], 119); char b[4] = "abc"; if (*s) *strchr(b, 98) = *s;',
}
WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"}, {"engine": "explicit"},
    {"sma": "sc"}, {"engine": "lal-reps"}, {"engine": "unbounded"}, {"model": "tso"}, {"model": "rc11"}, {"model": "armv8", "engine": "enumerate"},
]  # fmt: skip


def written(statements):
    return f"{HEAD}int main(void) {{\n{statements} }}\n"


@pytest.mark.parametrize("case", BROKEN)
def test_a_violation_by_default(c_file, case):
    answer = api.check(c_file(written(BROKEN[case])))
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "const")


@pytest.mark.parametrize("case", FINE)
def test_no_alarm(c_file, case):
    assert api.check(c_file(written(FINE[case]))).verdict == "safe"


@pytest.mark.parametrize("case", ["a literal", "a local, elsewhere", "a member"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_every_engine_sees_it(c_file, way, case):
    answer = api.check(c_file(written(BROKEN[case])), **way)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "const")


THREADS = """#include <pthread.h>
char *shared; char own[4];
void *work(void *unused) { WRITE return 0; }
int main(void) { pthread_t t; shared = own; pthread_create(&t, 0, work, 0); shared = "abc"; pthread_join(t, 0); return 0; }
"""


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_only_in_some_interleaving(c_file, way):
    """By the time of the write the pointer may lead elsewhere."""
    answer = api.check(c_file(THREADS.replace("WRITE", "*shared = 1;")), property="const", **way)
    assert (answer.verdict, answer.execution.failure.at.line) == ("violation", 3)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_never_in_any(c_file, way):
    answer = api.check(c_file(THREADS.replace("WRITE", "if (shared == own) own[1] = *shared;")), property="const", **way)
    assert answer.verdict in ("safe", "safe within bounds")


def test_not_asked_for(c_file):
    assert api.check(c_file(written(BROKEN["a literal"])), property="assert").verdict == "safe"


def test_the_check_shows_nothing_of_addresses(c_file):
    """What it compares is no business of the program's: no engine has another layout of memory to name for it."""
    answer = api.check(c_file(written(FINE["one of two"])), engine="stateless")
    assert answer.verdict == "safe"
