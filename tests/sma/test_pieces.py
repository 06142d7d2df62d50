"""Accesses of different sizes under every shared memory abstraction: locations are the smallest pieces, accesses are whole."""

from __future__ import annotations

from functools import cache

import pytest

import asking
from covering import ALL, some
from heddle.answer import Verdict
from heddle.core.program import Program
from heddle.frontend import load
from heddle.sma import ABSTRACTIONS

TEXT = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
union { unsigned whole; unsigned char parts[4]; unsigned short halves[2]; } u;
union { long all; int part[2]; } z = { -1 };
unsigned char *p = &u.parts[0];
int x, y, r1, r2;
void *one(void *_) { ONE; return 0; }
void *two(void *_) { TWO; return 0; }
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(CHECK);
    return 0;
}
"""
# name: (what threads do, what holds in the end, the models under which it can fail)
PROGRAMS = {
    "a read is not torn": ("u.whole = 0x01010101", "r1 = u.whole", "(r1 & 0xff) == r1 >> 24 || u.parts[1]", ""),
    "a read finds the whole write": ("u.whole = 0x01010101", "r1 = u.whole; r2 = u.parts[3]", "r1 != 0x01010101 || !r2", "sc tso pso"),
    "the read before it": ("u.whole = 0x01010101", "r1 = u.parts[3]; r2 = u.whole", "!r1 || r2 == 0x01010101", ""),
    "a part over the whole": ("u.whole = 0x01010101", "u.parts[1] = 9", "u.whole != 0x01010901", "sc tso pso"),
    "the whole over a part": ("u.whole = 0x01010101", "u.parts[1] = 9", "u.whole & 1", ""),
    "the own part is seen": ("u.parts[2] = 5; r1 = u.whole", "u.halves[0] = 7", "(r1 & 0xffff0000) == 0x50000", ""),
    "parts wait": ("u.parts[2] = 5; r1 = y", "y = 1; r2 = u.whole", "r1 || r2", "tso pso"),
    "the whole waits": ("u.whole = 5; r1 = y; x = u.parts[0]", "y = 1; r2 = u.parts[0]", "r1 || r2", "tso pso"),
    "overlapping writes stay in order": ("u.whole = 1; u.parts[0] = 2", "r1 = u.parts[0]; r2 = u.whole", "!(r1 == 2 && r2 == 1)", ""),
    "those side by side need not": ("u.parts[1] = 1; u.halves[1] = 1", "r1 = u.halves[1]; r2 = u.whole", "!(r1 && !(r2 & 0x100))", "pso"),
    "exchange of a part": ("atomic_fetch_add((_Atomic unsigned char *)&u.parts[1], 1)", "u.whole = 0x100", "u.whole == 0x200", "sc tso pso"),
    "exchange of all": ("__sync_fetch_and_add(&u.whole, 255)", "__sync_fetch_and_add(&u.halves[0], 1)", "u.whole == 256", ""),
    "some part": ("p = &u.parts[2]", "*p = 3; r1 = u.whole", "r1 == 3", "sc tso pso"),
    "minus one is minus one": ("int e = -1; __atomic_compare_exchange_n(&z.part[1], &e, 4, 0, 5, 5)", "r1 = z.all >> 32", "z.part[1] == 4", ""),
}  # fmt: skip
QUICK = {"sc", "imu-tso"}
QUEUED = ("a part over the whole", "the own part is seen", "parts wait", "overlapping writes stay in order", "those side by side need not")
"""What the explicit queues are tried on: they are slow, as the paper says."""
ALIKE = ("mu-implicit", "mu-hybrid")
"""They differ from mu-explicit in how a read finds its value only."""
BOUNDS = {"tso": {"rounds": 2, "queue": 2}, "pso": {"rounds": 2, "queue": 2}}
"""Enough for every violation (as in the matrix); to prove the rest safe in all rounds takes up to half a minute each."""


@cache
def loaded(name: str) -> Program:
    one, two, check, _ = PROGRAMS[name]
    return load(["f.c"], texts={"f.c": TEXT.replace("ONE", one).replace("TWO", two).replace("CHECK", check)})


CASES = [
    pytest.param(sma, name, marks=[] if sma in QUICK else [pytest.mark.slow])
    for sma in ABSTRACTIONS
    for name in (some(PROGRAMS, 6) if sma in ALIKE else PROGRAMS if ALL or sma not in BOUNDS else QUEUED)
]  # fmt: skip


@pytest.mark.parametrize(("sma", "name"), CASES)
def test_answers(sma: str, name: str) -> None:
    models = PROGRAMS[name][3]
    model = ABSTRACTIONS[sma].model
    result = asking.ask(loaded(name), model, sma=sma, **BOUNDS.get(sma, {}))
    assert (result.verdict is Verdict.VIOLATION) == (model in models), result
    assert result.verdict is not Verdict.UNKNOWN, result.reason


def test_negative_numbers_are_compared_at_their_own_width() -> None:
    text = """
    #include <assert.h>
    #include <pthread.h>
    #include <stdatomic.h>
    atomic_int x = -1; atomic_long wider; int expected = -1;
    void *thread(void *_) { wider = 1; atomic_compare_exchange_strong(&x, &expected, 6); return 0; }
    int main(void)
    {
        pthread_t t;
        pthread_create(&t, 0, thread, 0);
        if (wider == 1) { pthread_join(t, 0); assert(x != 6); }
        return 0;
    }
    """
    assert asking.ask(load(["f.c"], texts={"f.c": text}), "sc", sma="sc").verdict is Verdict.VIOLATION
