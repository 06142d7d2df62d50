"""Uninitialized memory that is read: the explorer and the enumerator guess what it holds, and say so."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

# A block is published before what it holds has been written, as far as the reader can tell.
PUBLISHED = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
_Atomic(struct node *) published;
void *writer(void *unused) {
  struct node *p = malloc(sizeof *p);
  p->value = 42;
  p->next = p;
  atomic_store_explicit(&published, p, ORDER);
  return 0;
}
void *reader(void *unused) {
  struct node *p = atomic_load_explicit(&published, memory_order_acquire);
  if (p) { int v = p->value; assert(CLAIM); }
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, reader, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
"""


def published(claim: str, order: str = "memory_order_relaxed") -> str:
    return PUBLISHED.replace("CLAIM", claim).replace("ORDER", order)


@pytest.mark.parametrize("model", ["armv8", "power", "riscv"])
@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
def test_what_is_read_before_it_is_written_is_anything(c_file, model, engine):
    answer = api.check(c_file(published("v == 42")), model=model, engine=engine)
    assert answer.verdict == "violation"
    assert answer.execution is not None


@pytest.mark.parametrize("claim", ["v >= 0", "v == 42 || v == 0"])
def test_not_only_zeros_are_tried(c_file, claim):
    assert api.check(c_file(published(claim)), model="armv8", engine="stateless").verdict == "violation"


@pytest.mark.parametrize("engine", ["stateless", "enumerate"])
def test_other_contents_are_a_cut(c_file, engine):
    claim = "v == 42 || v == 0 || v == -1"
    answer = api.check(c_file(published(claim)), model="armv8", engine=engine)
    assert answer.verdict == "safe within bounds"
    tried = "zeros or ones" if engine == "stateless" else "zeros"
    assert [cut.what for cut in answer.cuts if "contents" in cut.what] == [f"contents of uninitialized memory other than {tried}"]


def test_published_with_release_nothing_is_guessed(c_file):
    answer = api.check(c_file(published("v == 42", "memory_order_release")), model="armv8", engine="stateless")
    assert answer.verdict in ("safe", "safe within bounds")
    assert not any("contents" in cut.what for cut in answer.cuts)


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("claim", ["p[1] == 7", "p[1] == 0"])
def test_memory_that_nobody_ever_writes(c_file, model, claim):
    text = f"""
    #include <assert.h>
    #include <pthread.h>
    #include <stdlib.h>
    int *p;
    void *reader(void *unused) {{ assert({claim}); return 0; }}
    int main(void) {{ pthread_t t; p = malloc(8); p[0] = 7; pthread_create(&t, 0, reader, 0); pthread_join(t, 0); }}
    """
    assert api.check(c_file(text), model=model, engine="stateless").verdict == "violation"
