"""The property no-data-race: what counts as a race, under every engine, against an oracle of its own."""

from __future__ import annotations

import pytest
from tests.races.oracle import as_c, generated, races

from covering import in_turn, number
from heddle import api
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "explicit"},
    {"engine": "stateless"}, {"engine": "order", "model": "tso"}, {"engine": "lazy", "model": "pso"},
]  # fmt: skip
HEAD = """
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
struct { unsigned one : 3, two : 5; char three; } bits;
struct { int left, right; } pair;
struct { pthread_mutex_t m; int x; } own, *both[2] = {&own, &own};
int x, array[2]; atomic_int flag; char text[8], copy[8]; int *p = &x;
"""
MAIN = """
void *t(void *unused) { %s return 0; }
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); %s pthread_join(id, 0); x++; return x; }
"""
RACES = {
    "two writes": ("x = 1;", "x = 2;"),
    "a read": ("x = 1;", "int r = x;"),
    "different locks": (
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);",
    ),
    "one lock": ("x++;", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"),
    "a lock of several, by pointer": (
        "pthread_mutex_lock(&both[0]->m); both[1]->x++; pthread_mutex_unlock(&both[0]->m);", "both[0]->x++;",
    ),
    "a plain access beside an atomic section": ("int r = x;", "__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();"),
    "a plain read of what is written atomically": ("int r = *(int *)&flag;", "atomic_store(&flag, 1);"),
    "a plain write of what is read atomically": ("*(int *)&flag = 1;", "int r = atomic_load(&flag);"),
    "bit-fields of one unit": ("bits.one = 1;", "bits.two = 2;"),
    "a byte of a word": ("((char *)&x)[2] = 1;", "x = 1;"),
    "an element that is not known": ("array[1] = 1;", "array[__VERIFIER_nondet_bool()] = 2;"),
    "by a pointer": ("*p = 1;", "x = 1;"),
    "the library's writes": ("memset(text, 1, 8);", "text[5] = 2;"),
    "the library's reads": ("memcpy(copy, text, 8);", "text[5] = 2;"),
    "a thread's identifier": ("pthread_t *i = (pthread_t *)&own; *i = 1;", "pthread_create((pthread_t *)&own, 0, t, 0);"),
    "a lock given back without being held": (
        "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
        "pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m);",
    ),
}  # fmt: skip
ORDERED = {
    "one lock": (
        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    ),
    "one lock, by pointer": (
        "pthread_mutex_lock(&both[0]->m); both[1]->x++; pthread_mutex_unlock(&both[0]->m);",
        "pthread_mutex_lock(&both[1]->m); both[0]->x++; pthread_mutex_unlock(&both[1]->m);",
    ),
    "joined": ("x = 1;", "pthread_join(id, 0); x = 2;"),
    "two reads": ("int r = x;", "int r = x;"),
    "published": ("x = 1; atomic_store(&flag, 1);", "if (atomic_load(&flag)) x = 2;"),
    "atomic sections": (
        "__VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end();", "__VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end();",
    ),
    "atomic accesses": ("atomic_store_explicit(&flag, 1, memory_order_relaxed);", "int r = atomic_load(&flag);"),
    "neighbours": ("pair.left = 1;", "pair.right = 1;"),
    "elements of computed indices": ("array[pair.right & 1] = 1;", "array[1 - (pair.right & 1)] = 1;"),
    "elements": ("array[0] = 1;", "array[1] = 1;"),
    "a bit-field and a member": ("bits.one = 1;", "bits.three = 1;"),
    "bytes of a word": ("((char *)&x)[2] = 1;", "((char *)&x)[1] = 1;"),
    "parts of a text": ("memset(text, 1, 4);", "memset(text + 4, 1, 4);"),
}  # fmt: skip


def program(bodies: tuple[str, str]) -> str:
    return HEAD + MAIN % bodies


@pytest.mark.parametrize("kind", RACES)
def test_what_races(c_file, kind):
    answer = api.check(c_file(program(RACES[kind])), property="no-data-race", unwind=2)
    assert answer.verdict == "violation", answer.reason
    assert answer.execution.failure.kind == "data-race"


