"""Flags of a model are claims: an execution that raises one is a violation, with the events that raise it."""

from __future__ import annotations

import pytest

from asking import ask
from explore.programs import compiled, read, store, threads
from heddle.answer import Answer, Verdict
from heddle.explorer.kernel import ExploreOptions, explore
from heddle.models import find
from heddle.models.memory_model import memory_model
from waiting import PATIENCE

ENGINES = ("stateless", "enumerate")
MUTEX = "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
LOCKED = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
DATA = "int x; atomic_int ready, y;"

RACY = {
    "two writes": threads("x = 1;", "x = 2;", declared="int x;"),
    "a write and a read": threads("x = 1;", "int r = x;", declared="int x;"),
    "one of them locked": threads(LOCKED, "x++;", declared=MUTEX),
    "different locks": threads(LOCKED, LOCKED.replace("&m", "&n"), declared=MUTEX + "pthread_mutex_t n;"),
    "published without release": threads(
        "x = 1;" + store("ready", 1), "if (" + read("ready", "acquire").rstrip(";") + ") x++;", declared=DATA),
    "published, received without acquire": threads(
        "x = 1;" + store("ready", 1, "release"), "if (" + read("ready").rstrip(";") + ") x++;", declared=DATA),
    "an atomic and a plain access": threads("*(int *)&y = 1;", read("y"), declared=DATA),
    "a thread that is not joined": "#include <pthread.h>\nint x;\nvoid *f(void *_) { x = 1; return 0; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return x; }",
}  # fmt: skip
RACE_FREE = {
    "the same lock": threads(LOCKED, LOCKED, declared=MUTEX),
    "atomics": threads(store("y", 1), read("y"), declared=DATA),
    "published with release and acquire": threads(
        "x = 1;" + store("ready", 1, "release"), "if (" + read("ready", "acquire").rstrip(";") + ") x++;",
        declared=DATA),
    "fences": threads(
        "x = 1; atomic_thread_fence(memory_order_release);" + store("ready", 1),
        "if (" + read("ready").rstrip(";") + ") { atomic_thread_fence(memory_order_acquire); x++; }", declared=DATA),
    "creation and join": "#include <pthread.h>\nint x;\nvoid *f(void *_) { x++; return 0; }\nint main(void) "
    "{ pthread_t t; x = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }",
    "two reads": threads("int r = x;", "int s = x;", declared="int x;"),
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", RACY)
def test_races_are_found(name, engine):
    answer = judged(RACY[name], engine)
    assert answer.verdict is Verdict.VIOLATION, answer.reason
    assert answer.execution is not None and answer.execution.failure is not None
    failure = answer.execution.failure
    assert (failure.kind, failure.message) == ("flag", "data-race")
    first, second = (answer.execution.steps[step] for step in failure.steps)
    assert first.thread != second.thread
    assert first.access is not None and second.access is not None
    assert first.access.address == second.access.address
    assert first.access.written is not None or second.access.written is not None


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", RACE_FREE)
def test_what_happens_before_is_no_race(name, engine):
    answer = judged(RACE_FREE[name], engine)
    assert answer.verdict is Verdict.SAFE, answer.reason


def judged(text: str, engine: str) -> Answer:
    return ask(compiled(text).claiming("flag"), "rc11", engine=engine, timeout=PATIENCE)


@pytest.mark.parametrize("library", [
    "pthread_cond_t c; int turn; SECTION", "pthread_rwlock_t l;", "pthread_spinlock_t s;", "sem_t s;",
])  # fmt: skip
def test_the_library_races_with_nobody(library):
    """What the model library does inside its atomic sections is synchronization, and orders what is around it."""
    bodies = {
        "pthread_cond_t": (
            "pthread_mutex_lock(&m); while (!turn) pthread_cond_wait(&c, &m); x++; pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m); turn = 1; x++; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
        ),
        "pthread_rwlock_t": (
            "pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l);",
            "pthread_rwlock_rdlock(&l); int r = x; pthread_rwlock_unlock(&l);",
        ),
        "pthread_spinlock_t": ("pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);",) * 2,
        "sem_t": ("x = 1; sem_post(&s);", "sem_wait(&s); x++;"),
    }
    declared = library.replace("SECTION", MUTEX) if "SECTION" in library else f"int x; {library}"
    text = "#include <semaphore.h>\n" + threads(*bodies[library.split()[0]], declared=declared)
    found = explore(compiled(text).claiming("flag"), find("rc11"), ExploreOptions(unwind=2, timeout=PATIENCE))
    assert found.finished
    assert found.flagged == {}


def test_without_the_claim_flags_are_ignored():
    found = explore(compiled(RACY["two writes"]), find("rc11"), ExploreOptions())
    assert (found.violations, found.flagged) == (0, {})


def test_an_execution_with_a_flag_is_counted_by_its_end_too():
    found = explore(compiled(RACY["two writes"]).claiming("flag"), find("rc11"), ExploreOptions(timeout=PATIENCE))
    assert (found.executions, found.violations, found.flagged) == (2, 2, {"data-race": 2})


def test_a_race_before_a_thread_waits_for_ever_is_one():
    """The first thread stops at an assumption; what it did before is racy all the same."""
    text = "extern void __VERIFIER_assume(int);\n" + threads("x = 1; __VERIFIER_assume(0);", "x = 2;", declared="int x;")
    assert all(judged(text, engine).verdict is Verdict.VIOLATION for engine in ENGINES)


def test_a_race_that_only_an_outdated_read_shows():
    """Reading 2 synchronizes and orders the plain write; reading anything older fails the assumption, and races."""
    writer = "*(int *)&y = 1;" + store("y", 2, "release")
    reader = "__VERIFIER_assume(" + read("y", "acquire").rstrip(";") + " == 2);"
    text = "extern void __VERIFIER_assume(int);\n" + threads(writer, reader, declared=DATA)
    assert all(judged(text, engine).verdict is Verdict.VIOLATION for engine in ENGINES)


def test_assertions_come_first():
    text = threads("x = 1;", "assert(x == 0);", declared="int x;")
    answer = judged(text, "stateless")
    assert answer.verdict is Verdict.VIOLATION


def flagged(tmp_path, flag: str, text: str) -> dict[str, int]:
    file = tmp_path / "flags.cat"
    file.write_text(f'"Flags"\nacyclic po | rf | co | fr as sc\n{flag}\n')
    program = compiled(text).claiming("flag")
    return explore(program, memory_model(str(file)).relational, ExploreOptions(timeout=PATIENCE)).flagged


@pytest.mark.parametrize(("flag", "expected"), [
    ("flag ~empty ([W \\ IW] ; rfe) as read-from", {"read-from": 1}),
    ("flag ~irreflexive (fr ; rf) as turn", {}),
    ("flag ~acyclic (po | po^-1) & (W * W) as round", {"round": 2}),
    ("flag ~empty R & ACQ as acquires", {}),
    ("flag ~empty R as reads", {"reads": 2}),
    ("flag empty rf as nothing-read", {}),
    ("flag empty rmw as no-update", {"no-update": 2}),
])  # fmt: skip
def test_all_kinds_of_flags(tmp_path, flag, expected):
    text = threads(store("x", 1) + store("y", 1), read("x"))
    assert flagged(tmp_path, flag, text) == expected


def test_a_flag_that_cannot_be_computed_has_no_answer(tmp_path):
    file = tmp_path / "lost.cat"
    file.write_text('"Lost"\nacyclic po | rf | co | fr as sc\nflag ~empty [Nonsense-tag] as lost\n')
    for engine in ENGINES:
        answer = ask(compiled(RACY["two writes"]).claiming("flag"), str(file), engine=engine)
        assert answer.verdict is Verdict.UNKNOWN
        assert "lost" in answer.reason
