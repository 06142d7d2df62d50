"""Threads that wait for ever, and threads that do not: by hand, each kind of wait in both directions."""

from __future__ import annotations

import pytest

from heddle import api
from heddle.report.trace import tell
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

TOP = """#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <stdatomic.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <linux/futex.h>
pthread_mutex_t a, b;
pthread_cond_t c;
pthread_barrier_t bar;
pthread_rwlock_t w;
pthread_spinlock_t spin;
sem_t s;
atomic_int flag;
int word;
#define LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
"""
JOINS = """
int main(void) { pthread_t p, q;
  sem_init(&s, 0, 1); pthread_barrier_init(&bar, 0, 2);
  pthread_create(&p, 0, one, 0); pthread_create(&q, 0, two, 0);
  pthread_join(p, 0); pthread_join(q, 0); return 0; }
"""
RETURNS = "int main(void) { pthread_t p, q; pthread_create(&p, 0, one, 0); pthread_create(&q, 0, two, 0); return 0; }"
LEAVES = RETURNS.replace("return 0;", "pthread_exit(0);")
SPINS = RETURNS.replace("return 0;", "while (flag != 7); return 0;")

WAITS = {
    "opposite orders": ("LOCK(&a); LOCK(&b); UNLOCK(&b); UNLOCK(&a);", "LOCK(&b); LOCK(&a); UNLOCK(&a); UNLOCK(&b);", JOINS),
    "while main spins": ("LOCK(&a); LOCK(&b);", "LOCK(&b); LOCK(&a);", SPINS),
    "never given back": ("LOCK(&a);", "LOCK(&a); UNLOCK(&a);", RETURNS),
    "locked twice": ("LOCK(&a); LOCK(&a);", "", JOINS),
    "lost signal": ("LOCK(&a); pthread_cond_wait(&c, &a); UNLOCK(&a);", "pthread_cond_signal(&c);", JOINS),
    "one signal for two": ("LOCK(&a); pthread_cond_wait(&c, &a); UNLOCK(&a);",
                           "LOCK(&a); pthread_cond_signal(&c); pthread_cond_wait(&c, &a); UNLOCK(&a);", JOINS),
    "semaphore": ("sem_wait(&s); sem_wait(&s);", "sem_post(&s); sem_wait(&s);", JOINS),
    "barrier": ("pthread_barrier_wait(&bar);", "if (flag) pthread_barrier_wait(&bar);", JOINS),
    "readers and a writer": ("pthread_rwlock_rdlock(&w); LOCK(&a); UNLOCK(&a);",
                             "LOCK(&a); pthread_rwlock_wrlock(&w); UNLOCK(&a);", JOINS),
    "spin lock": ("pthread_spin_lock(&spin);", "pthread_spin_lock(&spin);", LEAVES),
    "main leaves": ("sem_wait(&s);", "", LEAVES),
    "C11": ("mtx_lock(&a); cnd_wait(&c, &a); mtx_unlock(&a);", "", JOINS),
    "futex": ("syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);", "word = 1;", JOINS),
}  # fmt: skip
ENDS = {
    "one order": ("LOCK(&a); LOCK(&b); UNLOCK(&b); UNLOCK(&a);", "LOCK(&a); LOCK(&b); UNLOCK(&a); UNLOCK(&b);", JOINS),
    "not both at once": ("LOCK(&a); UNLOCK(&a); LOCK(&b); UNLOCK(&b);", "LOCK(&b); UNLOCK(&b); LOCK(&a); UNLOCK(&a);", JOINS),
    "a try": ("LOCK(&a); if (!pthread_mutex_trylock(&b)) UNLOCK(&b); UNLOCK(&a);", "LOCK(&b); LOCK(&a); UNLOCK(&a); UNLOCK(&b);",
              JOINS),
    "main ends it": ("sem_wait(&s);", "LOCK(&a); pthread_cond_wait(&c, &a); UNLOCK(&a);", RETURNS),
    "somebody spins": ("while (!flag);", "LOCK(&a); LOCK(&a); UNLOCK(&a);", None),
    "signal under lock": ("LOCK(&a); if (!word) pthread_cond_wait(&c, &a); UNLOCK(&a);",
                          "LOCK(&a); word = 1; pthread_cond_signal(&c); UNLOCK(&a);", JOINS),
    "broadcast": ("LOCK(&a); if (word < 2) { word++; pthread_cond_broadcast(&c); } if (word < 2) pthread_cond_wait(&c, &a); UNLOCK(&a);",
                  "LOCK(&a); word++; pthread_cond_broadcast(&c); if (word < 2) pthread_cond_wait(&c, &a); UNLOCK(&a);", JOINS),
    "a wait that times out": ("LOCK(&a); pthread_cond_timedwait(&c, &a, 0); UNLOCK(&a);", "", JOINS),
    "semaphore": ("sem_wait(&s); sem_post(&s);", "sem_wait(&s); sem_post(&s);", JOINS),
    "barrier": ("pthread_barrier_wait(&bar);", "pthread_barrier_wait(&bar);", JOINS),
    "exit": ("_exit(0);", "LOCK(&a); if (flag) LOCK(&a);", JOINS),
    "woken futex": ("syscall(SYS_futex, &word, FUTEX_WAIT, 0, 0, 0, 0);",
                    "word = 1; syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);", JOINS),
}  # fmt: skip


