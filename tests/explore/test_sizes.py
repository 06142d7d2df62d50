"""Accesses of different sizes to the same memory: it is cut into pieces, and an access over several of them is one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from covering import number
from differential.oracle import brute_force, compiled
from differential.strategies import UNSET
from differential.test_generated import REPRODUCIBLE
from heddle.answer import Verdict
from heddle.api import make_task
from heddle.engines.judgement import judge
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from waiting import PATIENCE

from .programs import run, threads

HARDWARE = ("sc", "tso", "pso")
MODELS = (*HARDWARE, "ra", "rc11", "weak")
UNION = "union { int whole; short half[2]; char byte[4]; } u; int y;"


def judged(text: str, model: str) -> Verdict:
    program = compiled(text)
    found = explore(program, find(model), ExploreOptions(first_only=True, timeout=PATIENCE))
    answer = judge(make_task((), model), program, found)
    assert "internal error" not in answer.reason
    return answer.verdict


# --- single accesses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_pieces_make_up_the_whole(model):
    body = "u.whole = 0x04030201; assert(u.byte[2] == 3 && u.half[1] == 0x0403); u.byte[1] = -1; assert(u.whole == 0x0403ff01);"
    found = run(threads(body, declared=UNION), model)
    assert (found.executions, found.violations) == (1, 0)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("write", ["u.whole = 0x01010101;", "__atomic_exchange_n(&u.whole, 0x01010101, 0);"])
def test_an_access_is_not_torn(model, write):
    reader = "int seen = u.whole; assert(seen == 0 || seen == 0x01010101);"
    found = run(threads(write, reader, "int a = u.byte[1];", declared=UNION), model)
    assert (found.executions, found.violations) == (4, 0)


@pytest.mark.parametrize("model", MODELS)
def test_accesses_to_different_pieces_are_not_one(model):
    """Two byte writes: the reader may see either alone."""
    reader = "int seen = u.whole; y = seen;"
    found = run(threads("u.byte[0] = 1;", "u.byte[3] = 1;", reader, declared=UNION), model, states=True)
    assert {dict(state)["y"] for state in found.states} == {0, 1, 1 << 24, (1 << 24) + 1}
    assert found.executions == 4


@pytest.mark.parametrize(("model", "verdict"), [
    ("sc", Verdict.SAFE), ("tso", Verdict.SAFE), ("pso", Verdict.SAFE), ("ra", Verdict.SAFE), ("rc11", Verdict.VIOLATION),
    ("weak", Verdict.VIOLATION),
])  # fmt: skip
def test_who_sees_one_piece_sees_the_others_if_reads_are_in_order(model, verdict):
    reader = "int a = __atomic_load_n(&u.byte[0], 0); int b = __atomic_load_n(&u.byte[3], 0); assert(b >= a);"
    text = threads("__atomic_store_n(&u.whole, 0x01010101, __ATOMIC_RELEASE);", reader, declared=UNION)
    assert judged(text, model) is verdict


@pytest.mark.parametrize("model", MODELS)
def test_a_release_is_one_for_all_pieces(model):
    """The acquire of one byte is enough to see the other bytes, and what was written before."""
    reader = "if (__atomic_load_n(&u.byte[2], __ATOMIC_ACQUIRE)) assert(__atomic_load_n(&u.byte[0], 0) && y);"
    text = threads("y = 1; __atomic_store_n(&u.whole, 0x01010101, __ATOMIC_RELEASE);", reader, declared=UNION)
    assert judged(text, model) is Verdict.SAFE


@pytest.mark.parametrize("model", MODELS)
def test_an_acquire_is_one_for_all_pieces(model):
    """Who sees the second byte, which was written last, sees the first one in the same access."""
    writer = "__atomic_store_n(&u.byte[0], 1, 0); __atomic_store_n(&u.byte[3], 1, __ATOMIC_RELEASE);"
    reader = "int seen = __atomic_load_n(&u.whole, __ATOMIC_ACQUIRE); assert(seen != 1 << 24);"
    assert judged(threads(writer, reader, declared=UNION), model) is Verdict.SAFE


@pytest.mark.parametrize(("model", "verdict"), [("sc", Verdict.SAFE), ("tso", Verdict.VIOLATION), ("pso", Verdict.VIOLATION)])
def test_a_read_takes_some_bytes_from_the_own_buffer_and_others_from_memory(model, verdict):
    """Both threads see their own byte, and not yet that of the other."""
    bodies = [f"u.byte[{i}] = 1; int s = u.whole; seen[{i}] = s;" for i in range(2)]
    text = threads(*bodies, declared=UNION + "int seen[2];", joined=True)
    check = " assert(seen[0] != 1 || seen[1] != 256);"
    assert judged(text.replace("join(id[1], 0);", "join(id[1], 0);" + check), model) is verdict


@pytest.mark.parametrize("model", MODELS)
def test_exchanges_of_different_sizes_exclude_each_other(model):
    """A lock that is taken as a whole and given back as a byte."""
    body = (
        "int free = 0; if (__atomic_compare_exchange_n(&u.whole, &free, 0x0101, 0, 2, 0)) "
        "{ y++; assert(y == 1); y--; __atomic_store_n(&u.byte[1], 0, 3); __atomic_store_n(&u.byte[0], 0, 3); }"
    )
    assert run(threads(body, body, declared=UNION), model).violations == 0


@pytest.mark.parametrize("model", MODELS)
def test_memory_that_is_set_and_copied_as_words(model):
    declared = "#include <string.h>\nstruct { int a; short b; char c[2]; long d; } s, t; pthread_mutex_t m;"
    body = (
        "pthread_mutex_lock(&m); memset(&s, 1, sizeof s); memcpy(&t, &s, sizeof t); assert(t.a == 0x01010101 && t.c[1] == 1); "
        "t.c[1] = 2; assert(t.b == 0x0101); pthread_mutex_unlock(&m);"
    )
    found = run(threads(body, body, declared=declared), model)
    assert (found.executions, found.violations) == (2, 0)


SECTIONS = UNION + "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);"
IN_A_SECTION = "__VERIFIER_atomic_begin(); u.whole++; u.byte[3]++; assert(u.half[0] == u.byte[3]); __VERIFIER_atomic_end();"


@pytest.mark.parametrize("model", MODELS)
def test_sections_of_different_sizes(model):
    found = run(threads(IN_A_SECTION, IN_A_SECTION, declared=SECTIONS), model)
    assert (found.executions, found.violations) == (2, 0)


def test_thread_local_objects_have_initial_pieces():
    declared = "_Thread_local union { int whole; char byte[4]; } v = {0x01020304}; char *p;"
    found = run(threads("p = &v.byte[1]; assert(*p == 3); assert(v.whole == 0x01020304);", declared=declared))
    assert (found.executions, found.violations) == (1, 0)


def test_final_values_are_made_of_pieces():
    found = run(threads("*((char *)&x + 1) = 2;", declared="int x = 1;"), states=True)
    assert found.states == {(("x", 513),): 1}


# --- generated programs ------------------------------------------------------------------------------------------------

MEMBERS = ("u.whole", "u.half[0]", "u.half[1]", "u.byte[0]", "u.byte[1]", "u.byte[2]", "u.byte[3]", "y")
WIDE = MEMBERS[:4]


def _step(draw: Any, register: str) -> str:
    member = draw(st.sampled_from(WIDE if draw(st.booleans()) else MEMBERS))
    value = draw(st.sampled_from([1, 0x101, 0x10001, 0x1010101]))
    order = draw(st.sampled_from(["__ATOMIC_RELAXED", "__ATOMIC_RELEASE", "__ATOMIC_SEQ_CST"]))
    return draw(st.sampled_from([
        f"{member} = {value};", f"{register} = {member};", f"{register} = {member};", f"{member} = {register} + 1;",
        f"__atomic_store_n(&{member}, {value}, {order});", f"{register} = __atomic_exchange_n(&{member}, {value}, {order});",
        f"{{ __typeof__({member}) old = 0; {register} = __atomic_compare_exchange_n(&{member}, &old, {value}, 0, 5, 0); }}",
        "__atomic_thread_fence(__ATOMIC_SEQ_CST);", "__atomic_thread_fence(__ATOMIC_RELEASE);",
        f"__VERIFIER_atomic_begin(); {register} = {member}; u.byte[1]++; __VERIFIER_atomic_end();",
    ]))  # fmt: skip


@st.composite
def programs(draw: Any) -> str:
    """Two or three threads that access a union in all sizes."""
    count = draw(st.integers(2, 3))
    most = 3 if count == 2 else 2
    bodies = []
    for t in range(count):
        steps = [_step(draw, f"r{t}") for _ in range(draw(st.integers(1, most)))]
        bodies.append(f"void *t{t}(void *_) {{ {' '.join(steps)} return 0; }}\n")
    registers = [f"r{t}" for t in range(count)]
    result = " + ".join(f"{31**power}LL * {name}" for power, name in enumerate([*registers, "u.whole", "y"]))
    starts = "".join(f"pthread_create(&id[{t}], 0, t{t}, 0); " for t in range(count))
    joins = "".join(f"pthread_join(id[{t}], 0); " for t in range(count))
    return (
        "#include <pthread.h>\n#include <assert.h>\n"
        "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);\n"
        f"{UNION}\nint {', '.join(registers)};\nlong long result = -(1LL << 62);\n{''.join(bodies)}"
        f"int main(void) {{ pthread_t id[{count}]; {starts}{joins}result = {result}; assert(CHECK); }}\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("model", HARDWARE)
@settings(REPRODUCIBLE, max_examples=number(10))
@given(text=programs())
def test_outcomes_are_those_of_brute_force(model, text):
    truth = brute_force(text, model)
    assume(truth is not None)
    found = explore(compiled(text), find(model), ExploreOptions(states=True, verify=True, timeout=PATIENCE))
    assert found.finished
    assert (found.stopped, found.repeated, found.wrong) == (0, 0, 0)
    assert {dict(state)["result"] for state in found.states} - {UNSET} == set(truth.outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("model", HARDWARE)
@settings(REPRODUCIBLE, max_examples=number(8))
@given(text=programs(), pick=st.integers(0, 9))
def test_violations_replay(model, text, pick):
    truth = brute_force(text, model)
    assume(truth is not None and truth.outcomes)
    program = compiled(text, truth.not_this(sorted(truth.outcomes)[pick % len(truth.outcomes)]))
    found = explore(program, find(model), ExploreOptions(first_only=True, workers=2, timeout=PATIENCE))
    judgement = judge(make_task((), model), program, found)
    assert judgement.verdict is Verdict.VIOLATION, judgement.reason


@pytest.mark.slow
@pytest.mark.parametrize("model", ["ra", "rc11", "weak"])
@settings(REPRODUCIBLE, max_examples=number(8))
@given(text=programs())
def test_weaker_models_have_the_outcomes_of_sc_and_more(model, text):
    strong, weak = (
        explore(compiled(text), find(name), ExploreOptions(states=True, verify=True, timeout=PATIENCE)) for name in ("sc", model)
    )
    assume(strong.finished and weak.finished)
    assert (weak.stopped, weak.repeated, weak.wrong) == (0, 0, 0)
    assert set(strong.states) <= set(weak.states)
