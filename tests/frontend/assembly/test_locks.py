"""Locks in assembly: each keeps one thread out while the other is in, under the models that allow it to."""

from __future__ import annotations

from pathlib import Path

import pytest

from asking import ask
from heddle.answer import Verdict
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.frontend import load
from heddle.models import find

PROGRAMS = Path(__file__).parent / "programs"
HOLDS = (Verdict.SAFE, Verdict.BOUNDED)
NOT_ATOMIC = 'SWAP="movl %1,%%ecx; movl %0,%1; movl %%ecx,%0"'


def verdict(file: str, model: str, defines: tuple[str, ...]) -> Verdict:
    program = load([str(PROGRAMS / file)], defines=defines)
    if model == "rc11":
        return ask(program, model, engine="stateless", unwind=3).verdict
    return ask(program, model, unwind=2, rounds=2).verdict


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
@pytest.mark.parametrize("file", ["spin.c", "ticket.c", "mcs.c", "exclusive.c", "halves.c"])
def test_locks_hold(file: str, model: str) -> None:
    assert verdict(file, model, ()) in HOLDS


@pytest.mark.parametrize(
    ("file", "define", "model", "holds"),
    [
        ("spin.c", NOT_ATOMIC, "sc", False),  # an exchange in two steps
        ("peterson.c", 'FENCE="mfence"', "tso", True),
        ("peterson.c", 'FENCE="lock; addl $0,(%%rsp)"', "tso", True),
        ("peterson.c", 'FENCE=""', "sc", True),
        ("peterson.c", 'FENCE=""', "tso", False),  # the read overtakes the writes
        ("peterson.c", 'FENCE="sfence"', "tso", False),
        ("halves.c", 'RELEASE="str"', "tso", True),
        ("halves.c", 'RELEASE="str"', "pso", False),
        ("halves.c", 'RELEASE="str"', "rc11", False),
        ("halves.c", 'STORE="stxr"', "rc11", True),
        ("exclusive.c", 'RELEASE="str"', "tso", True),
        ("exclusive.c", 'RELEASE="str"', "pso", False),  # the lock is free before what it protects is written
        ("exclusive.c", 'RELEASE="str"', "rc11", False),
    ],
)
def test_locks_need_their_instructions(file: str, define: str, model: str, holds: bool) -> None:
    assert (verdict(file, model, (define,)) in HOLDS) == holds


TRIES = """#include <pthread.h>
#include <assert.h>
int x, won;
static int ll(int *p) { int v; asm volatile("ldxr %w0, %1" : "=r"(v) : "Q"(*p)); return v; }
static int sc(int *p, int v) { int s; asm volatile("stxr %w0, %w2, %1" : "=&r"(s), "=Q"(*p) : "r"(v)); return !s; }
static int both(int *p) { int v, s; asm volatile("ldxr %w0, %2\\n add %w0, %w0, #1\\n stxr %w1, %w0, %2" : "=&r"(v), "=&r"(s), "+Q"(*p)); return !s; }
void *t(void *a) { if (TRY) __atomic_fetch_add(&won, 1, 5); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, t, 0); pthread_create(&b, 0, t, 0); pthread_join(a, 0); pthread_join(b, 0);
    assert(CLAIM);
}
"""


@pytest.mark.parametrize("engine", ["order", "stateless", "explicit"])
@pytest.mark.parametrize("attempt", ["sc(&x, ll(&x) + 1)", "both(&x)"])
@pytest.mark.parametrize(
    ("claim", "holds"), [("x == won", True), ("won", False), ("won < 2", False), ("won != 1", False), ("won <= 2", True)]
)
def test_one_attempt_may_fail_for_no_reason(tmp_path: Path, engine: str, attempt: str, claim: str, holds: bool) -> None:
    """Whether it is written as one statement or as two."""
    path = tmp_path / "tries.c"
    path.write_text(TRIES.replace("TRY", attempt).replace("CLAIM", claim))
    found = ask(load([str(path)], machine="aarch64"), engine=engine).verdict
    assert found in HOLDS if holds else found is Verdict.VIOLATION


@pytest.mark.parametrize("model", ["sc", "tso", "rc11"])
def test_halves_have_the_executions_of_the_whole(model: str) -> None:
    path = str(PROGRAMS / "once_or_twice.c")
    programs = [load([path], defines=defines, machine="aarch64") for defines in (("ONE",), ())]
    one, two = (explore(program, find(model), ExploreOptions(states=True)) for program in programs)
    assert one.executions == two.executions > 1
    assert one.states == two.states
    assert two.blocked == 0
