"""Pointers that no value set bounds: copied in pieces, kept where numbers are kept too, made of numbers.

Accesses through them are resolved against the objects that they were computed from, or against all; a wrong guess is
noticed.
"""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

MODELS = ("sc", "tso", "pso")
WAYS = [{"model": m} for m in MODELS] + [{"engine": "lazy"}]

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t other;
"""
RUN = "void *thread(void *unused) {{ {} return 0; }}\nint main(void) {{ {} return 0; }}\n"
START, END = "pthread_create(&other, 0, thread, 0);", "pthread_join(other, 0);"

PIECES = """
int a = 1, b = 2, *from = &a, *to;
static void copy(void *d, const void *s, unsigned n) { char *x = d; const char *y = s; while (n--) *x++ = *y++; }
"""
POOL = """
struct block { struct block *next; };
struct item { int x, y; };
static char arena[32] __attribute__((aligned(16)));
static struct block *unused;
static void *get(void) {
  pthread_mutex_lock(&m);
  struct block *b = unused;
  if (b) unused = b->next;
  pthread_mutex_unlock(&m);
  return b;
}
static void put(void *p) {
  struct block *b = p;
  pthread_mutex_lock(&m);
  b->next = unused;
  unused = b;
  pthread_mutex_unlock(&m);
}
"""
USE = "struct item *p = get(); p->x = 1; p->y = 2; assert(p->x + p->y == 3); put(p);"
FILL = "put(arena); put(arena + 16);"
BITS = """
#define BITS %d
int a = 1, b = 2; uintptr_t difference;
static uintptr_t turned(uintptr_t from, uintptr_t bits) {
  for (int i = 0; i < BITS; i++) if ((bits >> i) & 1) from ^= (uintptr_t)1 << i;
  return from;
}
"""
TURN = "difference = (uintptr_t)&a ^ (uintptr_t)&b;"
FOUND = "uintptr_t d = difference; *(int *)turned((uintptr_t)&a, d) = 5;"
RIGHT = "assert(d ? b == 5 && a == 1 : a == 5 && b == 2);"
INPUT = "int a[2] = { 0x01020304, 0x05060708 };"
GIVEN = START + "uintptr_t n = __VERIFIER_nondet_ulong(); __VERIFIER_assume(%s); int v = *(int *)((uintptr_t)a + n);" + END
# What a program declares, what its other thread and main do, and which verdict that deserves.
PROGRAMS = {
    "copied by bytes": (PIECES, "b = 7;", START + "copy(&to, &from, sizeof to); *to = 5; assert(a == 5);" + END, "safe"),
    "copied from one of two": (
        PIECES, "from = &b;", START + "copy(&to, &from, sizeof to);" + END + "*to = 5; assert(a == 5 || b == 5);", "safe"
    ),
    "of two, the other": (
        PIECES, "from = &b;", START + "int *p = from; copy(&to, &p, sizeof to); *to = 5; assert(a == 5);" + END, "violation"
    ),
    "pool": (POOL, USE, FILL + START + "struct item *p = get(); p->x = 7;" + END + "assert(p->x == 7);", "safe"),
    "pool, used after it was given back": (
        POOL, USE, FILL + START + "struct item *p = get(); p->x = 7; put(p); int x = p->x; assert(x != 1);" + END,
        "violation",
    ),
    "found bit by bit": (BITS % 48, TURN, START + FOUND + END + RIGHT, "safe"),
    "found by some of its bits": (BITS % 12, TURN, START + FOUND + END + RIGHT, "violation"),
    "an input": (INPUT, "a[1]++;", GIVEN % "n == 0 || n == 4" + "assert(v == 0x01020304 || v == 0x05060708 || v == 0x05060709);", "safe"),
    "an input between two elements": (INPUT, "", GIVEN % "n == 2" + "assert(v != 0x07080102);", "violation"),
    "an input nowhere": (INPUT, "", GIVEN % "n == -70000UL", "violation"),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_resolved(c_file, name, way):
    before, thread, main, verdict = PROGRAMS[name]
    answer = api.check(c_file(HEAD + before + RUN.format(thread, main)), unwind=24, **way)
    assert answer.verdict == verdict, answer.reason


def test_what_leads_to_too_many_places_is_unknown(c_file):
    before = INPUT + "char many[4000]; char *first = many;"
    main = "uintptr_t k = __VERIFIER_nondet_ulong(); __VERIFIER_assume(k != 0); first[3] = 1; assert(*(char *)k != 9);"
    answer = api.check(c_file(HEAD + before + RUN.format("", main)), property="assert", engine="order")
    assert (answer.verdict, "may point anywhere" in answer.reason) == ("unknown", True)