def text(one: str, two: str, main: str) -> str:
    return f"{TOP}void *one(void *u) {{ {one} return 0; }}\nvoid *two(void *u) {{ {two} return 0; }}\n{main}"


@pytest.mark.parametrize("kind", WAITS)
def test_waits_for_ever(c_file, kind):
    answer = api.check(c_file(text(*WAITS[kind])), property="no-deadlock")
    assert answer.verdict == "violation", answer.reason
    assert answer.reason.startswith("deadlock: thread")


@pytest.mark.parametrize("kind", [kind for kind in ENDS if ENDS[kind][2]])
def test_everybody_ends(c_file, kind):
    answer = api.check(c_file(text(*ENDS[kind])), property="no-deadlock")
    assert answer.verdict == "safe", answer.reason


def test_who_spins_can_still_run(c_file):
    """Here one waits for itself, which counts; the one that spins and main, that joins it, do not."""
    one, two, _ = ENDS["somebody spins"]
    answer = api.check(c_file(text(one, two, JOINS)), property="no-deadlock")
    assert answer.reason.count(" waits for ") == 1
    assert "thread 2 (two) waits for a, held by thread 2 (two)" in answer.reason


@pytest.mark.parametrize(("engine", "model"), [
    ("order", "tso"), ("lazy", "sc"), ("mu", "sc"), ("imu", "sc"), ("lal-reps", "sc"), ("explicit", "pso"),
])  # fmt: skip
def test_engines_agree(c_file, engine, model):
    for kinds, expected in ((WAITS, "violation"), (ENDS, "safe")):
        kind = "opposite orders" if kinds is WAITS else "one order"
        few = {"rounds": 2} if engine == "lal-reps" else {}  # where more would be tried until the time is over
        answer = api.check(c_file(text(*kinds[kind])), property="no-deadlock", engine=engine, model=model, timeout=PATIENCE, **few)
        if answer.verdict == "safe within bounds" and engine not in ("order", "explicit"):
            continue
        assert answer.verdict == expected, answer.reason


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
def test_graph_engines_refuse(c_file, engine):
    answer = api.check(c_file(text(*ENDS["one order"])), property="no-deadlock", engine=engine)
    assert answer.verdict == "unknown"
    assert "does not check deadlock" in answer.reason


@pytest.mark.parametrize("kind", ["opposite orders", "never given back", "one signal for two", "barrier", "while main spins"])
def test_waits_in_graphs(c_file, kind):
    answer = api.check(c_file(text(*WAITS[kind])), property="no-deadlock", model="rc11")
    assert answer.verdict == "violation", answer.reason
    assert "waits for" in answer.reason


@pytest.mark.parametrize(("kinds", "kind"), [(WAITS, "opposite orders"), (WAITS, "never given back"), (ENDS, "one order")])
def test_enumerated_graphs(c_file, kinds, kind):
    options = {"property": "no-deadlock", "model": "rc11", "engine": "enumerate", "unwind": 1, "timeout": PATIENCE}
    answer = api.check(c_file(text(*kinds[kind])), **options)
    if kinds is WAITS:
        assert answer.verdict == "violation" and "waits for" in answer.reason, answer.reason
    else:
        assert answer.verdict == "safe within bounds", answer.reason


@pytest.mark.parametrize("kind", ["one order", "main ends it", "signal under lock", "barrier", "exit"])
def test_everybody_ends_in_graphs(c_file, kind):
    answer = api.check(c_file(text(*ENDS[kind])), property="no-deadlock", model="rc11")
    assert answer.verdict == "safe", answer.reason


def test_all_in_graphs(c_file):
    """What no graph shows is a named cut among other properties."""
    lock, file = "LOCK(&a); word++; UNLOCK(&a);", "#include <stdlib.h>\n"
    assert api.check(c_file(text(lock, lock, JOINS)), property="all", model="rc11").verdict == "safe"
    answer = api.check(c_file(file + text("free(malloc(1));", "", JOINS)), property="all", model="rc11")
    assert (answer.verdict, "not freed" in answer.cuts[0].what) == ("safe within bounds", True)


