"""The run of a variant that goes on from a snapshot is the run from the beginning."""

from __future__ import annotations

from unittest import mock

import pytest

from brute_force import explore
from heddle.frontend import load
from heddle.replay.code import Code
from heddle.replay.minimize import WAYS, Trail, attempt

TEXT = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, nondet_int(void);
void *twice(void *_)
{
    int a = nondet_int(), *own = malloc(sizeof *own);
    for (int i = 0; i < 2; i++) { *own = a; x = x + 1; a = nondet_int(); }
    return 0;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, twice, 0);
    pthread_create(&t, 0, twice, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(x != 2);
    return 0;
}
"""


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_snapshots_change_nothing(model: str) -> None:
    program = load(["f.c"], texts={"f.c": TEXT})
    (cex, *_) = explore(program, model, max_states=100_000, first_only=True).violations.values()
    code, never = Code(program, cex.addresses), float("inf")
    with mock.patch("heddle.replay.minimize.LEAST_DISTANCE", 2):
        trail = Trail(code, cex, model, never)
    assert len(trail.snapshots) > 5
    reached = 0
    for way in WAYS:
        for variant in way(cex.schedule):
            found = attempt(code, cex, variant, model, never, trail.before(variant))
            assert found == attempt(code, cex, variant, model, never)
            reached += found is not None
    assert reached
