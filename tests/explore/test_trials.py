"""Inputs of many values in the explorer: all that differ are tried, or the answer names those that were not."""

from __future__ import annotations

import pytest

from heddle import api
from heddle.core.instr import Nondet, Source
from heddle.explorer.trials import trials
from waiting import PATIENCE

from .programs import compiled

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void __VERIFIER_assume(int);
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *_) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
"""
TWO = "pthread_t h; pthread_create(&h, 0, add, 0); add(0); pthread_join(h, 0);"


def values(body: str) -> list[tuple[tuple[int, ...], bool]]:
    program = compiled(f"{HEAD} int main(int argc, char **argv) {{ {body} return 0; }}")
    found = trials(program)
    inputs = [x for x in program.functions["main"].body if isinstance(x, Nondet) and x.source is Source.INPUT]
    return [(found[x.uid].values, found[x.uid].is_all) for x in inputs if x.uid in found]


@pytest.mark.parametrize(("body", "expected"), [
    ("int n = __VERIFIER_nondet_int(); if (n == 42) x = 1;", ((41, 42, 43), True)),
    ("int n = __VERIFIER_nondet_int(); if (n > 3 && n < 9) x = 1;", ((2, 3, 4, 9, 10), True)),
    ("int n = __VERIFIER_nondet_int(), k = n; if (!k) x = 1;", ((-1, 0, 1), True)),
    ("unsigned n = __VERIFIER_nondet_uint(); if (n) x = 1;", ((0, 1), True)),
    ("int n = __VERIFIER_nondet_int(); if (n == 2147483647) x = 1;", ((2147483646, 2147483647), True)),
    ("int n = __VERIFIER_nondet_int(); if (n == 7) x = n;", ((-1, 0, 1, 2, 3, 6, 7, 8), False)),
    ("if (argc != 2) x = 1;", ((0, 1, 2, 3), True)),
])  # fmt: skip
def test_values(body, expected):
    assert values(body) == [expected]


def check(c_file, body: str, **options):
    return api.check(c_file(f"{HEAD} int main(int argc, char **argv) {{ {body} return 0; }}"), model="rc11", timeout=PATIENCE, **options)


def test_main_may_have_parameters_that_it_does_not_use(c_file):
    answer = check(c_file, f"{TWO} assert(x == 2);")
    assert (answer.verdict, answer.counts.executions) == ("safe", 2)


@pytest.mark.parametrize(("body", "verdict"), [
    (f"if (argc > 2) add(0); {TWO} assert(x == 2 || argc > 2);", "safe"),
    (f"if (argc > 2) add(0); {TWO} assert(x == 2);", "violation"),
    (f"int n = __VERIFIER_nondet_int(); {TWO} if (n == 1234567) x = 0; assert(x);", "violation"),
    (f"int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 10); {TWO} assert(n != 5 && x == 2);", "safe"),
    (f"int n = __VERIFIER_nondet_int(); {TWO} assert(x + n != 5);", "violation"),
])  # fmt: skip
def test_verdicts(c_file, body, verdict):
    assert check(c_file, body).verdict == verdict


def test_what_was_not_tried_is_named(c_file):
    answer = check(c_file, f"int n = 0; if (argc == 2) n = atoi(argv[1]); {TWO} assert(x + n != 77);")
    assert answer.verdict == "safe within bounds"
    assert any(cut.what.startswith("values of an input other than -1, 0, 1, 2, 3") for cut in answer.cuts)
