"""Locks and queues as programs have them, by atomic exchanges and fences that order stores only, without bounds."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest

from brute_force import explore as brute_force
from heddle.answer import Answer, Verdict
from heddle.api import make_task
from heddle.core.program import Program
from heddle.engines.judgement import judge
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from waiting import PATIENCE

from .programs import HEADERS, compiled, read, run, store, threads

STORE_FENCE = '__asm__ volatile("sfence" ::: "memory");'

MCS = """
struct node { struct node *volatile next; volatile int wait; } nodes[3], *volatile tail; _Thread_local struct node own;
void *thread(void *arg) {
    NODE
    me->next = 0; FENCE
    struct node *before = __atomic_exchange_n(&tail, me, __ATOMIC_ACQ_REL);
    if (before) { me->wait = 1; FENCE before->next = me; while (me->wait) ; }
    n++;
    FENCE
    if (!me->next) { if (__sync_bool_compare_and_swap(&tail, me, 0)) return 0; while (!me->next) ; }
    me->next->wait = 0;
    return 0;
}
"""
CLH = """
struct node { volatile int busy; } nodes[4]; struct node *volatile tail = &nodes[3];
void *thread(void *arg) {
    NODE
    me->busy = 1; FENCE
    struct node *before = __sync_lock_test_and_set(&tail, me);
    while (before->busy) ;
    n++; FENCE
    me->busy = 0;
    return 0;
}
"""
ANDERSON = """
volatile char flag[4] = {1}; unsigned ticket;
void *thread(void *arg) {
    unsigned mine = __sync_fetch_and_add(&ticket, 1) % 4;
    while (!flag[mine]) ;
    flag[mine] = 0; n++; FENCE flag[(mine + 1) % 4] = 1;
    return 0;
}
"""
TICKET = """
union { unsigned whole; struct { unsigned short serving, next; } part; } lock;
void *thread(void *arg) {
    unsigned short mine = __atomic_fetch_add(&lock.whole, 0x10000, __ATOMIC_ACQUIRE) >> 16;
    while (__atomic_load_n(&lock.part.serving, __ATOMIC_RELAXED) != mine) ;
    n++; FENCE __atomic_store_n(&lock.part.serving, mine + 1, __ATOMIC_RELAXED);
    return 0;
}
"""
TEST_AND_SET = """
volatile int lock;
void *thread(void *arg) { while (__sync_lock_test_and_set(&lock, 1)) ; n++; FENCE lock = 0; return 0; }
"""
COMPARE_AND_SWAP = """
int lock;
void *thread(void *arg) {
    int free;
    do free = 0; while (!__atomic_compare_exchange_n(&lock, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
    n++; FENCE __atomic_store_n(&lock, 0, __ATOMIC_RELAXED);
    return 0;
}
"""
SEQLOCK = """
volatile unsigned sequence; volatile int a, b;
void *thread(void *arg) {
    if (arg) { sequence++; FENCE a++; b++; FENCE sequence++; n += 2; return 0; }
    unsigned seen; int x, y;
    do { do seen = sequence; while (seen & 1); x = a; y = b; } while (sequence != seen);
    assert(x == y);
    return 0;
}
"""
RING = """
#include <string.h>
struct item { int a; char b; short c; } buffer[2]; volatile unsigned head, tail;
void *thread(void *arg) {
    for (int i = 1; i <= 2; i++)
        if (arg) {
            struct item item = {i, i, i};
            while (head - tail == 2) ;
            memcpy(&buffer[head & 1], &item, sizeof item); FENCE head = head + 1;
        } else {
            struct item item;
            while (head == tail) ;
            item = buffer[tail & 1]; FENCE tail = tail + 1;
            assert(item.a == i && item.b == i && item.c == i); n++;
        }
    return 0;
}
"""
NODES = {
    "local": "struct node mine; struct node *me = &mine;",
    "allocated": "struct node *me = malloc(sizeof *me);",
    "global": "struct node *me = &nodes[(intptr_t)arg];",
    "thread-local": "struct node *me = &own;",
}
LOCKS = {
    **{f"mcs-{place}": MCS.replace("NODE", node) for place, node in NODES.items()},
    **{f"clh-{place}": CLH.replace("NODE", NODES[place]) for place in ("allocated", "global")},
    "anderson": ANDERSON, "ticket": TICKET, "test-and-set": TEST_AND_SET, "compare-and-swap": COMPARE_AND_SWAP,
    "seqlock": SEQLOCK, "ring": RING,
}  # fmt: skip


@cache
def program(lock: str, fence: str) -> Program:
    main = """
    int main(void) {
        pthread_t id[2];
        for (intptr_t i = 0; i < 2; i++) pthread_create(&id[i], 0, thread, (void *)i);
        for (int i = 0; i < 2; i++) pthread_join(id[i], 0);
        assert(n == 2);
    }
    """
    text = LOCKS[lock].replace("FENCE", fence)
    return compiled(f"{HEADERS}#include <stdlib.h>\n#include <stdint.h>\nint n;\n{text}{main}")


def answer(program: Program, model: str) -> Answer:
    found = explore(program, find(model), ExploreOptions(first_only=True, timeout=PATIENCE))
    return judge(make_task((), model), program, found)


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(("model", "fence", "verdict"), [
    ("sc", "", Verdict.SAFE), ("tso", "", Verdict.SAFE), ("pso", "", Verdict.VIOLATION), ("pso", STORE_FENCE, Verdict.SAFE),
    ("ra", "", Verdict.SAFE),
])  # fmt: skip
def test_locks_need_their_stores_in_order_and_no_bounds(lock, model, fence, verdict):
    found = answer(program(lock, fence), model)
    assert found.verdict is verdict, found.reason


@pytest.mark.slow
@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("fence", ["", STORE_FENCE])
@pytest.mark.parametrize("lock", ["anderson", "test-and-set", "compare-and-swap", "ticket", "clh-global"])
def test_brute_force_agrees(lock, fence, model):
    truth = brute_force(program(lock, fence), model, max_states=60_000)
    if not truth.truncated:
        assert (answer(program(lock, fence), model).verdict is Verdict.VIOLATION) == bool(truth.violations)


# --- waiting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
@pytest.mark.parametrize("wait", [
    "while (atomic_exchange(&x, 1));", "while (atomic_fetch_or(&x, 1) & 1);", "while (atomic_flag_test_and_set(&f));",
    "int e; do e = 0; while (!atomic_compare_exchange_strong(&x, &e, 1));",
])  # fmt: skip
def test_an_exchange_that_changes_nothing_is_waiting(model, wait):
    release = "atomic_flag_clear(&f);" if "&f" in wait else "atomic_store(&x, 0);"
    body = f"{wait} n++; {release}"
    found = run(threads(body, body, declared="atomic_int x; atomic_flag f; int n;"), model)
    assert (found.executions, found.violations, found.cut) == (2, 0, 0)


def test_an_exchange_that_changes_something_is_an_iteration():
    """Each of the iterations that the bound allows is another execution."""
    found = run(threads("while (atomic_fetch_add(&x, 1) < 5);", declared="atomic_int x;"))
    assert (found.executions, found.blocked) == (1, 0)


def test_what_is_seen_before_waiting_is_seen():
    """The exchange that fails tells the others nothing that its source does not tell; what came before it, it does."""
    body = "while (atomic_exchange(&x, 1)); "
    text = threads(f"atomic_store(&y, 1); {body}", body + "assert(!atomic_load(&y));", declared="atomic_int x, y;")
    assert run(text).violations > 0


# --- many events, and lives --------------------------------------------------------------------------------------------


def test_events_have_no_limit():
    body = "for (int i = 0; i < 1000; i++) a[i] = i; int s = 0; for (int i = 0; i < 1000; i++) s += a[i]; assert(s == 499500);"
    found = run(threads(body + store("x", 1), read("x"), declared="int a[1000]; atomic_int x;"), verify=False)
    assert (found.executions, found.violations) == (2, 0)


def test_running_out_of_memory_is_no_answer(c_file):
    """In a process of its own: what tests before this one have given back would have to be used up first."""
    body = "for (int i = 0; i < 100000; i++) a[i] = i;"
    file = c_file(threads(body, declared="int a[100000];"))
    command = [sys.executable, "-m", "heddle", "explore", str(file), "--memory", "128", "--timeout", str(PATIENCE)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 3 and "memory limit" in ran.stdout, ran.stdout


LIVES = """
struct node { volatile int busy; } first, *volatile tail = &first; int n;
void *thread(void *arg) {
    for (int i = 0; i < 2; i++) {
        struct node me; me.busy = 1;
        struct node *before = __sync_lock_test_and_set(&tail, &me);
        while (before->busy) ;
        n++; __sync_synchronize(); me.busy = 0;
    }
    return 0;
}
int main(void) {
    pthread_t id; pthread_create(&id, 0, thread, 0);
    struct node *before = __sync_lock_test_and_set(&tail, &first);
    while (before != &first && before->busy) ;
    return 0;
}
"""


@pytest.mark.parametrize("model", ["sc", "pso"])
def test_the_use_of_an_object_after_its_life_is_a_cut(model):
    """Another thread still looks at the node when the next iteration has made another object of it."""
    found = answer(compiled(HEADERS + LIVES), model)
    assert found.verdict is Verdict.BOUNDED
    assert any("undefined behaviour" in cut.what for cut in found.cuts)


def test_objects_that_are_done_with_have_new_lives():
    declared = "int *volatile p; volatile int done;"
    one = "for (int i = 0; i < 2; i++) { int x; x = 5 + i; p = &x; while (!done) ; done = 0; p = 0; }"
    two = "for (int i = 0; i < 2; i++) { int *q; while (!(q = p)) ; assert(*q == 5 + i); done = 1; while (p == q) ; }"
    assert answer(compiled(threads(one, two, declared=declared)), "tso").verdict is Verdict.SAFE
