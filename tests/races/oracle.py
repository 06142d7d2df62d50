"""An oracle for data races that shares nothing with Heddle: small programs as data, all interleavings, vector clocks.

A program is a list of threads, all started by main, which joins them and then reads every variable.  Operations:
``("lock", m)``, ``("unlock", m)``, ``("read", x)``, ``("write", x)``, ``("store", a, v)`` and ``("add", a)`` (atomic),
``("wait", a, v)`` (goes on once the atomic variable has this value), ``("begin",)`` and ``("end",)`` (an atomic section).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

Op = tuple
Thread = list[Op]
LOCKS, PLAIN, ATOMIC = ("m", "n"), ("x", "y"), ("a", "b")


def races(threads: list[Thread]) -> bool:
    """Whether some interleaving has two conflicting accesses that happens-before does not order."""
    pending = [_start(threads)]
    seen = set()
    while pending:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        for t in range(len(threads)):
            for after in _steps(threads, state, t):
                if after == "race":
                    return True
                pending.append(after)
    return False


# A state: positions, values of locks and atomics, clocks of threads and of synchronizing objects, last accesses.
def _start(threads):
    clocks = tuple(tuple(int(i == t) for i in range(len(threads))) for t in range(len(threads)))
    values = tuple((name, 0) for name in (*LOCKS, *ATOMIC))
    return (0,) * len(threads), values, clocks, (), ()


def _steps(threads, state, t) -> Iterator[object]:
    at, values, clocks, objects, accesses = state
    if at[t] >= len(threads[t]):
        return
    end = at[t] + 1
    inside = threads[t][at[t]] == ("begin",)
    if inside:
        end = threads[t].index(("end",), at[t]) + 1
    values, clocks, objects, accesses = dict(values), list(clocks), dict(objects), list(accesses)
    if inside:
        _acquire(clocks, objects, t, "section")
    for op in threads[t][at[t] : end]:
        kind = op[0]
        if kind == "lock":
            if values[op[1]]:
                return
            values[op[1]] = 1
            _acquire(clocks, objects, t, op[1])
        elif kind == "unlock":
            values[op[1]] = 0
            _release(clocks, objects, t, op[1])
        elif kind == "wait":
            if values[op[1]] != op[2]:
                return
            _acquire(clocks, objects, t, op[1])
        elif kind in ("store", "add"):
            if kind == "add":
                _acquire(clocks, objects, t, op[1])
            values[op[1]] = op[2] if kind == "store" else values[op[1]] + 1
            _release(clocks, objects, t, op[1])
        elif kind in ("read", "write"):
            mine = (t, kind, op[1], inside, clocks[t])
            for u, other, name, atomic, clock in accesses:
                ordered = clock[u] <= clocks[t][u]
                if u != t and name == op[1] and "write" in (kind, other) and not (inside and atomic) and not ordered:
                    yield "race"
                    return
            accesses = [a for a in accesses if a[:4] != mine[:4]] + [mine]
    if inside:
        _release(clocks, objects, t, "section")
    moved = tuple(end if i == t else p for i, p in enumerate(at))
    yield moved, tuple(sorted(values.items())), tuple(clocks), tuple(sorted(objects.items())), tuple(sorted(accesses))


def _acquire(clocks, objects, t, name) -> None:
    if name in objects:
        clocks[t] = tuple(map(max, clocks[t], objects[name]))


def _release(clocks, objects, t, name) -> None:
    objects[name] = tuple(map(max, clocks[t], objects.get(name, clocks[t])))
    clocks[t] = tuple(c + (i == t) for i, c in enumerate(clocks[t]))


# --- programs -----------------------------------------------------------------------------------------------------------


def generated(seed: int) -> list[Thread]:
    """Two or three threads that mostly guard what they do, but not always in the same way."""
    rng = random.Random(seed)
    threads: list[Thread] = []
    for _ in range(rng.choice((2, 2, 3))):
        thread: Thread = []
        for _ in range(rng.choice((1, 2))):
            body = [(rng.choice(("read", "write")), rng.choice(PLAIN)) for _ in range(rng.choice((1, 1, 2)))]
            guard = rng.choice(("lock", "lock", "lock", "section", "publish", "await", "none"))
            if guard == "lock":
                m = rng.choice(LOCKS + LOCKS[:1])
                thread += [("lock", m), *body, ("unlock", m)]
            elif guard == "section":
                thread += [("begin",), *body, ("end",)]
            elif guard == "publish":
                thread += [*body, rng.choice((("store", "a", 1), ("add", "b")))]
            elif guard == "await":
                thread += [("wait", rng.choice(ATOMIC), 1), *body]
            else:
                thread += body
        threads.append(thread)
    return threads


def as_c(threads: list[Thread]) -> str:
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "void __VERIFIER_assume(int);",
             "void __VERIFIER_atomic_begin(void);", "void __VERIFIER_atomic_end(void);",
             "int x, y; atomic_int a, b;",
             "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;"]  # fmt: skip
    texts = {
        "lock": "pthread_mutex_lock(&{0});", "unlock": "pthread_mutex_unlock(&{0});", "read": "local = {0};",
        "write": "{0} = 1;", "store": "atomic_store(&{0}, {1});", "add": "atomic_fetch_add(&{0}, 1);",
        "wait": "__VERIFIER_assume(atomic_load(&{0}) == {1});", "begin": "__VERIFIER_atomic_begin();",
        "end": "__VERIFIER_atomic_end();",
    }  # fmt: skip
    for i, thread in enumerate(threads):
        lines.append(f"void *t{i}(void *unused) {{ int local = 0;")
        lines += [f"  {texts[op[0]].format(*op[1:])}" for op in thread]
        lines.append("  return 0; }")
    lines.append("int main(void) { pthread_t id[3];")
    lines += [f"  pthread_create(&id[{i}], 0, t{i}, 0);" for i in range(len(threads))]
    lines += [f"  pthread_join(id[{i}], 0);" for i in range(len(threads))]
    return "\n".join([*lines, "  return x + y; }"]) + "\n"
