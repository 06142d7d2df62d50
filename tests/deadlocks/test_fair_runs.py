"""Termination by all states: runs that go on for ever although everybody moves, and proofs where nobody can."""

from __future__ import annotations

import time

import pytest

from heddle import api, engines
from heddle.answer import Answer
from heddle.counterexample import Counterexample
from heddle.explorer.schedule import counterexample
from heddle.explorer.states import Patience, StateSpace
from heddle.records import replace
from heddle.replay.code import Code
from heddle.replay.replay import ReplayError, failure_of
from heddle.report.html.page import render as page
from heddle.report.trace import REPEATS
from heddle.report.trace_json import execution_to_json
from heddle.report.trace_text import render
from waiting import PATIENCE

from .test_termination import ENDS, JOINS, RETURNS, SPINS, text

FOR_EVER = {
    "two that miss each other": ("while (!y) x = 1 - x;", "while (x); y = 1;"),
    "a value that changes twice as often": (
        "while (y != 1) x = 1 - x;", "while (1) { if (x == 0) break; if (x == 1) break; y = 0; } y = 1;",
    ),
    "polite at the same time": (
        "x = 1; while (y) { x = 0; x = 1; } x = 0;", "y = 1; while (x) { y = 0; y = 1; } y = 0;",
    ),
    "an input": ("while (__VERIFIER_nondet_bool()) x = 1;", "y = 1;"),
    "an input and no step": ("while (__VERIFIER_nondet_bool());", "y = 1;"),
    "the rest waits": ("pthread_mutex_lock(&m); for (;;) x = 1 - x;", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);"),
}  # fmt: skip
PROVED = {
    "compare and exchange until it works": ("int a; do a = x; while (!__sync_bool_compare_and_swap(&x, a, a + 1));",) * 2,
    "a ticket lock": (
        "int mine = atomic_fetch_add(&x, 1); while (y != mine); plain = mine; y = mine + 1;",
    ) * 2,
    "in turns": (
        "for (int i = 0; i < 2; i++) { while (x); x = 1; }", "for (int i = 0; i < 2; i++) { while (!x); x = 0; }",
    ),
    "Peterson's lock": (
        "x = 1; lock = 1; while (y && lock == 1); plain = 1; x = 0;",
        "y = 1; lock = 0; while (x && lock == 0); plain = 2; y = 0;",
    ),
    "a writer until it is seen": ("while (!x) { plain = 1 - plain; __sync_synchronize(); }", "x = 1;"),
    "a lock that others never leave alone": (
        "while (!x) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }",
        "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
    ),
}  # fmt: skip
CALLS = """static int look(int k) { int a[3]; a[k % 3] = x; a[1] += 1; return a[k % 3]; }
static int deep(int n) { return n ? deep(n - 1) : x; }
struct pair { int a, b; };
static void set(struct pair *p, int v) { p->a = v; p->b = p->a + 1; }
"""
FAR = {
    "a helper with an array": "while (look(1) != 5) y = 1 - y;",
    "recursion": "while (deep(3) != 7) y = 1 - y;",
    "a struct of the thread's own": "struct pair l; do { set(&l, x); y = l.b; } while (l.a != 4);",
    "silently in memory of its own": "int a[4] = {0}, i = 0; for (;;) { a[i & 3] ^= 1; i = (i + 1) & 7; }",
    "an expected value in memory": "int e = 1; while (!atomic_compare_exchange_strong(&lock, &e, 1)) e = 1;",
}
INPUT = "_Bool __VERIFIER_nondet_bool(void);\n"


def ask(file: str, model: str = "sc", property: str = "termination", timeout: float = PATIENCE) -> Answer:
    task = api.make_task([file], model, property, engine="explicit", timeout=timeout)
    return engines.run(task, task.program())


