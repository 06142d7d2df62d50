"""Programs on which the engine, or brute force, once was wrong, each as small as it could be made."""

from __future__ import annotations

import pytest

import asking
from heddle.answer import Verdict
from heddle.engines import search
from heddle.frontend import load
from waiting import PATIENCE

from .oracle import ask, brute_force, compiled, require

HEAD = """
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
long long result;
int x;
"""

PROGRAMS = {
    # a read of four bytes, of which another thread writes one: the others are known to the reader alone
    "partly_shared_word": """
        union { unsigned u; unsigned char b[4]; } word;
        void *thread(void *arg) { word.b[2] = 2; return 0; }
        int main(void) {
            pthread_t id; pthread_create(&id, 0, thread, 0);
            word.u = 0x01010101;
            result = word.u;
            assert(CHECK);
        }""",
    # the same through a pointer that may point to a private variable
    "pointer_to_private_or_shared": """
        void *thread(void *arg) { x = 2; return 0; }
        int main(void) {
            int mine = 0; pthread_t id; pthread_create(&id, 0, thread, 0);
            int *p = x ? &x : &mine;
            mine = 5;
            result = *p;
            assert(CHECK);
        }""",
    # values that come about only through a chain of writes of constants
    "chain_of_constant_writes": """
        int a, b, c, d;
        void *thread(void *arg) { x = 1; if (b == 1) c = 1; if (d == 1) result = 1; return 0; }
        int main(void) {
            pthread_t id; pthread_create(&id, 0, thread, 0);
            if (x == 1) b = 1;
            if (c == 1) d = 1;
            pthread_join(id, 0);
            assert(CHECK);
        }""",
    # a local union: one branch leaves a signed value in it, the other an unsigned one
    "signed_or_unsigned_content": """
        void *thread(void *arg) { x = 1; return 0; }
        int main(void) {
            union { int i; unsigned u; } mine; pthread_t id; pthread_create(&id, 0, thread, 0);
            mine.u = 0;
            if (x == 0) mine.i = -1;
            result = mine.u;
            if (x == 1) mine.u = 0; else mine.i = -1;
            result += 3LL * mine.u;
            assert(CHECK);
        }""",
    # others see a write even if its thread ends the execution right afterwards
    "write_before_assumption": """
        void *thread(void *arg) { x = 2; __VERIFIER_assume(0); return 0; }
        int main(void) {
            pthread_t id; pthread_create(&id, 0, thread, 0);
            result = x;
            assert(CHECK);
        }""",
    "write_before_exit": """
        void *thread(void *arg) { x = 2; exit(0); }
        int main(void) {
            pthread_t id; pthread_create(&id, 0, thread, 0);
            result = x;
            assert(CHECK);
        }""",
    # the same where what ends it is a section of which others see nothing: a lock that nobody else takes
    "write_before_private_deadlock": """
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *thread(void *arg) { x = 2; pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }
        int main(void) {
            pthread_t id; pthread_create(&id, 0, thread, 0);
            result = x;
            assert(CHECK);
        }""",
    # code that cannot run depends on a read that nothing else depends on: it must not turn up in the trace
    "dead_code_after_irrelevant_read": """
        int values[3] = {5, 6}; unsigned i;
        void *thread(void *arg) { x++; return 0; }
        int main(void) {
            int n = values[i % 3];
            if (n >= 0 && n < 3) values[n] = 1;
            pthread_t id; pthread_create(&id, 0, thread, 0);
            result = x;
            assert(CHECK);
        }""",
    # the section knows x when the read-modify-write comes
    "rmw_after_read_in_section": """
        void *thread(void *arg) { x = 2; return 0; }
        int main(void) {
            pthread_t id; pthread_create(&id, 0, thread, 0);
            __VERIFIER_atomic_begin();
            int before = x, again = __sync_fetch_and_add(&x, 3);
            __VERIFIER_atomic_end();
            result = x * 100 + before * 10 + again;
            assert(CHECK);
        }""",
}


