"""Explorations whose subtrees are searched elsewhere: the counts are those of one run."""

from __future__ import annotations

import random
import time

import pytest

from heddle.cluster import exploration
from heddle.cluster.exploration import spreading
from heddle.cluster.solve import run
from heddle.engines.engine import SILENT
from heddle.explorer.kernel import Exploration, ExploreOptions
from heddle.models.memory_model import memory_model
from heddle.properties import DEFAULT
from heddle.run.solve import solve
from heddle.task import Bounds, Method, Sources, Task, Wanted

SAME = """\
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *writer(void *unused) { for (int i = 1; i <= 3; i++) atomic_store_explicit(&x, i, memory_order_relaxed); return 0; }
void *reader(void *unused) { for (int i = 0; i < 3; i++) (void)atomic_load_explicit(&x, memory_order_relaxed); return 0; }
int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, writer, 0);
    for (int i = 0; i < READERS; i++)
        pthread_create(&id, 0, reader, 0);
}
"""
NESTED = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *leaf(void *unused) { atomic_fetch_add(&x, 1); atomic_store(&y, atomic_load(&x)); return 0; }
void *parent(void *unused)
{
    pthread_t id;
    if (atomic_load(&x) == 0)
        pthread_create(&id, 0, leaf, 0);
    pthread_mutex_lock(&m);
    atomic_fetch_add(&y, 1);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, parent, 0);
    pthread_create(&id, 0, parent, 0);
    assert(atomic_load(&y) < 3);
}
"""
UNLOCKED = """\
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *unused) { int r = x; x = r + 1; return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
}
"""


def task_of(c_file, text, model="sc", wanted=Wanted(executions=True, states=True), **bounds):  # noqa: B008
    return Task(Sources((str(c_file(text)),)), memory_model(model), DEFAULT, Bounds(**bounds), method=Method("stateless"), wanted=wanted)


def counts(answer):
    return answer.verdict, answer.counts, answer.states, answer.cuts


@pytest.fixture
def short(monkeypatch):
    """Errands that hand over soon: much goes to and fro."""
    monkeypatch.setattr(exploration, "LEAST", 0.02)
    monkeypatch.setattr(exploration, "MOST", 0.1)


@pytest.mark.parametrize("model", ["sc", "tso", "rc11"])
def test_counts_and_states_are_those_of_one_run(workers, short, c_file, model):
    task = task_of(c_file, NESTED, model)
    assert counts(run(task, task.program(), SILENT, workers)) == counts(solve(task))


@pytest.mark.slow
def test_counts_are_exact_though_workers_are_killed(workers, short, kill_one, c_file):
    task = task_of(c_file, SAME.replace("READERS", "4"))
    whole = Exploration(
        task.program(), task.model.relational, ExploreOptions(), lambda line: None, lambda *so_far: None,
        searchers=spreading(workers, "same.c"),
    )  # fmt: skip
    chance = random.Random(5)
    for kill in range(2):
        explored = whole.advance(time.monotonic() + chance.random())
        if explored is not None:
            break
        kill_one(kill)
    explored = explored or whole.run()
    assert (explored.executions, explored.blocked, explored.finished) == (160_000, 0, True)


def test_a_violation_ends_the_search(workers, c_file):
    task = task_of(c_file, UNLOCKED, wanted=Wanted())
    answer = run(task, task.program(), SILENT, workers)
    assert str(answer.verdict) == "violation" and answer.execution is not None
    assert not workers.under_way


def test_loops_are_searched_in_bounds_that_grow(workers, c_file):
    text = UNLOCKED.replace("int r = x;", "for (int i = 0; i < x + 5; i++) { }\n    int r = x;")
    task = task_of(c_file, text.replace("x == 2", "x <= 2"), wanted=Wanted())
    here, there = solve(task), run(task, task.program(), SILENT, workers)
    assert (here.verdict, here.bounds) == (there.verdict, there.bounds)
