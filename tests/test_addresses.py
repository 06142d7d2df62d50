"""Programs whose verdict depends on where objects lie: right in every engine, or not answered with plain certainty."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from tempfile import NamedTemporaryFile

import pytest

import brute_force
from asking import ask
from heddle.addresses.observed import OTHER_LAYOUTS, observations
from heddle.core.program import Program
from heddle.counterexample import Addresses, Placed
from heddle.replay.code import Code
from heddle.replay.machine import Machine
from heddle.replay.memory import Fault, Memory, needed
from heddle.report.trace_text import render
from heddle.sources import Sources

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
pthread_t one, two;
"""
BOTH = """
int main(void) {
  pthread_create(&one, 0, first, 0); pthread_create(&two, 0, second, 0);
  pthread_join(one, 0); pthread_join(two, 0);
  %s
  return 0;
}
"""


def alone(body: str, before: str = "") -> str:
    """Main and a thread that touches something else, so that nothing is sequential."""
    other = "int beside; void *first(void *unused) { beside = 1; return 0; }"
    main = "int main(void) { pthread_create(&one, 0, first, 0); %s pthread_join(one, 0); return 0; }"
    return HEAD + before + other + main % body


def both(first: str, second: str, end: str, before: str) -> str:
    threads = "void *first(void *unused) { %s return 0; } void *second(void *unused) { %s return 0; }"
    return HEAD + before + threads % (first, second) + BOTH % end


BLOCKS = "int *p, *q;"
ALLOCATE = ("p = malloc(sizeof *p);", "q = malloc(sizeof *q);")
TABLE = """
int a, b; int *table[2];
static unsigned slot(int *p) { return (unsigned)(((uintptr_t)p >> 2) % 2); }
"""
LOCKS = """
pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
int inside, least;
static void both_locked(pthread_mutex_t *x, pthread_mutex_t *y) {
  if (x > y) { pthread_mutex_t *z = x; x = y; y = z; }
  pthread_mutex_lock(x); pthread_mutex_lock(y);
  inside++; assert(inside == 1); inside--; %s
  pthread_mutex_unlock(y); pthread_mutex_unlock(x);
}
"""
PAIR = ("both_locked(&left, &right);", "both_locked(&right, &left);")
XOR = """
struct node { int value; uintptr_t link; };
struct node a = { 1 }, b = { 2 }, c = { 3 };
static void join_all(void) {
  a.link = (uintptr_t)&b; b.link = (uintptr_t)&a ^ (uintptr_t)&c; c.link = (uintptr_t)&b;
}
static int sum(void) {
  int all = 0; uintptr_t before = 0; struct node *at = &a;
  for (int i = 0; i < 3; i++) {
    all = 10 * all + at->value;
    struct node *next = (struct node *)(at->link ^ before); before = (uintptr_t)at; at = next;
  }
  return all;
}
"""
TAGS = """
struct node { struct node *next; };
struct node n; uintptr_t head;
static struct node *pointer(uintptr_t x) { return (struct node *)(x & ~(uintptr_t)3); }
"""
HIGH = """
int cell; _Atomic uint64_t top;
static uint64_t pack(int *p, unsigned tag) { return (uint64_t)(uintptr_t)p | ((uint64_t)(tag & 255) << 48); }
static int *unpack(uint64_t x) { return (int *)(uintptr_t)(x & ((UINT64_C(1) << 48) - 1)); }
"""

