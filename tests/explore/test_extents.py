"""Every object has two ends, and the explorer sees who leaves it: on the heap, in local, thread-local and global arrays."""

from __future__ import annotations

import pytest

from heddle import api

pytestmark = pytest.mark.usefixtures("without_worker")

HEAD = "#include <pthread.h>\n#include <stdlib.h>\n"
SHARED = """
int *p; DECLARED
void *t(void *u) { p[INDEX] = 1; return 0; }
int main(void) { pthread_t h; MADE pthread_create(&h, 0, t, 0); pthread_join(h, 0); return 0; }
"""
PRIVATE = "DECLARED int main(void) { int *p; MADE p[INDEX] = 1; return 0; }"
OBJECTS = {
    "a block": ("", "p = malloc(20);"),
    "a zeroed block": ("", "p = calloc(5, 4);"),
    "a local array": ("", "int a[5]; p = a;"),
    "a thread-local array": ("_Thread_local int a[5];", "p = a;"),
    "a global array": ("int a[5], b[5000];", "p = a;"),
    "a block among others": ("int *q;", "q = malloc(40000); p = malloc(20); q = malloc(40000);"),
}
SHAPES = {"shared": SHARED, "private": PRIVATE}


def program(shape: str, what: str, index: int) -> str:
    declared, made = OBJECTS[what]
    return HEAD + SHAPES[shape].replace("DECLARED", declared).replace("MADE", made).replace("INDEX", str(index))


@pytest.mark.parametrize("index", [-1, 5, 6, 5000])
@pytest.mark.parametrize("what", OBJECTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_outside(c_file, shape, what, index):
    answer = api.check(c_file(program(shape, what, index)), engine="stateless")
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "pointer"), answer.reason


@pytest.mark.parametrize("model", ["pso", "rc11"])
@pytest.mark.parametrize("what", OBJECTS)
def test_outside_under_other_models(c_file, what, model):
    answer = api.check(c_file(program("shared", what, 5)), engine="stateless", model=model)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "pointer"), answer.reason


@pytest.mark.parametrize("index", [0, 4])
@pytest.mark.parametrize("what", OBJECTS)
@pytest.mark.parametrize("shape", SHAPES)
def test_inside(c_file, shape, what, index):
    assert api.check(c_file(program(shape, what, index)), engine="stateless").verdict == "safe"


def test_where_assertions_alone_count_it_is_a_cut(c_file):
    answer = api.check(c_file(program("shared", "a block", 5)), engine="stateless", property="assert")
    assert answer.verdict == "safe within bounds" and "invalid pointer" in answer.cuts[0].what


@pytest.mark.parametrize("engine", ["order", "lazy", "mu", "imu"])
def test_far_outside_in_other_engines(c_file, engine):
    """The replayer's blocks lie far from each other too."""
    answer = api.check(c_file(program("shared", "a block among others", 5000)), engine=engine)
    assert (answer.verdict, answer.execution.failure.kind) == ("violation", "pointer"), answer.reason
