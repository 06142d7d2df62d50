"""The Linux kernel's functions in litmus tests: one test for each, of what it computes and what order it asks for."""

from __future__ import annotations

import re
from typing import TypeAlias

import pytest

from heddle import models
from heddle.enumerate.search import Enumeration
from heddle.errors import InputError
from heddle.graph import ExecutionGraph
from heddle.litmus_tests import c11, kernel
from heddle.litmus_tests.read import parse
from heddle.litmus_tests.run import Outcome, run
from heddle.models.vocabulary import KERNEL_TAGS

SC = models.find("sc")
STRENGTHS = {"": "R MB W MB", "_relaxed": "", "_acquire": "R ACQUIRE", "_release": "W RELEASE"}
"""The order of the read and of the write, where it is more than that of READ_ONCE and WRITE_ONCE."""


def outcome(body: str, init: str = "", condition: str = "exists (true)") -> Outcome:
    return run(parse(f"C test\n{{ {init} }}\nP0(atomic_t *a) {{ {body} }}\n{condition}\n", "t.litmus"), SC)


Row: TypeAlias = tuple[str, str, int, int, int, str]


def of_strengths(name: str, arguments: str, init: int, result: int, after: int) -> list[Row]:
    return [(name + end, f"{name}{end}({arguments})", init, result, after, tag) for end, tag in STRENGTHS.items()]


RESULTS = [
    *of_strengths("atomic_add_return", "3, a", 4, 7, 7),
    *of_strengths("atomic_sub_return", "3, a", 4, 1, 1),
    *of_strengths("atomic_inc_return", "a", 4, 5, 5),
    *of_strengths("atomic_dec_return", "a", 4, 3, 3),
    *of_strengths("atomic_fetch_add", "3, a", 4, 4, 7),
    *of_strengths("atomic_fetch_sub", "3, a", 4, 4, 1),
    *of_strengths("atomic_fetch_inc", "a", 4, 4, 5),
    *of_strengths("atomic_fetch_dec", "a", 4, 4, 3),
    *of_strengths("atomic_fetch_and", "6, a", 12, 12, 4),
    *of_strengths("atomic_fetch_or", "6, a", 12, 12, 14),
    *of_strengths("atomic_fetch_xor", "6, a", 12, 12, 10),
    *of_strengths("atomic_fetch_andnot", "6, a", 12, 12, 8),
    *of_strengths("xchg", "a, 3", 4, 4, 3),
    *of_strengths("atomic_xchg", "a, 3", 4, 4, 3),
    *of_strengths("cmpxchg", "a, 4, 3", 4, 4, 3),
    *of_strengths("atomic_cmpxchg", "a, 4, 3", 4, 4, 3),
    *of_strengths("atomic_add_negative", "-5, a", 4, 1, -1),
    ("atomic_sub_and_test", "atomic_sub_and_test(4, a)", 4, 1, 0, "R MB W MB"),
    ("atomic_dec_and_test", "atomic_dec_and_test(a)", 1, 1, 0, "R MB W MB"),
    ("atomic_inc_and_test", "atomic_inc_and_test(a)", -1, 1, 0, "R MB W MB"),
    ("atomic_add_unless", "atomic_add_unless(a, 3, 5)", 4, 1, 7, "R MB W MB"),
    ("atomic_read", "atomic_read(a)", 4, 4, 4, ""),
    ("atomic_read_acquire", "atomic_read_acquire(a)", 4, 4, 4, "R ACQUIRE"),
    ("READ_ONCE", "READ_ONCE(*a)", 4, 4, 4, ""),
    ("smp_load_acquire", "smp_load_acquire(a)", 4, 4, 4, "R ACQUIRE"),
    ("rcu_dereference", "rcu_dereference(*a)", 4, 4, 4, ""),
    ("srcu_read_lock", "srcu_read_lock(a)", 4, 4, 4, "R SRCU-LOCK"),
    ("srcu_down_read", "srcu_down_read(a)", 4, 4, 4, "R SRCU-LOCK"),
    ("spin_trylock", "spin_trylock(a)", 0, 1, 1, "R LKR R ACQUIRE W LKW"),
    ("spin_is_locked", "spin_is_locked(a)", 1, 1, 1, "R RL"),
]
"""Functions with a result: name, call, what the object holds before, the result, what it holds afterwards, the order."""

