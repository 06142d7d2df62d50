"""What POSIX leaves undefined about threads and locks: a violation if asked for, never a fixed return value."""

from __future__ import annotations

import pytest

from heddle import api
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "stateless"}, {"engine": "enumerate"}, {"sma": "sc"},
]  # fmt: skip
PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <threads.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t s;
pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t b;
mtx_t plain;
void *thread(void *unused) { return 0; }
int run(void *unused) { return 0; }
int main(void) {
  pthread_t t; thrd_t c; pthread_attr_t a;
  pthread_create(&t, 0, thread, 0);
  %s
  return 0;
}
"""
THREADS = {
    "detached twice": "pthread_detach(t); int e = pthread_detach(t); assert(e == 22);",
    "joined after detach": "pthread_detach(t); pthread_join(t, 0);",
    "detached after join": "pthread_join(t, 0); pthread_detach(t);",
    "never created": "pthread_detach(7);",
    "no thread at all": "pthread_detach(0);",
    "created detached": "pthread_attr_init(&a); pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);"
                        "pthread_create(&t, &a, thread, 0); pthread_join(t, 0);",
    "C11 threads": "thrd_create(&c, run, 0); thrd_detach(c); thrd_join(c, 0);",
}
MORE = {
    "joined twice": "pthread_join(t, 0); pthread_join(t, 0);",
    "joined but never created": "pthread_join(9, 0);",
    "unlocked without lock": "pthread_mutex_unlock(&m);",
    "destroyed while locked": "pthread_mutex_lock(&m); pthread_mutex_destroy(&m);",
    "used after destroy": "pthread_mutex_destroy(&m); pthread_mutex_lock(&m);",
    "C11 mutex destroyed while locked": "mtx_init(&plain, mtx_plain); mtx_lock(&plain); mtx_destroy(&plain);",
    "spin lock": "pthread_spin_init(&s, 0); pthread_spin_unlock(&s);",
    "spin lock destroyed": "pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_destroy(&s);",
    "read-write lock": "pthread_rwlock_unlock(&w);",
    "read-write lock destroyed": "pthread_rwlock_rdlock(&w); pthread_rwlock_destroy(&w);",
    "barrier": "pthread_barrier_wait(&b);",
}
PROPER = {
    "detach": "pthread_detach(t);",
    "join": "pthread_join(t, 0);",
    "detach itself": "pthread_detach(pthread_self()); pthread_join(t, 0);",
    "join itself": "int e = pthread_join(pthread_self(), 0); assert(e == 35); pthread_detach(t);",
    "locks": "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0);"
             "pthread_mutex_trylock(&m); pthread_mutex_unlock(&m);",
    "read-write lock": "pthread_rwlock_rdlock(&w); pthread_rwlock_unlock(&w); pthread_rwlock_wrlock(&w);"
                       "pthread_rwlock_unlock(&w); pthread_rwlock_destroy(&w);",
    "spin lock": "pthread_spin_init(&s, 0); pthread_spin_lock(&s); pthread_spin_unlock(&s); pthread_spin_destroy(&s);",
    "barrier": "pthread_barrier_init(&b, 0, 1); pthread_barrier_wait(&b); pthread_barrier_destroy(&b);",
}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
@pytest.mark.parametrize("kind", ["detached twice", "joined after detach"])
def test_every_engine_reports_it(c_file, kind, way):
    answer = api.check(c_file(PROGRAM % THREADS[kind]), property="misuse", **way)
    assert (answer.verdict, answer.execution.failure.kind, answer.execution.failure.at.line) == ("violation", "misuse", 15)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
@pytest.mark.parametrize("kind", ["detached twice", "joined after detach"])
def test_every_engine_names_the_cut(c_file, kind, way):
    answer = api.check(c_file(PROGRAM % THREADS[kind]), property="assert", **way)
    assert answer.verdict == "safe within bounds"
    assert "a thread is used that never was created" in answer.cuts[0].what


@pytest.mark.parametrize("kind", THREADS)
def test_identifiers_of_threads_that_are_gone_are_a_cut(c_file, kind):
    answer = api.check(c_file(PROGRAM % THREADS[kind]), property="unreach-call")
    assert (answer.verdict, answer.cuts[0].loc.line) == ("safe within bounds", 15)


@pytest.mark.parametrize("kind", [*THREADS, *MORE])
def test_misuse_is_a_violation(c_file, kind):
    answer = api.check(c_file(PROGRAM % {**THREADS, **MORE}[kind]), property="assert+misuse")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "misuse")


@pytest.mark.parametrize("kind", PROPER)
def test_proper_use_is_none(c_file, kind):
    assert api.check(c_file(PROGRAM % PROPER[kind]), property="assert+misuse").verdict == "safe"


def test_another_thread_unlocks(c_file):
    text = (PROGRAM % "pthread_mutex_lock(&m); pthread_join(t, 0);").replace("{ return 0; }", "{ pthread_mutex_unlock(&m); return 0; }", 1)
    assert api.check(c_file(text), property="misuse").verdict == "violation"
    assert api.check(c_file(text), property="assert").verdict == "safe"


# --- mutexes as the papers' stubs have them: lock asserts that the mutex is not destroyed, unlock that the thread holds it ---

MUTEXES = """
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *thread(void *unused) { %s return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_mutex_lock(&m);
  x = 1; x = 0;
  %s
  return 0;
}
"""
LOCKS = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"
UNLOCKS = "if (x) pthread_mutex_unlock(&m);"
KINDS = {
    "free": (UNLOCKS, "pthread_mutex_unlock(&m);"),
    "foreign": (UNLOCKS, "pthread_join(t, 0); pthread_mutex_unlock(&m);"),
    "destroyed": (LOCKS, "pthread_mutex_unlock(&m); pthread_mutex_destroy(&m);"),
    "proper": (LOCKS, "pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_mutex_destroy(&m);"),
}
MOST = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"},
    {"sma": "etso", "model": "tso"},
]  # fmt: skip
OTHERS = [
    {"engine": "enumerate"}, {"engine": "lal-reps"}, {"engine": "mu", "mu_grain": "coarse-intra"},
    {"engine": "mu", "mu_grain": "coarse-inter"}, {"sma": "sc"}, {"sma": "tso", "model": "tso"},
    {"sma": "epso", "model": "pso"}, {"engine": "mu", "sma": "mu-explicit"}, {"engine": "mu", "sma": "mu-implicit"},
    {"engine": "imu", "sma": "imu-tso", "model": "tso"}, {"engine": "stateless", "model": "pso"},
    {"engine": "stateless", "model": "rc11"}, {"engine": "imu", "model": "pso"},
]  # fmt: skip


def name_of(way: dict[str, str]) -> str:
    return "-".join(way.values())


def check_mutexes(c_file, kind: str, way: dict[str, str]) -> None:
    answer = api.check(c_file(MUTEXES % KINDS[kind]), property="misuse", timeout=PATIENCE, **way)
    if kind == "proper":
        assert answer.verdict == "safe"
    else:
        assert (answer.verdict, answer.execution.failure.kind) == ("violation", "misuse")
        assert "mutex" in answer.reason


@pytest.mark.parametrize("way", MOST, ids=name_of)
@pytest.mark.parametrize("kind", KINDS)
def test_mutexes(c_file, kind, way):
    check_mutexes(c_file, kind, way)


@pytest.mark.slow
@pytest.mark.parametrize("way", OTHERS, ids=name_of)
@pytest.mark.parametrize("kind", ["foreign", "destroyed"])
def test_mutexes_in_every_engine(c_file, kind, way):
    check_mutexes(c_file, kind, way)


@pytest.mark.parametrize("kind", ["free", "foreign", "destroyed"])
def test_without_the_check_it_is_no_violation(c_file, kind):
    assert str(api.check(c_file(MUTEXES % KINDS[kind]), property="assert").verdict) == "safe"
