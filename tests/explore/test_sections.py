"""Atomic sections over several shared locations: nothing comes between, under any model."""

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

pytestmark = pytest.mark.slow

DECLARED = (
    "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);"
    "extern void __VERIFIER_assume(int); int x, y, z; atomic_int a;"
)
MODELS = ("sc", "tso", "pso", "ra", "rc11")
VARIABLES = ("x", "y", "z")


def section(body: str) -> str:
    return f"__VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();"


@pytest.mark.parametrize("model", MODELS)
def test_a_section_sees_all_of_another_or_nothing(model):
    both = section("int r = x; int s = y;") + "assert(r == s);"
    found = run(threads(section("x = 1; y = 1;"), both, both, declared=DECLARED), model)
    assert (found.executions, found.violations) == (4, 0)


@pytest.mark.parametrize(("model", "violations"), [("sc", 0), ("tso", 0), ("pso", 0), ("rc11", 1)])
def test_what_others_see_of_a_section_is_up_to_the_model(model, violations):
    """Only rc11 reorders the plain reads of the second thread."""
    found = run(threads(section("x = 1; y = 1;"), "int r = x; int s = y; assert(s >= r);", declared=DECLARED), model)
    assert found.violations == violations


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (2, 1, 0)])
def test_a_section_that_cannot_go_on_waits_for_a_revisit(model, order):
    """The section has read z before the first thread wrote it, so that its write of ``a`` comes before the increment, which is
    in the graph already.  Before that is undone, the third thread must be able to revisit the read of y."""
    first = "atomic_fetch_add(&a, 1); atomic_store(&z2, 1);"
    bodies = [first, section("int r = z2; int s = y2; a = 5;"), "atomic_store(&y2, 1);"]
    declared = DECLARED + "atomic_int y2, z2;"
    found = run(threads(*(bodies[i] for i in order), declared=declared), model)
    assert found.executions == 6


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
def test_the_writes_of_a_section_revisit_together(model):
    """The third thread's section comes first in one execution: the increment reads its write of ``a``, and the first
    thread, through the second one, must then see its write of ``y`` too."""
    bodies = (section("int r = z; x = 3; int s = y; out = 2 * r + s;"), "atomic_fetch_add(&a, 1);" + section("x = 1; z = 1;"),
              section("int r = a; y = 1; a = 2;"))  # fmt: skip
    found = run(threads(*bodies, declared=DECLARED + "int out;"), model, states=True)
    assert any(dict(s)["out"] == 3 and dict(s)["a"] == 3 and dict(s)["x"] == 3 for s in found.states)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("count", "orders"), [(2, 2), (3, 6)])
def test_barriers_are_reached_in_any_order(model, count, orders):
    body = "d[{0}] = 1; pthread_barrier_wait(&b); assert(d[({0} + 1) % {1}] == 1);"
    main = f"int main(void) {{ pthread_t t; pthread_barrier_init(&b, 0, {count}); "
    main += "".join(f"pthread_create(&t, 0, t{i}, 0); " for i in range(count)) + "return 0; }"
    text = threads(*(body.format(i, count) for i in range(count)), declared="pthread_barrier_t b; int d[3];")
    found = run(text[: text.index("int main")] + main, model)
    assert (found.executions, found.violations) == (orders, 0)


@pytest.mark.parametrize("model", MODELS)
def test_a_section_may_be_the_first_that_a_program_does(model):
    """Its block has nothing before it, not even the creation of its thread."""
    text = threads("int r = x;", declared=DECLARED).replace("int main(void) {", "int main(void) { " + section("x = 1; y = 1;"))
    assert run(text, model).executions == 1


@pytest.mark.parametrize("model", MODELS)
def test_condition_variables(model):
    declared = "pthread_mutex_t m; pthread_cond_t c; int ready, data;"
    wait = (
        "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); assert(data == 1);"
    )
    signal = "data = 1; pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);"
    found = run(threads(wait, signal, declared=declared), model, unwind=1)
    assert found.executions > 0
    assert found.violations == 0


