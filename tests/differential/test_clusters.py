"""Clusters of writes (coarse memory unwinding, one thread a cluster) do not hold back what comes after them."""

from __future__ import annotations

import pytest

from heddle import api

WAITED_FOR = """
#include <assert.h>
#include <pthread.h>
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


@pytest.mark.parametrize("grain", ["fine", "coarse-intra", "coarse-inter"])
def test_a_thread_may_wait_for_others_after_its_last_write(c_file, grain):
    """The others end after they have seen what the cluster left."""
    assert api.check(c_file(WAITED_FOR), engine="mu", mu_grain=grain).verdict == "violation"
