"""Memory is not to be used after its lifetime: freed blocks, blocks that are freed twice, locals of calls that are over."""

from __future__ import annotations

import pytest

from covering import in_turn
from heddle import api
from heddle.svcomp import results

pytestmark = pytest.mark.usefixtures("without_worker")

WAYS = [
    {"engine": "order"}, {"engine": "lazy"}, {"engine": "mu"}, {"engine": "imu"}, {"engine": "stateless"}, {"sma": "sc"}, {"sma": "mu-explicit"}, {"engine": "lal-reps"},
]  # fmt: skip
WEAK = [*WAYS[:5], {"sma": "etso"}]

HEAD = "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n"

VIOLATIONS = {
    "read after free": "int main(void) { int *p = malloc(8); *p = 1; free(p);\n return *p; }",
    "write after free": "int main(void) { int *p = malloc(8); free(p);\n p[1] = 1; return 0; }",
    "atomic after free": "int main(void) { int *p = calloc(1, 4); free(p);\n return __atomic_fetch_add(p, 1, 5); }",
    "double free": "int main(void) { int *p = malloc(8); free(p);\n free(p); return 0; }",
    "free of a global": "int g; int main(void) { \n free(&g); return 0; }",
    "free of the middle": "int main(void) { char *p = malloc(8);\n free(p + 4); return 0; }",
    "a pointer that was stored": "int **s; int main(void) { int *p = malloc(4); s = malloc(8); *s = p; free(p);\n return **s; }",
    "one of two blocks": "int c; int main(void) { int *p = malloc(4), *q = malloc(4), *r = c ? p : q; free(q);\n *r = 1; return 0; }",
    "a local of a call": "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { int *p = f();\n return *p; }",
    "a local array of a call": (
        "char *f(int n) { char a[4]; char *p = a; p[n] = 1; return p + n; } int main(void) { char *p = f(2);\n return *p; }"
    ),
    "realloc": "int main(void) { int *p = malloc(4), *q = realloc(p, 8); q[1] = 1;\n return *p; }",
    "another thread frees": (
        "int *p; void *t(void *u) { free(p); return 0; } int main(void) { pthread_t h; p = calloc(1, 4); pthread_create(&h, 0, t, 0);\n"
        " int r = *p; pthread_join(h, 0); return r; }"
    ),
    "two threads free": (
        "int *p; void *t(void *u) {\n free(p); return 0; } int main(void) { pthread_t g, h; p = malloc(4);"
        " pthread_create(&g, 0, t, 0); pthread_create(&h, 0, t, 0); return 0; }"
    ),
    "a thread outlives the call": (
        "void *t(void *p) {\n *(int *)p = 1; return 0; } void start(void) { int x = 0; pthread_t h; pthread_create(&h, 0, t, &x); }"
        " int main(void) { start(); pthread_exit(0); }"
    ),
    "pthread_exit in a call": (
        "int *p; pthread_t h; void f(void) { int x = 0; p = &x; pthread_exit(0); } void *t(void *u) { f(); return 0; }"
        " int main(void) { pthread_create(&h, 0, t, 0); pthread_join(h, 0);\n return *p; }"
    ),
}

