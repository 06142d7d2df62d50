"""Programs that each see one thing, and the checks that look through them.

A check raises Disagreement where somebody's outcomes are not those of brute force over store buffers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from differential.litmus import HEAD, bare
from differential.oracle import (
    Disagreement,
    ask,
    brute_force,
    compare_abstraction,
    exact,
    graph_outcomes,
    known_truth,
    telling,
)
from heddle.counterexample import Counterexample
from heddle.replay.minimize import minimize
from heddle.replay.replay import ReplayError, replay

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
    "release": two(f"x = 1; {RELEASE}", "r = f; s = x;", "0"),
    "seq_cst stores": two("n = 1; r = f;", "f = 1; r = n;", "0"),
    "seq_cst store in the middle": two("x = 1; f = 1; r = y;", "y = 1; n = 1; r = x;", "0"),
    "seq_cst store last": two("x = 1; f = 1;", "r = f; s = x;", "0"),
    "own write": two("x = 1; r = x;", "x = 2;", "x"),
    "writes in order": two("x = 1; x = 2; x = 3;", "r = x; s = x;", "x"),
    "counter": two("r = atomic_fetch_add(&n, 1);", "r = atomic_fetch_add(&n, 1);", "n"),
    "compare and exchange": two("int e = 0; r = atomic_compare_exchange_strong(&n, &e, 1);",
                                "int e = 0; r = atomic_compare_exchange_strong(&n, &e, 2);", "n"),
    "increment": two("r = x; x = r + 1;", "r = x; x = r + 1;", "x"),
    "sections": two(INCREMENT, INCREMENT, "x"),
    "section in the middle": two(f"y = 1; {INCREMENT} s = z;", f"z = 1; {INCREMENT} s = y;", "0"),
    "created": two("r = x; s = y;", "r = y; s = x;", "x", before="x = 1; y = 2;"),
    "joined": two("x = 1; y = 1;", "x = 2;", "10 * x + y"),
    "main takes part": two("x = 1; r = y;", "s = x;", "x + y", after="y = 1; z = x;"),
    "guarded": two("r = x; if (r == 1) y = 1; else z = 1;", "x = 1; r = y; s = z;", "10 * y + z"),
    "chosen by a value": two("int *p = x ? &y : &z; *p = 1;", "x = 1; r = y; s = z;", "10 * y + z"),
}  # fmt: skip
"""Most telling first: a mutation is noticed early."""
MODELS = ("sc", "tso", "pso")


def eyes(*names: str) -> Iterable[str]:
    return [EYES[name] for name in names] if names else EYES.values()


# --- checks ---------------------------------------------------------------------------------------------------------


def engine(name: str, *models: str, only: tuple[str, ...] = ()) -> None:
    """A bounded engine proves that there are no more outcomes, and finds one that tells models apart."""
    for text in eyes(*only):
        for model in models:
            exact(text, model, lambda program, model=model: ask(program, 20, model=model, engine=name))


def abstraction(name: str, model: str, *only: str) -> None:
    for text in eyes(*only):
        truth, outcome = known_truth(text, model), telling(text, model)
        assert truth is not None and outcome is not None
        compare_abstraction(text, sorted(truth.outcomes).index(outcome), name)


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


def corrupted(cex: Counterexample) -> Iterable[Counterexample]:
    """Claims that are wrong in one place each."""
    schedule = cex.schedule
    for number in range(len(schedule)):
        yield Counterexample([*schedule[:number], *schedule[number + 1 :]], {}, {}, cex.violating_thread, cex.violated)
    yield Counterexample([*schedule, schedule[0]], {}, {}, cex.violating_thread, cex.violated)
    yield Counterexample(schedule, {}, {}, cex.violating_thread + 1, cex.violated)
    yield Counterexample(schedule, {}, {}, cex.violating_thread, cex.violated + 1)
    yield Counterexample(schedule[:-1], {}, {}, cex.violating_thread, cex.violated)


__all__ = ["EYES", "ReplayError", "abstraction", "corrupted", "engine", "graphs", "minimize", "replay", "store_buffers"]
