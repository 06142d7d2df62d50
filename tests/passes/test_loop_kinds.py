"""Bounds of kinds of loops: for, while, and loops that create threads.  Each is as --unwind unless it is given."""

from __future__ import annotations

import pytest

from heddle.core.instr import Write
from heddle.frontend import load
from heddle.passes.loop_kinds import LoopKinds
from heddle.passes.loops import LoopNest
from heddle.passes.unfold import UnfoldBounds, unfold
from waiting import PATIENCE

START = """#include <pthread.h>
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int x;
void *inc(void *p) { x = 1; return 0; }
void start(void) { pthread_t t; pthread_create(&t, 0, inc, 0); }
void indirectly(void) { start(); }
"""


def kinds(body: str) -> list[str]:
    program = load(["p.c"], texts={"p.c": f"{START}int main(void) {{ {body} return 0; }}"})
    main = program.functions["main"]
    return [LoopKinds(program).of(main, region) for region in LoopNest(main.body).regions]


@pytest.mark.parametrize(
    ("loop", "kind"),
    [
        ("for (int i = 0; i < 3; i++) x = i;", "for"),
        ("for (;;) if (x) break;", "for"),
        ("while (x) x--;", "while"),
        ("do x--; while (x);", "while"),
        ("again: x--; if (x) goto again;", ""),
        ("for (int i = 0; i < 3; i++) start();", "threads"),
        ("while (x) indirectly();", "threads"),
        ("do { pthread_t t; pthread_create(&t, 0, inc, 0); } while (x);", "threads"),
    ],
)
def test_which_kind_of_loop_it_is(loop, kind):
    assert kinds(loop) == [kind]


def test_a_loop_around_one_that_creates_threads_creates_threads():
    assert kinds("while (x) for (int i = 0; i < 2; i++) start();") == ["threads", "threads"]
    assert kinds("while (x) { for (int i = 0; i < 2; i++) x = i; start(); }") == ["threads", "for"]


def test_loops_of_the_library_have_the_bound_of_all_loops():
    text = f"{START}#include <string.h>\nint main(int n, char **v) {{ return strlen(v[0]); }}"
    program = load(["p.c"], texts={"p.c": text})
    function = program.functions["strlen"]
    regions = LoopNest(function.body).regions
    assert regions and {LoopKinds(program).of(function, region) for region in regions} == {""}


LOOPS = "for (; __VERIFIER_nondet_bool();) x = 1; while (__VERIFIER_nondet_bool()) x = 2; do x = 3; while (x);"


@pytest.mark.parametrize(
    ("bounds", "writes", "options"),
    [
        ({}, [2, 2, 2], ["--unwind", "--unwind", "--unwind"]),
        ({"for": 3}, [3, 2, 2], ["--unwind-for", "--unwind", "--unwind"]),
        ({"while": 1}, [2, 1, 1], ["--unwind", "--unwind-while", "--unwind-while"]),
        ({"threads": 5}, [2, 2, 2], ["--unwind", "--unwind", "--unwind"]),
    ],
)
def test_unfolding_runs_each_kind_as_often_as_its_bound_says(bounds, writes, options):
    program = load(["p.c"], texts={"p.c": f"{START}int main(void) {{ {LOOPS} return 0; }}"})
    bounded = unfold(program, UnfoldBounds(2, kinds=bounds))
    written = [getattr(i.value, "value", None) for i in bounded.threads[0].body if isinstance(i, Write)]
    assert [written.count(value) for value in (1, 2, 3)] == writes
    assert [cut.option for cut in bounded.cuts] == options


def test_a_loop_of_its_own_bound_is_not_of_a_kind():
    program = load(["p.c"], texts={"p.c": "int x;\nint main(void) {\n while (x) x = 1;\n while (x) x = 2;\n return 0;\n}\n"})
    bounded = unfold(program, UnfoldBounds(2, unwindset={"3": 4}, kinds={"while": 1}))
    assert [cut.option for cut in bounded.cuts] == ["--unwindset", "--unwind-while"]
    assert sum(isinstance(i, Write) for i in bounded.threads[0].body) == 5


# --- in the engines -------------------------------------------------------------------------------------------------

PROGRAM = f"""{START}
int main(void) {{
    int a = 0, b = 0;
    while (__VERIFIER_nondet_bool())
        start();
    for (; __VERIFIER_nondet_bool();)
        a++;
    while (__VERIFIER_nondet_bool())
        b++;
    assert(!(a == 2 && b == 1 && x == 1));
    return 0;
}}
"""
ENGINES = [
    ["--engine", "order"],
    ["--engine", "lazy"],
    ["--engine", "mu"],
    ["--engine", "imu"],
    ["--engine", "lal-reps"],
    ["--engine", "lazy", "--sma", "sc"],
    ["--engine", "stateless"],
    ["--engine", "enumerate"],
]


@pytest.mark.parametrize("engine", ENGINES, ids=" ".join)
def test_every_engine_that_bounds_loops_takes_them(heddle, c_file, engine):
    """The violation needs two iterations of the for loop; the other loops run once."""
    file = c_file(PROGRAM)
    most = ["--unwind-while", 1, "--unwind-threads", 1]
    assert heddle("check", *engine, "--unwind", 1, "--unwind-for", 2, *most, "-q", file).code == 1
    run = heddle("check", *engine, "--unwind", 2, "--unwind-for", 1, *most, file)
    assert run.code == 0 and "unwind-for 1" in run.out
    assert "(raise with --unwind)" not in run.out and "(raise with --unwind-" in run.out


def test_bounds_of_kinds_do_not_grow(heddle, c_file):
    run = heddle("check", "--unwind-for", 1, "--unwind-while", 1, "--unwind-threads", 1, "--timeout", PATIENCE, c_file(PROGRAM))
    assert run.out.startswith("safe within bounds") and "(raise with --unwind-" in run.out


def test_loops_of_known_length_end_by_themselves(heddle, c_file):
    """As with --unwind; and a bound of a kind must not stop the other bounds from growing."""
    file = c_file("int main(void) { int n = 0; for (int i = 0; i < 9; i++) n++; return n == 9 ? 0 : 1 / 0; }")
    assert heddle("check", "--unwind-for", 1, "-q", file).out.startswith("safe:")


def test_exploring_and_printing_take_them_too(heddle, c_file):
    file = c_file(PROGRAM)
    run = heddle("explore", "--unwind-for", 1, "--unwind-while", 1, "--unwind-threads", 1, file)
    assert {f"loop (raise with --unwind-{kind})" in run.out for kind in ("for", "while", "threads")} == {True}
    few, more = (heddle("sequentialize", "--unwind-threads", n, file).out for n in (1, 3))
    assert few.count("thread") < more.count("thread")
