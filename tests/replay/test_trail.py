"""The run of a variant that goes on from a snapshot is the run from the beginning."""

from __future__ import annotations

import math
from unittest import mock

import pytest

from brute_force import explore
from heddle.frontend import load
from heddle.replay.code import Code
from heddle.replay.minimize import WAYS, Effort, Found, Trail, attempt, first_trail, without_a_segment

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
    code, never = Code(program, cex.addresses), Effort(math.inf)
    with mock.patch("heddle.replay.minimize.LEAST_DISTANCE", 2):
        trail = first_trail(code, cex, model, never)
    start = Trail(cex.schedule, 1_000_000, trail.snapshots[:1])
    assert len(trail.snapshots) > 5
    reached = 0
    for way in WAYS:
        for variant in way(cex.schedule):
            found = attempt(code, cex, variant, model, never, trail)
            anew = attempt(code, cex, variant, model, never, start)
            assert (found and found.cex) == (anew and anew.cex)
            if found is not None:
                reached += 1
                assert_leads_on(code, found, model)
    assert reached


def assert_leads_on(code: Code, found: Found, model: str) -> None:
    """The trail of what was found is one of its own schedule: its variants run from there as from the beginning."""
    start = Trail(found.cex.schedule, 1_000_000, found.trail.snapshots[:1])
    for variant in without_a_segment(found.cex.schedule):
        further = attempt(code, found.cex, variant, model, Effort(math.inf), found.trail)
        anew = attempt(code, found.cex, variant, model, Effort(math.inf), start)
        assert (further and further.cex) == (anew and anew.cex)
