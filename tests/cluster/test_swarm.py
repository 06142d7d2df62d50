"""Searches cut into tiles: the verdicts, bounds and cuts are those of one run."""

from __future__ import annotations

import pytest

from heddle.backends.bmc.schemes import LAZY, ORDER
from heddle.chains import Way
from heddle.chains.shipped import formula
from heddle.cluster import swarm
from heddle.cluster.solve import run
from heddle.engines.engine import SILENT
from heddle.engines.ladder import Ladder
from heddle.models.memory_model import memory_model
from heddle.properties import DEFAULT
from heddle.run.solve import solve
from heddle.task import Bounds, Method, Sources, Task

PETERSON = """\
#include <assert.h>
#include <pthread.h>
int want[2], turn, inside;
void *enter(void *arg)
{
    int me = (int)(long)arg;
    want[me] = 1;
    turn = 1 - me;
    while (want[1 - me] && turn == 1 - me) { }
    inside++;
    assert(inside == 1);
    inside--;
    want[me] = 0;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, enter, (void *)0);
    pthread_create(&b, 0, enter, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
"""
COUNTERS = """\
#include <assert.h>
#include <pthread.h>
int x, n;
void *count(void *unused) { for (int i = 0; i < n + 3; i++) { int r = x; x = r + 1; } return 0; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x >= LEAST);
}
"""


@pytest.fixture
def cut_at_once(monkeypatch):
    """Every question goes to the workers."""
    monkeypatch.setattr(swarm, "ALONE", 0.0)
    monkeypatch.setattr(swarm, "TILES", 4)
    monkeypatch.setattr(swarm, "FOR_EACH", 2)


@pytest.mark.parametrize(
    ("text", "model", "engine", "bounds"),
    [
        (PETERSON, "sc", "order", Bounds(unwind=1)),
        (PETERSON, "tso", "order", Bounds(unwind=1)),
        (PETERSON, "sc", "lazy", Bounds(unwind=1, rounds=2)),
        (COUNTERS.replace("LEAST", "3"), "sc", "lazy", Bounds(unwind=3, rounds=3)),
        (COUNTERS.replace("LEAST", "2"), "sc", "lazy", Bounds(unwind=2, rounds=2)),
    ],
)
def test_the_answer_is_that_of_one_run(workers, cut_at_once, c_file, text, model, engine, bounds):
    task = Task(Sources((str(c_file(text)),)), memory_model(model), DEFAULT, bounds, method=Method(engine))
    here, there = solve(task), run(task, task.program(), SILENT, workers)
    assert (there.verdict, there.bounds, there.cuts) == (here.verdict, here.bounds, here.cuts)
    assert (there.execution is None) == (here.execution is None)
    assert not workers.under_way


@pytest.mark.parametrize(("scheme", "bound"), [(LAZY, 3), (ORDER, 1)])
def test_tiles_are_disjoint_and_make_up_the_whole(c_file, scheme, bound):
    """Each execution is in one tile: some tile has one just when the whole has."""
    task = Task(Sources((str(c_file(COUNTERS.replace("LEAST", "3"))),)), bounds=Bounds(unwind=3))
    program = task.program()
    bmc = Ladder(program, task, [scheme], Way(formula(scheme.name), task, program)).rung(0).bmc
    forever = float("inf")
    whole = bmc.find_violation(bound, forever) is not None
    tiles = [()]
    for _ in range(3):
        halves = []
        for tile in tiles:
            switch = bmc.schedule.next_switch(tile, bound)
            assert switch is not None and switch not in dict(tile)
            halves += [(*tile, (switch, True)), (*tile, (switch, False))]
        tiles = halves
    found = []
    for tile in tiles:
        bmc.tile = tile
        found.append(bmc.find_violation(bound, forever) is not None)
    assert len(set(tiles)) == 8 and any(found) == whole and not all(found)


def test_a_tile_that_takes_long_is_cut_again(workers, cut_at_once, monkeypatch, c_file):
    monkeypatch.setattr(swarm, "FIRST", 1e-6)
    task = Task(Sources((str(c_file(PETERSON)),)), memory_model("sc"), DEFAULT, Bounds(unwind=1, rounds=2), method=Method("lazy"))
    monkeypatch.setattr(swarm, "LONGER", 1e9)
    assert str(run(task, task.program(), SILENT, workers).verdict) == str(solve(task).verdict)
