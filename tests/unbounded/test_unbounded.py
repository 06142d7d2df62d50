"""UL-CSeq: a sequential program that keeps loops (ATVA 2016, Figs. 2 to 5), for bugs and for proofs."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Run
from heddle.answer import Answer
from waiting import PATIENCE

Heddle = Callable[..., Run]
OverWhen = Callable[[Callable[[Answer], object]], None]
CFile = Callable[..., Path]
CBMC = os.environ.get("HEDDLE_CBMC") or shutil.which("cbmc")

START = "#include <pthread.h>\n#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"

PRODUCER_CONSUMER = START + """
pthread_mutex_t m1, m2;
int c;
void *P(void *b) {
    int l = *(int *)b;
    pthread_mutex_lock(&m1);
    if (c > 0)
        c = c + 1;
    else {
        c = 0;
        while (l > 0) { c = c + 1; l = l - 1; }
    }
    pthread_mutex_unlock(&m1);
    return 0;
}
void *C(void *a) {
L:  LOCK
    if (c < 1) { UNLOCK goto L; }
    c = c - 1;
    assert(c >= 0);
    UNLOCK
    return 0;
}
int main(void) {
    pthread_t p0, p1, c0, c1;
    int five = 5, one = 1;
    pthread_mutex_init(&m1, 0);
    pthread_mutex_init(&m2, 0);
    pthread_create(&p0, 0, P, &five);
    pthread_create(&p1, 0, P, &one);
    pthread_create(&c0, 0, C, 0);
    pthread_create(&c1, 0, C, 0);
    return 0;
}
"""
UNSAFE = PRODUCER_CONSUMER.replace("UNLOCK", "").replace("LOCK", "")
SAFE = PRODUCER_CONSUMER.replace("UNLOCK", "pthread_mutex_unlock(&m2);").replace("LOCK", "pthread_mutex_lock(&m2);")

CRITICAL = START + """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *a) {
    while (1) { LOCK x = x + 1; assert(x == 1); x = x - 1; UNLOCK }
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, f, 0);
    pthread_create(&u, 0, f, 0);
    return 0;
}
"""


def threads(*bodies: str, globals: str = "int x, y;", before: str = "") -> str:
    functions = "".join(f"void *f{i}(void *a) {{ {b} return 0; }}\n" for i, b in enumerate(bodies))
    creates = "".join(f"pthread_create(&t, 0, f{i}, 0);" for i, _ in enumerate(bodies))
    return f"{START}{globals}\n{functions}int main(void) {{ pthread_t t; {before} {creates} return 0; }}\n"


def check(heddle: Heddle, file: Path, *options: object) -> str:
    run = heddle("check", "--engine", "unbounded", *options, file)
    return run.out.splitlines()[0]


def test_the_producer_consumer_without_synchronized_consumers(heddle: Heddle, c_file: CFile) -> None:
    assert check(heddle, c_file(UNSAFE), "--timeout", PATIENCE).startswith("violation: assertion failed: c >= 0")


def test_the_safe_producer_consumer_is_no_violation(heddle: Heddle, c_file: CFile, over_when: OverWhen) -> None:
    over_when(lambda answer: answer.bounds.get("rounds", 0) >= 2)
    assert check(heddle, c_file(SAFE), "--timeout", PATIENCE).startswith("safe")


def test_mutual_exclusion_in_loops_without_end_is_proved(heddle: Heddle, c_file: CFile) -> None:
    text = CRITICAL.replace("UNLOCK", "pthread_mutex_unlock(&m);").replace("LOCK", "pthread_mutex_lock(&m);")
    run = heddle("check", "--engine", "unbounded", "--timeout", PATIENCE, c_file(text))
    assert run.code == 0 and run.out.startswith("safe: ") and "invariants of 3 loops" in run.out


def test_no_mutual_exclusion_in_loops_without_end(heddle: Heddle, c_file: CFile) -> None:
    text = CRITICAL.replace("UNLOCK", "").replace("LOCK", "")
    assert check(heddle, c_file(text), "--timeout", PATIENCE).startswith("violation")


def test_an_integer_that_wraps_is_no_integer(heddle: Heddle, c_file: CFile) -> None:
    """Over the integers ``x >= 0`` always holds."""
    text = threads("while (1) x = x + 1;", "assert(x >= 0);", globals="unsigned char x; int y;")
    assert check(heddle, c_file(text), "--timeout", PATIENCE).startswith("safe: ")
    text = threads("while (1) x = x + 1;", "assert(x >= 0);", globals="signed char x; int y;")
    assert not check(heddle, c_file(text), "--timeout", 2).startswith("safe: ")


@pytest.mark.parametrize("first, second", [
    ("x = 1; if (y) ; while (y == 0) ; ", "assert(x == 0);"),
    ("x = 1; __builtin_unreachable();", "assert(x == 0);"),
    ("x = 1; exit(0);", "assert(x == 0);"),
    ("for (int i = 0; i < 3; i++) x = x + 1;", "assert(x != 2);"),
    ("int i = 0; do { x = i; i++; } while (i < 4);", "int b = x; int c = x; assert(!(b == 1 && c == 2));"),
    ("for (int i = 0; i < 9; i++) { if (i % 2) continue; x = i; }", "assert(x != 4);"),
    ("for (int i = 0; i < 30; i++) x = x + 1;", "assert(x != 30);"),
    ("int *p = __VERIFIER_nondet_int() ? &x : &y; while (*p < 2) *p = *p + 1;", "assert(y != 2);"),
])  # fmt: skip
def test_bugs_are_found(heddle: Heddle, c_file: CFile, first: str, second: str) -> None:
    """Whatever a thread does next, others may see what it has done so far."""
    text = "#include <stdlib.h>\n" + threads(first, second)
    assert check(heddle, c_file(text), "--timeout", PATIENCE).startswith("violation")


@pytest.mark.parametrize("first, second", [
    ("while (1) x = 2;", "assert(x != 1);"),
    ("__VERIFIER_atomic_begin(); x = 1; while (__VERIFIER_nondet_int()) y = 1; x = 0; __VERIFIER_atomic_end();",
     "assert(x == 0);"),
])  # fmt: skip
def test_proofs(heddle: Heddle, c_file: CFile, first: str, second: str) -> None:
    text = "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n" + threads(first, second)
    assert check(heddle, c_file(text), "--timeout", PATIENCE).startswith("safe: ")


def test_many_threads_in_few_rounds(heddle: Heddle, c_file: CFile) -> None:
    text = START + """int x; void *f(void *a) { int t = x; x = t + 1; assert(t != 24); return 0; }
    int main(void) { pthread_t t; for (int i = 0; i < 25; i++) pthread_create(&t, 0, f, 0); }"""
    assert check(heddle, c_file(text), "--timeout", PATIENCE).startswith("violation")


def test_what_is_left_out_forbids_a_proof(heddle: Heddle, c_file: CFile, over_when: OverWhen) -> None:
    over_when(lambda answer: answer.verdict == "safe within bounds")
    text = START + """int x; void *f(void *a) { assert(x == 0); return 0; }
    int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }"""
    assert check(heddle, c_file(text), "--timeout", PATIENCE).startswith("safe within bounds")


def test_only_sequential_consistency(heddle: Heddle, c_file: CFile) -> None:
    run = heddle("check", "--engine", "unbounded", "--model", "tso", c_file(UNSAFE))
    assert run.code == 2 and "memory model 'tso' is not available with engine unbounded" in run.err


# --- the C program (Fig. 5) -----------------------------------------------------------------------------------------


def sequential(heddle: Heddle, file: Path) -> str:
    run = heddle("sequentialize", "--engine", "unbounded", file)
    assert run.code == 0, run.err
    return run.out


def test_no_jump_resumes_a_thread(heddle: Heddle, c_file: CFile) -> None:
    text = sequential(heddle, c_file(threads("int n = 9; if (x) x = 1; else y = 2; while (n) { n--; y = 3; }", "y = x = 4;")))
    body = text[text.index("t1_f0(void)\n{") : text.index("t2_f1(void)\n{")]
    assert "goto" not in body and "while ((s == RESUME && pc[1] <=" in body and "} else if ((s == RESUME" in body


def test_gotos_of_the_program_stay(heddle: Heddle, c_file: CFile) -> None:
    text = sequential(heddle, c_file(threads("again: x = 1; if (y) goto out; y = 2; if (x) goto again; out: ;", "y = 4;")))
    assert "goto" in text[text.index("t1_f0(void)\n{") : text.index("t2_f1(void)\n{")]


def test_the_program_is_c(heddle: Heddle, c_file: CFile, tmp_path: Path) -> None:
    file = tmp_path / "sequential.c"
    file.write_text(sequential(heddle, c_file(SAFE)))
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    subprocess.run([compiler, "-fsyntax-only", "-Wall", "-Werror", file], check=True)


@pytest.mark.skipif(CBMC is None, reason="no CBMC")
def test_cbmc_finds_the_bug(heddle: Heddle, c_file: CFile, tmp_path: Path) -> None:
    file = tmp_path / "sequential.c"
    file.write_text(sequential(heddle, c_file(UNSAFE)))
    options = ["--no-standard-checks", "--no-unwinding-assertions", "--unwind", "3"]
    done = subprocess.run([str(CBMC), *options, file], capture_output=True, text=True, check=False)
    assert "VERIFICATION FAILED" in done.stdout and "c >= 0: FAILURE" in done.stdout
