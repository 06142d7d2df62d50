"""What C11's orders become on hardware: compiled as compilers do, under the shipped models and under files like herd's."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from heddle import models
from heddle.graph import Event, ExecutionGraph, Rows, rows
from heddle.litmus_tests.read import read
from heddle.litmus_tests.run import run
from heddle.models.evaluate import Evaluator
from heddle.models.machines import ARMV7, ARMV8, LANGUAGE, POWER, RISCV, THESIS, X86, machine_of, orders_more
from heddle.models.relation import Model

RELAXED, ACQUIRE, RELEASE, SC = (f"memory_order_{name}" for name in ("relaxed", "acquire", "release", "seq_cst"))
STORE, LOAD = "atomic_store_explicit({}, 1, {});", "int {} = atomic_load_explicit({}, {});"


@cache
def shipped(name: str) -> Model:
    return models.find(name)


def allows(tmp_path: Path, model: Model, threads: list[str], exists: str) -> bool:
    path = tmp_path / "t.litmus"
    code = "".join(f"P{i} (atomic_int* x, atomic_int* y) {{ {text} }}\n" for i, text in enumerate(threads))
    path.write_text(f"C t\n{{ x = 0; y = 0; }}\n{code}exists ({exists})\n")
    return run(read(path), model).positive > 0


def store_buffering(store: str, load: str, between: str = "") -> tuple[list[str], str]:
    threads = [STORE.format(a, store) + between + LOAD.format("r", b, load) for a, b in ("xy", "yx")]
    return threads, "0:r=0 /\\ 1:r=0"


def message_passing(one: str, two: str) -> tuple[list[str], str]:
    """``one`` between the stores, ``two`` between the loads."""
    store, load = STORE.format("{}", RELAXED), LOAD.format("{}", "{}", RELAXED)
    threads = [store.format("x") + one + store.format("y"), load.format("r", "y") + two + load.format("s", "x")]
    return threads, "1:r=1 /\\ 1:s=0"


def fence(order: str) -> str:
    return f"atomic_thread_fence({order});"


@pytest.mark.parametrize(
    ("test", "armv8", "power", "riscv"),
    [
        (store_buffering(SC, SC), False, False, False),
        (store_buffering(RELEASE, ACQUIRE), False, True, True),  # a later LDAR waits for an STLR
        (store_buffering(RELAXED, SC), True, False, False),  # there is a full fence before the load
        (store_buffering(RELAXED, RELAXED, fence(SC)), False, False, False),
        (store_buffering(RELAXED, RELAXED, fence("memory_order_acq_rel")), False, True, True),  # lwsync, fence.tso
        (message_passing(fence(RELEASE), fence(ACQUIRE)), False, False, False),
        (message_passing("", fence(ACQUIRE)), True, True, True),
        (message_passing(fence(RELEASE), ""), True, True, True),
        (message_passing(fence(ACQUIRE), fence(ACQUIRE)), True, False, True),  # DMB ISHLD orders no stores, lwsync does
        (message_passing("smp_wmb();", "smp_rmb();"), False, False, False),
        (message_passing("smp_mb();", "smp_rmb();"), False, False, False),
    ],
)
def test_orders(tmp_path, test, armv8, power, riscv):
    found = {name: allows(tmp_path, shipped(name), *test) for name in ("armv8", "power", "riscv")}
    assert found == {"armv8": armv8, "power": power, "riscv": riscv}


def test_a_branch_orders_later_writes_only(tmp_path):
    """Load buffering with a control dependency is forbidden; a later load may still be early."""
    threads = ["int r = *x; if (r) { *y = 1; }", "int r = *y; if (r) { *x = 1; }"]
    reads = [STORE.format("x", RELAXED) + fence(SC) + STORE.format("y", RELAXED), "int r = *y; int s = 7; if (r) { s = *x; }"]
    for name in ("armv8", "power", "riscv"):
        assert not allows(tmp_path, shipped(name), threads, "0:r=1 /\\ 1:r=1")
        assert allows(tmp_path, shipped(name), reads, "1:r=1 /\\ 1:s=0")


@pytest.mark.parametrize(
    ("text", "machine"),
    [
        ("acyclic po ; [DMB.ISH | DMB.ISHLD] ; po", ARMV8), ("acyclic po ; [DMB] ; po", ARMV7),
        ("acyclic po ; [sync | isync] ; po", POWER), ("acyclic po ; [Fence.rw.rw] ; po ; [Acq]", RISCV),
        ("acyclic po ; [MFENCE] ; po", X86), ("acyclic po ; [MFENCE | (W & SC)] ; po", LANGUAGE),
        ("acyclic po ; [F & SC] ; po", LANGUAGE), ("acyclic po ; [isync | DMB.LD] ; po", LANGUAGE),
        ('include "orders-as-fences.cat" acyclic po ; [isync] ; po', THESIS),
    ],
)  # fmt: skip
def test_which_machine_a_model_is_of(tmp_path, text, machine):
    path = tmp_path / "m.cat"
    path.write_text(f'"m"\n{text}\n')
    assert machine_of(models.find(str(path))) is machine


def test_a_file_in_herds_words_sees_acquire_and_release(tmp_path):
    """There ``A`` is an LDAR and ``L`` an STLR, and no relaxed access is either."""
    path = tmp_path / "arm.cat"
    path.write_text(
        '"arm"\nlet full = DMB.ISH | DMB.ISHLD\nacyclic po-loc | rf | co | fr\n'
        "acyclic rfe | fre | coe | [L] ; po ; [A] | [A] ; po | po ; [L] | po ; [full] ; po\n"
    )
    model = models.find(str(path))
    assert not allows(tmp_path, model, *store_buffering(RELEASE, ACQUIRE))
    assert allows(tmp_path, model, *store_buffering(RELAXED, RELAXED))
    assert allows(tmp_path, model, *store_buffering(RELEASE, RELAXED))


def test_locked_instructions_of_x86_only_are_atomic(tmp_path):
    """A file in herd's words, where ``A`` is a locked instruction: a relaxed access is none, and a seq_cst store has a
    fence behind it."""
    path = tmp_path / "x86.cat"
    path.write_text(
        '"x86"\nlet implied = po & (W * R) & ((M * A) | (A * M))\n'
        "acyclic po-loc | rf | co | fr\nacyclic po \\ (W * R) | implied | po ; [MFENCE] ; po | rfe | co | fr\n"
    )
    model = models.find(str(path))
    assert allows(tmp_path, model, *store_buffering(RELAXED, SC))
    assert not allows(tmp_path, model, *store_buffering(SC, RELAXED))


POWERS_RECURSION = """"ppo of Power, as Herding Cats has it"
include "power.cat"
let ours = ppo
let rec ii = ii0 | ci | (ic ; ci) | (ii ; ii)
and ic = ii | cc | (ic ; cc) | (ii ; ic)
and ci = ci0 | (ci ; ii) | (cc ; ci)
and cc = cc0 | ci | (ci ; ic) | (cc ; cc)
let paper = [R] ; ii ; [R] | [R] ; ic ; [W]
empty (paper \\ ours) | (ours \\ paper) as same
empty paper as anything
"""


def test_powers_program_order_is_that_of_the_paper(tmp_path):
    """The paper defines it by mutual recursion, the shipped file by paths; whatever the graph, they are the same."""
    path = tmp_path / "ppo.cat"
    path.write_text(POWERS_RECURSION)
    evaluator, anything = Evaluator(models.find(str(path))), 0
    for seed in range(150):
        broken = evaluator.violated(random_graph(random.Random(seed)))
        assert "same" not in broken
        anything += "anything" in broken
    assert anything > 50


def random_graph(source: random.Random, size: int = 7) -> ExecutionGraph:
    """One thread and some more events, and any relations between them."""
    kinds = [source.choice("RRWWF") for _ in range(size)]
    events = tuple(
        Event(i, i // 5, i, kind, source.choice("xy"), 0, frozenset({"ISYNC"} if kind == "F" else ()))  # type: ignore[arg-type]
        for i, kind in enumerate(kinds)
    )
    everything = [(a, b) for a in range(size) for b in range(size)]
    later = [(a, b) for a, b in everything if a < b]

    def some(pairs: list[tuple[int, int]], share: float) -> Rows:
        return rows(size, (pair for pair in pairs if source.random() < share))

    names = ("addr", "data", "ctrl")
    return ExecutionGraph(
        events, po=some(later, 0.6), rf=some(everything, 0.1), co=some(everything, 0.1), rmw=(0,) * size,
        **{name: some(later, 0.1) for name in names},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("model", "order", "more"),
    [
        ("rc11", "wmb", True), ("imm", "rmb", True), ("weak", "store", True), ("rc11", "full", False),
        ("armv8", "wmb", False), ("power", "rmb", False), ("rc11", "acq_rel", False),
    ],
)
def test_fences_that_stand_for_weaker_ones(model, order, more):
    assert orders_more(shipped(model), order) == more