SAFE = {
    "free of nothing": "int main(void) { free(0); int *p = 0; free(p); return 0; }",
    "used before": "int main(void) { int *p = malloc(4); *p = 1; int r = *p; free(p); return r; }",
    "allocated again": "int main(void) { int *p = malloc(4); free(p); p = malloc(4); *p = 1; free(p); return 0; }",
    "the other block": "int main(void) { int *p = malloc(4), *q = malloc(4); free(q); *p = 1; free(p); return 0; }",
    "freed after the join": (
        "int *p; void *t(void *u) { *p = 1; return 0; } int main(void) { pthread_t h; p = malloc(4); pthread_create(&h, 0, t, 0);"
        " pthread_join(h, 0); free(p); return 0; }"
    ),
    "handed over by a flag": (
        "int *p; int done; void *t(void *u) { *p = 1; __atomic_store_n(&done, 1, 3); return 0; }"
        " int main(void) { pthread_t h; p = malloc(4); pthread_create(&h, 0, t, 0);"
        " while (!__atomic_load_n(&done, 2)) ; free(p); return 0; }"
    ),
    "under a lock": (
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int *p; void *t(void *u) { pthread_mutex_lock(&m); if (p) *p = 1; pthread_mutex_unlock(&m); return 0; }"
        " int main(void) { pthread_t h; p = malloc(4); pthread_create(&h, 0, t, 0); pthread_mutex_lock(&m); free(p); p = 0;"
        " pthread_mutex_unlock(&m); return 0; }"
    ),
    "a local that waits for its thread": (
        "void *t(void *p) { *(int *)p = 1; return 0; } int f(void) { int x = 0; pthread_t h; pthread_create(&h, 0, t, &x); pthread_join(h, 0); return x; }"
        " int main(void) { return f(); }"
    ),
    "an argument of a call": "void f(int *p) { *p = 1; } int main(void) { int x; f(&x); f(&x); return x; }",
}


FREES = ("double free", "free of a global", "free of the middle", "two threads free")
"""Where what is freed is no block that lives; the others use memory after its life."""


def kind(what: str) -> str:
    return "free" if what in FREES else "lifetime"


def name(way):
    return "-".join(way.values())


@pytest.mark.parametrize("way", WAYS, ids=name)
@pytest.mark.parametrize("what", VIOLATIONS)
def test_it_is_a_violation(c_file, what, way):
    if what == "realloc" and (way.get("sma") or way["engine"] == "lal-reps"):
        return  # copies by bytes
    answer = api.check(c_file(HEAD + VIOLATIONS[what]), unwind=2, **way)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", kind(what)), answer.reason


@pytest.mark.parametrize("what", VIOLATIONS)
def test_it_happens_at_the_line(c_file, what):
    assert api.check(c_file(HEAD + VIOLATIONS[what])).execution.failure.at.line == 5


@pytest.mark.parametrize(("what", "engine"), in_turn(VIOLATIONS, ("order", "auto", "lazy")))
def test_where_assertions_alone_count_it_is_a_cut(c_file, what, engine):
    answer = api.check(c_file(HEAD + VIOLATIONS[what]), property="assert", engine=engine)
    assert answer.verdict == "safe within bounds"
    assert any("undefined behaviour" in cut.what for cut in answer.cuts)


@pytest.mark.parametrize("way", WAYS[:5], ids=name)
@pytest.mark.parametrize("what", SAFE)
def test_no_false_alarm(c_file, what, way):
    assert api.check(c_file(HEAD + SAFE[what]), **way).verdict == "safe"


@pytest.mark.parametrize("model", ["ra", "rc11"])
@pytest.mark.parametrize("what", VIOLATIONS)
def test_it_is_a_violation_under_models_of_graphs(c_file, what, model):
    answer = api.check(c_file(HEAD + VIOLATIONS[what]), model=model, property="free")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", kind(what)), answer.reason


@pytest.mark.parametrize("model", ["ra", "rc11"])
@pytest.mark.parametrize("what", SAFE)
def test_no_false_alarm_under_models_of_graphs(c_file, what, model):
    assert api.check(c_file(HEAD + SAFE[what]), model=model).verdict == "safe"


@pytest.mark.parametrize("what", VIOLATIONS)
def test_the_explorer_cuts_where_assertions_alone_count(c_file, what):
    answer = api.check(c_file(HEAD + VIOLATIONS[what]), property="assert", engine="stateless")
    assert answer.verdict == "safe within bounds"
    assert any("undefined behaviour" in cut.what for cut in answer.cuts)


@pytest.mark.parametrize("what", [what for what in VIOLATIONS if what != "realloc"])
def test_the_enumeration_says_that_it_does_not_look(c_file, what):
    answer = api.check(c_file(HEAD + VIOLATIONS[what]), engine="enumerate")
    assert answer.verdict == "safe within bounds" and "after its life" in answer.cuts[0].what