@pytest.mark.parametrize("model", MODELS)
def test_no_write_comes_between_what_a_section_reads_and_writes(model):
    found = run(threads("x = 1;", section("int r = y; x++;"), declared=DECLARED), model)
    assert found.executions == 2


@pytest.mark.parametrize("model", ["sc", "rc11"])
def test_filtering_at_the_end_gives_the_same(model):
    text = threads(
        section("x = 1; y = 1;"), "y = 2; x = 2;", section("int r = x; int s = y; z = r + s;"), declared=DECLARED
    )
    assert run(text, model, filter=False).executions == run(text, model).executions


@st.composite
def section_programs(draw: Any) -> str:
    """Two or three threads, about half of whose steps are sections of a few accesses."""
    count = draw(st.integers(2, 3))
    most = 3 if count == 2 else 2
    bodies, registers = [], []
    for nth in range(count):
        names = (f"r{nth}", f"s{nth}")
        registers += names
        steps = [_step(draw, names) for _ in range(draw(st.integers(1, most)))]
        bodies.append(f"void *t{nth}(void *_) {{ {' '.join(steps)} return 0; }}\n")
    result = " + ".join(f"{5**power}LL * {name}" for power, name in enumerate([*registers, *VARIABLES, "(int)a"]))
    starts = "".join(f"pthread_create(&id[{n}], 0, t{n}, 0); " for n in range(count))
    joins = "".join(f"pthread_join(id[{n}], 0); " for n in range(count))
    return (
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n"
        f"{DECLARED}\nint {', '.join(registers)};\nlong long result = -(1LL << 62);\n{''.join(bodies)}"
        f"int main(void) {{ pthread_t id[{count}]; {starts}{joins}result = {result}; assert(CHECK); }}\n"
    )


def _access(draw: Any, register: str) -> str:
    variable, value = draw(st.sampled_from(VARIABLES)), draw(st.integers(1, 3))
    return draw(st.sampled_from([
        f"{variable} = {value};", f"{register} = {variable};", f"{variable} = {register} + 1;",
        f"if ({register}) {variable} = {value};",
    ]))  # fmt: skip


def _step(draw: Any, registers: tuple[str, str]) -> str:
    body = " ".join(_access(draw, registers[i % 2]) for i in range(draw(st.integers(2, 3))))
    variable = draw(st.sampled_from(VARIABLES))
    return draw(st.sampled_from([
        section(body), section(body), section(body), _access(draw, registers[0]), _access(draw, registers[1]),
        section(f"{body} __VERIFIER_assume({variable} != {draw(st.integers(0, 2))});"),
        section(f"{registers[0]} = a; {variable} = 1; a = 2;"),
        f"{registers[0]} = atomic_fetch_add(&a, 1) & 3;",
    ]))  # fmt: skip


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(REPRODUCIBLE, max_examples=number(6))
@given(text=section_programs())
def test_outcomes_are_those_of_brute_force(model, text):
    truth = brute_force(text, model)
    assume(truth is not None)
    found = explore(compiled(text), find(model), ExploreOptions(states=True, verify=True, timeout=PATIENCE))
    assert found.finished
    assert (found.stopped, found.repeated, found.wrong) == (0, 0, 0)
    assert {dict(state)["result"] for state in found.states} - {UNSET} == set(truth.outcomes)


@pytest.mark.parametrize("model", ["sc", "tso", "pso"])
@settings(REPRODUCIBLE, max_examples=number(6))
@given(text=section_programs(), pick=st.integers(0, 9))
def test_violations_replay(model, text, pick):
    truth = brute_force(text, model)
    assume(truth is not None and truth.outcomes)
    program = compiled(text, truth.not_this(sorted(truth.outcomes)[pick % len(truth.outcomes)]))
    found = explore(program, find(model), ExploreOptions(first_only=True, workers=2, timeout=PATIENCE))
    judgement = judge(make_task((), model), program, found)
    assert judgement.verdict is Verdict.VIOLATION, judgement.reason


