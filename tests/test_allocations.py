"""Allocations succeed, and answers say that they assume so; with --malloc-may-fail they need not."""

from __future__ import annotations

import json

import pytest

from heddle import api

HEAD = "#include <assert.h>\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint x;\n"
UNCHECKED = "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }"
CALLS = {
    "malloc": "int *p = malloc(4);",
    "calloc": "int *p = calloc(1, 4);",
    "realloc": "int *q = malloc(4), *p = q ? realloc(q, 8) : &x; if (!p) free(q);",
    "aligned_alloc": "char *p = aligned_alloc(64, 64);",
    "posix_memalign": "void *p = 0; int e = posix_memalign(&p, 64, 64); assert(!e == !!p);",
    "strdup": 'char *p = strdup("a");',
    "strndup": 'char *p = strndup("ab", 1);',
    "asprintf": 'char *p; int n = asprintf(&p, "%d", 7); assert(n == (p ? 1 : -1));',
}
ENGINES = ["order", "lazy", "explicit", "stateless", "enumerate", "mu"]
ASSUMED = ("allocations succeed (--malloc-may-fail: they need not)",)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.usefixtures("without_worker")
def test_each_may_give_no_memory(c_file, call):
    told = c_file(HEAD + f"int main(void) {{ {CALLS[call]} assert(p); return 0; }}")
    assert api.check(told, engine="order", property="assert").verdict == "safe"
    assert api.check(told, engine="order", property="assert", malloc_may_fail=True).verdict == "violation"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.usefixtures("without_worker")
def test_every_engine_knows(c_file, engine):
    source = c_file(HEAD + UNCHECKED)
    answer = api.check(source, engine=engine, malloc_may_fail=True)
    assert (answer.verdict, answer.execution.failure.kind, answer.assumptions) == ("violation", "pointer", ())
    assert api.check(source, engine=engine).assumptions == ASSUMED


def test_the_report_says_what_is_assumed(heddle, c_file):
    source = c_file(HEAD + UNCHECKED)
    assert f"\n  assumes: {ASSUMED[0]}\n" in heddle("check", source).out
    assert json.loads(heddle("check", "--json", source).out)["assumptions"] == [*ASSUMED]
    failing = heddle("check", "--malloc-may-fail", source)
    assert failing.code == 1
    assert "malloc(4) = NULL: the allocation fails" in failing.out
    assert "assumes" not in failing.out + heddle("check", c_file("int main(void) { return 0; }", "none.c")).out
