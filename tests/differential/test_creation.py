"""Creating a thread and storing its pthread_t is one step: the new thread finds it there, in every engine."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

OWN_ID = """
#include <assert.h>
#include <pthread.h>
pthread_t t;
void *same(void *_) { assert(t == pthread_self()); return 0; }
int main(void) {
  pthread_create(&t, 0, same, 0);
  pthread_join(t, 0);
}
"""
WITH_KEY = OWN_ID.replace("pthread_create", "pthread_key_t key; pthread_key_create(&key, last); pthread_create").replace(
    "int main", "void last(void *_) {} int main"
)
"""Threads begin in a function of the library, which runs the destructors at their ends."""


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
@pytest.mark.parametrize("engine", ["auto", "stateless", "enumerate"])
def test_a_new_thread_knows_its_own_id(c_file, engine, model):
    assert api.check(c_file(OWN_ID), engine=engine, model=model).verdict == "safe"


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_so_does_one_with_destructors(c_file, model):
    assert api.check(c_file(WITH_KEY), engine="stateless", model=model).verdict == "safe"


BADLY_STORED = """
#include <pthread.h>
void *thread(void *_) { return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_create((pthread_t *)16, 0, thread, 0);
}
"""


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
@pytest.mark.parametrize("engine", ["auto", "stateless"])
def test_an_id_that_cannot_be_stored(c_file, engine, model):
    """The violation comes before the new thread begins."""
    answer = api.check(c_file(BADLY_STORED), engine=engine, model=model)
    assert (answer.verdict, answer.execution.failure.at.line) == ("violation", 7)
