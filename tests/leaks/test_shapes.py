"""How many blocks a program can have, and where pointers can lead in them: the less that is, the less has to be looked at."""

from __future__ import annotations

import pytest

from heddle import api
from heddle.block_shapes import find_shapes
from heddle.frontend import load
from heddle.passes.points_to import PointsTo

pytestmark = pytest.mark.usefixtures("without_worker")

POOL = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct worker { pthread_t thread; int id; void *(*run)(void *); };
static struct worker *workers;
static void *fill(void *a) { char *scratch = malloc(16); memset(scratch, 1, 16); free(scratch); return a; }
static void *start(void *a) { struct worker *self = a; return self->run((void *)(long)self->id); }
int main(void) {
    workers = malloc(THREADS * sizeof *workers);
    for (int i = 0; i < THREADS; i++) {
        workers[i].id = i;
        workers[i].run = fill;
        pthread_create(&workers[i].thread, 0, start, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, 0);
    END
}
"""
KEPT = """
#include <stdlib.h>
struct item { long first; int second[4]; };
unsigned __VERIFIER_nondet_uint(void);
void *global; struct item *items;
void *same(void *p) { void *q = p; return q; }
static void *far(char *p) { for (int i = 0; i < 3; i++) p++; return p; }
int main(void) {
    struct item *a = malloc(2 * sizeof *a);
    unsigned i = __VERIFIER_nondet_uint() % 2;
    STORE
    return 0;
}
"""
POINTERS = {
    "the beginning": ("global = a;", (0,)),
    "an element": ("global = &a[i];", (0, 24, 48)),
    "another element": ("items = &a[i]; global = items - i; items = 0;", tuple(range(49))),
    "a part": ("global = &a[0].second;", (0, 8, 16, 24, 32, 40, 48)),
    "a part of an element": ("global = &a[i].second[i];", tuple(range(0, 49, 4))),
    "by a function": ("global = same(&a[i]);", (0, 24, 48)),
    "by a function that goes on": ("global = far((char *)a);", tuple(range(49))),
    "one that nobody keeps": ("global = a; for (char *p = (char *)a; p < (char *)(a + 2); p++) *p = 0;", (0,)),
}


@pytest.mark.parametrize("kind", POINTERS)
def test_where_pointers_can_lead(c_file, kind):
    body, offsets = POINTERS[kind]
    source = c_file(KEPT.replace("STORE", body))
    program = load([str(source)])
    assert find_shapes(program, PointsTo(program)).offsets == offsets
    if kind != "by a function that goes on":
        assert api.check(source, property="valid-memtrack", engine="order").verdict in ("safe", "safe within bounds")


def pool(c_file, threads: int, end: str = "free(workers);"):
    return c_file(POOL.replace("THREADS", str(threads)).replace("END", end))


def test_arguments_of_threads_are_kept_nowhere(c_file):
    program = load([str(pool(c_file, 3))])
    assert find_shapes(program, PointsTo(program)).offsets == (0,)


def test_what_is_freed_is_not_lost(c_file):
    """Nobody looks at memory where a count says enough, and a look tells what is left from what is lost."""
    answer = api.check(pool(c_file, 2), property="valid-memtrack", engine="order")
    assert (answer.verdict, answer.statistics["steps"] < 100) == ("safe", True)
    assert api.check(c_file(KEPT.replace("STORE", "global = a; if (i) global = 0;")), property="valid-memtrack").verdict == "violation"
    wrong = api.check(c_file(KEPT.replace("STORE", "global = a; a[i].second[4] = 1;")), property="valid-memtrack+bounds")
    assert wrong.execution.failure.kind == "bounds"


@pytest.mark.parametrize(("end", "verdict"), [("free(workers);", "safe"), ("", "safe"), ("workers = 0;", "violation")])
def test_an_array_of_threads(c_file, end, verdict):
    assert api.check(pool(c_file, 1, end), property="valid-memtrack", engine="order").verdict == verdict
