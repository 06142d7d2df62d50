"""Answers name everything that a bound cuts, whichever executions come to it."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = "#include <pthread.h>\n#include <assert.h>\nint x, y;\n"
THREADS = " int main(void) { pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); return 0; }"
PROGRAMS = {
    "a loop of each thread": (
        "void *one(void *a) { int i = 0;\n while (i < 400 + x) i++; return 0; }\n"
        "void *two(void *a) { int i = 0;\n while (i < 400 + x) i++; y = 1; return 0; }\n" + THREADS,
        {5, 7},
    ),
    "one of two": (
        "void *one(void *a) { int i = 0; if (x)\n while (i < 400 + x) i++; else\n while (i < 300 - x) i++; return 0; }\n"
        "void *two(void *a) { x = 1; return 0; }\n" + THREADS,
        {5, 6},
    ),
    "one in another": (
        "void *one(void *a) { int i = 0, j;\n while (i < 400 + x) { j = 0; if (x)\n while (j < 400 + x) j++; i++; } return 0; }\n"
        "void *two(void *a) { x = 1; return 0; }\n" + THREADS,
        {5, 6},
    ),
}  # fmt: skip
WAYS = [
    {"engine": "order"}, {"engine": "lazy", "rounds": 2}, {"engine": "mu", "writes": 2}, {"engine": "imu", "writes": 2},
    {"engine": "stateless"}, {"sma": "sc", "rounds": 2},
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_loop_is_named(c_file, name, way):
    text, lines = PROGRAMS[name]
    answer = api.check(c_file(HEAD + text), unwind=1, timeout=60.0, **way)
    assert answer.verdict == "safe within bounds", answer.reason
    assert {cut.loc.line for cut in answer.cuts if cut.what == "loop"} == lines


def test_recursion_is_named_beside_loops(c_file):
    text = "int f(int n) {\n return n > 400 + x ? 0 : f(n + 1); } void *one(void *a) { int i = 0;\n while (i < 400 + x) i++; return 0; } "
    answer = api.check(c_file(HEAD + text + "void *two(void *a) { y = f(0); return 0; }" + THREADS), unwind=1, engine="order")
    assert {cut.what for cut in answer.cuts} == {"loop", "recursion of f"}
