"""Ten violations of different kinds, as small programs."""

from __future__ import annotations

from dataclasses import dataclass, field

import heddle
from heddle.answer import Answer
from waiting import PATIENCE

THREADS = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"


@dataclass(frozen=True)
class Violation:
    """``shows`` is something that the page must say."""

    text: str
    shows: str
    model: str = "sc"
    property: str = "default"
    options: dict[str, object] = field(default_factory=dict)

    def answer(self, path: str) -> Answer:
        return heddle.check(path, model=self.model, property=self.property, timeout=PATIENCE, **self.options)  # type: ignore[arg-type]


def two(globals: str, first: str, second: str, after: str = "") -> str:
    """A program with two threads, and what main does when both have ended."""
    return f"""{THREADS}{globals}
void *one(void *arg) {{
    {first}
    return 0;
}}
void *two(void *arg) {{
    {second}
    return 0;
}}
int main(void) {{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    {after}
    return 0;
}}
"""


LOST_UPDATE = two("int x;", "x = x + 1;", "x = x + 1;", "assert(x == 2);")
STORE_BUFFER = two("int x, y, r, s;", "x = 1;\n    r = y;", "y = 1;\n    s = x;", "assert(r || s);")
MESSAGE = two("int data, flag;", "data = 1;\n    flag = 1;", "if (flag)\n        assert(data);")
RELAXED = two(
    "atomic_int data, flag;",
    "atomic_store_explicit(&data, 1, memory_order_relaxed);\n    atomic_store_explicit(&flag, 1, memory_order_relaxed);",
    "if (atomic_load_explicit(&flag, memory_order_relaxed))\n"
    "        assert(atomic_load_explicit(&data, memory_order_relaxed));",
)
DEADLOCK = two(
    "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;",
    "pthread_mutex_lock(&m);\n    pthread_mutex_lock(&n);\n    pthread_mutex_unlock(&n);\n    pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&n);\n    pthread_mutex_lock(&m);\n    pthread_mutex_unlock(&m);\n    pthread_mutex_unlock(&n);",
)
RACE = two("int x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
           "pthread_mutex_lock(&m);\n    x = 1;\n    pthread_mutex_unlock(&m);", "x = 2;")  # fmt: skip
FREED = two("int *p;", "free(p);", "*p = 1;").replace("pthread_t a, b;", "pthread_t a, b;\n    p = malloc(sizeof *p);")
CONDITION = two(
    "int items;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\npthread_cond_t c = PTHREAD_COND_INITIALIZER;",
    "pthread_mutex_lock(&m);\n    if (!items)\n        pthread_cond_wait(&c, &m);\n    items--;\n    assert(items >= 0);\n"
    "    pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m);\n    pthread_cond_signal(&c);\n    pthread_mutex_unlock(&m);",
)
FIVE = f"""{THREADS}
int x;
void *add(void *arg) {{
    x = x + 1;
    return 0;
}}
int main(void) {{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
    assert(x == 4);
}}
"""
LONG = two("int x, y;", "for (int i = 0; i < 150; i++)\n        x = x + 1;", "y = x;", "assert(x != 150);")

VIOLATIONS = {
    "sc": Violation(LOST_UPDATE, "assertion failed: x == 2"),
    "tso": Violation(STORE_BUFFER, "in the store buffer", "tso"),
    "pso": Violation(MESSAGE, "reaches memory", "pso"),
    "rc11": Violation(RELAXED, "no-thin-air", "rc11"),
    "deadlock": Violation(DEADLOCK, "waits for", property="no-deadlock"),
    "race": Violation(RACE, "data race", property="no-data-race"),
    "memory": Violation(FREED, "use after free"),
    "condition": Violation(CONDITION, "pthread_cond_wait"),
    "five-threads": Violation(FIVE, "T4"),
    "300-steps": Violation(LONG, "x = 150"),
}