@pytest.mark.parametrize("kind", FOR_EVER)
@pytest.mark.parametrize("model", ["sc", "pso"])
def test_goes_on_for_ever(c_file, kind, model):
    answer = ask(c_file(INPUT + text(*FOR_EVER[kind], JOINS)), model)
    assert answer.verdict == "violation", answer.reason
    assert answer.reason.startswith("no termination: ")


@pytest.mark.parametrize("kind", FAR)
@pytest.mark.parametrize("model", ["sc", "pso"])
def test_what_a_thread_keeps_for_itself_comes_back_too(c_file, kind, model):
    source = text(FAR[kind], "x = 1;", JOINS).replace("void *one", f"{CALLS}void *one", 1)
    answer = ask(c_file(source), model)
    assert answer.verdict == "violation", answer.reason
    assert "thread 1 (one) " in answer.reason


@pytest.mark.parametrize("kind", PROVED)
@pytest.mark.parametrize("model", ["sc", "tso"])
def test_proved_to_end(c_file, kind, model):
    answer = ask(c_file(text(*PROVED[kind], JOINS)), model)
    assert answer.verdict == "safe", answer.reason


@pytest.mark.parametrize(("kinds", "expected"), [(SPINS, "violation"), (ENDS, "safe")], ids=["spins", "ends"])
def test_as_engines_that_bound_loops(c_file, kinds, expected):
    for kind, threads in kinds.items():
        answer = ask(c_file(text(*threads, JOINS)), "tso")
        assert answer.verdict == expected, f"{kind}: {answer.reason}"


def test_polite_threads_need_buffers(c_file):
    """Each sees the other one's flag too late: only a write that stays in its buffer for ever would keep them apart."""
    source = text("plain = 1; while (!x); y = 1;", "while (!*(volatile int *)&plain); x = 1; while (!y);", JOINS)
    assert ask(c_file(source), "pso").verdict == "safe"


def test_the_process_ends_with_main(c_file):
    source = c_file(text(*FOR_EVER["two that miss each other"], RETURNS))
    assert ask(source, property="program-end").verdict == "safe"
    assert ask(source).verdict == "violation"
    assert ask(c_file(text("for (;;) y = 1 - y;", "exit(0);", JOINS).replace("#include", "#include <stdlib.h>\n#include", 1))
               ).verdict == "safe"  # fmt: skip


def test_what_others_do_counts_although_main_may_be_done(c_file):
    """The first thread ends at once if the others are slow, and never if they are quick."""
    two = "while (atomic_exchange(&x, 1)) { y = 1; x = 1; }"
    source = text("while (y) while (!plain);", two, JOINS.replace("pthread_join(q, 0);", ""))
    source = source.replace("int main", "void *three(void *u) { x = 1; return 0; }\nint main")
    source = source.replace("pthread_t p, q;", "pthread_t p, q, r;").replace("pthread_join", "pthread_create(&r, 0, three, 0); pthread_join")
    for model in ("sc", "tso"):
        assert ask(c_file(source), model, "program-end").verdict == "violation"


def test_runs_with_a_false_assumption_do_not_count(c_file):
    source = "void __VERIFIER_assume(int);\n" + text("while (!y) x = 1 - x;", "__VERIFIER_assume(x == 5);", JOINS)
    assert ask(c_file(source)).verdict == "safe"


def test_some_wait_for_each_other_while_others_go_on(c_file):
    locks = "pthread_mutex_t n; void *three(void *u) { for (long i = 0;; i++) x = i; }\n"
    source = locks + text("pthread_mutex_lock(&m); pthread_mutex_lock(&n);", "pthread_mutex_lock(&n); pthread_mutex_lock(&m);",
                          JOINS)  # fmt: skip
    source = source.replace("pthread_t p, q;", "pthread_t p, q, r; pthread_create(&r, 0, three, 0);")
    answer = ask(c_file(source.replace("pthread_mutex_t n; void", f"{TOP_OF_THREADS}void", 1)))
    assert answer.verdict == "violation", answer.reason
    assert "held by thread" in answer.reason