@pytest.mark.parametrize("kind", ORDERED)
def test_what_is_ordered(c_file, kind):
    answer = api.check(c_file(program(ORDERED[kind])), property="no-data-race")
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
@pytest.mark.parametrize("kind", ["one lock", "by a pointer"])
def test_every_engine_finds_it(c_file, kind, way):
    answer = api.check(c_file(program(RACES[kind])), property="no-data-race", **way)
    assert answer.verdict == "violation", answer.reason


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
@pytest.mark.parametrize("kind", ["published", "one lock, by pointer"])
def test_no_engine_sees_one_where_there_is_none(c_file, kind, way):
    answer = api.check(c_file(program(ORDERED[kind])), property="no-data-race", **way)
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize("both", [("", ""), ("v = 1;", "x = v;")], ids=["ordered", "volatile is not atomic"])
def test_what_the_library_orders(c_file, both):
    source = """
        #include <pthread.h>
        #include <semaphore.h>
        pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_once_t once = PTHREAD_ONCE_INIT;
        pthread_barrier_t bar; sem_t s; pthread_spinlock_t sp;
        int a, b, c, d, e, f, g, ready; volatile int v;
        void init(void) { f = 1; }
        void *t(void *unused) {
          pthread_rwlock_wrlock(&rw); a = 1; pthread_rwlock_unlock(&rw);
          b = 1; pthread_barrier_wait(&bar);
          pthread_mutex_lock(&m); ready = 1; c = 2; pthread_cond_signal(&cv); pthread_mutex_unlock(&m);
          d = 1; sem_post(&s);
          pthread_spin_lock(&sp); e++; pthread_spin_unlock(&sp);
          if (!pthread_mutex_trylock(&m)) { g++; pthread_mutex_unlock(&m); }
          pthread_once(&once, init); int x = f; %s
          return 0;
        }
        int main(void) {
          pthread_t id; pthread_barrier_init(&bar, 0, 2); sem_init(&s, 0, 0); pthread_spin_init(&sp, 0);
          pthread_create(&id, 0, t, 0);
          pthread_rwlock_rdlock(&rw); int x = a; pthread_rwlock_unlock(&rw);
          pthread_barrier_wait(&bar); x += b;
          pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&cv, &m); g++; pthread_mutex_unlock(&m); x += c;
          sem_wait(&s); x += d;
          pthread_spin_lock(&sp); e++; pthread_spin_unlock(&sp);
          pthread_once(&once, init); x += f; %s
          pthread_join(id, 0); return x;
        }
    """
    answer = api.check(c_file(source % both), property="no-data-race")
    assert answer.verdict == ("violation" if both[0] else "safe"), answer.reason


def test_the_trace_shows_both_accesses_and_the_locks(c_file):
    answer = api.check(c_file(program(RACES["one lock"])), property="no-data-race", engine="lazy")
    execution = answer.execution
    message = execution.failure.message
    assert "thread 0" in message and "thread 1" in message and message.count(" x (") == 2
    assert message.count("holding m") == 1
    *_, first, last = execution.steps
    assert (first.action in ("read", "write"), first.access.spot, last.action) == (True, "x", "fail")
    assert first.thread != last.thread
    assert not any(step.order == "ghost" for step in execution.steps)


def test_language_models_have_a_flag_of_their_own(c_file):
    racy, ordered = (program(bodies["one lock"]) for bodies in (RACES, ORDERED))
    answer = api.check(c_file(racy), model="rc11", property="no-data-race")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "flag")
    assert api.check(c_file(ordered), model="rc11", property="no-data-race").verdict == "safe"


@pytest.mark.parametrize("model", ["weak", "imm"])
def test_models_without_a_flag_have_no_answer(c_file, model):
    answer = api.check(c_file(program(RACES["one lock"])), model=model, property="no-data-race")
    assert answer.verdict == "unknown"


def test_a_race_is_no_bug_where_the_model_has_none(c_file):
    racy = "int x; void *w(void *a) { x = 1; return a; }"
    main = "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); int r = x; pthread_join(t, 0); return r; }"
    file = c_file("#include <pthread.h>\n" + racy + main)
    verdicts = {model: api.check(file, model=model).verdict for model in ("imm", "rc11")}
    assert verdicts == {"imm": "safe", "rc11": "violation"}


def test_explicit_states_only_under_sc(c_file):
    answer = api.check(c_file(program(RACES["one lock"])), model="tso", property="no-data-race", engine="explicit")
    assert answer.verdict == "unknown" and "under sc only" in answer.reason


def test_proof_for_any_number_of_threads(c_file):
    source = """
        #include <pthread.h>
        int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *t(void *unused) { while (1) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); } }
        int main(void) { while (1) { pthread_t id; pthread_create(&id, 0, t, 0); } }
    """
    answer = api.check(c_file(source), property="no-data-race", timeout=PATIENCE)
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("engine", ["order", "explicit"])
def test_generated_programs_against_all_interleavings(c_file, seed, engine):
    compare(c_file, seed, {"engine": engine})


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "way"), in_turn(range(6, 6 + number(40)), WAYS))
def test_more_generated_programs(c_file, seed, way):
    compare(c_file, seed, way)


def compare(c_file, seed, way):
    threads = generated(seed)
    answer = api.check(c_file(as_c(threads)), property="no-data-race", **way)
    assert answer.verdict == ("violation" if races(threads) else "safe"), answer.reason


@pytest.mark.parametrize("kind", ["two writes", "a read", "different locks"])
def test_candidates_are_enumerated_too(c_file, kind):
    """The other thread may have gone on where the graph ends: it is told where it stood at the race."""
    answer = api.check(c_file(HEAD + MAIN % RACES[kind]), property="no-data-race", engine="enumerate")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "data-race"), answer.reason
