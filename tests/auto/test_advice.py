"""What is advised is taken: the option, typed as it stands, goes with the question and the engine."""

from __future__ import annotations

import shlex
from itertools import product
from pathlib import Path

import pytest

from heddle import engines
from heddle.cli import parser
from heddle.cli.tasks import task_of
from heddle.engines.engine import Listener
from heddle.run.advice import advice

PROGRAMS = {
    "freed blocks": """
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic(int *) top;
void *take(void *unused) { int *seen = top, *e = seen; atomic_compare_exchange_strong(&top, &e, 0); return 0; }
int main(void) {
  pthread_t t; top = malloc(4);
  pthread_create(&t, 0, take, 0);
  free(atomic_exchange(&top, 0)); int *again = malloc(4); top = again;
  pthread_join(t, 0); for (int i = 0; top == again && i < 40; i++);
}""",
    "a loop": """
#include <assert.h>
int input(void); int n;
int main(void) { for (int i = input(); i > 0; i--) n++; assert(n >= 0); }""",
    "undefined behaviour": """
#include <assert.h>
int n; int main(void) { int a[2] = { 0 }; n = 1; assert(a[n & 1] == 0); assert(1 / n); }""",
}
MODELS = ("sc", "tso", "rc11", "armv8")
WAYS = ((), ("--engine", "order"), ("--engine", "lazy"), ("--engine", "stateless"), ("--engine", "explicit"),
        ("--engine", "enumerate"), ("--engine", "mu", "--property", "assert"))  # fmt: skip


def typed(file: Path, model: str, way: tuple[str, ...]) -> list[str]:
    bound = () if "explicit" in way else ("--unwind", "1")
    return ["check", str(file), "--model", model, "--timeout", "0.5", *bound, *way]


def is_taken(given: list[str], file: Path) -> bool:
    task = task_of(parser.parse(given), [str(file)])
    return engines.find(task.method.engine).refuses(task) is None


QUESTIONS = [(model, way) for model, way in product(MODELS, WAYS) if is_taken(typed(Path("p.c"), model, way), Path("p.c"))]


def test_every_model_is_asked_about():
    assert {model for model, _ in QUESTIONS} == set(MODELS)


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(("model", "way"), QUESTIONS)
def test_what_is_advised_is_taken(c_file, program, model, way):
    file = c_file(PROGRAMS[program])
    given = typed(file, model, way)
    task = task_of(parser.parse(given), [str(file)])
    answer = engines.run(task, task.program(), Listener())
    option, said, _ = advice(task, answer).partition(": ")
    if not said:
        return
    assert is_taken([*given, *shlex.split(option)], file), option