TOP_OF_THREADS = "#include <pthread.h>\n#include <stdatomic.h>\nextern atomic_int x; pthread_mutex_t n; "


def test_main_may_wait_with_its_return(c_file):
    """Of what has happened by then, deadlocks are told."""
    source = text("pthread_mutex_lock(&m);", "pthread_mutex_lock(&m);", RETURNS)
    assert ask(c_file(source), property="no-deadlock").verdict == "violation"
    assert api.check(c_file(source), property="no-deadlock", engine="order").verdict == "violation"


def test_endless_states_are_no_proof(c_file):
    answer = ask(c_file(text("while (!x) y++;", "while (y < 9); x = 1;", JOINS)), timeout=0.5)
    assert answer.verdict == "unknown"
    buffers = ask(c_file(text("while (!x) plain = 1;", "while (plain == 5); x = 1;", JOINS)), "tso")
    assert buffers.verdict == "unknown"
    assert "grow without bound" in buffers.reason


def test_the_report_says_where_it_begins(c_file):
    answer = ask(c_file(text(*FOR_EVER["two that miss each other"], JOINS)))
    assert answer.execution is not None and answer.execution.repeats is not None
    lines = render(answer.execution).splitlines()
    begin = next(i for i, line in enumerate(lines) if REPEATS in line)
    told = "\n".join(lines[begin:])
    assert "x = 1" in told and "x = 0" in told and "x: read 1" in told
    assert "thread 1 (one) goes round" in answer.reason
    steps = execution_to_json(answer.execution)["steps"]
    assert [step["repeats"] for step in steps].count(True) == 1
    assert next(step for step in steps if step["repeats"])["events"][0] >= answer.execution.repeats
    assert page(answer, ["program.c"]).count(REPEATS) == 1


def test_auto_asks_for_it(c_file):
    answer = api.check(c_file(text(*FOR_EVER["two that miss each other"], JOINS)), property="termination", timeout=PATIENCE)
    assert (answer.verdict, answer.engine) == ("violation", "explicit")


# --- what the replayer does not believe ------------------------------------------------------------------------------


class Claimed:
    def __init__(self, file: str) -> None:
        task = api.make_task([file], "sc", "termination", engine="explicit")
        program = task.program().bare
        assert program is not None
        space = StateSpace(program, "sc", Patience(True, True, True))
        space.run(time.monotonic() + PATIENCE, lambda line: None)
        assert space.violation is not None
        self.cex, self.code = counterexample(program, space.violation, "sc"), Code(program)

    def verify(self, cex: Counterexample) -> None:
        failure_of(cex, "sc", self.code)


@pytest.fixture
def claimed(c_file):
    return Claimed(c_file(text(*FOR_EVER["two that miss each other"], JOINS)))


def test_the_claim_itself(claimed):
    claimed.verify(claimed.cex)


def test_a_round_that_does_not_come_back(claimed):
    claim = claimed.cex.for_ever
    with pytest.raises(ReplayError, match="never to end"):
        claimed.verify(replace(claimed.cex, for_ever=replace(claim, cycle=claim.cycle + 1)))


def test_a_round_that_is_not_fair(claimed):
    """The second thread, which could go on, is left out."""
    begin = claimed.cex.for_ever.cycle
    left_out = [step for i, step in enumerate(claimed.cex.schedule) if i < begin or step.thread == 1]
    assert len(left_out) < len(claimed.cex.schedule)
    claim = replace(claimed.cex.for_ever, waiting=(0, 2))
    with pytest.raises(ReplayError, match="never to end"):
        claimed.verify(replace(claimed.cex, schedule=left_out, for_ever=claim))


def test_nobody_waits(claimed):
    claim = replace(claimed.cex.for_ever, waiting=(0, 1, 2), cycle=None)
    with pytest.raises(ReplayError, match="never to end"):
        claimed.verify(replace(claimed.cex, for_ever=claim))
