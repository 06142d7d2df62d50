"""Programs that never come to their end: whoever can know it says so before anything else."""

from __future__ import annotations

import json
from functools import cache

import pytest

from asking import ask
from explore.programs import compiled
from heddle.properties import find

START = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
atomic_int x, y;
"""
NEVER = {
    "main waits for a value that nobody writes": """
        void *w(void *a) { x = 1; return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); while (x != 2); assert(0); }
    """,
    "a thread that is joined waits for ever": """
        void *w(void *a) { while (!y); x = 1; return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); assert(x == 2); }
    """,
    "a lock is taken twice": """
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); if (x) exit(0); }
    """,
    "what is assumed never holds": """
        void __VERIFIER_assume(int);
        int main(void) { __VERIFIER_assume(x); assert(0); }
    """,
}
SOME = {
    "one execution ends": """
        void *w(void *a) { x = 1; return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); if (x) while (1); }
    """,
    "by exit": """
        void *w(void *a) { if (x) exit(0); return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 1; while (1) pause(); }
    """,
    "others wait for ever": """
        void *w(void *a) { while (!y); return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 1; }
    """,
    "it does nothing": "int main(void) { }",
}
ENGINES = ["order", "lazy", "mu", "imu", "explicit", "stateless", "enumerate"]
SAID = "reaches the end of the program"


@cache
def program(text: str) -> object:
    return find("assert").prepare(compiled(START + text))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", NEVER)
def test_nothing_reaches_the_end(kind, engine):
    answer = ask(program(NEVER[kind]), engine=engine, unwind=None if engine == "explicit" else 2)
    assert answer.verdict in ("safe", "safe within bounds"), answer.reason
    assert answer.is_vacuous and answer.reason.startswith("no execution") and SAID in answer.reason


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", SOME)
def test_something_does(kind, engine):
    answer = ask(program(SOME[kind]), engine=engine, unwind=None if engine == "explicit" else 2)
    assert answer.verdict in ("safe", "safe within bounds", "unknown"), answer.reason
    assert not answer.is_vacuous and SAID not in answer.reason


@pytest.mark.parametrize("engine", ["auto", "stateless"])
def test_reports_say_it_first(heddle, c_file, engine):
    file = c_file(START + NEVER["main waits for a value that nobody writes"])
    first, *_ = heddle("check", "--engine", engine, file).out.splitlines()
    assert first.split(": ")[1].startswith("no execution") and SAID in first
    assert json.loads(heddle("check", "--engine", engine, "--format", "json", file).out)["vacuous"] is True
