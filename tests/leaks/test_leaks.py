"""Memory that is not freed, or lost; and the properties of SV-COMP that are made of other checks."""

from __future__ import annotations

import pytest

from heddle import api
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = """
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int *global, array[2]; struct { int a[2]; int b; } inner;
pthread_mutex_t m;
void *t(void *a) { free(a); return 0; }
void *keeps(void *a) { int *kept = malloc(4); *kept = 1; while (__VERIFIER_nondet_int()); return kept; }
void *stays(void *a) { int *kept = malloc(4); while (*kept != 8); free(kept); return 0; }
void *reads(void *a) { pthread_mutex_lock(&m); *global = 1; pthread_mutex_unlock(&m); return 0; }
void *changes(void *a) { global = malloc(4); return 0; }
void last(void) { free(global); }
int main(void) { pthread_t id; int n = __VERIFIER_nondet_int(); int *p = malloc(sizeof *p); %s }
"""
ENDS = {
    "freed": ("free(p); return 0;", "safe", "safe"),
    "lost": ("p = 0; return 0;", "violation", "violation"),
    "with main's variables": ("return 0;", "violation", "violation"),
    "falls off the end": ("p = 0;", "violation", "violation"),
    "sometimes lost": ("if (n != 7) free(p); return 0;", "violation", "violation"),
    "null is no block": ("free(p); free(0); return 0;", "safe", "safe"),
    "at exit": ("exit(0);", "violation", "safe within bounds"),
    "at abort": ("if (n) { abort(); } free(p); return 0;", "safe within bounds", "safe within bounds"),
    "by a global": ("global = p; return 0;", "violation", "safe"),
    "by the middle": ("global = p + 1; return 0;", "violation", "safe"),
    "sometimes by a global": ("if (n != 7) global = p; return 0;", "violation", "violation"),
    "by no global any more": ("global = p; global = array; return 0;", "violation", "violation"),
    "by a block": ("global = p; p = calloc(2, 8); *(int **)p = global; global = p; return 0;", "violation", "safe"),
    "by blocks in a circle": ("global = array; *(int **)(p = malloc(8)) = p; return 0;", "violation", "violation"),
    "at exit, by a global": ("global = p; exit(0);", "violation", "safe"),
    "by a global, for a running thread": (
        "global = p; pthread_create(&id, 0, reads, 0); return 0;", "violation", "safe",
    ),
    "exchanged by a thread": (
        "global = p; pthread_create(&id, 0, changes, 0); return 0;", "violation", "violation",
    ),
    "by a handler": ("global = p; atexit(last); return 0;", "safe", "safe"),
    "by a joined thread": ("pthread_create(&id, 0, t, p); pthread_join(id, 0); return 0;", "safe", "safe"),
    "by a thread that nobody waits for": ("pthread_create(&id, 0, t, p); return 0;", "violation", "safe"),
    "lost by a joined thread": (
        "free(p); pthread_create(&id, 0, keeps, 0); pthread_join(id, 0); return 0;", "violation", "violation",
    ),
    "kept by a running thread": (
        "free(p); pthread_create(&id, 0, stays, 0); return 0;", "violation", "safe within bounds",
    ),
    "main's thread ends early": ("free(p); pthread_exit(0);", "safe within bounds", "safe within bounds"),
}  # fmt: skip


@pytest.mark.parametrize("kind", ENDS)
def test_what_is_left(c_file, kind):
    body, cleanup, track = ENDS[kind]
    source = c_file(HEAD % body)
    assert api.check(source, property="valid-memcleanup").verdict == cleanup
    assert api.check(source, property="valid-memtrack").verdict == track


@pytest.mark.parametrize("engine", ["order", "lazy", "mu", "imu", "explicit", "stateless"])
@pytest.mark.parametrize("kind", ["freed", "lost", "by a joined thread"])
def test_every_engine(c_file, kind, engine):
    body, cleanup, _ = ENDS[kind]
    answer = api.check(c_file(HEAD % body), property="valid-memcleanup", engine=engine)
    assert answer.verdict == cleanup, answer.reason


@pytest.mark.parametrize("model", ["tso", "pso"])
def test_counting_empties_no_buffer(c_file, model):
    """Both threads may read 0 although each allocates between its write and its read."""
    source = """
        #include <pthread.h>
        #include <stdlib.h>
        #include <assert.h>
        int x, y, r, s;
        void *t(void *a) { x = 1; free(malloc(1)); r = y; return 0; }
        int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); y = 1; free(malloc(1)); s = x; pthread_join(id, 0);
                         assert(r || s); return 0; }
    """
    answer = api.check(c_file(source), model=model, property="assert+valid-memcleanup")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "assert")


