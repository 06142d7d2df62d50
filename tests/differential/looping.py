"""Programs whose threads loop for ever over few values: every engine for proofs against all states by brute force.

    python -m tests.differential.looping --programs 1000

run from the repository's root.  Whoever says ``safe`` or shows a violation must be right; the explicit engine, which has
no bounds, must say one of the two.  How often the others do is counted.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import asking
from brute_force import explore
from heddle.answer import Verdict

from .oracle import MODELS, Disagreement, compiled

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
unsigned char x, y, z;
_Atomic int f, g;
"""
SHARED = ("x", "y", "z", "f", "g")
PROVERS = {"sc": ("explicit", "horn", "unbounded", "auto"), "tso": ("explicit", "auto"), "pso": ("explicit", "auto")}
DECIDES = "explicit"
STATES = {"sc": 4000, "tso": 8000, "pso": 8000}
TIMEOUT = 5.0


class Writer:
    """Statements of one thread over its local variable ``a`` and what is shared, all small numbers."""

    def __init__(self, chance: random.Random, weak: bool) -> None:
        self.chance, self.weak = chance, weak
        self.depth = 0

    def pick(self, *options: str) -> str:
        return self.chance.choice(options)

    def shared(self) -> str:
        return self.pick(*SHARED)

    def value(self) -> str:
        return self.pick("0", "1", "2", "a")

    def test(self) -> str:
        left = self.pick("a", self.shared())
        return f"{left} {self.pick('==', '!=', '<')} {self.value()}"

    def write(self) -> str:
        """Under store buffers a thread that writes for ever has infinitely many states unless it waits for itself."""
        target = self.shared()
        value = self.pick("0", "1", "2", "a", f"({target} + 1) % 3")
        wait = " __sync_synchronize();" if self.weak and target in "xyz" and self.chance.random() < 0.8 else ""
        return f"{target} = {value};{wait}"

    def block(self, most: int) -> str:
        return " ".join(self.statement() for _ in range(self.chance.randint(1, most)))

    def statement(self) -> str:
        if self.depth > 1:
            return self.simple()
        self.depth += 1
        kind = self.chance.random()
        if kind < 0.16:
            made = f"if ({self.test()}) {{ {self.block(2)} }}"
        elif kind < 0.24:
            lock = self.pick("m", "n")
            made = f"pthread_mutex_lock(&{lock}); {self.block(3)} pthread_mutex_unlock(&{lock});"
        elif kind < 0.30:
            made = f"while ({self.test()}) {{ {self.block(1)} if (__VERIFIER_nondet_bool()) break; }}"
        elif kind < 0.36:
            made = f"__VERIFIER_atomic_begin(); {self.simple()} {self.simple()} __VERIFIER_atomic_end();"
        else:
            made = self.simple()
        self.depth -= 1
        return made

    def simple(self) -> str:
        kind = self.chance.random()
        if kind < 0.30:
            return self.write()
        if kind < 0.50:
            return f"a = {self.shared()};"
        if kind < 0.60:
            return f"while ({self.test()});"
        if kind < 0.68:
            return f"a = atomic_exchange(&{self.pick('f', 'g')}, {self.pick('0', '1', '2')});"
        if kind < 0.74:
            return f"a = 0; atomic_compare_exchange_strong(&{self.pick('f', 'g')}, &a, {self.pick('1', '2')});"
        if kind < 0.80:
            return f"a = (a + 1) % {self.pick('2', '3')};"
        return f"assert(!({self.test()} && {self.test()}));"


def generate(chance: random.Random, weak: bool) -> str:
    """Two threads, of the same function sometimes; main joins them, if they end, and has a look."""
    writer = Writer(chance, weak)
    functions = []
    for name in ("one", "two"):
        body = f"int a = 0; {writer.block(4)}"
        if chance.random() < 0.7:
            body = f"int a = 0; while ({writer.pick('1', '1', writer.test())}) {{ {writer.block(4)} }}"
        functions.append(f"void *{name}(void *p) {{ {body} return 0; }}")
    second = writer.pick("one", "two", "two")
    last = f"pthread_join(s, 0); pthread_join(t, 0); int a = x; assert(!({writer.test()}));"
    return (
        HEAD + "\n".join(functions)
        + f"\nint main(void) {{ pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, {second}, 0); {last} }}\n"
    )


def compare(text: str, model: str, provers: Sequence[str]) -> list[str]:
    """What each engine said; nothing if the program is too large for brute force.  Raises Disagreement."""
    program = compiled(text)
    found = explore(program, model, max_states=STATES[model], max_steps=10_000)
    if found.unsupported or (found.truncated and not found.violations):
        return []
    truth = Verdict.VIOLATION if found.violations else Verdict.SAFE
    said = []
    for engine in provers:
        answer = asking.ask(program, model, engine=engine, timeout=TIMEOUT)
        wrong = answer.verdict in (Verdict.SAFE, Verdict.VIOLATION) and answer.verdict is not truth
        undecided = answer.verdict is not truth and engine == DECIDES and "time limit" not in answer.reason
        if wrong or undecided:
            raise Disagreement(f"{model} {engine}: {answer.verdict} ({answer.reason}); brute force: {truth}\n{text}")
        said.append(f"{model} {truth} {engine}: {answer.verdict}")
    return said


@dataclass(frozen=True)
class Outcome:
    said: tuple[str, ...] = ()
    failure: str = ""


def try_one(seed: int, models: Sequence[str], engines: Sequence[str]) -> Outcome:
    model = models[seed % len(models)]
    text = generate(random.Random(seed), model != "sc")
    try:
        return Outcome(tuple(compare(text, model, [e for e in PROVERS[model] if e in engines])))
    except Disagreement as failure:
        return Outcome(failure=f"seed {seed}: {failure}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.looping", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--models", nargs="+", default=["sc"], choices=MODELS)
    parser.add_argument("--engines", nargs="+", default=list(PROVERS["sc"]), choices=PROVERS["sc"])
    options = parser.parse_args()
    started, tally, done, failures = time.monotonic(), Counter[str](), 0, 0
    first = 1_000_000 * options.seed
    ask = partial(try_one, models=options.models, engines=options.engines)
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=50) as pool:
        for outcome in pool.imap(ask, range(first, first + 20 * options.programs)):
            done += bool(outcome.said or outcome.failure)
            tally.update(outcome.said)
            if outcome.failure:
                failures += 1
                print(outcome.failure, flush=True)
            if done >= options.programs:
                pool.terminate()
                break
    for kind, count in sorted(tally.items()):
        print(f"{kind}: {count}")
    print(f"{done} programs, {failures} failures, {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
