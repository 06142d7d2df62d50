"""Small random programs that lock, wait and signal; whether they can deadlock, by brute force over all interleavings."""

from __future__ import annotations

import random

from brute_force import explore
from heddle.properties import find
from heddle.sources import Sources

PROPERTY = find("no-deadlock")
TOP = """#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m[2];
pthread_rwlock_t w;
pthread_cond_t c;
pthread_barrier_t b;
sem_t s;
int flag;
"""


class Writer:
    """One thread's calls.  Locks are given back mostly, in any order."""

    def __init__(self, source: random.Random, kinds: list[str]) -> None:
        self.source, self.kinds, self.held, self.lines = source, kinds, [], []

    def thread(self, most: int) -> str:
        for _ in range(self.source.randint(1, most)):
            getattr(self, self.source.choice(self.kinds))()
        for lock in self.held:
            if self.source.random() < 0.85:
                self.lines.append(f"pthread_mutex_unlock(&m[{lock}]);")
        return " ".join(self.lines)

    def mutex(self) -> None:
        if self.held and self.source.random() < 0.4:
            lock = self.held.pop(self.source.randrange(len(self.held)))
            self.lines.append(f"pthread_mutex_unlock(&m[{lock}]);")
            return
        lock = self.source.randrange(2)
        if lock not in self.held or self.source.random() < 0.1:
            self.lines.append(f"pthread_mutex_lock(&m[{lock}]);")
            self.held += [] if lock in self.held else [lock]

    def cond(self) -> None:
        wait = "pthread_cond_wait(&c, &m[0]);"
        self.lines.append(self.source.choice([
            f"pthread_mutex_lock(&m[0]); if (!flag) {wait} pthread_mutex_unlock(&m[0]);" if 0 not in self.held else wait,
            "pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);", "flag = 1; pthread_cond_signal(&c);",
        ]))  # fmt: skip

    def sem(self) -> None:
        self.lines.append(self.source.choice(["sem_wait(&s);", "sem_post(&s);"]))

    def rwlock(self) -> None:
        kind = self.source.choice(["rd", "wr"])
        self.lines.append(f"pthread_rwlock_{kind}lock(&w);")
        if self.source.random() < 0.7:
            self.lines.append("pthread_rwlock_unlock(&w);")

    def barrier(self) -> None:
        self.lines.append("pthread_barrier_wait(&b);")


KINDS = ("mutex", "mutex", "cond", "sem", "rwlock", "barrier")


def program(seed: int, most: int = 3) -> str:
    source = random.Random(seed)
    kinds = [*source.sample(KINDS, 2), "mutex"]
    threads = range(source.choice([2, 2, 3]))
    text = TOP
    for t in threads:
        text += f"void *t{t}(void *unused) {{ {Writer(source, kinds).thread(most)} return 0; }}\n"
    text += f"int main(void) {{ pthread_t t[3]; sem_init(&s, 0, {source.randrange(2)}); pthread_barrier_init(&b, 0, 2);\n"
    text += "  pthread_rwlock_init(&w, 0);\n"
    text += "".join(f"  pthread_create(&t[{t}], 0, t{t}, 0);\n" for t in threads)
    text += f"  {Writer(source, kinds).thread(1) if source.random() < 0.3 else ''}\n"
    ends = source.random() < 0.3
    return text + ("  pthread_exit(0); }" if ends else "".join(f"  pthread_join(t[{t}], 0);\n" for t in threads) + "}\n")


def can_deadlock(file: str, model: str = "sc", most_states: int = 60_000) -> bool | None:
    """None where there is too much to look at.  The program is as the library has it, without the property's code."""
    found = explore(Sources((str(file),)).load(PROPERTY.marks), model, max_states=most_states)
    if found.unsupported or found.undefined:
        return None
    return True if found.blocked else None if found.truncated or found.endless else False
