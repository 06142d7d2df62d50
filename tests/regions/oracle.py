"""An oracle for interrupted regions that shares nothing with Heddle: small programs as data, all their interleavings.

A program is a list of threads, all started by main.  Operations: ``("lock", m)``, ``("unlock", m)``, ``("begin",)`` and
``("end",)`` (a region), and accesses ``(kind, variable, first byte, end)`` with the kinds read, write and add (an
atomic read-modify-write).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

Op = tuple
Thread = list[Op]
READS, WRITES = ("read", "add"), ("write", "add")


def interrupts(threads: list[Thread]) -> bool:
    """Whether in some interleaving a region is interrupted."""
    return any(_is_interrupted(history) for history in _interleavings(threads, (0,) * len(threads), [], {}))


def _interleavings(threads, at, history, held) -> Iterator[list[tuple[int, int, Op]]]:
    """What has been done when nothing more can be: each time by whom, in which of its regions (0: none), and what."""
    is_over = True
    for t, thread in enumerate(threads):
        if at[t] == len(thread):
            continue
        op = thread[at[t]]
        if op[0] == "lock" and op[1] in held:
            continue
        is_over = False
        now = dict(held)
        if op[0] == "lock":
            now[op[1]] = t
        elif op[0] == "unlock":
            del now[op[1]]
        before = [o for o in thread[: at[t]] if o[0] in ("begin", "end")]
        region = len(before) if len(before) % 2 else 0
        after = tuple(p + (u == t) for u, p in enumerate(at))
        yield from _interleavings(threads, after, [*history, (t, region, op)], now)
    if is_over:
        yield [h for h in history if h[2][0] in READS + WRITES]


def _is_interrupted(history) -> bool:
    for j, (other, _, r) in enumerate(history):
        for t, region, a in history[:j]:
            if t != other and region:
                later = [op for u, same, op in history[j + 1 :] if (u, same) == (t, region)]
                if any(_shows(a, r, later, byte) for byte in _bytes(a) & _bytes(r)):
                    return True
    return False


def _shows(a: Op, r: Op, later: list[Op], byte) -> bool:
    later = [op for op in later if byte in _bytes(op)]
    if r[0] in READS and a[0] in WRITES and any(b[0] in WRITES for b in later):
        return True
    return r[0] in WRITES and bool(later) and (a[0] in READS or later[0][0] in READS)


def _bytes(op: Op) -> set[tuple[str, int]]:
    return {(op[1], i) for i in range(op[2], op[3])}


def generated(seed: int) -> list[Thread]:
    """Two threads, or three short ones, with a region in each that mostly holds a lock, but not always all the time."""
    rng = random.Random(seed)
    threads: list[Thread] = []
    number = rng.choice((2, 2, 3))
    for i in range(number):
        thread: Thread = []
        for _ in range(rng.choice((1, 2, 2)) if number == 2 else 1):
            body = [_access(rng, seed) for _ in range(rng.choice((1, 1, 2)))]
            guard = rng.choice(("m", "m", "n", None, None))
            thread += [("lock", guard), *body, ("unlock", guard)] if guard else body
        if i == 0 or rng.random() < 0.5:
            thread = [("begin",), *thread, ("end",)] if rng.random() < 0.7 else _inner(rng, thread)
        threads.append(thread)
    return threads


def _access(rng: random.Random, seed: int) -> Op:
    kind = rng.choice(("read", "read", "write", "write", "add"))
    low, high = rng.choice(((0, 4), (0, 4), (0, 1), (2, 3))) if seed % 3 == 0 and kind != "add" else (0, 4)
    return kind, rng.choice("xxxy"), low, high


def _inner(rng: random.Random, thread: Thread) -> Thread:
    """A region that begins and ends somewhere."""
    first, last = sorted(rng.sample(range(len(thread) + 1), 2))
    return [*thread[:first], ("begin",), *thread[first:last], ("end",), *thread[last:]]


def as_c(threads: list[Thread], by_pointer: bool) -> str:
    """``by_pointer``: which variable an access goes to, only the program's run shows."""
    lines = ["#include <pthread.h>", "void __HEDDLE_region_begin(void); void __HEDDLE_region_end(void);", "int x, y;",
             "int *at[2] = {&x, &y};",
             "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;"]  # fmt: skip
    for i, thread in enumerate(threads):
        lines.append(f"void *t{i}(void *unused) {{ int local = 0;")
        lines += [f"  {_statement(op, by_pointer)}" for op in thread]
        lines.append("  return 0; }")
    lines.append("int main(void) { pthread_t id[3];")
    lines += [f"  pthread_create(&id[{i}], 0, t{i}, 0);" for i in range(len(threads))]
    return "\n".join([*lines, "  pthread_exit(0); }"]) + "\n"


def _statement(op: Op, by_pointer: bool) -> str:
    if op[0] in ("lock", "unlock"):
        return f"pthread_mutex_{op[0]}(&{op[1]});"
    if op[0] in ("begin", "end"):
        return f"__HEDDLE_region_{op[0]}();"
    kind, name, low, high = op
    place = f"*at[{'xy'.index(name)}]" if by_pointer else name
    if high - low == 1:
        place = f"((char *)&{place})[{low}]"
    return {"read": f"local = {place};", "write": f"{place} = 1;", "add": f"__sync_fetch_and_add(&{place}, 1);"}[kind]
