"""Where C leaves behaviour undefined: a violation if the property claims it, otherwise a cut that is named.

Plain ``safe`` is never said over it, by no engine.
"""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"}, {"engine": "enumerate"},
    {"sma": "sc"}, {"sma": "mu-implicit"}, {"engine": "lal-reps"},
]  # fmt: skip

# By the kind of property: a program that does it in some interleaving only, before an assertion that fails in the others.
PROGRAMS = {
    "bounds": ("int a[3]; int i = -1;", "i = 1;", "a[i] = 1;"),
    "pointer": ("int x; int *p;", "p = &x;", "*p = 1;"),
    "div-by-zero": ("int d;", "d = 1;", "d = 6 / d;"),
    "overflow": ("int n = 40;", "n = 1;", "n = 1 << n;"),
    "free": ("void *malloc(unsigned long); void free(void *); int *p; int n;", "n = 1;", "p = malloc(4); if (!n) free(p); *p = 1;"),
}
THREADS = """
#include <assert.h>
#include <pthread.h>
%s
void *thread(void *unused) { %s return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  %s
  %s
  return 0;
}
"""
CASES = [(kind, way) for kind in PROGRAMS for way in WAYS if kind != "free" or way.get("engine") != "enumerate"]


def case(value):
    return value if isinstance(value, str) else "-".join(value.values())


def written(kind, last="assert(1);"):
    return THREADS % (*PROGRAMS[kind], last)


@pytest.mark.parametrize("kind, way", CASES, ids=case)
def test_what_the_property_claims_is_a_violation(c_file, kind, way):
    answer = api.check(c_file(written(kind)), property=kind, **way)
    assert (answer.verdict, answer.execution.failure.at.line) == ("violation", 9)


@pytest.mark.parametrize("kind, way", CASES, ids=case)
def test_what_it_does_not_claim_is_a_cut(c_file, kind, way):
    answer = api.check(c_file(written(kind)), property="assert", **way)
    assert answer.verdict == "safe within bounds"
    assert [(cut.loc.line, cut.option) for cut in answer.cuts] == [(9, "")]
    assert cut_says(answer, "undefined behaviour") and cut_says(answer, "what follows is not explored")


def cut_says(answer, words):
    return words in answer.cuts[0].what


@pytest.mark.parametrize("kind, way", CASES, ids=case)
def test_other_executions_go_on(c_file, kind, way):
    """An assertion behind it fails in the executions that have a meaning."""
    answer = api.check(c_file(written(kind, "assert(0);")), property="assert", **way)
    assert (answer.verdict, answer.execution.failure.at.line) == ("violation", 10)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_others_see_what_a_thread_did_before(c_file, way):
    """The step before undefined behaviour is one of its own: main may run between the two."""
    text = THREADS % ("int x, d;", "x = 1; d = 1 / d;", "int r = x;", "assert(r == 0);")
    assert api.check(c_file(text), property="assert", **way).verdict == "violation"


def test_inner_dimensions_count(c_file):
    text = "int a[2][3]; int j = 3; int main(void) { a[0][j] = 1; return 0; }"
    assert api.check(c_file(text)).verdict == "violation"
    assert api.check(c_file(text), property="assert").verdict == "safe"


def test_one_past_the_end_is_an_address_but_no_place(c_file):
    text = "int a[2]; int main(void) {{ int *end = &a[2]; return {}; }}"
    assert api.check(c_file(text.format("end == a"))).verdict == "safe"
    assert api.check(c_file(text.format("*end"))).verdict == "violation"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_a_thread_that_runs_no_function(c_file, way):
    text = """#include <pthread.h>
    int main(void) { pthread_t t; pthread_create(&t, 0, (void *(*)(void *))8, 0); return 0; }"""
    answer = api.check(c_file(text), **way)
    assert (answer.verdict, answer.execution.failure.at.line) == ("violation", 2)
    assert api.check(c_file(text), property="assert", **way).verdict == "safe within bounds"


@pytest.mark.parametrize("model", ["sc", "pso", "ra", "rc11"])
def test_a_lock_that_is_nowhere(c_file, model):
    """Engines may look at another part of the lock first than the replayer does."""
    answer = api.check(c_file("#include <pthread.h>\nint main(void) { pthread_mutex_lock((pthread_mutex_t *)0xdeadbeef); }"), model=model)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "pointer")


FAR_AWAY = """
#include <pthread.h>
#include <stdlib.h>
int *data;
void *work(void *arg) { int *own = malloc(8); own[0] = 1; data[INDEX] = own[0]; free(own); return 0; }
int main(void) { pthread_t t; data = malloc(8); pthread_create(&t, 0, work, 0); pthread_join(t, 0); free(data); }
"""


@pytest.mark.parametrize("index", ["1u << 31", "1ull << 30", "1ull << 32", "1ull << 33"])
@pytest.mark.parametrize("way", [{"engine": "order"}, {"engine": "stateless"}, {"sma": "sc"}], ids=case)
def test_an_index_that_leads_far_away(c_file, way, index):
    """What an engine calls out of bounds is so for the replayer, though there may be something at the address."""
    answer = api.check(c_file(FAR_AWAY.replace("INDEX", index)), **way)
    assert (answer.verdict, answer.execution.failure.at.line) == ("violation", 5)
