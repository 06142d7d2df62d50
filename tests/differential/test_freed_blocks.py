"""Blocks given out again: the explorer says what formulas say, each execution once, and without repeating itself."""

from __future__ import annotations

import random
from functools import cache

import pytest

from asking import ask
from covering import number
from differential.oracle import compiled
from heddle.addresses.freed import worth_giving
from heddle.answer import Verdict
from heddle.core.program import Program
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find

pytestmark = pytest.mark.slow

HEAD = "#include <stdlib.h>\n#include <pthread.h>\n#include <assert.h>\n#include <stdatomic.h>\n_Atomic(void *) A, B;\n"
KINDS = ("malloc", "free", "swap", "look", "same", "drop", "exchange")


class Generated:
    """Threads that allocate, publish, take away, free and compare, and never look into a block."""

    def __init__(self, seed: int) -> None:
        self.random, self.flags, self.seed = random.Random(seed), 0, seed

    def text(self) -> str:
        threads = [self.thread() for _ in range(3 if self.seed % 3 == 2 else 2)]
        others = range(1, len(threads))
        lines = ["int " + ", ".join(f"f{k}" for k in range(self.flags)) + ";"]
        lines += [f"void *t{t}(void *a) {{ void *p = 0, *q = 0; {threads[t]} return 0; }}" for t in others]
        lines += ["int main(void) { void *p = 0, *q = 0; A = malloc(4);"]
        lines += [f"pthread_t h{t}; pthread_create(&h{t}, 0, t{t}, 0);" for t in others]
        lines += [threads[0], *(f"pthread_join(h{t}, 0);" for t in others)]
        asked = self.random.sample(range(self.flags), min(self.flags, self.random.randint(1, 2)))
        outcome = " && ".join(f"f{k} == {self.random.choice((0, 1, 1))}" for k in asked)
        return HEAD + "\n".join([*lines, f"assert(!({outcome})); return 0; }}\n"])

    def thread(self) -> str:
        return " ".join(self.step() for _ in range(self.random.randint(2, 3))) + f" {self.flag()} = p && p == q;"

    def flag(self) -> str:
        self.flags += 1
        return f"f{self.flags - 1}"

    def step(self) -> str:
        choose = self.random.choice
        kind, slot, one, two = choose(KINDS), choose("AB"[: 1 + self.seed % 2]), choose("pq"), choose("pq")
        match kind:
            case "malloc":
                return f"{one} = malloc({choose((4, 4, 8))});"
            case "free":
                return f"{two} = {one}; free(atomic_exchange(&{slot}, 0));"
            case "swap":
                return f"{{ void *n = malloc({choose((4, 8))}); {two} = n; free(atomic_exchange(&{slot}, n)); }}"
            case "drop":
                return "free(malloc(4));"
            case "look":
                return f"{one} = {slot};"
            case "same":
                return f"{self.flag()} = p == q;"
        done = self.flag()
        return f"{{ void *e = {one}; {done} = atomic_compare_exchange_strong(&{slot}, &e, 0); }}"


@cache
def generated(seed: int) -> Program:
    return compiled(Generated(seed).text())


@pytest.mark.parametrize("seed", range(number(12)))
def test_the_explorer_says_what_formulas_say(seed):
    program = generated(seed)
    one = ask(program, "sc", engine="stateless", reuse_freed=True, timeout=60)
    two = ask(program, "sc", engine="order", reuse_freed=True, timeout=60)
    assert one.verdict == two.verdict, (one.reason, two.reason)


@pytest.mark.parametrize("model", ["sc", "tso", "rc11"])
@pytest.mark.parametrize("seed", range(number(6)))
def test_each_execution_is_seen_once(seed, model):
    program = generated(100 + seed)
    found = explore(program, find(model), ExploreOptions(verify=True, timeout=60.0, again=worth_giving(program)))
    assert found.finished and (found.repeated, found.wrong) == (0, 0)


@pytest.mark.parametrize("seed", range(number(6)))
def test_what_no_block_can_change_needs_none(seed):
    """Where formulas say without blocks given again that all is safe, the explorer does, and where it matters, neither."""
    program = generated(200 + seed)
    plain = ask(program, "sc", engine="order", timeout=60)
    again = ask(program, "sc", engine="order", reuse_freed=True, timeout=60)
    found = ask(program, "sc", engine="stateless", timeout=60)
    assert found.verdict == again.verdict
    assert plain.verdict in (found.verdict, Verdict.BOUNDED)
