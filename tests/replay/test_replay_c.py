"""Real C through the frontend: classic concurrent programs by brute force, replayed, minimized and told as a story."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brute_force import explore
from heddle.core.program import Program
from heddle.execution import Execution
from heddle.frontend import load
from heddle.replay.minimize import Effort, cost, minimize
from heddle.replay.replay import replay
from heddle.report.trace import Trace, tell
from heddle.report.trace_text import render

CFile = Callable[..., Path]
HEADERS = "#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\n#include <stdatomic.h>\n"
TWO_THREADS = """
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    AFTER
    return 0;
}
"""


@pytest.fixture
def c(c_file: CFile) -> Callable[[str], Program]:
    return lambda text: load([str(c_file(HEADERS + text))])


def two_threads(before: str, after: str) -> str:
    return before + TWO_THREADS.replace("AFTER", after)


def fails(program: Program, model: str = "sc", **options: object) -> bool:
    """True if some assertion can fail; every counterexample found replays, before and after minimization."""
    found = explore(program, model, **options)  # type: ignore[arg-type]
    assert not found.truncated and not found.unsupported and not found.undefined
    for uid, cex in found.violations.items():
        replay(program, cex, model)
        smaller = minimize(program, cex, model, effort=Effort(10_000))
        assert smaller.violated == uid and cost(smaller) <= cost(cex)
        replay(program, smaller, model)
    return bool(found.violations)


def shortest(program: Program, model: str = "sc") -> Execution:
    """The minimized execution that leads to the program's only violation."""
    (cex,) = explore(program, model).violations.values()
    return replay(program, minimize(program, cex, model), model)


def story(program: Program, model: str = "sc") -> Trace:
    return tell(shortest(program, model))


LOST_UPDATE = two_threads(
    """
    int counter;
    void *one(void *arg) { counter++; return 0; }
    void *two(void *arg) { counter++; return 0; }
    """,
    "assert(counter == 2);",
)


def test_lost_update(c: Callable[[str], Program]) -> None:
    assert fails(c(LOST_UPDATE))
    assert not fails(c(LOST_UPDATE.replace("int counter", "_Atomic int counter")))


def test_mutex_prevents_lost_update(c: Callable[[str], Program]) -> None:
    safe = LOST_UPDATE.replace("counter++;", "pthread_mutex_lock(&m); counter++; pthread_mutex_unlock(&m);")
    safe = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;" + safe
    for model in ("sc", "tso", "pso"):
        assert not fails(c(safe), model)


DEKKER = two_threads(
    """
    int flag1, flag2, inside;
    void *one(void *arg) {
        flag1 = 1; FENCE;
        if (!flag2) { inside++; assert(inside == 1); inside--; }
        return 0;
    }
    void *two(void *arg) {
        flag2 = 1; FENCE;
        if (!flag1) { inside++; assert(inside == 1); inside--; }
        return 0;
    }
    """,
    "",
)


@pytest.mark.parametrize(
    ("model", "fence", "broken"),
    [("sc", "", False), ("tso", "", True), ("pso", "", True), ("tso", "__sync_synchronize()", False),
     ("pso", "atomic_thread_fence(memory_order_seq_cst)", False), ("tso", 'asm volatile("mfence" ::: "memory")', False)],
)
def test_dekker(c: Callable[[str], Program], model: str, fence: str, broken: bool) -> None:
    assert fails(c(DEKKER.replace("FENCE", fence)), model) is broken


@pytest.mark.parametrize(("model", "broken"), [("sc", False), ("tso", False), ("pso", True)])
def test_message_passing(c: Callable[[str], Program], model: str, broken: bool) -> None:
    text = two_threads(
        """
        int data, flag;
        void *one(void *arg) { data = 1; flag = 1; return 0; }
        void *two(void *arg) { if (flag) assert(data == 1); return 0; }
        """,
        "",
    )
    assert fails(c(text), model) is broken
    assert not fails(c(text.replace("int data, flag;", "int data; _Atomic int flag;")), model)


