"""Small random programs that wait and spin under weak orders, and what two engines say of them: the explorer, and brute force.

    python -m deadlocks.generated_graphs --programs 300 --models rc11 weak armv8

run with ``tests`` on PYTHONPATH.  The explorer must find that threads never go on exactly where some of all candidate
executions shows it; where the model allows load buffering, it may miss what happens with load buffering only.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from heddle import api

PROPERTIES = ("no-deadlock", "termination")
TOP = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, l;
pthread_mutex_t m[2];
"""
LOADS = ("memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst")
STORES = ("memory_order_relaxed", "memory_order_release", "memory_order_seq_cst")
PARTIAL = "load buffering"


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


def verdicts(file: str, model: str, property: str, timeout: float = 6) -> tuple[str, str]:
    """What the two say; brute force looks at two rounds of each loop."""
    options = {"property": property, "model": model, "timeout": timeout}
    explored = api.check(file, engine="stateless", **options)
    enumerated = api.check(file, engine="enumerate", unwind=2, **options)
    partial = any(PARTIAL in cut.what for cut in explored.cuts)
    # without load buffering, an exploration is no more than that
    said = "none without load buffering" if partial and len(explored.cuts) == 1 else str(explored.verdict)
    return f"{said}: {explored.reason}" if said == "unknown" else said, (
        f"unknown: {enumerated.reason}" if enumerated.verdict == "unknown" else str(enumerated.verdict)
    )


def disagreement(explored: str, enumerated: str) -> bool | None:
    """None where one of the two has no answer."""
    if "internal error" in explored + enumerated:
        return True
    if explored.startswith("unknown") or enumerated.startswith("unknown") or explored == "safe within bounds":
        return None
    if explored == "none without load buffering":
        return None if enumerated == "violation" else False
    return (explored == "violation") != (enumerated == "violation")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--models", nargs="+", default=["rc11", "imm", "weak", "armv8"])
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    start, bad = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.programs):
            path = Path(folder) / f"{seed}.c"
            path.write_text(program(seed))
            for model in options.models:
                for property in PROPERTIES:
                    said = verdicts(str(path), model, property)
                    counts[f"{model}, {property}: {said[0][:60]} / {said[1][:90]}"] += 1
                    if disagreement(*said):
                        bad += 1
                        print(f"seed {seed}, {model}, {property}: {said[0]} / {said[1]}", flush=True)
            if seed % 25 == 24:
                print(f"... {seed + 1} after {time.monotonic() - start:.0f} s, {bad} bad", file=sys.stderr, flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
