"""Loops that create thousands of threads, or run thousands of times before anything happens.

A bug that needs two or three of the threads is found without following the others; what a leap over a loop makes up is
never reported.
"""

from __future__ import annotations

import json
import re

import pytest

from asking import ask, cuts
from heddle import report
from heddle.answer import Answer
from heddle.engines.engine import SILENT, Listener
from heddle.execution import Action
from heddle.frontend import load

MANY = """
#include <assert.h>
#include <pthread.h>
#include <string.h>
#ifndef N
#define N 10000
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, a[N];
%s
int main(void) {
  static pthread_t ids[N];
  %s
  return 0;
}
"""
CREATE = "for (int i = 0; i < N; i++) pthread_create(&ids[i], 0, %s, 0);"
JOIN = "for (int i = 0; i < N; i++) pthread_join(ids[i], 0);"
ADD = "void *add(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }"
ALONE = "void *alone(void *u) { x++; assert(x == 1); x--; return 0; }"
WRITER = "void *writer(void *u) { y = 1; x = 1; return 0; }"
READER = "void *reader(void *u) { if (x == 1) assert(y == 1); return 0; }"


def check(
    functions: str, main: str, model: str = "sc", number: int = 3000, listener: Listener = SILENT, **options: object
) -> Answer:  # fmt: skip
    text = f"#define N {number}\n" + MANY % (functions, main)
    return ask(load(["p.c"], texts={"p.c": text}), model, listener, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("functions", "main", "model"),
    [
        (ADD, CREATE % "add" + "assert(x == 0);", "sc"),  # main and one thread
        (ALONE, CREATE % "alone", "sc"),  # two threads
        (ALONE, CREATE % "alone" + JOIN, "tso"),
        (WRITER + READER, CREATE % "writer" + CREATE % "reader", "pso"),  # of two kinds
        (ADD, CREATE % "add" + "assert(x != 3);", "sc"),  # three of them
    ],
)
def test_a_bug_of_few_among_many(functions: str, main: str, model: str) -> None:
    """The other threads cost nothing: they are in no formula."""
    lines: list[str] = []
    answer = check(functions, main, model, listener=Listener(lines.append))
    assert answer.verdict == "violation"
    sizes = [int(n) for line in lines for n in re.findall(r"(\d+) (?:threads|steps)", line)]
    assert sizes and max(sizes) < 50, lines
    assert answer.execution is not None and len(answer.execution.steps) < 200


def test_the_story_tells_of_the_loop_once() -> None:
    answer = check(ADD, CREATE % "add" + "assert(x == 0);", number=10_000)
    assert answer.execution is not None
    (repeated,) = [step for step in answer.execution.steps if step.action is Action.REPEAT]
    assert repeated.rounds == 9_996 and repeated.user_frame.function == "main"
    style = report.Style(verbose=True)
    assert "the loop goes on like that, 9,996 more times" in report.find("text").render(answer, ["p.c"], style)
    text = report.find("json").render(answer, ["p.c"], style)
    assert len(text) < 100_000
    events = json.loads(text)["trace"]["events"]
    assert [event["rounds"] for event in events if "rounds" in event] == [9_996]


def test_a_loop_inside_the_library_is_part_of_its_call() -> None:
    answer = check(ADD, "memset(a, 1, sizeof a);" + CREATE % "add" + "assert(x == 0);")
    assert answer.execution is not None
    repeated = [step for step in answer.execution.steps if step.action is Action.REPEAT]
    assert len(repeated) == 2 and [step.call is None for step in repeated] == [False, True]
    text = report.find("text").render(answer, ["p.c"], report.Style(verbose=True))
    assert "sizeof a) goes on" not in text and text.count("the loop goes on like that") == 1


def test_reads_of_what_the_loop_wrote_name_its_step() -> None:
    answer = check("", "for (int i = 0; i < N; i++) a[i] = i; x = a[N / 2]; assert(x != N / 2);", number=1000)
    assert answer.verdict == "violation" and answer.execution is not None
    check_sources(answer)


def check_sources(answer: Answer) -> None:
    """Every read names the steps that wrote what it reads, and none that comes later."""
    assert answer.execution is not None
    for index, step in enumerate(answer.execution.steps):
        sources = step.access.reads_from if step.access is not None else ()
        assert all(-1 <= source < index for source in sources)


@pytest.mark.parametrize(
    "main",
    [
        "for (int i = 0; i < N; i++) a[i] = i; assert(a[N / 2] == N / 2);",
        "int s = 0; for (int i = 0; i < N; i++) s += i & 1; assert(s == N / 2);",
        "int *p = 0; for (int i = 0; i < N; i++) { if (i == N / 2) p = &x; } *p = 1; assert(x);",
        "for (int i = 0; i < N; i++) x += 3; assert(x == 3 * N);",
    ],
)
def test_what_a_leap_makes_up_is_not_reported(main: str) -> None:
    """In each of these, the first iterations and the last one alone break the assertion."""
    assert check("", main, number=500).verdict == "safe"


@pytest.mark.parametrize("test", ["==", "!="])
def test_when_all_threads_are_needed_nothing_is_claimed(test: str) -> None:
    answer = check(ADD, CREATE % "add" + JOIN + f"assert(x {test} N);", timeout=1, number=500)
    assert answer.verdict in ("unknown", "safe within bounds")
    if answer.verdict == "safe within bounds":
        assert any("--threads" in cut or "--unwind" in cut for cut in cuts(answer))


def test_few_threads_in_a_loop_are_all_followed() -> None:
    assert check(ADD, CREATE % "add" + JOIN + "assert(x == N);", number=5).verdict == "safe"
    assert check(ADD, CREATE % "add" + JOIN + "assert(x != N);", number=5).verdict == "violation"


def test_the_bound_on_threads_is_the_users() -> None:
    needs_two = CREATE % "alone"
    assert check(ALONE, needs_two, threads=2, unwind=2, number=4).verdict == "safe within bounds"
    assert check(ALONE, needs_two, threads=3, unwind=2, number=4).verdict == "violation"


def test_bounds_that_the_user_gives_are_not_narrowed() -> None:
    needs_three = CREATE % "add" + "assert(x != 3);"
    long_loop = "void *fill(void *u) { for (int i = 0; i < 400; i++) y = i; return 0; }"
    beside = "pthread_create(&ids[0], 0, fill, 0);" + needs_three
    assert check(ADD + long_loop, beside, unwind=2, number=3).verdict == "violation"
    assert check(ADD, needs_three, threads=4).verdict == "violation"
    assert check(ADD, needs_three, threads=3, timeout=1, number=100).verdict == "safe within bounds"