EFFECTS = [
    ("atomic_add", "atomic_add(3, a)", 4, 7, "R NORETURN"),
    ("atomic_sub", "atomic_sub(3, a)", 4, 1, "R NORETURN"),
    ("atomic_inc", "atomic_inc(a)", 4, 5, "R NORETURN"),
    ("atomic_dec", "atomic_dec(a)", 4, 3, "R NORETURN"),
    ("atomic_and", "atomic_and(6, a)", 12, 4, "R NORETURN"),
    ("atomic_or", "atomic_or(6, a)", 12, 14, "R NORETURN"),
    ("atomic_xor", "atomic_xor(6, a)", 12, 10, "R NORETURN"),
    ("atomic_andnot", "atomic_andnot(6, a)", 12, 8, "R NORETURN"),
    ("atomic_set", "atomic_set(a, 3)", 4, 3, ""),
    ("atomic_set_release", "atomic_set_release(a, 3)", 4, 3, "W RELEASE"),
    ("WRITE_ONCE", "WRITE_ONCE(*a, 3)", 4, 3, ""),
    ("smp_store_release", "smp_store_release(a, 3)", 4, 3, "W RELEASE"),
    ("smp_store_mb", "smp_store_mb(*a, 3)", 4, 3, "F MB"),
    ("rcu_assign_pointer", "rcu_assign_pointer(*a, 3)", 4, 3, "W RELEASE"),
    ("srcu_read_unlock", "srcu_read_unlock(a, 3)", 4, 3, "W SRCU-UNLOCK"),
    ("srcu_up_read", "srcu_up_read(a, 3)", 4, 3, "W SRCU-UNLOCK"),
    ("spin_lock", "spin_lock(a)", 0, 1, "R LKR R ACQUIRE W LKW"),
    ("spin_unlock", "spin_unlock(a)", 1, 0, "W UL W RELEASE"),
    ("smp_mb", "smp_mb()", 4, 4, "F MB"),
    ("smp_rmb", "smp_rmb()", 4, 4, "F RMB"),
    ("smp_wmb", "smp_wmb()", 4, 4, "F WMB"),
    ("barrier", "barrier()", 4, 4, "F BARRIER"),
    ("smp_mb__before_atomic", "smp_mb__before_atomic()", 4, 4, "F BEFORE-ATOMIC"),
    ("smp_mb__after_atomic", "smp_mb__after_atomic()", 4, 4, "F AFTER-ATOMIC"),
    ("smp_mb__after_spinlock", "smp_mb__after_spinlock()", 4, 4, "F AFTER-SPINLOCK"),
    ("smp_mb__after_unlock_lock", "smp_mb__after_unlock_lock()", 4, 4, "F AFTER-UNLOCK-LOCK"),
    ("smp_mb__after_srcu_read_unlock", "smp_mb__after_srcu_read_unlock()", 4, 4, "F AFTER-SRCU-READ-UNLOCK"),
    ("rcu_read_lock", "rcu_read_lock()", 4, 4, "F RCU-LOCK"),
    ("rcu_read_unlock", "rcu_read_unlock()", 4, 4, "F RCU-UNLOCK"),
    ("synchronize_rcu", "synchronize_rcu()", 4, 4, "F SYNC-RCU"),
    ("synchronize_rcu_expedited", "synchronize_rcu_expedited()", 4, 4, "F SYNC-RCU"),
    ("synchronize_srcu", "synchronize_srcu(a)", 4, 4, "F SYNC-SRCU"),
    ("synchronize_srcu_expedited", "synchronize_srcu_expedited(a)", 4, 4, "F SYNC-SRCU"),
]
"""Functions without one: name, call, what the object holds before and afterwards, the orders."""

LOCAL = [f"{name}try_cmpxchg{end}" for name in ("", "atomic_") for end in STRENGTHS]


def graph_of(body: str, init: int) -> ExecutionGraph:
    test = parse(f"C test\n{{ a={init}; }}\nP0(atomic_t *a) {{ {body} }}\nexists (true)\n", "t.litmus")
    (execution,) = Enumeration(test.program, SC).executions()
    return execution.graph


def orders(graph: ExecutionGraph) -> set[str]:
    """The kernel's annotations of each kind of event: what the model looks at, and is more than ONCE."""
    tags = {f"{event.kind} {tag}" for event in graph.events for tag in event.tags & set(KERNEL_TAGS)}
    return tags - {"R ONCE", "W ONCE", "R RELEASE", "W ACQUIRE", "W NORETURN"}


def pairs(order: str) -> set[str]:
    return set(re.findall(r"\w \S+", order))


