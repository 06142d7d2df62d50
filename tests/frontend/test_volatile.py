"""What C leaves open, or gives no meaning: volatile objects that threads share, and the __sync builtins."""

from __future__ import annotations

import pytest

from heddle import api
from heddle.core.instr import Fence, Read, Rmw, Write
from heddle.errors import UsageError
from heddle.frontend import load
from heddle.frontend.dialect import Dialect

VOLATILE = """
struct s { int a, b[2]; unsigned bits : 3; };
typedef volatile int shared;
volatile int x, list[2]; volatile struct s box; struct s *volatile kept; volatile int *to = &x; shared named; int plain;
volatile _Atomic int atomic;
struct s take(void) { return box; }
int main(void) { %s; }
"""
ACCESSES = {
    "x = 1": ["relaxed"], "x++": ["relaxed", "relaxed"], "list[plain] = 1": ["plain", "relaxed"], "*to = 2": ["plain", "relaxed"],
    "box.b[1]": ["relaxed"], "box.bits = 1": ["relaxed", "relaxed"], "kept->a = 1": ["relaxed", "plain"], "named += 1": ["relaxed"] * 2,
    "plain = 1": ["plain"], "(x) ? 1 : 2": ["relaxed"], "atomic++": ["seq_cst"], "*(volatile int *)&plain": ["relaxed"],
}  # fmt: skip


def orders(c_file, statement: str, dialect: Dialect) -> list[str]:
    program = load([str(c_file(VOLATILE % statement))], dialect=dialect)
    return [x.order for x in program.functions["main"].body if isinstance(x, Read | Write | Rmw)]


@pytest.mark.parametrize("statement", ACCESSES)
def test_accesses_to_volatile_objects(c_file, statement):
    assert orders(c_file, statement, Dialect(relaxed_volatile=True)) == ACCESSES[statement]
    plain = ["plain" if order == "relaxed" else order for order in ACCESSES[statement]]
    assert orders(c_file, statement, Dialect()) == plain


RACE = """
#include <pthread.h>
volatile int ready; volatile struct { int a; } box;
void *w(void *a) { box.a = 1; ready = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); while (!ready); int r = box.a; pthread_join(t, 0); return r; }
"""


@pytest.mark.parametrize("engine", ["order", "lazy", "mu", "imu", "explicit", "stateless"])
def test_races_of_volatile_objects(c_file, engine):
    verdicts = [
        api.check(c_file(RACE), property="no-data-race", engine=engine, volatile=volatile).verdict != "violation"
        for volatile in ("plain", "relaxed")
    ]
    assert verdicts == [False, True]


@pytest.mark.parametrize("engine", ["auto", "enumerate"])
def test_races_of_volatile_objects_by_a_flag(c_file, engine):
    verdicts = {v: api.check(c_file(RACE), model="rc11", engine=engine, volatile=v).verdict for v in ("plain", "relaxed")}
    assert verdicts["plain"] == "violation" and verdicts["relaxed"] != "violation"


SYNC = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y; int u, v, a, b;
void *one(void *_) {
    atomic_store_explicit(&x, 1, memory_order_relaxed); OPERATION(u); a = atomic_load_explicit(&y, memory_order_relaxed); return 0;
}
void *two(void *_) {
    atomic_store_explicit(&y, 1, memory_order_relaxed); OPERATION(v); b = atomic_load_explicit(&x, memory_order_relaxed); return 0;
}
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, one, 0); pthread_create(&t[1], 0, two, 0);
    pthread_join(t[0], 0); pthread_join(t[1], 0);
    assert(a || b);
}
"""
OPERATIONS = {
    "fetch and add": ("__sync_fetch_and_add(&w, 1)", True), "a failing exchange": ("__sync_val_compare_and_swap(&w, 5, 1)", True),
    "add and fetch, of a size": ("__sync_add_and_fetch_4(&w, 1)", True), "a lock": ("__sync_lock_test_and_set(&w, 1)", False),
}  # fmt: skip


@pytest.mark.parametrize("model", ["rc11", "armv8"])
@pytest.mark.parametrize("kind", OPERATIONS)
def test_sync_builtins(c_file, kind, model):
    """Store buffering around an operation on something else: full barriers forbid it, seq_cst operations do not."""
    operation, is_barrier = OPERATIONS[kind]
    file = c_file(f"#define OPERATION(w) {operation}\n{SYNC}")
    verdicts = [api.check(file, model=model, sync_builtins=how).verdict for how in ("seq-cst", "full")]
    assert verdicts[0] == "violation" and (verdicts[1] != "violation") == is_barrier


def test_fences_come_after_the_arguments(c_file):
    source = c_file("int x, y; int main(void) { __sync_fetch_and_add(&x, y); __sync_lock_release(&x); __sync_synchronize(); }")
    body = load([str(source)], dialect=Dialect(full_sync=True)).functions["main"].body
    assert [type(x) for x in body if isinstance(x, Read | Write | Rmw | Fence)] == [Read, Fence, Rmw, Fence, Write, Fence]


def test_options_are_checked(heddle, c_file):
    file = c_file("int main(void) { }")
    for option in ("--volatile", "--sync-builtins"):
        run = heddle("check", option, "weird", file)
        assert run.code == 2 and "'weird' is not available" in run.err
    with pytest.raises(UsageError, match="volatile is plain or relaxed"):
        api.check(file, volatile="weird")
