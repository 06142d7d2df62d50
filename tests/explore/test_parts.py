"""A search that is handed over again and again, to others that only know the way: nothing is lost or done twice."""

from __future__ import annotations

import pickle
import random

import pytest

from heddle.explorer import _kernel
from heddle.explorer.kernel import Exploration, ExploreOptions
from heddle.models import find

from .programs import read, store, threads

RMW = "atomic_fetch_add(&x, 1);"
LOCKED = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
PROGRAMS = {
    "writes": threads(store("x", 1) + store("y", 1), store("x", 2) + store("y", 2), read("x") + read("y")),
    "increments": threads(RMW + read("y"), RMW + store("y", 1), RMW, read("x") + read("x")),
    "sections": threads(
        *["__VERIFIER_atomic_begin(); x = x + 1; y = x; __VERIFIER_atomic_end();" + read("y", "relaxed")] * 3
    ),
}


class HandedOver:
    """Looks like a kernel: whoever searches hands over after a few graphs."""

    def __init__(self, setup: _kernel.Setup) -> None:
        self.setup: _kernel.Setup = pickle.loads(pickle.dumps(setup))
        self.refusal = _kernel.Kernel(self.setup).refusal
        self.pieces = 0

    def start(self, words: int) -> None:
        self.all, self.found = _kernel.Totals(), _kernel.Findings()
        chance, left = random.Random(7), [_kernel.Part()]
        while left:
            part = left.pop(chance.randrange(len(left)))
            searcher = _kernel.Kernel(self.setup)
            most = chance.choice([1, 2, 20])
            searcher.start(words, [pickle.loads(pickle.dumps(part))], self.found.children, most)
            while not searcher.wait(1.0):
                pass
            found = pickle.loads(pickle.dumps(searcher.collect()))
            left += found.left
            self.pieces += 1
            self.all.add(searcher.totals())
            self.found.take(found)

    def wait(self, seconds: float) -> bool:
        return True

    def totals(self) -> _kernel.Totals:
        return self.all

    def collect(self) -> _kernel.Findings:
        return self.found


@pytest.mark.parametrize("model", ["sc", "rc11", "weak"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_parts_make_up_the_whole(name, model):
    from heddle.frontend import load

    program = load(["p.c"], texts={"p.c": PROGRAMS[name]})

    def explored(searchers):
        options = ExploreOptions(unwind=2, states=True)
        exploration = Exploration(
            program, find(model), options, lambda line: None, lambda *so_far: None, searchers=searchers
        )
        return exploration, exploration.run()

    exploration, parts = explored(HandedOver)
    _, whole = explored(_kernel.Kernel)
    assert (parts.executions, parts.blocked, parts.cut) == (whole.executions, whole.blocked, whole.cut)
    assert parts.states == whole.states and parts.finished and whole.executions > 1
    assert exploration.kernel.pieces > 3
