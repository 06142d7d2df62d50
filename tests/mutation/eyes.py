"""Programs that each see one thing, and the checks that look through them.

A check raises Disagreement where somebody's outcomes are not those of brute force over store buffers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import asking
from brute_force import explore
from differential.litmus import HEAD, bare
from differential.oracle import (
    Disagreement,
    ask,
    brute_force,
    compare_abstraction,
    compiled,
    exact,
    expect,
    graph_outcomes,
    known_truth,
    telling,
)
from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.linearize import Circle
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay
from waiting import PATIENCE

SHARED = "int x, y, z; _Atomic int n, f; long long result = -1;\n"


def two(one: str, other: str, result: str, before: str = "", after: str = "") -> str:
    """Two threads that give back what they leave in ``r`` and ``s``, as numbers below ten."""
    locals_ = "int r = 0, s = 0; "
    back = " return (void *)(long)(10 * r + s);"
    return (
        f"{HEAD}{SHARED}void *one(void *arg) {{ {locals_}{one}{back} }}\nvoid *two(void *arg) {{ {locals_}{other}{back} }}\n"
        f"int main(void) {{ pthread_t a, b; void *p, *q; {before} pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);\n"
        f"    {after} pthread_join(a, &p); pthread_join(b, &q); result = 100000 * (long)p + 1000 * (long)q + {result}; assert(CHECK); }}\n"
    )


RELEASE = "atomic_store_explicit(&f, 1, memory_order_release);"
INCREMENT = "__VERIFIER_atomic_begin(); r = x; x = r + 1; __VERIFIER_atomic_end();"
SECTION = "__VERIFIER_atomic_begin(); r = x; __VERIFIER_atomic_end();"
FAILING = "r = 5; atomic_compare_exchange_strong(&n, &r, 7);"
HANDLES = "extern unsigned long __heddle_create(void *(*)(void *), void *);\nextern void *__heddle_join(unsigned long);\n"
CREATED = f"""{HEAD}{SHARED}{HANDLES}void *one(void *arg) {{ return (void *)(long)x; }}
void *two(void *arg) {{ return (void *)(long)(10 * x + y); }}
int main(void) {{
    unsigned long a = __heddle_create(one, 0); x = 1; y = 2; unsigned long b = __heddle_create(two, 0);
    result = (long)__heddle_join(a); result = 100 * result + (long)__heddle_join(b); assert(CHECK);
}}
"""
"""pthread_create is an atomic section, which would hide that creation itself drains."""
JOINED = f"""{HEAD}{SHARED}void *one(void *arg) {{ return 0; }}
void *two(void *arg) {{ y = 1; __sync_synchronize(); return (void *)(long)x; }}
int main(void) {{
    pthread_t a, b; void *q; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);
    x = 1; pthread_join(a, 0); int r = y; pthread_join(b, &q); result = 10 * r + (long)q; assert(CHECK);
}}
"""
EYES = {
    "SB": bare("PodWR Fre PodWR Fre"),
    "MP": bare("PodWW Rfe PodRR Fre"),
    "SB, fences": bare("PodWR+full Fre PodWR+full Fre"),
    "MP, fence": bare("PodWW+full Rfe PodRR Fre"),
    "SB, read-modify-writes": bare("PodWR+rmw Fre PodWR+rmw Fre"),
    "MP, read-modify-write": bare("PodWW+rmw Rfe PodRR Fre"),
    "SB, own writes": bare("Rfi PodRR Fre Rfi PodRR Fre"),
    "R": bare("PodWW Coe PodWR Fre"),
    "2+2W": bare("PodWW Coe PodWW Coe"),
    "S": bare("PodWW Rfe PodRW Coe"),
    "MP, lwsync": bare("PodWW+lwsync Rfe PodRR Fre"),
    "LB": bare("PodRW Rfe PodRW Rfe"),
    "IRIW": bare("Rfe PodRR Fre Rfe PodRR Fre"),
    "release": two(f"x = 1; {RELEASE}", "r = f; s = x;", "0"),
    "release in the middle": two(f"x = 1; {RELEASE} y = 1;", "r = y; s = x;", "0"),
    "seq_cst stores": two("n = 1; r = f;", "f = 1; r = n;", "0"),
    "seq_cst store in the middle": two("x = 1; f = 1; r = y;", "y = 1; n = 1; r = x;", "0"),
    "seq_cst store last": two("x = 1; f = 1;", "r = f; s = x;", "0"),
    "own write": two("x = 1; r = x;", "x = 2;", "x"),
    "two writes": two("x = 1; x = 2;", "r = x; s = x;", "x"),
    "two writes and one": two("x = 1; x = 2;", "x = 3;", "x"),
    "writes in order": two("x = 1; x = 2; x = 3;", "r = x; s = x;", "x"),
    "counter": two("r = atomic_fetch_add(&n, 1);", "r = atomic_fetch_add(&n, 1);", "n"),
    "exchange": two("r = atomic_exchange(&n, 1);", "r = atomic_exchange(&n, 2);", "n"),
    "failing exchange": two(f"x = 1; {FAILING} s = r + y;", f"y = 1; {FAILING} s = r + x;", "0"),
    "compare and exchange": two("int e = 0; r = atomic_compare_exchange_strong(&n, &e, 1);",
                                "int e = 0; r = atomic_compare_exchange_strong(&n, &e, 2);", "n"),
    "increment": two("r = x; x = r + 1;", "r = x; x = r + 1;", "x"),
    "sections": two(INCREMENT, INCREMENT, "x"),
    "atomic accesses to own memory": two("y = 1; atomic_exchange(&n, 1); r = z;", "z = 1; f = 1; r = y;", "0"),
    "section in the middle": two(f"y = 1; {SECTION} s = z;", f"z = 1; {SECTION} s = y;", "0"),
    "created": CREATED,
    "a join in the middle": JOINED,
    "joined": two("x = 1; y = 1;", "x = 2;", "10 * x + y"),
    "main takes part": two("x = 1; r = y;", "s = x;", "x + y", after="y = 1; z = x;"),
    "a join while both write": two("x = 2; y = 1;", "", "10 * x + y", after="y = 2; __sync_synchronize(); x = 1;"),
    "guarded": two("r = x; if (r == 1) y = 1; else z = 1;", "x = 1; r = y; s = z;", "10 * y + z"),
    "chosen by a value": two("int *p = x ? &y : &z; *p = 1;", "x = 1; r = y; s = z;", "10 * y + z"),
}  # fmt: skip
"""Most telling first: a mutation is noticed early."""
MODELS = ("sc", "tso", "pso")


def eyes(*names: str) -> Iterable[str]:
    return [EYES[name] for name in names] if names else EYES.values()


# --- checks ---------------------------------------------------------------------------------------------------------


def engine(name: str, *models: str, only: tuple[str, ...] = ()) -> None:
    """A bounded engine proves that there are no more outcomes, and finds one that tells models apart; all of them if only
    some programs are looked at."""
    for text in eyes(*only):
        for model in models:
            try:
                exact(text, model, lambda program, model=model: ask(program, PATIENCE, model=model, engine=name), bool(only))
            except Circle as circle:
                raise Disagreement(f"what the solver found is no execution: {circle}") from circle


def nothing_more(name: str, model: str, eye: str, **bounds: int) -> None:
    """An abstraction shows no further outcome within these bounds."""
    truth = known_truth(EYES[eye], model)
    assert truth is not None
    answer = asking.ask(compiled(EYES[eye], truth.none_other()), model, sma=name, timeout=PATIENCE, **bounds)  # type: ignore[typeddict-item]
    expect(answer, False, EYES[eye], truth.none_other())


def abstraction(name: str, model: str, *only: str) -> None:
    for text in eyes(*only):
        truth, outcome = known_truth(text, model), telling(text, model)
        assert truth is not None and outcome is not None
        try:
            compare_abstraction(text, sorted(truth.outcomes).index(outcome), name)
        except (StopIteration, LookupError) as error:
            raise Disagreement(f"a run of the sequential program cannot be read back: {error!r}") from error


def graphs(model: str, file: str, *only: str) -> None:
    """A model file says what the store buffers of ``model`` do."""
    for text in eyes(*only):
        truth, found = known_truth(text, model), graph_outcomes(text, file, "enumerate")
        if truth is not None and found is not None and found[1] != truth.outcomes:
            raise Disagreement(f"{file}: {sorted(found[1])}, store buffers: {sorted(truth.outcomes)}\n{text}")


@cache
def explored(text: str, model: str) -> frozenset[int]:
    found = graph_outcomes(text, model, "stateless") or graph_outcomes(text, model, "enumerate")
    assert found is not None
    return found[1]


def store_buffers(*models: str) -> None:
    """The replayer's own store buffers, as brute force goes through them, do what the relational models say."""
    for name, text in EYES.items():
        for model in models:
            truth = brute_force(text, model)
            if truth is None or truth.outcomes != explored(text, model):
                raise Disagreement(f"{name} under {model}: {truth}")