# Which verdict a program deserves, and the program.
PROGRAMS = {
    "two blocks in order": ("violation", both(*ALLOCATE, "assert(p < q);", BLOCKS)),
    "two blocks in the other order": ("violation", both(*ALLOCATE, "assert(p > q);", BLOCKS)),
    "two blocks apart": ("safe", both(*ALLOCATE, "assert(p != q && (p < q || q < p));", BLOCKS)),
    "two blocks, equality alone": ("safe", both(*ALLOCATE, "assert(p != q && p && q);", BLOCKS)),
    "blocks do not overlap": (
        "safe", both(*ALLOCATE, "uintptr_t x = (uintptr_t)p, y = (uintptr_t)q; assert(x + 4 <= y || y + 4 <= x);", BLOCKS)
    ),
    "within an array": ("safe", alone("int *p = a; int n = 0; while (p < a + 3) { p++; n++; } assert(n == 3);", "int a[3];")),
    "within a local array": ("safe", both(
        *["int a[3]; int *p = a; int n = 0; while (p < a + 3) { p++; n++; } assert(n == 3);"] * 2, "", ""
    )),
    "members in order": ("safe", alone("assert((char *)&s.x < (char *)&s.y);", "struct { char x; int y; } s;")),
    "globals in order": ("violation", alone("assert((uintptr_t)&x < (uintptr_t)&y);", "int x, y;")),
    "globals in one of both orders": ("safe", alone("assert(&x < &y || &y < &x);", "int x, y;")),
    "neighbours": ("violation", alone("assert((uintptr_t)&y - (uintptr_t)&x != 4);", "int x, y;")),
    "no neighbours so close": ("safe", alone("assert((uintptr_t)&y - (uintptr_t)&x != 2);", "int x, y;")),
    "a negative difference": (
        "violation", both(*ALLOCATE, "assert((intptr_t)q - (intptr_t)p > 0);", BLOCKS)
    ),
    "a block is aligned": ("safe", both(*ALLOCATE, "assert((uintptr_t)p % 8 == 0);", BLOCKS)),
    "a wide number is aligned": ("safe", alone("assert((uintptr_t)&wide % 8 == 0);", "int64_t wide;")),
    "a declaration asks for alignment": ("safe", alone("assert((uintptr_t)&c % 64 == 0);", "_Alignas(64) char c;")),
    "a block is no page": ("violation", both(*ALLOCATE, "assert((uintptr_t)p % 4096 != 0);", BLOCKS)),
    "a block need not be a page": ("violation", both(*ALLOCATE, "assert((uintptr_t)p % 4096 == 0);", BLOCKS)),
    "a character at an odd address": ("violation", alone("assert(((uintptr_t)&c & 1) == 0);", "char c;")),
    "locals of two threads": (
        "violation", both("int x; p = (uintptr_t)&x;", "int x; q = (uintptr_t)&x;", "assert(p < q);", "uintptr_t p, q;")
    ),
    "a hash table without collisions": ("violation", both(
        "table[slot(&a)] = &a;", "table[slot(&b)] = &b;", "assert(table[0] && table[1]);", TABLE
    )),
    "a hash table with collisions": ("safe", both(
        "pthread_mutex_lock(&m); if (table[slot(&a)]) table[1 - slot(&a)] = &a; else table[slot(&a)] = &a;"
        "pthread_mutex_unlock(&m);",
        "pthread_mutex_lock(&m); if (table[slot(&b)]) table[1 - slot(&b)] = &b; else table[slot(&b)] = &b;"
        "pthread_mutex_unlock(&m);",
        "assert(table[0] && table[1]);", TABLE + "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
    )),
    "locks by address": ("safe", both(*PAIR, "", LOCKS % "")),
    "the left lock first": ("violation", both(*PAIR, "assert(least);", LOCKS % "if (x == &left) least = 1;")),
    "a list of differences": ("safe", HEAD + XOR + "void *first(void *x) { join_all(); assert(sum() == 123); return 0; }"
        "int main(void) { pthread_create(&one, 0, first, 0); pthread_join(one, 0); assert(sum() == 123); return 0; }"),
    "marks in low bits": ("safe", both(
        "head = (uintptr_t)&n;", "head = (uintptr_t)&n | 1;", "assert(pointer(head) == &n && (head & 3) < 2);", TAGS
    )),
    "marks in high bits": ("safe", both(
        "top = pack(&cell, 1);", "top = pack(&cell, 2);", "assert(unpack(top) == &cell && (top >> 48) > 0);", HIGH
    )),
    "a number and back": ("safe", both(
        "x = (uintptr_t)&a;", "", "if (x) *(int *)x = 5; assert(!x || a == 5);", "uintptr_t x; int a;"
    )),
    "a number that is no address": ("safe", alone("assert((uintptr_t)&a > 64);", "int a;")),
    "a union": ("violation", alone("x.p = &a; y.p = &b; assert(x.n < y.n);", "union { int *p; uintptr_t n; } x, y; int a, b;")),
    "a union in a block": ("violation", alone(
        "union u *x = malloc(sizeof *x), *y = malloc(sizeof *y); x->p = &a; y->p = &b; assert(x->n < y->n);",
        "union u { int *p; uintptr_t n; }; int a, b;",
    )),
    "a pointer read as a number": (
        "violation", alone("assert(*(uintptr_t *)&p < *(uintptr_t *)&q);", "int a, b, *p = &a, *q = &b;")
    ),
    "a copy of a pointer": ("violation", alone(
        "int *p = &a, *q = &b; uintptr_t x, y; memcpy(&x, &p, sizeof x); memcpy(&y, &q, sizeof y); assert(x < y);", "int a, b;"
    )),
    "the end of an array": ("violation", alone("assert(a + 2 != b);", "int a[2], b[2];")),
    "the end of an array as a number": ("safe", alone(
        "int *e = a + 2; assert(((uintptr_t)e - (uintptr_t)b == 0) == (e == b));", "int a[2], b[2];"
    )),
    "from one object to another": ("safe", alone(
        "char *p = (char *)&a, *q = (char *)&b; long d = q - p; *(int *)(p + d) = 5; assert(b == 5);", "int a, b;"
    )),
    "locals of calls": ("violation", alone(
        "int y; assert(f(2, &y));", "int f(int n, int *up) { int x = n; return n == 0 ? &x < up : f(n - 1, &x); }"
    )),
    "a block that moved": ("violation", alone("char *p = malloc(4), *q = malloc(4); p = realloc(p, 64); assert(p < q);")),
    "an aligned block": ("safe", alone("char *p = aligned_alloc(64, 64); assert((uintptr_t)p % 64 == 0);")),
    "thread-local objects": ("violation", both("x = (uintptr_t)&t;", "", "assert(x < (uintptr_t)&t);", "_Thread_local int t; uintptr_t x;")),
    "an argument that is a number": ("safe", HEAD + "void *first(void *n) { long i = (long)n; assert(i < 5); return 0; }"
        "int main(void) { pthread_create(&one, 0, first, (void *)3L); return 0; }"),
    "no layout decides": ("violation", alone("int *p = &a, *q = &b; assert(p == q);", "int a, b;")),
    "a number that may be one": ("violation", alone("assert((uintptr_t)&a != 0x500000);", "int a;")),
}  # fmt: skip
UNOBSERVED = ("two blocks, equality alone", "within an array", "members in order", "a number and back", "marks in low bits",
              "marks in high bits", "an argument that is a number", "a block is aligned", "a wide number is aligned", "within a local array")  # fmt: skip
