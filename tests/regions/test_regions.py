"""The property atomicity: what interrupts a region, under every engine, against an oracle of its own."""

from __future__ import annotations

import pytest
from tests.regions.oracle import as_c, generated, interrupts

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

ENGINES = ["order", "lazy", "mu", "imu", "lal-reps", "unbounded", "explicit", "stateless"]
HEAD = """
#include <pthread.h>
#include <stdatomic.h>
void __HEDDLE_region_begin(void) {} void __HEDDLE_region_end(void) {}
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, array[4], *p = &x; atomic_int a;
#define REGION(body) __HEDDLE_region_begin(); body __HEDDLE_region_end();
#define LOCKED(body) pthread_mutex_lock(&m); body pthread_mutex_unlock(&m);
#define ATOMIC __attribute__((annotate("atomic")))
int get(void) { int r; LOCKED(r = x;) return r; }
void set(int v) { LOCKED(x = v;) }
ATOMIC void deposit(int n) { int r = get(); set(r + n); }
ATOMIC void deposit_early(int n) { LOCKED(x += n;) if (n > 2) return; y = x; }
ATOMIC void both(void) { LOCKED(x++; x++;) }
"""
MAIN = """
void *t(void *unused) { %s return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); %s pthread_join(id, 0); return x; }
"""
INTERRUPTED = {
    "two values": ("REGION(int r = x; r += x;)", "x = 1;"),
    "what is written is not read": ("REGION(x = 1; int r = x;)", "x = 2;"),
    "a lost write": ("REGION(int r = x; x = r + 1;)", "x = 7;"),
    "what is not finished is seen": ("REGION(x = 1; x = 2;)", "int r = x;"),
    "each access has the lock": ("deposit(1);", "deposit(2);"),
    "a function in a region": ("REGION(int r = get(); set(r);)", "x = 2;"),
    "an atomic access": ("REGION(a++; a++;)", "a = 1;"),
    "an exchange that succeeds": ("REGION(int r = a; r = a;)", "int e = 0; atomic_compare_exchange_strong(&a, &e, 5);"),
    "by a pointer": ("REGION(*p = 1; x = 2;)", "int r = *p;"),
    "a byte": ("REGION(int r = x; r += x;)", "((char *)&x)[2] = 1;"),
    "in a loop": ("REGION(for (int i = 0; i < 2; i++) array[y]++;)", "array[y & 1] = 3;"),
    "inside another region": ("REGION(REGION(int r = x;) x = 2;)", "x = 1;"),
    "before an early return": ("deposit_early(1);", "LOCKED(x = 1;)"),
    "the second region": ("REGION(x = 1;) REGION(x = 2; x = 3;)", "REGION(int r = x;)"),
}
ATOMIC = {
    "reads": ("REGION(int r = x; r += x;)", "int r = x;"),
    "only writes": ("REGION(x = 1; x = 2;)", "x = 3;"),
    "one lock": ("REGION(LOCKED(x++; x++;))", "LOCKED(x = 5;)"),
    "one step": ("REGION(a++;)", "a++;"),
    "once each": ("REGION(x = 1; y = 2;)", "x = 3; y = 4;"),
    "another element": ("REGION(array[0]++; array[1]++;)", "array[2]++;"),
    "another byte": ("REGION(((char *)&x)[0]++;)", "((char *)&x)[1]++;"),
    "between two regions": ("REGION(x = 1;) REGION(x = 2;)", "int r = x;"),
    "what the region reads is its own": ("REGION(int r = a; r = a;)", "int e = 3; atomic_compare_exchange_strong(&a, &e, 5);"),
    "functions with a lock": ("both();", "both();"),
    "after the join": ("REGION(x = 1; x = 2;)", "pthread_join(id, 0); x = 3; return 0;"),
    "an early return": ("deposit_early(3); int r = x;", "LOCKED(x = 1;)"),
}
ASSIGNMENTS = {
    "x = y + array[0];": ("array[0] = 1;", "violation"),
    "x++;": ("x = 2;", "violation"),
    "x += y;": ("y = 1;", "violation"),
    "int l = *p;": ("x = 1;", "violation"),
    "x = 3;": ("x = 2;", "safe"),
    "if (x) y = 1;": ("x = 2;", "safe"),
    "LOCKED(x++;)": ("LOCKED(x = 2;)", "safe"),
    "a++;": ("a = 2;", "safe"),
}
SEEDS = [1, 3, 8, 12, 13, 30]


def check(c_file, bodies: tuple[str, str], head: str = HEAD, **options):
    return api.check(c_file(head + MAIN % bodies), **{"property": "atomicity", "engine": "order", **options})


@pytest.mark.parametrize("kind", INTERRUPTED)
def test_what_interrupts(c_file, kind):
    answer = check(c_file, INTERRUPTED[kind])
    assert answer.verdict == "violation", answer.reason
    assert answer.execution.failure.kind == "atomicity"


@pytest.mark.parametrize("kind", ATOMIC)
def test_what_does_not(c_file, kind):
    answer = check(c_file, ATOMIC[kind])
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize("code", ASSIGNMENTS)
def test_without_marks_assignments_are_regions(c_file, code):
    other, expected = ASSIGNMENTS[code]
    head = "\n".join(line for line in HEAD.splitlines() if not line.startswith("ATOMIC "))
    assert check(c_file, (code, other), head).verdict == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_knows_both(c_file, engine):
    assert check(c_file, INTERRUPTED["a lost write"], engine=engine).verdict == "violation"
    assert check(c_file, ATOMIC["only writes"], engine=engine).verdict.startswith("safe")


@pytest.mark.parametrize("seed", SEEDS)
def test_against_brute_force(c_file, seed):
    threads = generated(seed)
    expected = "violation" if interrupts(threads) else "safe"
    source = as_c(threads, by_pointer=seed % 2 == 0)
    for engine in ("order", "explicit"):
        assert api.check(c_file(source), property="atomicity", engine=engine).verdict == expected, source


def test_the_seeds_are_of_both_kinds():
    assert 2 <= sum(interrupts(generated(seed)) for seed in SEEDS) <= len(SEEDS) - 2


def test_the_message_names_all_three_accesses_with_their_locks(c_file):
    answer = check(c_file, INTERRUPTED["each access has the lock"])
    message = answer.execution.failure.message
    first, other, last = (part.strip() for part in message.split(", thread"))
    assert " reads x (" in first and " writes x (" in other and " writes x (" in last
    assert all(part.endswith("holding m") for part in (first, other, last))


def test_beside_other_properties(c_file):
    race = check(c_file, INTERRUPTED["two values"], property="atomicity+no-data-race")
    assert race.verdict == "violation"
    only_race = check(c_file, ("REGION(x = 1;)", "x = 2;"), property="atomicity+no-data-race")
    assert only_race.verdict == "violation" and only_race.execution.failure.kind == "data-race"
    neither = check(c_file, ATOMIC["functions with a lock"], property="no-data-race+atomicity+assert")
    assert neither.verdict == "safe", neither.reason


def test_marks_mean_nothing_to_others(c_file):
    assert check(c_file, INTERRUPTED["each access has the lock"], property="default").verdict == "safe"


def test_only_where_accesses_have_one_order(c_file):
    answer = check(c_file, INTERRUPTED["two values"], model="tso")
    assert answer.verdict == "unknown" and "atomicity" in answer.reason
