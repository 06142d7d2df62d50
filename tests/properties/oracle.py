"""An oracle for several properties that shares nothing with Heddle: small programs as data, and all their states.

A program is a list of threads, all started by main, which joins them.  Operations: ``("lock", m)``, ``("unlock", m)``,
``("use", p)`` and ``("free", p)`` of blocks, ``("add", v, k)`` to an int in one step, ``("set", f, k)``, and ``("spin", f, k)``,
a loop that waits until a flag has this value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

Op = tuple
Thread = list[Op]
INTS = range(-(2**31), 2**31)
OPERATIONS = {
    "misuse": ("lock", "unlock", "lock", "unlock", "set"),
    "valid-deref+valid-free": ("use", "use", "use", "use", "free", "lock"),
    "no-overflow": ("add", "add", "set", "spin", "lock", "unlock"),
    "termination": ("set", "set", "set", "set", "spin", "lock"),
}
"""By property: what its programs do."""


def breaks(threads: list[Thread], property: str) -> bool:
    pending = [((0,) * len(threads), frozenset())]
    seen = set()
    while pending:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        moves = list(_moves(threads, *state))
        if None in moves:
            return True
        if not moves and property == "termination" and any(p < len(x) for p, x in zip(state[0], threads, strict=True)):
            return True
        pending += moves
    return False


def _moves(threads, at, facts) -> Iterator[tuple | None]:
    """The states after one step of any thread that can take one; None where it must not be taken."""
    for t, thread in enumerate(threads):
        if at[t] == len(thread):
            continue
        op = thread[at[t]]
        known = dict(facts)
        result = _taken(op, t, known)
        if result == "waits":
            continue
        after = tuple(p + (u == t) for u, p in enumerate(at))
        yield None if result == "wrong" else (after, frozenset(known.items()))


def _taken(op: Op, t: int, known: dict) -> str:
    kind, name = op[0], op[1]
    value = known.get(name, 0)
    if kind == "lock":
        if value:
            return "waits"
        known[name] = t + 1
    elif kind == "unlock":
        if value != t + 1:
            return "wrong"
        known[name] = 0
    elif kind in ("use", "free"):
        if value:
            return "wrong"
        known[name] = int(kind == "free")
    elif kind == "add":
        known[name] = value + op[2]
        return "taken" if known[name] in INTS else "wrong"
    elif kind == "set":
        known[name] = op[2]
    elif value != op[2]:
        return "waits"
    return "taken"


def generated(property: str, seed: int) -> list[Thread]:
    """Two or three threads.  What they lock they mostly unlock; nobody locks twice."""
    rng = random.Random(f"{property} {seed}")
    threads = []
    for _ in range(rng.choice((2, 2, 3))):
        thread: Thread = []
        for _ in range(rng.choice((2, 3, 4))):
            kind = rng.choice(OPERATIONS[property])
            thread += _operation(rng, kind, {op[1] for op in thread if op[0] == "lock"}, property == "misuse")
        held = [op[1] for i, op in enumerate(thread) if op[0] == "lock" and ("unlock", op[1]) not in thread[i:]]
        threads.append([*thread, *(("unlock", m) for m in held if rng.random() < 0.85)])
    return threads


def _operation(rng: random.Random, kind: str, locked: set[str], may_be_wrong: bool) -> Thread:
    if kind == "lock":
        free = [m for m in ("m", "n") if m not in locked]
        return [("lock", rng.choice(free))] if free else []
    if kind == "unlock":
        given = sorted(locked) if not may_be_wrong or rng.random() < 0.7 else ["m", "n"]
        m = rng.choice(given) if given else None
        return [] if m is None or not may_be_wrong else [("unlock", m)]
    if kind == "add":
        return [(kind, rng.choice("vw"), rng.choice((2**30, 2**30 + 2**29, -(2**30))))]
    if kind in ("set", "spin"):
        return [(kind, rng.choice("fg"), rng.choice((1, 1, 1, 1, 2)))]
    return [(kind, rng.choice("pq"))]


def as_c(threads: list[Thread]) -> str:
    lines = ["#include <pthread.h>", "#include <stdlib.h>", "void __VERIFIER_atomic_begin(void);",
             "void __VERIFIER_atomic_end(void);", "char *p, *q; int v, w; volatile int f, g;",
             "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;"]  # fmt: skip
    texts = {
        "lock": "pthread_mutex_lock(&{0});", "unlock": "pthread_mutex_unlock(&{0});", "use": "*{0} = 1;",
        "free": "free({0});", "set": "{0} = {1};", "spin": "while ({0} != {1});",
        "add": "__VERIFIER_atomic_begin(); {0} = {0} + {1}; __VERIFIER_atomic_end();",
    }  # fmt: skip
    for i, thread in enumerate(threads):
        lines += [f"void *t{i}(void *unused) {{", *(f"  {texts[op[0]].format(*op[1:])}" for op in thread), "  return 0; }"]
    lines.append("int main(void) { pthread_t id[3]; p = malloc(1); q = malloc(1); if (!p || !q) return 0;")
    lines += [f"  pthread_create(&id[{i}], 0, t{i}, 0);" for i in range(len(threads))]
    lines += [f"  pthread_join(id[{i}], 0);" for i in range(len(threads))]
    return "\n".join([*lines, "  return 0; }"]) + "\n"
