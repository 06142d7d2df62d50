"""Small random programs that wait and spin under weak orders, and what two engines say of them: the explorer, and brute
force over all candidate executions.

The explorer must find that threads never go on exactly where some candidate shows it; where the model allows load
buffering, it may miss what happens with load buffering only.
"""

from __future__ import annotations

import random
from typing import Unpack

from heddle import engines
from heddle.answer import Answer
from heddle.api import Options, make_task
from heddle.engines.enumeration import MAY_STALL
from waiting import PATIENCE

PROPERTIES = ("no-deadlock", "termination")
TOP = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, l;
pthread_mutex_t m[2];
"""
LOADS = ("memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst")
STORES = ("memory_order_relaxed", "memory_order_release", "memory_order_seq_cst")
PARTIAL = "load buffering"
WITHOUT = "none without load buffering"


class Writer:
    """One thread's calls."""

    def __init__(self, source: random.Random, kinds: list[str]) -> None:
        self.source, self.kinds, self.count = source, kinds, 0

    def thread(self, most: int) -> str:
        return " ".join(getattr(self, self.source.choice(self.kinds))() for _ in range(self.source.randint(1, most)))

    def place(self) -> str:
        return self.source.choice("xy")

    def load(self, place: str) -> str:
        return f"atomic_load_explicit(&{place}, {self.source.choice(LOADS)})"

    def store(self) -> str:
        value = self.source.choice(("1", "1", "2", "0"))
        return f"atomic_store_explicit(&{self.place()}, {value}, {self.source.choice(STORES)});"

    def add(self) -> str:
        return f"atomic_fetch_add_explicit(&{self.place()}, 1, {self.source.choice(STORES)});"

    def spin(self) -> str:
        return f"while ({self.load(self.place())} {self.source.choice(('== 0', '!= 1', '< 1'))});"

    def branch(self) -> str:
        return f"if ({self.load(self.place())}) {self.source.choice((self.store, self.spin, self.mutex))()}"

    def futex(self) -> str:
        """A signal that comes between the two reads may be lost."""
        self.count += 1
        seen, place = f"s{self.count}", self.place()
        other = "y" if place == "x" else "x"
        return f"int {seen} = {self.load(place)}; if (!{self.load(other)}) while ({self.load(place)} == {seen});"

    def spinlock(self) -> str:
        taken = f"while (atomic_exchange_explicit(&l, 1, {self.source.choice(LOADS)}));"
        given = f" atomic_store_explicit(&l, 0, {self.source.choice(STORES)});" if self.source.random() < 0.7 else ""
        return f"{taken} {self.store() if self.source.random() < 0.4 else ''}{given}"

    def mutex(self) -> str:
        lock = self.source.randrange(2)
        inner = self.source.choice(("", self.store(), f"pthread_mutex_lock(&m[{1 - lock}]);"))
        given = f" pthread_mutex_unlock(&m[{1 - lock}]);" if "lock" in inner and self.source.random() < 0.9 else ""
        kept = "" if self.source.random() < 0.8 else "// "
        return f"pthread_mutex_lock(&m[{lock}]); {inner}{given}\n    {kept}pthread_mutex_unlock(&m[{lock}]);\n   "

    def fence(self) -> str:
        return f"atomic_thread_fence({self.source.choice((*LOADS, *STORES))});"


KINDS = ("store", "add", "spin", "branch", "futex", "spinlock", "mutex", "mutex", "fence")


def program(seed: int, most: int = 2) -> str:
    source = random.Random(seed)
    kinds = [*source.sample(KINDS, 3), source.choice(("store", "mutex"))]
    threads = range(source.choice((2, 2, 2, 3)))
    text = TOP
    for t in threads:
        text += f"void *t{t}(void *unused) {{ {Writer(source, kinds).thread(most if len(threads) == 2 else 1)} return 0; }}\n"
    text += "int main(void) { pthread_t t[3];\n"
    text += "".join(f"  pthread_create(&t[{t}], 0, t{t}, 0);\n" for t in threads)
    joins = source.random() < 0.5
    text += "".join(f"  pthread_join(t[{t}], 0);\n" for t in threads if joins)
    return text + "  return 0;\n}\n"


def verdicts(file: str, model: str, property: str, timeout: float = PATIENCE) -> tuple[str, str]:
    """What the two say; brute force looks at two rounds of each loop."""
    explored = asked(file, model, property, timeout, engine="stateless")
    enumerated = asked(file, model, property, timeout, engine="enumerate", unwind=2)
    # without load buffering, an exploration that cuts nothing else is no more than that
    is_partial = [PARTIAL in cut.what for cut in explored.cuts] == [True]
    said = WITHOUT if is_partial else told(explored)
    if said == "violation" and any(cut.what == MAY_STALL for cut in enumerated.cuts):
        return said, f"unknown: {MAY_STALL}"  # as where one waits for another that spins
    return said, told(enumerated)


def asked(file: str, model: str, property: str, timeout: float, **options: Unpack[Options]) -> Answer:
    task = make_task((file,), model, property, timeout=timeout, **options)
    return engines.run(task, task.program())


def told(answer: Answer) -> str:
    return f"unknown: {answer.reason}" if answer.verdict == "unknown" else str(answer.verdict)


def disagreement(explored: str, enumerated: str) -> bool | None:
    """None where one of the two has no answer."""
    if "internal error" in explored + enumerated:
        return True
    if explored.startswith("unknown") or enumerated.startswith("unknown") or explored == "safe within bounds":
        return None
    if explored == WITHOUT:
        return None if enumerated == "violation" else False
    return (explored == "violation") != (enumerated == "violation")