def test_condition_variable(c: Callable[[str], Program]) -> None:
    text = two_threads(
        """
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
        int ready, data;
        void *one(void *arg) {
            pthread_mutex_lock(&m);
            data = 42; ready = 1;
            pthread_cond_signal(&changed);
            pthread_mutex_unlock(&m);
            return 0;
        }
        void *two(void *arg) {
            pthread_mutex_lock(&m);
            WAIT (!ready) pthread_cond_wait(&changed, &m);
            assert(data == 42);
            pthread_mutex_unlock(&m);
            return 0;
        }
        """,
        "",
    )
    assert not fails(c(text.replace("WAIT", "while")))
    assert fails(c(text.replace("WAIT", "if"))), "a spurious wake-up"


def test_heap_recursion_and_function_pointers(c: Callable[[str], Program]) -> None:
    text = """
    struct node { int value; struct node *next; };
    static struct node *push(struct node *list, int value) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = value;
        fresh->next = list;
        return fresh;
    }
    static int sum(struct node *list) { return list ? list->value + sum(list->next) : 0; }
    static int twice(int n) { return 2 * n; }
    static int (*operation)(int) = twice;
    static struct node *shared;
    void *work(void *arg) { shared->value = operation(*(int *)arg); return 0; }
    int main(void) {
        int given = 5;
        pthread_t t;
        shared = push(push(push(0, 1), 2), 3);
        pthread_create(&t, 0, work, &given);
        int total = sum(shared);
        assert(total == 6 BUG);
        pthread_join(t, 0);
        assert(sum(shared) == 13);
    }
    """
    assert not fails(c(text.replace("BUG", "|| total == 13")))
    assert fails(c(text.replace("BUG", "")))


def test_deadlock_by_lock_order(c: Callable[[str], Program]) -> None:
    text = two_threads(
        """
        pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
        void *one(void *arg) { pthread_mutex_lock(&a); pthread_mutex_lock(&b); return 0; }
        void *two(void *arg) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return 0; }
        """,
        "",
    )
    assert explore(c(text)).blocked > 0


# --- the story ------------------------------------------------------------------------------------------------------


def test_the_story_of_a_lost_update(c: Callable[[str], Program]) -> None:
    trace = story(c(LOST_UPDATE))
    details = [step.detail for step in trace.steps]
    assert [step.action for step in trace.steps] == [
        "create", "create", "read", "read", "write", "write", "join", "join", "read", "assert",
    ]
    assert details[0] == "pthread_create(&t, 0, one, 0) starts thread 1 (one)"
    assert details[2:6] == ["counter: read 0", "counter: read 0", "counter = 1", "counter = 1"]
    assert trace.switches == sum(step.switch for step in trace.steps) == 4
    assert all(step.loc.file.endswith("program.c") for step in trace.steps), "only the user's lines"
    assert trace.message == "assertion failed: counter == 2"
    assert trace.steps[-1].text == "assert(counter == 2);"


def test_library_calls_are_one_step_each(c: Callable[[str], Program]) -> None:
    text = """
    pthread_mutex_t locks[2];
    int x;
    void *work(void *arg) {
        pthread_mutex_lock(&locks[1]);
        x = 1;
        pthread_mutex_unlock(&locks[1]);
        return 0;
    }
    int main(void) {
        pthread_t t;
        pthread_mutex_init(&locks[1], 0);
        pthread_create(&t, 0, work, 0);
        pthread_join(t, 0);
        int busy = pthread_mutex_trylock(&locks[1]);
        busy = pthread_mutex_trylock(&locks[1]);
        assert(busy == x - 1);
    }
    """
    trace = story(c(text))
    calls = [(step.action, step.detail) for step in trace.steps if step.loc.library]
    assert calls == [
        ("call", "pthread_mutex_init(&locks[1], 0)"),
        ("create", "pthread_create(&t, 0, work, 0) starts thread 1 (work)"),
        ("lock", "pthread_mutex_lock(&locks[1])"),
        ("unlock", "pthread_mutex_unlock(&locks[1])"),
        ("join", "pthread_join(t, 0) thread 1 has ended"),
        ("lock", "pthread_mutex_trylock(&locks[1])"),
        ("lock", "pthread_mutex_trylock(&locks[1]) = 16"),
    ]


