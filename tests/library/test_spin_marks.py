"""GenMC's marks of spinning loops: an iteration that is not the last one is a wait."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

# The loop counts its iterations, so that none of them is idle by itself.
COUNTING = """
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y; int data;
void *set(void *unused) { data = 7; y = 1; SET return 0; }
int main(void) {
  pthread_t t;
  int tries = 0;
  pthread_create(&t, 0, set, 0);
  __VERIFIER_loop_begin();
  for (;;) {
    __VERIFIER_spin_start();
    int v = atomic_load(&x);
    __VERIFIER_spin_end(v == 1);
    if (v == 1) break;
    tries++;
  }
  assert(CLAIM);
  pthread_join(t, 0);
}
"""
WAITS = COUNTING.replace("SET", "x = 1;")
SAFE, WRONG = WAITS.replace("CLAIM", "data == 7 && tries < 1"), WAITS.replace("CLAIM", "data != 7")
NEVER = COUNTING.replace("SET", "").replace("CLAIM", "0")
WAYS = [
    {"engine": "stateless"}, {"engine": "stateless", "model": "rc11"}, {"engine": "explicit"}, {"engine": "lazy"}, {"engine": "order"},
    {"engine": "enumerate", "model": "rc11"}, {"sma": "sc"},
]  # fmt: skip


@pytest.mark.parametrize("model", ["sc", "tso", "rc11"])
def test_the_explorer_counts_it_as_blocked(c_file, model):
    counts = api.explore(c_file(SAFE), model=model).counts
    assert (counts.executions, counts.blocked) == (1, 1)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_every_engine_leaves_iterations_out_that_are_not_the_last(c_file, way):
    bounds = {} if way.get("engine") in ("stateless", "explicit") else {"unwind": 1}
    assert api.check(c_file(SAFE), **way, **bounds).verdict in ("safe", "safe within bounds")
    assert api.check(c_file(WRONG), **way, **bounds).verdict == "violation"


@pytest.mark.parametrize("way", [{"engine": "explicit"}, {"engine": "stateless", "model": "rc11"}], ids=lambda way: way["engine"])
def test_a_thread_that_spins_for_ever_is_still_found(c_file, way):
    """A wait does not hide that nobody ends it."""
    spins = NEVER.replace("tries++;", "")
    assert api.check(c_file(spins), property="termination", **way).verdict == "violation"
    assert api.check(c_file(spins), **way).verdict == "safe"