@pytest.mark.parametrize(("name", "call", "init", "result", "after", "order"), RESULTS, ids=[row[0] for row in RESULTS])
def test_a_function_with_a_result(name, call, init, result, after, order):
    body = f"int r = {call};"
    assert outcome(body, f"a={init};", f"forall (0:r={result} /\\ a={after})").observation.ok
    assert orders(graph_of(body, init)) == pairs(order)


@pytest.mark.parametrize(("name", "call", "init", "after", "order"), EFFECTS, ids=[row[0] for row in EFFECTS])
def test_a_function_without_a_result(name, call, init, after, order):
    assert outcome(f"{call};", f"a={init};", f"forall (a={after})").observation.ok
    assert orders(graph_of(f"{call};", init)) == pairs(order)


@pytest.mark.parametrize("name", LOCAL)
def test_what_was_there_is_told_in_a_local_variable(name):
    succeeds = outcome(f"int e = 4; int r = {name}(a, &e, 3);", "a=4;", "forall (0:r=1 /\\ 0:e=4 /\\ a=3)")
    fails = outcome(f"int e = 5; int r = {name}(a, &e, 3);", "a=4;", "forall (0:r=0 /\\ 0:e=4 /\\ a=4)")
    assert succeeds.observation.ok
    assert fails.observation.ok


def test_every_function_of_the_table_has_its_test():
    tested = [row[0] for row in RESULTS] + [row[0] for row in EFFECTS] + LOCAL
    assert len(tested) == len(set(tested))
    assert set(tested) == kernel.FUNCTIONS.keys()


@pytest.mark.parametrize(
    ("call", "result", "after"),
    [
        ("cmpxchg(a, 5, 3)", 4, 4), ("atomic_cmpxchg_acquire(a, 5, 3)", 4, 4), ("atomic_add_unless(a, 3, 4)", 0, 4),
        ("atomic_sub_and_test(3, a)", 0, 1), ("atomic_add_negative(5, a)", 0, 9), ("spin_trylock(a)", 0, 4),
    ],
)  # fmt: skip
def test_what_does_not_happen_gives_no_order(call, result, after):
    assert outcome(f"int r = {call};", "a=4;", f"forall (0:r={result} /\\ a={after})").observation.ok


BOTH = sorted(c11.FUNCTIONS.keys() & kernel.FUNCTIONS.keys())


def test_both_languages_have_functions_of_these_names():
    assert [f"atomic_fetch_{op}" for op in ("add", "and", "or", "sub", "xor")] == BOTH


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize(
    ("params", "call"),
    [
        ("atomic_t *a", "F(5, a)"), ("int *a", "F(5, a)"), ("int *a", "READ_ONCE(*a) + F(5, a) - READ_ONCE(*a)"),
        ("atomic_int *a", "F(a, 5)"), ("int *a", "F(a, 5)"), ("_Atomic int *a", "F(a, 5)"), ("int *a", "F(&a, 5)"),
        ("int *a", "atomic_load(a) + F(a, 5) - atomic_load(a)"),
    ],
)  # fmt: skip
def test_arguments_stand_in_the_order_of_the_language(name, params, call):
    after = {"add": 17, "sub": 7, "and": 4, "or": 13, "xor": 9}[name.rpartition("_")[2]]
    text = f"C test\n{{ a=12; }}\nP0({params}) {{ int r = {re.sub('F', name, call)}; }}\nforall (a={after})\n"
    found = run(parse(text, "t.litmus"), SC)
    assert found.observation.ok
    assert found.positive == 1


def test_whose_function_it_is_has_to_be_plain():
    with pytest.raises(InputError, match=r"t.litmus:3:34: is this atomic_fetch_add\(object, value\) of C11"):
        parse("C test\n{}\nP0(int *a, int *b) { int r; r = (atomic_fetch_add(a, b)); }\nexists (true)\n", "t.litmus")
    with pytest.raises(InputError, match=r"t.litmus:3:40: this has to be the address of a local variable"):
        parse("C test\n{}\nP0(int *a) { int r; r = try_cmpxchg(a, &a, 1); }\nexists (true)\n", "t.litmus")


def test_a_weak_exchange_may_fail_for_no_reason():
    """Once for each reason: a count of executions is that of herd."""
    body = "P0(atomic_int *a, int *e) { int r = atomic_compare_exchange_weak(a, e, 2); }"
    for init, states in (("a=0;", {"0 0", "1 2"}), ("a=3;", {"0 3"})):
        found = run(parse(f"C weak\n{{ {init} }}\n{body}\nlocations [0:r; a]\nexists (true)\n", "t.litmus"), SC)
        assert {" ".join(value for _, value in state) for state in found.states} == states
        assert found.positive == len(states)