# --- claims ---------------------------------------------------------------------------------------------------------

TWICE = """#include <assert.h>
#include <pthread.h>
int x, y;
void *one(void *arg) { x = 1; y = 1; return 0; }
int main(void) { pthread_t a; pthread_create(&a, 0, one, 0); int r = y; assert(!r || x != 1); assert(x != 1); }
"""
"""Two assertions that can fail."""


def claimed(text: str, check: str, model: str) -> Iterable[tuple[Program, Counterexample]]:
    """For every assertion that can fail, a shortest execution in which it does."""
    program = compiled(text, check)
    return [(program, cex) for cex in explore(program, model).violations.values()]


def corrupted(cex: Counterexample) -> Iterable[Counterexample]:
    """Claims that are wrong in one place each."""
    schedule, last = cex.schedule, len(cex.schedule) - 1
    wrong = [
        schedule[: last // 2],
        [*schedule[:last], *schedule[last - 1 :]],
        [schedule[last], *schedule[:last]],
        *([*schedule[:n], replace(step, uid=step.uid + 1), *schedule[n + 1 :]] for n, step in enumerate(schedule) if step.uid >= 0),
        *([*schedule[:n], replace(step, flush=7), *schedule[n + 1 :]] for n, step in enumerate(schedule) if step.uid < 0),
    ]
    yield from (replace(cex, schedule=one) for one in wrong)
    yield replace(cex, violating_thread=cex.violating_thread + 1)
    yield replace(cex, violated=cex.violated + 1)


def accepts(program: Program, cex: Counterexample, model: str) -> bool:
    try:
        replay(program, cex, model)
    except ReplayError:
        return False
    return True


def claims() -> None:
    """The replayer takes what brute force found and nothing else; what the minimizer makes of it is as good."""
    for eye, stronger, model in (("SB", "sc", "tso"), ("MP", "tso", "pso")):
        truth, outcome = known_truth(EYES[eye], model), telling(EYES[eye], model)
        assert truth is not None and outcome is not None
        for program, cex in claimed(EYES[eye], truth.not_this(outcome), model):
            if not accepts(program, cex, model):
                raise Disagreement(f"{eye}: a real execution is refused")
            if accepts(program, cex, stronger):
                raise Disagreement(f"{eye}: accepted under {stronger}")
            if any(accepts(program, wrong, model) for wrong in corrupted(cex)):
                raise Disagreement(f"{eye}: a corrupted claim is accepted")
    for program, cex in claimed(TWICE, "1", "sc"):
        smaller = minimize(program, cex, "sc")
        if smaller.violated != cex.violated or not accepts(program, smaller, "sc"):
            raise Disagreement("another violation, or none, after minimizing")