INEXACT = {
    "bytes of a pointer": alone("assert(((unsigned char *)&p)[1] < 200);", "int a, *p = &a;"),
    "pointers compared by bytes": alone("int *p = &a, *q = &b; assert(memcmp(&p, &q, sizeof p) < 0);", "int a, b;"),
    "functions in order": alone("assert((uintptr_t)main < (uintptr_t)first);", "void *first(void *); int main(void);"),
    "a block of unknown size": HEAD + "int n; void *first(void *unused) { n = 3; return 0; }"
    "int main(void) { pthread_create(&one, 0, first, 0); char *p = malloc(n + 1), *q = malloc(8); assert(p < q); return 0; }",
}
SLOW = ("a list of differences", "locks by address", "the left lock first", "a hash table with collisions")
UNLIKELY = ("a number that may be one", "a list of differences", "locks by address", "locals of calls")
"""A random layout does not show it, or there are too many interleavings, or too many objects of one name."""
ALLOCATE_HEAP, DECLARE = Memory.allocate_heap, Machine.declare
slow = pytest.mark.slow


@lru_cache
def loaded(name: str):
    with NamedTemporaryFile("w", suffix=".c") as file:
        file.write(INEXACT[name] if name in INEXACT else PROGRAMS[name][1])
        file.flush()
        return Sources((file.name,)).load()


def asked(name, **way):
    return ask(loaded(name), unwind=4, timeout=3 if way["engine"] == "enumerate" else 60, **way)


def each(engines, always):
    """Every program with every engine; what is not always asked is slow."""
    return [
        pytest.param(name, engine, marks=() if engine in always and name not in SLOW else slow, id=f"{name}-{engine}")
        for name in PROGRAMS for engine in engines
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "engine"), each(("order", "lazy", "mu", "imu"), ("order",)))
def test_formulas_know_every_layout(name, engine):
    answer = asked(name, engine=engine)
    assert answer.verdict == PROGRAMS[name][0], (answer.reason, answer.cuts)


