"""Copying between memory that overlaps: a violation by default, in every engine."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct four { int a[4]; };
union { struct { int x; struct four at; } late; struct four early; } both;
int memory[9]; char b[24] = "hello";
"""
BROKEN = {
    "memcpy": "memcpy(b + 1, b, 4);",
    "memcpy, backwards": "memcpy(b, b + 3, 4);",
    "memcpy, the builtin": "__builtin_memcpy(b + 1, b, 2);",
    "mempcpy": "mempcpy(b + 1, b, 2);",
    "memcpy, in a block": "char *p = malloc(9); memset(p, 0, 9); memcpy(p + 4, p, 5); free(p);",
    "strcpy": "strcpy(b + 3, b);",
    "strcpy, its end only": "strcpy(b, b + 5); strcpy(b, b); ",
    "strcpy, backwards": "strcpy(b, b + 2);",
    "stpcpy": "stpcpy(b, b + 2);",
    "strncpy": "strncpy(b + 1, b, 3);",
    "strncpy, what fills": "b[1] = 0; strncpy(b + 4, b + 8, 5);",
    "strcat": "strcat(b, b);",
    "strncat": "strncat(b, b + 2, 9);",
    "sprintf": 'sprintf(b, "%sx", b);',
    "sprintf, further on": 'sprintf(b, "ab%s", b + 1);',
    "snprintf": 'snprintf(b, 9, "%d%s", 1, b);',
    "an assignment": "struct four *p = (void *)memory, *q = (void *)(memory + 3); *p = *q;",
    "an assignment in a union": "both.early = both.late.at;",
}
FINE = {
    "memcpy, side by side": "memcpy(b + 4, b, 4);",
    "memcpy, nothing": "memcpy(b + 1, b, 0);",
    "memcpy, onto itself": "memcpy(b, b, 4);",
    "memmove": "memmove(b + 1, b, 5); memmove(b, b + 1, 5);",
    "bcopy": 'extern void bcopy(const void *, void *, unsigned long); bcopy(b, b + 1, 5);',
    "strcpy, the end of one": "strcpy(b + 6, b); strcpy(b, b + 6);",
    "strncpy, side by side": "strncpy(b + 8, b, 8);",
    "strncpy, a short string": "strncpy(b + 6, b, 9);",
    "strcat of another": 'char t[4] = "ab"; strcat(b, t); strncat(b, t, 2);',
    "sprintf of another": 'sprintf(b + 6, "%s!", b); sprintf(b, "%s", b + 6);',
    "snprintf of nothing": 'snprintf(b, 0, "%s", b);',
    "an assignment": "struct four *p = (void *)memory, *q = (void *)(memory + 4); *p = *q; *p = *p; both.early = both.early;",
    "of elements": "struct four t[3] = {{{1}}}; int i = memory[0]; t[i] = t[1]; t[i] = t[i]; struct four *p = t; p[1] = p[i];",
}
WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"}, {"engine": "explicit"},
    {"sma": "sc"}, {"engine": "lal-reps"}, {"engine": "unbounded"}, {"model": "pso"}, {"model": "rc11"}, {"model": "armv8", "engine": "enumerate"},
]  # fmt: skip


def written(statements):
    return f"{HEAD}int main(void) {{\n{statements} }}\n"


@pytest.mark.parametrize("case", BROKEN)
def test_a_violation_by_default(c_file, case):
    answer = api.check(c_file(written(BROKEN[case])))
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "overlap")


@pytest.mark.parametrize("case", FINE)
def test_no_alarm(c_file, case):
    assert api.check(c_file(written(FINE[case]))).verdict == "safe"


@pytest.mark.parametrize("case", ["strcpy", "an assignment"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_every_engine_sees_it(c_file, way, case):
    answer = api.check(c_file(written(BROKEN[case])), **way)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "overlap")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_by_what_a_thread_does(c_file, way):
    text = """#include <pthread.h>
    struct two { int a, b; }; int t[6], at = 2;
    void *work(void *unused) { at = 1; return 0; }
    int main(void) {
        pthread_t id; pthread_create(&id, 0, work, 0);
        struct two *p = (void *)t, *q = (void *)(t + FROM * at);
        *p = *q;
        pthread_join(id, 0);
    }"""
    assert api.check(c_file(text.replace("FROM", "1")), property="overlap", **way).verdict == "violation"
    assert api.check(c_file(text.replace("FROM", "2")), property="overlap", **way).verdict in ("safe", "safe within bounds")
