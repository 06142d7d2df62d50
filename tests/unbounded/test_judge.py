"""Proofs by Horn clauses: what Spacer finds over the integers counts only if it holds for machine words."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from heddle.backends.horn import prove
from heddle.backends.horn.judge import holds
from heddle.backends.horn.segments import clauses
from heddle.backends.horn.spacer import guess, variables
from heddle.frontend import load
from heddle.passes.bounds import UnfoldBounds
from heddle.passes.inline import inline
from heddle.sequentializer.loops import share_loops
from heddle.sequentializer.program import SequentialProgram
from heddle.sequentializer.unbounded import unbounded
from waiting import PATIENCE

Sequential = Callable[..., SequentialProgram]
SECONDS = PATIENCE
FEW_SECONDS = 3


@pytest.fixture
def sequential(tmp_path: Path) -> Sequential:
    def run(first: str, second: str, globals: str = "int x, y;") -> SequentialProgram:
        file = tmp_path / "program.c"
        file.write_text(f"""#include <pthread.h>
        #include <assert.h>
        #include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        {globals}
        void *f(void *a) {{ {first} return 0; }}
        void *g(void *a) {{ {second} return 0; }}
        int main(void) {{
            pthread_t t, u;
            pthread_create(&t, 0, f, 0);
            pthread_create(&u, 0, g, 0);
            return 0;
        }}""")
        return unbounded(share_loops(inline(load([str(file)]), UnfoldBounds())))

    return run


def proved(program: SequentialProgram, seconds: float = SECONDS) -> bool:
    return prove(program, time.monotonic() + seconds).is_proved


def test_weakened_invariants_are_rejected(sequential: Sequential) -> None:
    """Every invariant is needed: with anything in its place the clauses do not hold."""
    import z3

    system = clauses(sequential("while (1) { if (x < 3) x = x + 1; }", "while (1) { y = x; assert(y < 4); }"))
    deadline = time.monotonic() + SECONDS
    found = guess(system, deadline)
    assert not isinstance(found, str)
    assert holds(system, found, deadline) is None
    for head in found:
        assert holds(system, found | {head: z3.BoolVal(True)}, deadline) is not None
        assert holds(system, found | {head: z3.BoolVal(False)}, deadline) is not None


def test_invariants_beyond_linear_arithmetic_are_rejected(sequential: Sequential) -> None:
    import z3

    system = clauses(sequential("while (1) x = 1;", "assert(x < 2);"))
    (head, *_) = system.state
    first = variables(system, head)[0]
    everywhere = {h: z3.BoolVal(True) for h in system.state}
    quantified = z3.ForAll([first], first * first >= 0)
    assert holds(system, everywhere | {head: quantified}, time.monotonic() + SECONDS) == "it has quantifiers"


@pytest.mark.parametrize("first, second, globals", [
    ("while (1) x = x + 1;", "assert(x >= 0);", "signed char x;"),
    ("while (1) x = x * 3 + 1;", "assert(x != 6);", "unsigned char x;"),
    ("x = 1; while (1) ;", "assert(x == 0);", "int x;"),
    ("x = 1; exit(0);", "assert(x == 0);", "int x;"),
    ("x = 1; while (x) y = 1;", "while (!y) ; x = 0; y = 2; assert(y == 2);", "int x, y;"),
    ("int n = 0; while (n < 3) { x = n; n++; }", "int b = x; int c = x; assert(!(b == 1 && c == 2));", "int x;"),
    ("int i = __VERIFIER_nondet_int(); x[i] = 1;", "assert(x[2] == 0);", "int x[3];"),
])  # fmt: skip
def test_nothing_is_proved_that_does_not_hold(sequential: Sequential, first: str, second: str, globals: str) -> None:
    assert not proved(sequential(first, second, globals), FEW_SECONDS)


@pytest.mark.parametrize("first, second, globals", [
    ("while (1) x = 1;", "while (1) assert(x < 2);", "int x;"),
    ("while (1) if (x < 100) x = x + 1;", "assert(x >= 0);", "signed char x;"),
    ("while (1) { x = !x; y = x; }", "assert(y < 2);", "int x, y;"),
])  # fmt: skip
def test_proofs(sequential: Sequential, first: str, second: str, globals: str) -> None:
    assert proved(sequential(first, second, globals))
