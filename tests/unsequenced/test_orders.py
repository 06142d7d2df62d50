"""Orders of evaluation against brute force: what a program can do is what it can do in some order, spelled out."""

from __future__ import annotations

import re
from random import Random

import pytest

from brute_force import explore
from covering import number
from heddle import api, frontend
from heddle.core.instr import EVALUATION_ORDER, Cut, Nondet
from heddle.unsequenced.expand import NOT_ALL
from unsequenced.spelled_out import Expression
from waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("without_worker")

PROGRAM = """
#include <pthread.h>
int x, y = 1, z = 2, r, a[2] = {5, 9}, last;
int f(int v) { y = v + 4; return x; }
int g(int v) { return v + x; }
int h(int v) { x = x + v; return z; }
int k(int v, int w) { return 7 * v + w; }
void *other(void *unused) { OTHER return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  EVALUATION
  pthread_join(t, 0);
  last = r + 100 * x + 10000 * y + 1000000 * z + 3 * a[0] + 5 * a[1];
  return 0;
}
"""


def is_cut(evaluation: str) -> bool:
    """Whether it has more orders than are explored: with both of its variables written by the other thread."""
    text = PROGRAM.replace("OTHER", "x = 1; y = 1; z = 1;").replace("EVALUATION", evaluation)
    program = frontend.load(["p.c"], texts={"p.c": text})
    return any(isinstance(i, Cut) for f in program.functions.values() for i in f.body)


def finals(other: str, evaluation: str, all_orders: bool) -> set[tuple[int, ...]]:
    text = PROGRAM.replace("OTHER", other).replace("EVALUATION", evaluation)
    program = frontend.load(["p.c"], texts={"p.c": text}, all_orders=all_orders)
    assert not any(isinstance(i, Cut) for f in program.functions.values() for i in f.body)
    found = explore(program, observe=("last",))
    assert not found.truncated
    return found.finals


def compare(seed: int, size: int) -> int:
    """Gives the number of outcomes that another order than the default adds."""
    random = Random(seed)
    expression = Expression(random, size)
    other = " ".join(f"{v} = {v} + {random.randint(1, 9)};" for v in random.sample("xyz", random.randint(1, 2)))
    if is_cut(expression.text):
        return 0
    expected = set().union(*(finals(other, order, False) for order in expression.orders()))
    assert finals(other, expression.text, True) == expected, (other, expression.text)
    return len(expected - finals(other, expression.text, False))


def test_random_expressions():
    assert sum(compare(seed, 1 + seed % 3) for seed in range(number(36))) > 5


# --- all engines ----------------------------------------------------------------------------------------------------

WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"}, {"engine": "enumerate"},
    {"sma": "sc"}, {"sma": "mu-implicit"}, {"engine": "lal-reps"},
]  # fmt: skip
THREADS = """
#include <assert.h>
#include <pthread.h>
int x, y, r;
int set(void) { y = 5; return 0; }
void *thread(void *unused) { %s return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  %s
  return 0;
}
"""
READ_FIRST = THREADS % ("x = 1; y = 1;", "x += 10 * y; pthread_join(t, 0); assert(x != 10);")
READ_LAST = THREADS % ("x = 1; y = 1;", "r = x + 10 * y; assert(r != 1 && r != 10);")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(way.values()))
def test_every_engine_sees_the_other_order(c_file, way):
    assert api.check(c_file(READ_FIRST), **way).verdict == "violation"


@pytest.mark.parametrize("model", ["sc", "tso", "pso", "rc11"])
def test_under_every_model(c_file, model):
    text = READ_LAST.replace("int x, y, r", "_Atomic int x, y; int r")
    assert api.check(c_file(text), model=model, engine="stateless").verdict == "violation"


def test_the_trace_tells_the_order(heddle, c_file):
    assert "order of evaluation: x before y = 1" in heddle("check", c_file(READ_FIRST)).out


# --- where it matters -----------------------------------------------------------------------------------------------


def choices(thread: str, main: str) -> int:
    program = frontend.load(["p.c"], texts={"p.c": THREADS % (thread, main)})
    return sum(isinstance(i, Nondet) and i.what.startswith(EVALUATION_ORDER) for f in program.functions.values() for i in f.body)