def test_places_and_values_are_written_in_c(c: Callable[[str], Program]) -> None:
    text = """
    struct queue { int items[4]; struct queue *next; } q, r;
    int *where;
    extern int __VERIFIER_nondet_int(void);
    void *work(void *arg) {
        struct queue *p = arg;
        p->next = &r;
        p->next->items[2] = 7;
        where = &q.items[1];
        *where = 3;
        return 0;
    }
    int main(void) {
        pthread_t t;
        int n = __VERIFIER_nondet_int();
        pthread_create(&t, 0, work, &q);
        pthread_join(t, 0);
        assert(r.items[2] + q.items[1] + (q.next != 0) + (*where > 0) + n == 0);
    }
    """
    program = c(text)
    cex = next(iter(explore(program).violations.values()))
    trace = tell(replay(program, cex))
    details = [step.detail for step in trace.steps]
    for wanted in (
        "p->next = &r (q.next)",
        "p->next->items[2] = 7 (r.items[2])",
        "where = &q.items[1]",
        "*where = 3 (where = &q.items[1])",
        "r.items[2]: read 7",
    ):
        assert wanted in details, details
    (given,) = trace.inputs
    assert given.startswith("__VERIFIER_nondet_int() = ")


def test_store_buffers_are_part_of_the_story(c: Callable[[str], Program]) -> None:
    trace = story(c(DEKKER.replace("FENCE", "").replace("assert(inside == 1)", "assert(inside != 2)")
                       .replace("if (!flag1) { inside++; assert(inside != 2); inside--; }",
                                "if (!flag1) inside++;")), "tso")
    details = [step.detail for step in trace.steps]
    assert any("in the store buffer" in detail for detail in details)
    assert any("has a newer value in its store buffer" in detail for detail in details)
    assert any(step.buffer for step in trace.steps)


def test_the_contents_of_store_buffers_are_told(c: Callable[[str], Program]) -> None:
    trace = story(c("""
        #include <pthread.h>
        #include <assert.h>
        int x, y, r1, r2;
        void *one(void *_) { x = 1; r1 = y; return 0; }
        void *two(void *_) { y = 1; r2 = x; return 0; }
        int main(void) {
            pthread_t s, t;
            pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);
            pthread_join(s, 0); pthread_join(t, 0);
            assert(r1 || r2);
        }
    """), "tso")
    details = [step.detail for step in trace.steps]
    assert "r1 = 0 (in the store buffer, behind x = 1)" in details
    assert any(step.buffer == ("x = 1", "r1 = 0") for step in trace.steps)
    assert any("(the store buffer of thread 1 is emptied: x = 1, r1 = 0)" in detail for detail in details)


def test_private_memory_is_left_out_unless_asked_for(c: Callable[[str], Program]) -> None:
    text = """
    int shared;
    static void fill(int *a) { for (int i = 0; i < 3; i++) a[i] = i; }
    void *work(void *arg) { shared = 1; return 0; }
    int main(void) {
        int own[3];
        fill(own);
        pthread_t t;
        pthread_create(&t, 0, work, 0);
        assert(shared == 0);
    }
    """
    program = c(text)
    (cex,) = explore(program).violations.values()
    execution = replay(program, cex)
    assert not any("[1] = 1" in step.detail for step in tell(execution).steps)
    assert any("[1] = 1" in step.detail for step in tell(execution, private=True).steps)
    assert "[1] = 1" in render(execution, verbose=True)


def test_rendering(c: Callable[[str], Program]) -> None:
    execution = shortest(c(LOST_UPDATE))
    text = render(execution)
    lines = text.splitlines()
    assert lines[0] == "Trace: 10 steps, 3 threads, 4 context switches"
    assert sum(line.startswith("── thread") for line in lines) == 5
    assert "counter: read 0" in text and "program.c:7" in text
    assert "assertion failed: counter == 2" in lines[-1]
    assert "\x1b[" not in text and "\x1b[" in render(execution, color=True)


def test_long_traces_lose_their_middle(c: Callable[[str], Program]) -> None:
    text = """
    int x;
    int main(void) { for (int i = 0; i < 300; i++) x = i; assert(x == 0); }
    """
    execution = shortest(c(text))
    short, full = render(execution), render(execution, verbose=True)
    assert "steps left out" in short and len(short.splitlines()) < 220
    assert "steps left out" not in full and "x = 150" in full


def test_a_spinning_thread_is_one_line(c: Callable[[str], Program]) -> None:
    program = c("int x; int main(void) { for (int i = 0; i < 50; i++) if (x) return 1; assert(x == 1); }")
    assert "(×50)" in render(shortest(program))