SAME = f"""
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
{DECLARED}
int r, s;
long long result = -(1LL << 62);
void *one(void *_) {{ {section("BODY")} return 0; }}
void *two(void *_) {{ {section("s = x; x = s + 4;")} atomic_fetch_add(&a, 3); return 0; }}
int main(void) {{
    pthread_t id[2];
    pthread_create(&id[0], 0, one, 0);
    pthread_create(&id[1], 0, two, 0);
    pthread_join(id[0], 0);
    pthread_join(id[1], 0);
    result = r + 100LL * s + 10000LL * x + 1000000LL * y;
    assert(CHECK);
}}
"""
WRITES_FIRST = """
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
void *one(void *arg) {
    __VERIFIER_atomic_begin(); x = 1; int seen = y; y = seen + 1; __VERIFIER_atomic_end(); return 0;
}
int main(void) { pthread_t a; pthread_create(&a, 0, one, 0); assert(y == 0); }
"""


@pytest.mark.parametrize("model", ["tso", "ra", "rc11"])
def test_a_section_may_write_before_it_reads(heddle, c_file, model):
    """In the graph its writes come last."""
    file = c_file(WRITES_FIRST)
    run = heddle("check", file, "--engine", "stateless", "--model", model, "--property", "assert")
    assert (run.code, "y == 0" in run.out) == (1, True)


@pytest.mark.parametrize("body", [
    "r = x; x = x + 1;", "x = x + 1; x = x + 1; r = x;", "for (int i = 0; i < 3; i++) x = i; r = x + y;",
    "int *p = &x; for (int i = 0; i < 2; i++) { *p = *p + 1; p = &y; } r = x;",
    "r = atomic_fetch_add(&a, 1) + atomic_fetch_add(&a, 1) + x;", "int own[2] = {1, 2}; own[1] = x; x = own[0]; r = own[1] + x;",
])  # fmt: skip
@pytest.mark.parametrize("model", ["rc11", "weak"])
def test_sections_that_access_a_location_again_replay(model, body):
    """Every value that brute force finds under SC is one under weaker models, and an execution of the program."""
    text = SAME.replace("BODY", body)
    truth = brute_force(text, "sc")
    assert truth is not None and len(truth.outcomes) > 1
    for outcome in truth.outcomes:
        program = compiled(text, truth.not_this(outcome))
        judgement = judge(make_task((), model), program, explore(program, find(model), ExploreOptions(first_only=True)))
        assert judgement.verdict is Verdict.VIOLATION, judgement.reason


@pytest.mark.parametrize("model", ["rc11", "ra", "weak"])
@settings(REPRODUCIBLE, max_examples=number(4))
@given(text=section_programs(), pick=st.integers(0, 9))
def test_violations_replay_along_graphs(model, text, pick):
    truth = brute_force(text, "sc")
    assume(truth is not None and truth.outcomes)
    program = compiled(text, truth.not_this(sorted(truth.outcomes)[pick % len(truth.outcomes)]))
    found = explore(program, find(model), ExploreOptions(first_only=True, workers=2, timeout=PATIENCE))
    judgement = judge(make_task((), model), program, found)
    assert judgement.verdict is Verdict.VIOLATION, judgement.reason


PIECES = """
#include <pthread.h>
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
union { int whole; char byte[4]; } u; int seen;
void *one(void *_) { __VERIFIER_atomic_begin(); seen = u.whole; u.byte[1]++; __VERIFIER_atomic_end(); return 0; }
void *two(void *_) { u.whole = 1; return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen != 1);
}
"""


def test_a_violation_that_cannot_be_confirmed_is_not_reported(heddle, c_file):
    """The pieces of an access in a section are events of their own: the follower does not know which."""
    file = c_file(PIECES)
    assert heddle("check", file, "--engine", "stateless", "--model", "tso").code == 1
    run = heddle("check", file, "--engine", "stateless", "--model", "ra")
    assert run.code == 3 and "cannot be confirmed" in run.out