@pytest.mark.parametrize(
    ("thread", "main"),
    [
        ("x = 1; y = 1;", "r = x + y;"),
        ("x = 1;", "r = x - x;"),
        ("x = 1; r = y;", "r = x + (y = 1);"),
        ("r = x + y;", "y = 1; x = 1;"),
        ("", "r = y + set();"),
        ("", "int a[2] = {y, set()};"),
        ("x = 1; y = 1;", "int v[2] = {x, y};"),
        ("x = 1; y = 1;", "int v[3] = {0}; v[x] = y;"),
        ("x = 1; y = 1;", "pthread_create(&t, 0, thread, 0); pthread_join(t, 0); r = x + y;"),
        ("x = 1; y = 1;", "if (r) pthread_join(t, 0); r = x + y;"),
        ("x = 1; y = 1;", "pthread_t s; pthread_create(&s, 0, thread, 0); pthread_join(s, 0); r = x + y;"),
    ],
)  # fmt: skip
def test_where_the_order_matters(thread, main):
    assert choices(thread, main) > 0


@pytest.mark.parametrize(
    ("thread", "main"),
    [
        ("x += y;", "y += x;"),
        ("x = 1;", "r = x + y;"),
        ("", "r = x + y;"),
        ("x = 1; y = 1;", "pthread_join(t, 0); r = x + y;"),
        ("x = 1; y = 1;", "__VERIFIER_atomic_begin(); r = x + y; __VERIFIER_atomic_end();"),
        ("x = 1; y = 1;", "r = x && y;"),
        ("x = 1; y = 1;", "r = (x, y);"),
        ("x = 1; y = 1;", "r = x ? y : 0;"),
        ("r = x + y;", "r = 2;"),
        ("static __thread int v, w; r = v + w; v = 1; w = 1;", "pthread_create(&t, 0, thread, 0);"),
        ("int v = x, w = 1; r = v + w;", "x = 1;"),
        ("", "int v = 1; int *p = &v; r = *p + *p;"),
        ("", "y += set();"),
    ],
)  # fmt: skip
def test_where_it_does_not(thread, main):
    assert choices(thread, main) == 0


def test_threads_joined_in_a_loop_are_gone():
    create = "pthread_t many[4]; for (int i = 0; i < 4; i++) pthread_create(&many[i], 0, thread, 0);"
    join = "for (int i = 0; i < %d; i++) pthread_join(many[i], 0); pthread_join(t, 0); r = x + y;"
    assert choices("x = 1; y = 1;", create + join % 4) == 0
    assert choices("x = 1; y = 1;", create + join % 3) == 1


# --- where it is too much -------------------------------------------------------------------------------------------

MANY = "r = x + y - x + y - x + y - x;"


CHOOSING = [way for way in WAYS if way != {"engine": "stateless"}]
"""Those who choose an order; the explorer leaves operands that only read without one (test_reads.py)."""


@pytest.mark.parametrize("way", CHOOSING, ids=lambda way: "-".join(way.values()))
def test_too_many_orders_are_a_cut(c_file, way):
    answer = api.check(c_file(THREADS % ("x = 1; y = 1;", MANY)), property="assert", **way)
    assert answer.verdict == "safe within bounds"
    assert [(cut.loc.line, cut.what, cut.option) for cut in answer.cuts] == [(10, NOT_ALL, "")]


def test_operands_with_jumps_may_overlap_with_others(c_file):
    """z may be read between x and y: that is not explored, and said."""
    program = THREADS % ("x = 1; y = 1;", "int *p = &y; assert((x && *p) + x < 3);")
    answer = api.check(c_file(program), property="assert", engine="order")
    assert (answer.verdict, answer.cuts[0].what) == ("safe within bounds", NOT_ALL)


@pytest.mark.parametrize("text", ["x = x++ + x;", "x = x++ + ++x;", "r = set() + set() * set();", "x += x++ - x--;"])
def test_what_c_leaves_undefined_does_no_harm(c_file, text):
    assert api.check(c_file(THREADS % ("x = 1; y = 1;", text)), property="assert", timeout=PATIENCE).verdict.startswith("safe")


def test_the_trace_leaves_out_choices_that_have_no_name(heddle, c_file):
    """Which thread a signal wakes is told by what that thread does; an order of calls that nobody can tell by nothing."""
    text = """
    #include <assert.h>
    #include <pthread.h>
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int woken, sum;
    void *waits(void *_) {
        pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); woken++; pthread_mutex_unlock(&m); return 0;
    }
    int main(void) {
        pthread_t s, t; pthread_create(&s, 0, waits, 0); pthread_create(&t, 0, waits, 0);
        pthread_mutex_lock(&m); pthread_cond_signal(&c); sum = woken + sum; pthread_mutex_unlock(&m);
        pthread_join(s, 0); pthread_join(t, 0);
    }
    """
    told = heddle("check", "--property", "no-deadlock", c_file(text)).out
    assert "pthread_cond_signal(&c)" in told
    assert not re.search(r"pthread_cond_signal\(&c\) = |order of evaluation =", told)
