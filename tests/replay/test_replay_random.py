"""Random small programs: exploration, replay and minimization agree with each other."""

from __future__ import annotations

import dataclasses
from unittest import mock

import pytest
from core_builder import VOID_PTR, at, atomically, check, glob, lock, op, program, rd, start, unlock, var, wait, wr
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import Search, explore
from covering import number
from heddle.core.expr import AddressOf, Local, MemoryObject, Place, const
from heddle.core.instr import AnyInstr, Assign, Branch, Declare, Fence, Label, Nondet, Read, Rmw, Write
from heddle.core.program import Program
from heddle.core.types import INT
from heddle.replay.minimize import Effort, cost, minimize
from heddle.replay.replay import replay

pytestmark = pytest.mark.slow

X, Y, OUT1, OUT2, MUTEX = (glob(name) for name in ("x", "y", "out1", "out2", "mutex"))
OBSERVED = ("x", "y", "out1", "out2")
SHARED_POINTER = MemoryObject("p", VOID_PTR)
CELL = MemoryObject("cell", INT, "local")
P = Local("ptr", VOID_PTR)

variables = st.sampled_from([X, Y])
registers = st.sampled_from(["r", "s"])
small = st.integers(0, 2)


def skip_if_zero(register: str, body: list[AnyInstr], name: int) -> list[AnyInstr]:
    return [Branch(op(register, "==", 0), f"skip{name}"), *body, Label(f"skip{name}")]


simple: st.SearchStrategy[list[AnyInstr]] = st.one_of(
    st.builds(lambda v, r: [wr(v, op(r, "+", 1))], variables, registers),
    st.builds(lambda r, v, n: [Rmw(var(r), at(v), op(r, "+", n))], registers, variables, small),
    st.builds(lambda o: [Fence(o)], st.sampled_from(["full", "lwsync"])),
    st.builds(lambda r: [Nondet(var(r))], registers),
    st.builds(lambda r: [Read(var(r), at(CELL))], registers),
    st.builds(lambda n: [Write(at(CELL), const(n))], small),
    st.just([Write(Place(SHARED_POINTER, (), VOID_PTR), AddressOf(at(CELL), VOID_PTR))]),
    st.builds(
        lambda r: [
            Read(P, Place(SHARED_POINTER, (), VOID_PTR)), Branch(op(P, "==", 0), f"null_{r}"),
            Read(var(r), Place(P, (), INT)), Label(f"null_{r}"),
        ],
        registers,
    ),
)
access = st.one_of(
    st.builds(lambda r, v: [rd(r, v)], registers, variables),
    st.builds(lambda v, n: [wr(v, n)], variables, st.integers(1, 2)),
)
compound = st.one_of(
    access,
    access,
    st.builds(lambda r, v, w: [wr(v, 1), rd(r, w)], registers, variables, variables),
    simple,
    st.builds(lambda body: atomically(*body), simple),
    st.builds(lambda body: [*lock(MUTEX), *body, *unlock(MUTEX)], simple),
    st.builds(skip_if_zero, registers, simple, st.just(0)),
    st.builds(lambda r, s, n: [check(op(op(r, "*", 2), "!=", op(s, "+", n)))], registers, registers, st.integers(3, 5)),
)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    def body(least: int, most: int) -> list[AnyInstr]:
        parts = draw(st.lists(compound, min_size=least, max_size=most))
        begin: list[AnyInstr] = [Declare(CELL), Assign(var("r"), const(0)), Assign(var("s"), const(0))]
        return relabel([*begin, *[instr for part in parts for instr in part]])

    bodies = {
        "one": [*body(3, 5), wr(OUT1, op(op("r", "*", 8), "+", "s"))],
        "two": [*body(3, 5), wr(OUT2, op(op("r", "*", 8), "+", "s"))],
    }
    main = [start("h1", "one"), start("h2", "two"), *body(0, 2), wait("h1"), wait("h2"), rd("r", OUT1), rd("s", OUT2),
            check(op(op("r", "*", 2), "!=", op("s", "+", draw(st.integers(1, 9)))))]
    source = program([X, Y, OUT1, OUT2, MUTEX, SHARED_POINTER], main=main, **bodies)
    for function in source.functions.values():
        function.memory = (CELL,)
    return source


def relabel(body: list[AnyInstr]) -> list[AnyInstr]:
    """Labels of copied parts get names of their own."""
    fresh: dict[str, str] = {}
    result: list[AnyInstr] = []
    for index, instr in enumerate(body):
        if isinstance(instr, Branch):
            fresh[instr.label] = f"{instr.label}_{index}"
            instr = dataclasses.replace(instr, label=fresh[instr.label])
        elif isinstance(instr, Label):
            instr = dataclasses.replace(instr, name=fresh[instr.name])
        result.append(instr)
    return result


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(max_examples=number(8), deadline=None)
@given(source=programs())
def test_every_violation_replays_and_stays_itself_when_minimized(model: str, source: Program) -> None:
    found = explore(source, model, max_states=3000)
    for uid, cex in found.violations.items():
        execution = replay(source, cex, model)
        assert execution.failure is not None and execution.failure.thread == cex.violating_thread
        smaller = minimize(source, cex, model, effort=Effort(2_000))
        assert smaller.violated == uid
        assert cost(smaller) <= cost(cex)
        replay(source, smaller, model)


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(max_examples=number(6), deadline=None)
@given(source=programs())
def test_running_private_steps_along_loses_nothing(model: str, source: Program) -> None:
    """The only reduction of the search gives the same answers as no reduction."""
    fast = explore(source, model, max_states=4000, observe=OBSERVED)
    with mock.patch.object(Search, "_invisible", lambda *_: False):
        full = explore(source, model, max_states=8000, observe=OBSERVED)
    if not fast.truncated and not full.truncated:
        assert fast.violated == full.violated
        assert fast.finals == full.finals
        assert bool(fast.blocked) == bool(full.blocked)


@settings(max_examples=number(8), deadline=None)
@given(source=programs())
def test_weaker_models_allow_more(source: Program) -> None:
    sc, tso, pso = (explore(source, model, max_states=8000, observe=OBSERVED) for model in ("sc", "tso", "pso"))
    if not (sc.truncated or tso.truncated or pso.truncated):
        assert sc.violated <= tso.violated <= pso.violated
        assert sc.finals <= tso.finals <= pso.finals
