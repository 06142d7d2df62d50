"""Which programs cannot have load buffering: there the explorer sees all, and proves."""

from __future__ import annotations

import random

import pytest

from heddle import api
from heddle.enumerate.search import Enumeration
from heddle.explorer.buffering import is_possible
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.passes.unfold import UnfoldBounds, unfold
from waiting import PATIENCE

from .programs import compiled, read, store, threads

HEAD = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z;\n"
ORDERS = {"read": ("relaxed", "acquire", "seq_cst"), "store": ("relaxed", "release", "seq_cst")}


def access(source: random.Random, kind: str) -> str:
    place, order = source.choice("xy"), source.choice(ORDERS[kind])
    return read(place, order) if kind == "read" else store(place, source.randint(1, 2), order)


def program(seed: int) -> str:
    """Main does everything, the others read or write."""
    source = random.Random(seed)
    kinds = [source.choice(("read", "store")) for _ in range(2)]
    bodies = [" ".join(access(source, kind) for _ in range(2)) for kind in kinds]
    text = HEAD + "".join(f"void *t{i}(void *u) {{ {body} return 0; }}\n" for i, body in enumerate(bodies))
    steps = ["pthread_create(&t[0], 0, t0, 0);", "pthread_create(&t[1], 0, t1, 0);"]
    steps.insert(source.randint(0, 2), access(source, "read"))
    steps += ["pthread_join(t[0], 0);"] if source.random() < 0.5 else []
    steps.append(access(source, "store"))
    return text + f"int main(void) {{ pthread_t t[2]; {' '.join(steps)} return 0; }}\n"


@pytest.mark.parametrize("model", ["imm", "armv8", "power", "riscv"])
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 60), marks=pytest.mark.slow)])
def test_the_explorer_sees_all(model, seeds):
    for seed in seeds:
        main = compiled(program(seed))
        assert not is_possible(find(model), main)
        bounded = unfold(main, UnfoldBounds(3, 10, {}, 64, 10))
        expected = sum(1 for _ in Enumeration(bounded, find(model)).executions())
        found = explore(main, find(model), ExploreOptions(timeout=PATIENCE))
        assert (found.executions, found.is_part, found.finished) == (expected, False, True), seed


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (read("x") + read("y"), store("x", 1) + store("y", 1), False),
        (read("x") + store("y", 1), read("y"), True),
        (store("y", 1) + read("x"), read("y"), True),  # nobody looks at the order
        ("atomic_fetch_add(&x, 1);", read("x"), True),
        ("int mine = 1; mine++; " + read("x"), store("x", 1), False),
    ],
)
def test_threads_that_do_both(one, two, expected):
    assert is_possible(find("armv8"), compiled(threads(one, two))) == expected


@pytest.mark.parametrize("model", ["imm", "armv8", "power", "riscv"])
def test_a_spinning_reader_ends(c_file, model):
    text = threads("while (!" + read("x", "acquire").rstrip(";") + ");", store("x", 1))
    answer = api.check(c_file(text), property="termination", model=model)
    assert (answer.verdict, answer.engine) == ("safe", "stateless"), answer.reason