BREAKS = {
    "use after free": ("free(p); *p = 1;", {"valid-deref", "valid-memsafety", "def-behavior"}),
    "double free": ("free(p); free(p);", {"valid-free", "valid-memsafety", "def-behavior"}),
    "no block": ("free(p); free(array);", {"valid-free", "valid-memsafety", "def-behavior"}),
    "null": ("free(p); p = 0; *p = 1;", {"valid-deref", "valid-memsafety", "def-behavior"}),
    "outside": ("free(p); if (n == 2) array[n] = 1;", {"valid-deref", "valid-memsafety", "def-behavior"}),
    "another member": ("free(p); if (n == 2) inner.a[n] = 1;", {"def-behavior"}),
    "overflow": ("free(p); n = n + 1;", {"no-overflow", "def-behavior"}),
    "shift": ("free(p); n = 1u << (n & 63);", {"def-behavior"}),
    "race": ("*p = 1; pthread_create(&id, 0, t, 0); free(p); pthread_join(id, 0);", set()),
}  # fmt: skip
PARTS = ("valid-deref", "valid-free", "valid-memsafety", "no-overflow", "def-behavior")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", BREAKS)
def test_what_breaks_what(c_file, kind, part):
    body, broken = BREAKS[kind]
    answer = api.check(c_file(HEAD % f"{body} return 0;"), property=part, engine="order")
    assert (answer.verdict == "violation") == (part in broken), answer.reason


def test_several_properties(heddle, c_file):
    source = c_file(HEAD % "p = 0; return 0;")
    for options in (["--property", "assert", "--property", "valid-memcleanup"], ["--property", "assert,valid-memcleanup"]):
        assert heddle("check", *options, source).code == 1
    assert heddle("check", "--property", "assert", source).code == 0


@pytest.mark.parametrize("name", ["valid-memtrack+no-data-race", "no-data-race+valid-memtrack"])
def test_leaks_and_races_in_any_order(c_file, name):
    """What the checks for the one keep does not mislead those for the other."""
    lost = "pthread_create(&id, 0, t, 0); p[0] = 1; global = array; pthread_join(id, 0); p = 0; return 0;"
    racy = "pthread_create(&id, 0, t, 0); global = array; free(p); p = malloc(4); *p = 1; free(p); return 0;"
    shared = "int *writes(void) { return global = array; } void *u(void *a) { writes(); return 0; }\nint main"
    assert api.check(c_file(HEAD % lost), property=name).execution.failure.kind == "memtrack"
    two = HEAD.replace("int main", shared) % racy.replace("t, 0)", "u, 0)")
    assert api.check(c_file(two), property=name).execution.failure.kind == "data-race"


def test_all_is_what_is_a_bug_by_itself(c_file):
    racy = "*p = 1; global = array; pthread_create(&id, 0, t, 0); *global = 1; pthread_join(id, 0); free(p); return 0;"
    assert api.check(c_file(HEAD % racy), property="all").verdict == "safe"
    assert api.check(c_file(HEAD % "p = 0; return 0;"), property="all").verdict == "violation"


JOBS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { void (*run)(int *); int *arg; struct job *next; } *head;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;
void add(int *n) { sum += *n + 1; free(n); }
void *worker(void *_)
{
    for (;;) {
        pthread_mutex_lock(&m);
        struct job *j = head;
        if (j) head = j->next;
        pthread_mutex_unlock(&m);
        if (!j) return 0;
        j->run(j->arg);
        %s
    }
}
int main(void)
{
    for (int i = 1; i <= 2; i++) {
        int *n = malloc(sizeof *n);
        struct job *j = malloc(sizeof *j);
        *n = i; *j = (struct job){ add, n, head };
        head = j;
    }
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(sum == 5);
}
"""


@pytest.mark.parametrize(("last", "verdict"), [("free(j);", "safe"), (";", "violation")])
def test_numbers_in_blocks_lead_nowhere_and_looking_for_lost_blocks_compares_no_pointers_of_the_program(
    c_file, last, verdict
):
    """Else the look would take for ever, or every block that is given out again would be a cut."""
    source = c_file(JOBS % last)
    answer = api.check(source, property="valid-memtrack", engine="explicit", timeout=PATIENCE)
    assert answer.verdict == verdict, answer.reason


@pytest.mark.parametrize("engine", ["order", "explicit", "stateless", "enumerate"])
def test_what_is_freed_twice_does_not_hide_or_make_a_leak(c_file, engine):
    """A double free is no leak, and no error of Heddle's own: the property does not speak of it."""
    two = "pthread_create(&id, 0, t, p); free(p); pthread_join(id, 0); return 0;"
    answer = api.check(c_file(HEAD % two), property="valid-memcleanup", engine=engine)
    assert answer.verdict == "safe within bounds", answer.reason
    assert any("undefined behaviour" in cut.what or "after its life" in cut.what for cut in answer.cuts)


def test_threads_run_the_functions_that_they_were_created_with(c_file):
    """Where ghosts count threads, pthread_create knows several creations: each with its function."""
    reader = "void *r(void *a) { return (void *)(long)*global; }\nint main"
    body = "pthread_t other; global = p; pthread_create(&id, 0, t, p); pthread_create(&other, 0, r, 0); return 0;"
    source = c_file(HEAD.replace("int main", reader) % body)
    answer = api.check(source, property="valid-deref+valid-memtrack", engine="stateless")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "lifetime"), answer.reason