def test_the_enumeration_proves_what_nothing_can_use_too_late(c_file):
    assert api.check(c_file(HEAD + SAFE["used before"]), engine="enumerate").verdict == "safe"


HANDED_OVER = """
int *p; int done;
void *t(void *u) { *p = 1; done = 1; return 0; }
int main(void) {
  pthread_t h; p = calloc(1, 4); pthread_create(&h, 0, t, 0);
  if (done) { int r = *p; free(p); assert(r == 1); }
  pthread_join(h, 0); return 0;
}
"""
STORE_BUFFERING = """
int x, y, a = 1, b = 1;
void *t(void *u) { int *p = malloc(4); y = 1; free(p); b = x; return 0; }
int main(void) { pthread_t h; pthread_create(&h, 0, t, 0); x = 1; a = y; pthread_join(h, 0); assert(a || b); return 0; }
"""


def weak(way, model):
    return {"sma": "epso"} if way == {"sma": "etso"} and model == "pso" else way


@pytest.mark.parametrize("way", WEAK, ids=name)
@pytest.mark.parametrize("model", ["tso", "pso"])
def test_a_write_may_still_wait_when_its_block_is_freed(c_file, way, model):
    """The access was earlier all the same, and is no error.  Under PSO its value may come too late."""
    answer = api.check(c_file(HEAD + HANDED_OVER), model=model, **weak(way, model))
    assert answer.verdict == ("safe" if model == "tso" else "violation")


@pytest.mark.parametrize("way", WEAK, ids=name)
@pytest.mark.parametrize("model", ["tso", "pso"])
def test_freeing_empties_no_store_buffer(c_file, way, model):
    assert api.check(c_file(HEAD + STORE_BUFFERING), model=model, **weak(way, model)).verdict == "violation"


@pytest.mark.parametrize(("what", "engine"), in_turn(VIOLATIONS, ("order", "lazy", "explicit", "stateless")))
def test_uses_and_frees_are_different_properties(c_file, what, engine):
    """SV-COMP's: each is a cut where the other one is asked."""
    source = c_file(HEAD + VIOLATIONS[what])
    asked = {"free": "valid-free", "lifetime": "valid-deref"}
    for its_kind, name in asked.items():
        answer = api.check(source, property=name, engine=engine)
        if its_kind == kind(what):
            assert (answer.verdict, results.result(answer)) == ("violation", f"FALSE({name})"), answer.reason
        else:
            assert answer.verdict == "safe within bounds", answer.reason
            assert any("undefined behaviour" in cut.what for cut in answer.cuts)


SEVERAL_BLOCKS = """
_Atomic(int *) place;
void *give(void *a) { int *new = malloc(4), *old; *new = 1; old = atomic_exchange(&place, new); free(old); return 0; }
void *look(void *a) { int *p = place; return (void *)(long)*p; }
int main(void) { pthread_t t, u, v; int *first = malloc(4); *first = 1; place = first;
    pthread_create(&t, 0, give, 0); pthread_create(&u, 0, give, 0); pthread_create(&v, 0, look, 0); return 0; }
"""
NOT_ASKED = """
int *p;
void *one(void *a) { p = malloc(4); *p = 1; return 0; }
void *two(void *a) { if (p) free(p); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); return 0; }
"""


@pytest.mark.parametrize("way", WAYS[:2], ids=name)
def test_a_free_that_is_not_asked_about_is_one_step_too(c_file, way):
    answer = api.check(c_file(HEAD + NOT_ASKED), property="valid-deref", unwind=2, **way)
    assert answer.verdict == "violation", answer.reason


@pytest.mark.parametrize("way", WAYS[:5], ids=name)
def test_a_free_of_any_of_several_blocks_is_one_step(c_file, way):
    """Whoever uses the block then is told by a free that has happened."""
    answer = api.check(c_file(HEAD + "#include <stdatomic.h>" + SEVERAL_BLOCKS), property="valid-deref", unwind=2, **way)
    assert answer.verdict == "violation", answer.reason
