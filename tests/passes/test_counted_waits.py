"""Waiting loops that count: what is recognized as mere waiting, what must not be, and what then is said of programs."""

from __future__ import annotations

import pytest

from asking import ask
from heddle.answer import Verdict
from heddle.core.program import Program
from heddle.frontend import load
from heddle.passes.counted_waits import without_counting

TEXT = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x, y, z; int plain;
static void pause(void) { __asm__ volatile("" ::: "memory"); }
static void longer(unsigned n) { for (unsigned i = 0; i < n; i++) pause(); }
void *thread(void *a) { %s return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, thread, 0); %s pthread_join(t, 0); %s return 0; }
"""
CHANGE = "x = 1; x = 2; x = 1; y = 1;"


def program(thread: str, main: str = CHANGE, end: str = "", **options: object) -> Program:
    return load(["p.c"], texts={"p.c": TEXT % (thread, main, end)}, **options)  # type: ignore[arg-type]


WAITING = {
    "spins before a slow path": "int spins = 100; while (spins-- && !x) ; y = 2;",
    "for": "for (int i = 0; i < 10; i++) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; } y = 2;",
    "gives up": "int n = 0; while (!x) if (n++ > 100) break;",
    "failures": "int n = 0; for (;;) { int v = x; if (atomic_compare_exchange_strong(&x, &v, v + 1)) break; if (++n > 5) n = 0; }",
    "waits longer": "unsigned d = 1; while (!x) { for (unsigned i = 0; i < d; i++) pause(); if (d < 99) d *= 2; }",
    "waits longer in a function": "unsigned d = 1; while (!x) { longer(d); if (d < 99) d *= 2; }",
    "in proportion": "for (;;) { int v = x; if (v == 2) break; longer(2 - v); }",
    "adds up what nobody wants": "int n = 0; while (!x) n = n + y;",
    "random": "unsigned s = 7; while (!x) { s = s * 1103515245 + 12345; longer(s % 8); }",
}
NOT = {
    "read after the loop": "int n = 0; while (!x && n < 9) n++; y = n;",
    "asserted": "int n = 0; while (!x) { n++; assert(n < 9); }",
    "written": "int n = 0; while (!x) { n++; y = n; }",
    "an index": "int b[4] = {0}; for (int i = 0; i < 4 && !x; i++) b[i] = 1; y = b[0];",
    "decides with what is read": "for (int i = 0; i < 9; i++) if (x + i == 9) break;",
    "works": "for (int i = 0; i < 3; i++) atomic_fetch_add(&y, 1);",
    "writes": "for (int i = 0; i < 3; i++) { plain = x; }",
    "nothing is counted": "while (!x) sched_yield();",
}


@pytest.mark.parametrize("loop", WAITING.values(), ids=WAITING)
def test_it_counts_how_long_it_waits(loop: str) -> None:
    freed = without_counting(program(loop))
    assert freed is not None
    assert without_counting(freed) is None


@pytest.mark.parametrize("loop", NOT.values(), ids=NOT)
def test_what_counts_more_than_waiting_stays(loop: str) -> None:
    assert without_counting(program(loop)) is None


def test_the_check_for_overflow_looks_at_the_counter() -> None:
    loop = "int n = 2147483647; while (!x) n++;"
    assert without_counting(program(loop)) is not None
    checked = program(loop, "y = 1; x = 1;", checks=frozenset({"overflow"})).claiming("overflow")
    assert without_counting(checked) is None
    assert ask(checked, engine="explicit").verdict is Verdict.VIOLATION


SAFE = {
    "slow path": ("int n = 1000000; while (n-- && !x) ; while (!x) ; assert(plain == 1);", "plain = 1; x = 1;", ""),
    "back-off": ("unsigned d = 1; while (!x) { longer(d); d *= 3; } assert(plain == 1);", "plain = 1; x = 1;", ""),
    "lock": (
        "int n = 0; for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; n++; } plain++; x = 0;",
        "int e = 0; while (!atomic_compare_exchange_weak(&x, &e, 1)) e = 0; plain++; x = 0;", "assert(plain == 2);",
    ),
    "what the slow path needs": ("int n = 2000000; while (n-- && !x) ; if (!x) y = 1;", "z = 1; x = 1;", "assert(y < 2);"),
}  # fmt: skip
BAD = {
    "the slow path": ("int n = 30; while (n-- && !x) ; y = 1;", "x = 1;", "assert(y == 0);"),
    "gives up": ("int n = 0; while (!x) if (n++ > 20) return 0; y = 1;", "x = 1;", "assert(y == 1);"),
    "counter after the loop": ("int n = 0; while (!x && n < 20) n++; y = n;", "x = 1;", "assert(y != 20);"),
    "count of rounds": ("int n = 0; while (!x) { if (n < 3) n++; else y = 1; }", "while (!y) ; x = 1;", "assert(!y);"),
    "in the loop": ("int n = 0; while (!x) { if (n++ == 5) y = 1; }", "x = 1;", "assert(y == 0);"),
    "waiters": (
        "int n = 9; while (n-- && !x) { atomic_fetch_add(&y, 1); atomic_fetch_sub(&y, 1); }",
        "if (y) z = 1; x = 1;", "assert(z == 0);",
    ),
    "what a round finds": ("int n = 9; while (n-- && !x) assert(y == 0);", "y = 1; x = 1;", ""),
}  # fmt: skip


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@pytest.mark.parametrize("parts", SAFE.values(), ids=SAFE)
def test_safe_however_long_it_waits(parts: tuple[str, str, str], model: str) -> None:
    answer = ask(program(*parts), model, engine="explicit", timeout=60.0)
    assert answer.verdict is Verdict.SAFE
    assert "any number of rounds" in answer.note or answer.statistics["states"] < 1000


@pytest.mark.parametrize("model", ["sc", "tso"])
@pytest.mark.parametrize("parts", BAD.values(), ids=BAD)
def test_what_depends_on_the_count_is_found(parts: tuple[str, str, str], model: str) -> None:
    assert ask(program(*parts), model, engine="explicit", timeout=60.0).verdict is Verdict.VIOLATION


def test_what_only_the_exact_count_keeps_safe_is_not_called_wrong() -> None:
    """Without the count the thread could give up at once."""
    answer = ask(program("int n = 0; while (!x) if (n++ > 3) return 0; y = 1;", "x = 1;", "assert(y < 2);"), engine="explicit")
    assert answer.verdict is Verdict.SAFE
    exact = program("int n = 0; y = 1; while (n < 5) { n++; if (x == 2) return 0; } y = 0;", "", "assert(y == 0);")
    assert ask(exact, engine="explicit").verdict is Verdict.SAFE
