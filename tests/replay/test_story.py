"""Executions as users read them: the text, word by word."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import pytest

from brute_force import explore
from heddle.counterexample import Counterexample, Step
from heddle.execution import Execution
from heddle.frontend import load
from heddle.replay.code import Code
from heddle.replay.minimize import Effort, attempt
from heddle.replay.replay import replay
from heddle.report.trace_json import execution_to_json
from heddle.report.trace_text import render

STORE_BUFFER = """\
#include <pthread.h>
#include <assert.h>
int x, y, r;
void *one(void *_)
{
    x = 1;
    r = y + x;
    return 0;
}
void *two(void *_)
{
    y = 1;
    if (x == 0)
        y = 2;
    return 0;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(r + y == 4);
}
"""


def run(file: Path, model: str, moves: str) -> Execution:
    """Threads move in this order, a step at a time; ``1^0`` is the flush of thread 1's oldest write.  Then main fails."""
    source = load([str(file)])
    schedule = [Step(int(m[0]), -1, flush=int(m[2:])) if "^" in m else Step(int(m), 0) for m in moves.split()]
    children = [Step(0, 0, child=child) for child in (1, 2)]
    found = attempt(Code(source), Counterexample(children, {}, {}, 0, -1), schedule, model, Effort(math.inf))
    assert found is not None
    return replay(source, found.cex, model)


def shown(execution: Execution, file: Path, **options: bool) -> str:
    return render(execution, **options).replace(f"{file.parent}/", "")


UNDER_TSO = """\
Trace: 15 steps, 3 threads, 3 context switches

── thread 0: main ───────────────────────
T0  sb.c:20  pthread_create(&s, 0, one, 0);  starts thread 1 (one)
T0  sb.c:21  pthread_create(&t, 0, two, 0);  starts thread 2 (two)
── thread 1: one ────────────────────────
T1  sb.c:6   x = 1;                          x = 1 (in the store buffer)
T1  sb.c:7   r = y + x;                      y: read 0
T1                                           x: read 1 (from the own store buffer)
T1                                           r = 1 (in the store buffer, behind x = 1)
── thread 2: two ────────────────────────
T2  sb.c:12  y = 1;                          y = 1 (in the store buffer)
T2  sb.c:13  if (x == 0)                     x: read 0 (thread 1 has a newer value in its store buffer)
T1  sb.c:6   x = 1;                          x = 1 reaches memory
T2  sb.c:14  y = 2;                          y = 2 (in the store buffer, behind y = 1)
── thread 0: main ───────────────────────
T0  sb.c:22  pthread_join(s, 0);             thread 1 has ended (the store buffer of thread 1 is emptied: r = 1)
T0  sb.c:23  pthread_join(t, 0);             thread 2 has ended (the store buffer of thread 2 is emptied: y = 1, y = 2)
T0  sb.c:24  assert(r + y == 4);             r: read 1
T0                                           y: read 2
T0                                           assertion failed: r + y == 4

✗ assertion failed: r + y == 4  (sb.c:24, thread 0)"""


def test_store_buffers(c_file: Callable[..., Path]) -> None:
    file = c_file(STORE_BUFFER, "sb.c")
    execution = run(file, "tso", " ".join(["0"] * 10 + ["1"] * 4 + ["2"] * 2 + ["1^0", "2"]))
    assert shown(execution, file) == UNDER_TSO


CALLS = """\
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct account { pthread_mutex_t lock; int balance; } *shared;
int *last;
void *deposit(void *amount)
{
    pthread_mutex_lock(&shared->lock);
    shared->balance += *(int *)amount;
    last = &shared->balance;
    pthread_mutex_unlock(&shared->lock);
    return 0;
}
int main(void)
{
    int given[2] = { 3, 4 };
    pthread_t t;
    shared = malloc(sizeof *shared);
    pthread_mutex_init(&shared->lock, 0);
    shared->balance = __VERIFIER_nondet_int();
    pthread_create(&t, 0, deposit, &given[1]);
    int busy = pthread_mutex_trylock(&shared->lock);
    __sync_fetch_and_add(last, 1);
    assert(*last < busy);
}
"""


