"""Clusters of writes (coarse memory unwinding): what they hold, and how many a violation takes."""

from __future__ import annotations

import random
from typing import Any

import pytest

import asking
from heddle import api
from heddle.answer import Answer, Verdict
from heddle.backends.bmc import schemes
from heddle.frontend import load
from waiting import PATIENCE

from .counted import COUNTED, SEQUENTIAL, check_of, compare, generate

HEAD = """
#include <assert.h>
#include <pthread.h>
int x, y, z;
"""
WAITED_FOR = HEAD + """
pthread_key_t key;
void *t(void *_) { return 0; }
int main(void) {
  pthread_t h[2];
  pthread_key_create(&key, 0);
  pthread_create(&h[0], 0, t, 0);
  pthread_create(&h[1], 0, t, 0);
  pthread_join(h[1], 0);
  assert(0);
}
"""
ONE_WRITE = HEAD + """
void *t1(void *_) { int before = x, after = x; assert(before == after); return 0; }
void *t2(void *_) { x = 1; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); }
"""
IN_TURN = HEAD + """
void *t1(void *_) { x = 1; return 0; }
void *t2(void *_) { y = x + 1; return 0; }
void *t3(void *_) { z = y + 1; return 0; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0);
  pthread_join(c, 0);
  assert(z != 3);
}
"""
AGAINST_THE_TURNS = HEAD + """
void *t1(void *_) { z = y + 1; return 0; }
void *t2(void *_) { y = x + 1; return 0; }
void *t3(void *_) { x = 1; return 0; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0);
  pthread_join(a, 0);
  assert(z != 3);
}
"""
STORE_BUFFERING = HEAD + """
int seen;
void *t1(void *_) { x = 1; seen = y; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, t1, 0); y = 1; int other = x; pthread_join(a, 0); assert(other || seen); }
"""
MUCH = HEAD + """
void *count(void *_) { for (int i = 0; i < 8; i++) { x++; y++; } return 0; }
int main(void) {
  pthread_t a; pthread_create(&a, 0, count, 0);
  for (int i = 0; i < 8; i++) { x++; y++; }
  pthread_join(a, 0);
  assert(x != 16 || y != 16);
}
"""
SMALL = 400
"""States that brute force looks at, at most."""
BOUNDED = str(Verdict.BOUNDED)
GRAINS = ["fine", "coarse-intra", "coarse-inter"]


def ask(text: str, model: str = "sc", **options: Any) -> Answer:
    return asking.ask(load(["f.c"], texts={"f.c": text}), model, engine="mu", timeout=PATIENCE, **options)


def verdict(text: str, model: str = "sc", **options: Any) -> str:
    return str(ask(text, model, **options).verdict)


@pytest.mark.parametrize("grain", GRAINS)
def test_a_thread_may_wait_for_others_after_its_last_write(grain: str) -> None:
    """The others end after they have seen what the cluster left."""
    assert verdict(WAITED_FOR, mu_grain=grain) == "violation"


@pytest.mark.parametrize("options", [*({"mu_grain": g} for g in GRAINS), {"sma": "mu-coarse-inter"}], ids=str)
def test_one_write_is_one_cluster(options: dict[str, str]) -> None:
    """The reader looks before and after the write, though its turn comes first: a cluster is more than a round."""
    assert verdict(ONE_WRITE, writes=1, **options) == "violation"


@pytest.mark.parametrize(("text", "clusters"), [(IN_TURN, 1), (AGAINST_THE_TURNS, 3)], ids=["in turn", "against the turns"])
def test_threads_have_one_turn_in_a_cluster(text: str, clusters: int) -> None:
    for options in ({"mu_grain": "coarse-inter"}, {"sma": "mu-coarse-inter"}):
        if clusters > 1:
            assert verdict(text, writes=clusters - 1, **options) == BOUNDED
        assert verdict(text, writes=clusters, **options) == "violation"
    assert verdict(text, writes=2, mu_grain="coarse-intra") == BOUNDED
    assert verdict(text, writes=3, mu_grain="coarse-intra") == "violation"


@pytest.mark.parametrize("reads", ["explicit", "implicit", "hybrid"])
@pytest.mark.parametrize("grain", GRAINS)
def test_store_buffers(grain: str, reads: str) -> None:
    answers = [verdict(STORE_BUFFERING, m, mu_grain=grain, mu_reads=reads) for m in ("sc", "tso", "pso")]
    assert answers == ["safe", "violation", "violation"]


def test_clusters_are_chosen_for_programs_that_write_much() -> None:
    """If nobody says what to count.  The answer says so."""
    chosen = ask(MUCH, unwind=8)
    assert chosen.verdict is Verdict.VIOLATION and "coarse-inter" in chosen.note
    for options in ({"mu_grain": "fine"}, {}):
        fine = ask(MUCH, writes=2, unwind=8, **options)
        assert fine.verdict is Verdict.BOUNDED and not fine.note


@pytest.mark.slow
@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_timestamps_count_as_pairs_do(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Location unwinding has them in large programs."""
    monkeypatch.setattr(schemes, "has_few_pairs", lambda analysis: False)
    agree(random.Random(f"times {model}"), "imu", model, 4)


@pytest.mark.slow
@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("engine", [name for name in COUNTED if name not in SEQUENTIAL])
def test_the_bound_is_exact(engine: str, model: str) -> None:
    """With as many writes or clusters as brute force needs a violation is found, with one less it is not."""
    agree(random.Random(f"{engine} {model}"), engine, model, 2)


def agree(chance: random.Random, engine: str, model: str, programs: int) -> None:
    compared = 0
    while compared < programs:
        program = generate(chance)
        check = check_of(program, model, chance, SMALL)
        compared += check is not None and compare(program, model, engine, check, SMALL) is not None


NEVER_WRITTEN = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int plain; atomic_int n;
void *t(void *_) { __sync_val_compare_and_swap(&plain, 3, atomic_load(&n)); n++; return 0; }
int main(void) {
  pthread_t h[2];
  pthread_create(&h[0], 0, t, 0);
  pthread_create(&h[1], 0, t, 0);
  pthread_join(h[0], 0);
  pthread_join(h[1], 0);
  assert(n == 2 && plain == WANTED);
}
"""


@pytest.mark.parametrize("grain", ["fine", "coarse-intra", "coarse-inter"])
@pytest.mark.parametrize("model", ["sc", "tso"])
def test_an_exchange_that_never_writes(c_file, model, grain):
    for wanted, verdict in (("0", "safe"), ("1", "violation")):
        text = NEVER_WRITTEN.replace("WANTED", wanted)
        assert api.check(c_file(text), engine="mu", mu_grain=grain, model=model).verdict == verdict
