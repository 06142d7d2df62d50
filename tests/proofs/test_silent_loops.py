"""A thread that goes round for ever without a visible step does nothing more; the others go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import heddle
from waiting import PATIENCE

TEXT = """
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
void *one(void *p) {{ {first} assert(0); }}
void *two(void *p) {{ while (1) {second} }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, one, 0); pthread_create(&t, 0, two, 0); }}
"""
IN_TURNS = "int a = 0; x = 1; while (a < 2) a = 1 - a;"
CLAIMING = "int a = 0; x = 1; while (a < 2) assert(a < 1);"
IN_A_SECTION = "__VERIFIER_atomic_begin(); x = 1; while (y != 1); __VERIFIER_atomic_end();"
WRITING = "__VERIFIER_atomic_begin(); while (y != 1) x = 1; __VERIFIER_atomic_end();"


@pytest.mark.parametrize("first, second, verdict", [
    (IN_TURNS, "assert(x < 2);", "safe"),
    (IN_TURNS, "assert(x < 1);", "violation"),
    (CLAIMING, "assert(x < 1);", "violation"),
    (IN_A_SECTION, "assert(x < 1);", "safe"),
    (IN_A_SECTION, "y = 1;", "violation"),
    (WRITING, "assert(x < 1);", "safe"),
])  # fmt: skip
def test_goes_round(c_file: Callable[[str], Path], first: str, second: str, verdict: str) -> None:
    """What an atomic section that never ends has written is seen by nobody."""
    answer = heddle.check(c_file(TEXT.format(first=first, second=second)), engine="explicit", timeout=PATIENCE)
    assert answer.verdict == verdict, answer.reason