@pytest.mark.parametrize(("name", "engine"), each(("stateless", "enumerate"), ("stateless",)))
def test_engines_with_one_layout_say_that_there_are_more(name, engine):
    answer = asked(name, engine=engine)
    assert answer.verdict in (PROGRAMS[name][0], "safe within bounds", "unknown"), answer.reason
    assert "internal" not in answer.reason
    if answer.verdict == "safe within bounds":
        assert OTHER_LAYOUTS in {cut.what for cut in answer.cuts}


@slow
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in SLOW])
def test_abstractions_know_every_layout(name):
    answer = asked(name, engine="lazy", sma="sc")
    assert answer.verdict == PROGRAMS[name][0], (answer.reason, answer.cuts)


@pytest.mark.parametrize("engine", ["order", "stateless"])
@pytest.mark.parametrize("name", INEXACT)
def test_what_no_engine_takes_apart_is_named(name, engine):
    answer = asked(name, engine=engine)
    assert answer.verdict == "safe within bounds" and OTHER_LAYOUTS in {cut.what for cut in answer.cuts}, answer.reason


@pytest.mark.parametrize("name", UNOBSERVED)
def test_what_observes_nothing_is_safe_for_everybody(name):
    assert asked(name, engine="stateless").verdict == "safe"
    assert not observations(loaded(name))


def somewhere(random: Random, align: int) -> int:
    """Close to others, so that objects meet and hashes collide, or a page further."""
    return 4096 * random.choice((1, 1, 1, 2)) + align * random.randrange(1, 400 // align)


def layout(program: Program, random: Random) -> Addresses:
    """Somewhere for each of the user's global objects."""
    addresses = Addresses()
    end = 0
    for obj in random.sample(list(program.memory.values()), len(program.memory)):
        align = needed(obj, program.data_model.pointer_bits)
        end = max(end, somewhere(random, align)) if random.random() < 0.5 else max(end, 4096)
        end = -(-end // align) * align
        addresses.static[None, obj.name] = Placed(end, obj.type.size)
        end += obj.type.size
    return addresses


@slow
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in UNLIKELY])
def test_layouts_drawn_at_random_agree(name, monkeypatch):
    """Brute force over all interleavings, in many layouts: none violates what is safe, some what is not."""
    random, program, violated = Random(name), loaded(name), False
    for _ in range(30):
        addresses = layout(program, random)
        heap = {(t, n): 0x20000 + 16 * k for k, (t, n) in enumerate(random.sample([(t, n) for t in range(3) for n in range(4)], 12))}
        locals_ = random.sample(range(0x30000, 0x30100, 16), 8)

        def allocate(memory, thread, size, claimed=None, heap=heap):
            count = sum(block.kind == "heap" and block.owner == thread for block in memory.placed)
            return ALLOCATE_HEAP(memory, thread, size, heap[thread, count])

        def declare(machine, t, instr, contents, base=None, at=locals_):
            return DECLARE(machine, t, instr, contents, at[t] if instr.obj.name.endswith("::x") else None)

        monkeypatch.setattr(brute_force, "Code", lambda given, addresses=addresses: Code(given, addresses))
        monkeypatch.setattr(Memory, "allocate_heap", allocate)
        monkeypatch.setattr(Machine, "declare", declare)
        violated |= bool(brute_force.explore(program).violations)
    assert violated == (PROGRAMS[name][0] == "violation")


def test_the_trace_shows_the_addresses_that_matter():
    execution = asked("globals in order", engine="order").execution
    (low, high) = execution.placed
    assert (low.name, high.name) == ("y", "x") and low.address + low.size <= high.address
    shown = render(execution)
    assert "Addresses:" in shown and f"y at {low.address:#x} (4 bytes)" in shown
    assert "Addresses:" not in render(asked("no layout decides", engine="order").execution)


@pytest.mark.parametrize(
    ("x", "y", "why"),
    [(0x5000, 0x5002, "not aligned"), (0x5000, 0x5000, "where x is"), (0, 0x5000, "outside"), (1 << 47, 0x5000, "outside")],
)
def test_the_replayer_believes_no_impossible_layout(x, y, why):
    claimed = Addresses({(None, "x"): Placed(x, 4), (None, "y"): Placed(y, 4)})
    with pytest.raises(Fault, match=why):
        Code(loaded("globals in order"), claimed)