def test_the_message_tells_who_waits_for_what(c_file):
    answer = api.check(c_file(text(*WAITS["opposite orders"])), property="no-deadlock")
    line = TOP.count("\n") + 1
    assert f"thread 1 (one) waits for b, held by thread 2 (two) since line {line + 1} (" in answer.reason
    assert f"thread 2 (two) waits for a, held by thread 1 (one) since line {line} (" in answer.reason


def test_joins_and_signals_are_named(c_file):
    answer = api.check(c_file(text(*WAITS["lost signal"])), property="no-deadlock")
    assert "thread 0 (main) waits for the end of thread 1 (one)" in answer.reason or "thread 0" not in answer.reason
    assert "thread 1 (one) waits for a signal of c" in answer.reason


def test_in_an_atomic_section_only_states_are_known(c_file):
    one = "__VERIFIER_atomic_begin(); LOCK(&a); UNLOCK(&a); __VERIFIER_atomic_end();"
    declared = "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
    file = c_file(declared + text(one, "LOCK(&a);", JOINS))
    answer = api.check(file, property="no-deadlock", engine="order")
    assert answer.verdict == "unknown"
    assert "inside an atomic section" in answer.reason
    answer = api.check(file, property="no-deadlock", engine="explicit")
    assert answer.verdict == "violation"
    assert "thread 1 (one) waits for a, held by thread 2 (two)" in answer.reason


def test_beside_assertions(c_file):
    add = "LOCK(&a); word++; UNLOCK(&a);"
    for total, verdict in ((2, "safe"), (1, "violation")):
        main = JOINS.replace("return 0;", f"assert(word == {total}); return 0;")
        source = "#include <assert.h>\n" + text(add, add, main)
        assert api.check(c_file(source), property="assert+no-deadlock").verdict == verdict


def test_lock_order(c_file):
    """As in ESBMC: a lock is given back by who holds it."""
    for one, verdict in (("UNLOCK(&a);", "violation"), ("LOCK(&a); UNLOCK(&a);", "safe")):
        assert api.check(c_file(text(one, "", JOINS)), property="lock-order").verdict == verdict


@pytest.mark.parametrize("others", ["misuse", "no-data-race", "valid-memtrack", "all"])
def test_beside_other_properties(c_file, others):
    """Their checks stand in the same sections, and their ghosts are nobody's data."""
    file = c_file(text(*WAITS["opposite orders"]))
    answer = api.check(file, property=f"no-deadlock,{others}", timeout=PATIENCE)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "deadlock"), answer.reason


def test_the_trace_says_once_where_each_thread_stays(c_file):
    """Of a wait that never ends neither a result is told, nor that it goes on."""
    source = """
        #include <pthread.h>
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready;
        void *consumer(void *u) {
          pthread_mutex_lock(&m); if (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0;
        }
        int main(void) {
          pthread_t id; pthread_create(&id, 0, consumer, 0);
          ready = 1; pthread_cond_signal(&c); pthread_join(id, 0); return 0;
        }
    """
    answer = api.check(c_file(source), property="no-deadlock", engine="order")
    told = tell(answer.execution)
    stays = [step.detail for step in told.steps if step.action in ("wait", "join")]
    assert sorted(stays) == ["pthread_cond_wait(&c, &m) (waits)", "pthread_join(id, 0) (waits for its end)"]
    assert told.inputs == [] and not any("goes on" in step.detail for step in told.steps)


MAIN_RETURNS = """
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t m, n;
void *one(void *u) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); return 0; }
void *two(void *u) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); return 0; }
int main(void) { pthread_t p, q; pthread_create(&p, 0, one, 0); pthread_create(&q, 0, two, 0); %s }
"""


@pytest.mark.parametrize("end", ["return __VERIFIER_nondet_int();", "return 0;"])
@pytest.mark.parametrize(("engine", "model"), [("order", "sc"), ("explicit", "sc"), ("stateless", "rc11"), ("enumerate", "rc11")])
def test_main_may_return_while_others_wait(c_file, engine, model, end):
    """Until then they wait, whatever main does; but the program ends."""
    source = c_file(MAIN_RETURNS % end)
    answers = {name: api.check(source, engine=engine, model=model, property=name) for name in ("no-deadlock", "program-end")}
    assert answers["no-deadlock"].verdict == "violation", answers["no-deadlock"].reason
    assert answers["program-end"].verdict in ("safe", "safe within bounds"), answers["program-end"].reason