TOLD = """\
Trace: 27 steps, 2 threads, 2 context switches

Inputs:
  __VERIFIER_nondet_int() = 0 (calls.c:21, thread 0)

── thread 0: main ────────────────────────────────────────────
T0  calls.c:17  int given[2] = { 3, 4 };                          given[0] = 3
T0                                                                given[1] = 4
T0  calls.c:19  shared = malloc(sizeof *shared);                  malloc(sizeof *shared) = &heap1
T0                                                                shared = &heap1
T0  calls.c:20  pthread_mutex_init(&shared->lock, 0);             shared: read &heap1
T0                                                                done
T0  calls.c:21  shared->balance = __VERIFIER_nondet_int();        __VERIFIER_nondet_int() = 0
T0                                                                shared: read &heap1
T0                                                                shared->balance = 0 (heap1+40)
T0  calls.c:22  pthread_create(&t, 0, deposit, &given[1]);        starts thread 1 (deposit)
T0  calls.c:23  int busy = pthread_mutex_trylock(&shared->lock);  shared: read &heap1
── thread 1: deposit ─────────────────────────────────────────
T1  calls.c:9   pthread_mutex_lock(&shared->lock);                shared: read &heap1
T1                                                                locked
T1  calls.c:10  shared->balance += *(int *)amount;                *amount: read 4 (amount = &given[1])
T1                                                                shared: read &heap1
T1                                                                shared->balance: read 0 (heap1+40)
T1                                                                shared->balance = 4 (heap1+40)
T1  calls.c:11  last = &shared->balance;                          shared: read &heap1
T1                                                                last = &heap1+40
T1  calls.c:12  pthread_mutex_unlock(&shared->lock);              shared: read &heap1
T1                                                                unlocked
── thread 0: main ────────────────────────────────────────────
T0  calls.c:23  int busy = pthread_mutex_trylock(&shared->lock);  pthread_mutex_trylock(&shared->lock)
T0  calls.c:24  __sync_fetch_and_add(last, 1);                    last: read &heap1+40
T0                                                                *last: 4 becomes 5, atomically (last = &heap1+40)
T0  calls.c:25  assert(*last < busy);                             last: read &heap1+40
T0                                                                *last: read 5 (last = &heap1+40)
T0                                                                assertion failed: *last < busy

✗ assertion failed: *last < busy  (calls.c:25, thread 0)"""


@pytest.fixture
def calls(c_file: Callable[..., Path]) -> tuple[Execution, Path]:
    file = c_file(CALLS, "calls.c")
    source = load([str(file)])
    (cex,) = explore(source).violations.values()
    return replay(source, cex), file


def test_calls_inputs_and_pointers(calls: tuple[Execution, Path]) -> None:
    assert shown(*calls) == TOLD


def test_json_has_the_same_story(calls: tuple[Execution, Path]) -> None:
    execution, file = calls
    trace = json.loads(json.dumps(execution_to_json(execution)))
    assert (trace["message"], trace["thread"], trace["switches"]) == ("assertion failed: *last < busy", 0, 2)
    assert (trace["loc"]["line"], trace["loc"]["column"], trace["loc"]["end_column"]) == (25, 5, 25)
    assert trace["inputs"] == [f"__VERIFIER_nondet_int() = 0 ({file}:21, thread 0)"]
    assert len(trace["steps"]) == 27
    lock = next(step for step in trace["steps"] if step["action"] == "lock")
    assert (lock["thread"], lock["thread_name"], lock["function"]) == (1, "deposit", "deposit")
    assert (lock["loc"]["line"], lock["loc"]["library"], lock["switch"]) == (9, "pthread_mutex_lock", False)
    assert (lock["text"], lock["detail"]) == ("pthread_mutex_lock(&shared->lock);", "pthread_mutex_lock(&shared->lock)")
    called = {trace["events"][number]["call"] for number in lock["events"]}
    assert [trace["calls"][number]["function"] for number in called] == ["pthread_mutex_lock"]


def test_json_tells_what_is_pending(c_file: Callable[..., Path]) -> None:
    execution = run(c_file(STORE_BUFFER), "tso", " ".join(["0"] * 10 + ["1"] * 4 + ["2"] * 2 + ["1^0", "2"]))
    steps = execution_to_json(execution)["steps"]
    assert [step["buffer"] for step in steps if step["thread"] == 1] == [
        ["x = 1"], ["x = 1"], ["x = 1"], ["x = 1", "r = 1"], ["r = 1"],
    ]  # fmt: skip
