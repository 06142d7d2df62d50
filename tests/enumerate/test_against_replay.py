"""The enumerator under the declarative sc, tso and pso agrees with the replayer's store buffers, on random programs."""

from __future__ import annotations

import pytest
from core_builder import at, atomically, glob, lock, op, program, rd, start, unlock, var, wait, wr
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import explore
from heddle import models
from heddle.core.expr import const
from heddle.core.instr import AnyInstr, Assign, Branch, Fence, Label, Rmw
from heddle.core.program import Program
from heddle.enumerate import candidates
from heddle.enumerate.search import Enumeration
from heddle.passes.unfold import UnfoldBounds, unfold

pytestmark = pytest.mark.slow

X, Y, OUT1, OUT2, MUTEX = (glob(name) for name in ("x", "y", "out1", "out2", "mutex"))
OBSERVED = ("x", "y", "out1", "out2")

variables = st.sampled_from([X, Y])
registers = st.sampled_from(["r", "s"])
write_orders = st.sampled_from(["plain", "plain", "relaxed", "release", "seq_cst"])
read_orders = st.sampled_from(["plain", "plain", "acquire", "seq_cst"])


def compare_exchange(register: str, variable: object, old: int, new: int) -> list[AnyInstr]:
    return [Rmw(var(register), at(variable), const(new), op(register, "==", old))]  # type: ignore[arg-type]


access = st.one_of(
    st.builds(lambda r, v, o: [rd(r, v, o)], registers, variables, read_orders),
    st.builds(lambda v, n, o: [wr(v, n, o)], variables, st.integers(1, 2), write_orders),
)
step: st.SearchStrategy[list[AnyInstr]] = st.one_of(
    access,
    access,
    access,
    st.builds(lambda v, r: [wr(v, op(r, "+", 1))], variables, registers),
    st.builds(lambda r, v, n: [Rmw(var(r), at(v), op(r, "+", n))], registers, variables, st.integers(0, 1)),
    st.builds(compare_exchange, registers, variables, st.integers(0, 1), st.integers(1, 2)),
    st.builds(lambda o: [Fence(o)], st.sampled_from(["full", "seq_cst", "lwsync", "store", "release", "acquire"])),
    st.builds(lambda r, v: atomically(rd(r, v), wr(v, op(r, "+", 1))), registers, variables),
    st.builds(lambda v: [*lock(MUTEX), wr(v, 1), *unlock(MUTEX)], variables),
)


def thread(steps: list[list[AnyInstr]], conditional: bool, out: object) -> list[AnyInstr]:
    body: list[AnyInstr] = [Assign(var("r"), const(0)), Assign(var("s"), const(0))]
    for number, part in enumerate(steps):
        guarded = conditional and number == len(steps) - 1
        body += [Branch(op("r", "==", 0), "skip"), *part, Label("skip")] if guarded else part
    return [*body, wr(out, op(op("r", "*", 8), "+", "s"))]  # type: ignore[arg-type]


@st.composite
def programs(draw: st.DrawFn, most: int = 3) -> Program:
    threads = st.tuples(st.lists(step, min_size=1, max_size=most), st.booleans())
    one, two = draw(threads), draw(threads)
    main = [start("h1", "one"), start("h2", "two"), wait("h1"), wait("h2")]
    memory = [X, Y, OUT1, OUT2, MUTEX]
    return program(memory, main=main, one=thread(*one, OUT1), two=thread(*two, OUT2))


def enumerated(source: Program, model: str) -> set[tuple[int, ...]]:
    enumeration = Enumeration(unfold(source, UnfoldBounds()), models.find(model))
    finals = set()
    for execution in enumeration.executions():
        memory = enumeration.final_memory(execution)
        finals.add(tuple(memory.get(name, 0) for name in OBSERVED))
    return finals


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(max_examples=40, deadline=None)
@given(source=programs())
def test_same_final_states(model, source):
    assert enumerated(source, model) == explore(source, model, observe=OBSERVED).finals


@pytest.mark.parametrize("model", ["tso", "pso", "rc11", "weak"])
@settings(max_examples=15, deadline=None)
@given(source=programs(most=2))
def test_pruning_loses_nothing(model, source):
    """Orders that break coherence or atomicity are not even considered, where the model demands both: same executions."""

    def graphs(pruned: bool) -> list[tuple[object, ...]]:
        with pytest.MonkeyPatch.context() as patch:
            if not pruned:
                patch.setattr(candidates, "implies_coherence", lambda model: False)
            bounded = unfold(source, UnfoldBounds())
            executions = Enumeration(bounded, models.find(model)).executions()
            return sorted((repr(e.graph.events), e.graph.rf, e.graph.co) for e in executions)

    assert graphs(pruned=True) == graphs(pruned=False)


def test_a_created_thread_gets_its_argument_and_sees_what_came_before():
    source = program([X, OUT1], main=[wr(X, 1), start("h1", "one"), wait("h1")], one=[rd("r", X), wr(OUT1, var("r"))])
    for model in ("sc", "tso", "pso", "rc11", "weak", "ra"):
        enumeration = Enumeration(unfold(source, UnfoldBounds()), models.find(model))
        assert {enumeration.final_memory(e)["out1"] for e in enumeration.executions()} == {1}, model


def test_what_a_joined_thread_wrote_is_seen():
    source = program([X, OUT1], main=[start("h1", "one"), wait("h1"), rd("r", X), wr(OUT1, var("r"))], one=[wr(X, 1)])
    for model in ("sc", "tso", "pso", "rc11", "weak", "ra"):
        enumeration = Enumeration(unfold(source, UnfoldBounds()), models.find(model))
        assert {enumeration.final_memory(e)["out1"] for e in enumeration.executions()} == {1}, model