@pytest.mark.parametrize("engine", ["auto", "lazy"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_outcomes(name: str, engine: str) -> None:
    text = HEAD + PROGRAMS[name]
    truth = brute_force(text)
    assert truth is not None and not truth.violated and len(truth.outcomes) > 1
    require(text, truth.none_other(), False, 20, engine=engine)
    for outcome in truth.outcomes:
        require(text, truth.not_this(outcome), True, 20, engine=engine)


def test_given_rounds_can_prove() -> None:
    text = HEAD + PROGRAMS["write_before_exit"]
    check = "result == 0 || result == 2"
    result = ask(compiled(text, check), PATIENCE, unwind=2, rounds=20)
    assert result.verdict is Verdict.SAFE


def test_the_search_goes_on_after_a_query_that_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rounds that a first try had no time for are all searched in the end."""
    monkeypatch.setattr(search, "QUERY_SECONDS", 0.0)
    monkeypatch.setattr(search, "SHARE_OF_REMAINING", 0.0)
    text = HEAD + PROGRAMS["chain_of_constant_writes"]
    assert ask(compiled(text, "result == 0 || result == 1"), 20, engine="lazy").verdict is Verdict.SAFE
    assert ask(compiled(text, "result == 0"), 20, engine="lazy").verdict is Verdict.VIOLATION


@pytest.mark.parametrize("end", ["return 0;", "pthread_exit(0);"])
def test_a_local_variable_is_there_until_its_function_returns(end: str) -> None:
    """Brute force: a return is not a step, but another thread may come before it."""
    text = HEAD + f"""
        void *thread(void *arg) {{ x = *(int *)arg; assert(x == 0); return 0; }}
        int main(void) {{ int mine = 1; pthread_t id; result = 0; pthread_create(&id, 0, thread, &mine); {end} }}"""
    truth = brute_force(text)
    assert truth is not None and truth.violated
    require(text, "1", True, 20)


def test_bounds_checks_leave_static_initializers_alone() -> None:
    text = HEAD + """
        int values[3] = {1, 2, 3}; int *second = &values[1], *end = &values[3];
        int main(void) { result = *second; assert(second + 2 == end && CHECK); }"""
    checks = frozenset({"bounds"})
    assert ask(compiled(text, "result == 2", checks), 20).verdict is Verdict.SAFE


@pytest.mark.parametrize("engine", ["auto", "lazy"])
def test_writes_of_two_branches_with_fences_stay_before_what_follows(engine: str) -> None:
    """TSO: the write of the branch not taken comes after nothing, and ordered nothing."""
    branch = "__sync_synchronize(); inside = 1;"
    text = HEAD + f"""
        int done, inside;
        void *thread(void *arg) {{ if (x) {{ {branch} }} else {{ {branch} }} inside = 0; done = 1; return 0; }}
        int main(void) {{
            pthread_t id; pthread_create(&id, 0, thread, 0);
            x = 1;
            int d = done;
            result = 2 * d + inside;
            assert(CHECK);
        }}"""
    truth = brute_force(text, "tso")
    assert truth is not None and 3 not in truth.outcomes
    require(text, truth.none_other(), False, 20, "tso", engine)


REACHED = [
    "char a[12]; int main(void) { char *first = a; int size = 4; for (char *p = first + size; p > first; p -= size) ; assert(0); }",
    "int a[2], *p = a + 1; int main(void) { if (*p == 0) p = a; p++; *p = 2; assert(0); }",
    "int a[2], *p = a + 1; int main(void) { if (*p == 0) p = a; p++; *p = 2; assert(a[1] != 2); }",
    "short a[2], *p = a + 1; int main(void) { if (*p == 0) p = a; p++; *p = 2; assert(0); }",
    "int a[4], *p = a + 3; int main(void) { if (*p == 0) p = a + 2; p--; *p = 2; assert(a[1] != 2); }",
    "int main(void) { int n = 5; int a[n][3]; a[4][2] = 1; assert(0); }",
    "int main(void) { int n = 5; int a[n][3][2]; a[4][2][1] = 1; assert(a[4][2][1] != 1); }",
]


@pytest.mark.parametrize("engine", ["auto", "lazy", "stateless"])
@pytest.mark.parametrize("text", REACHED)
def test_what_pointers_and_arrays_allow_is_reached(text: str, engine: str) -> None:
    """Steps back compared as numbers, an address taken for an offset, the length of the wrong dimension: all `safe`."""
    program = load(["f.c"], texts={"f.c": "#include <assert.h>\n" + text})
    assert asking.ask(program, engine=engine, timeout=PATIENCE).verdict is Verdict.VIOLATION
