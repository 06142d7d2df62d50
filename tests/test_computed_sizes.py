"""Blocks whose size the program computes end where it says, not where the bound on their size does."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"model": "tso"}, {"model": "pso"},
    {"sma": "sc"}, {"sma": "mu-implicit"},
]  # fmt: skip
TEXT = """
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
short *shared;
void *thread(void *unused) { shared[%d] = 1; return 0; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 1 && n < 4);
  short array[n];
  shared = %s;
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
  return 0;
}
"""
BLOCKS = ["malloc(2 * n)", "calloc(n, 2)", "array"]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
@pytest.mark.parametrize("block", BLOCKS)
def test_what_lies_beyond_is_a_violation(c_file, block, way):
    assert api.check(c_file(TEXT % (2, block)), **way).verdict == "violation"


@pytest.mark.parametrize("block", BLOCKS)
def test_what_lies_in_it_is_not(c_file, block):
    assert api.check(c_file(TEXT % (1, block))).verdict == "safe"


def test_it_is_a_cut_where_only_assertions_count(c_file):
    answer = api.check(c_file(TEXT % (2, BLOCKS[0])), property="assert")
    assert (answer.verdict, [cut.loc.line for cut in answer.cuts]) == ("safe within bounds", [7])
