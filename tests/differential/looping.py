"""Programs whose threads loop for ever over few values: every engine for proofs against all states by brute force.

    python -m tests.differential.looping --programs 1000

run from the repository's root, with ``tests`` on PYTHONPATH.  Whoever says ``safe`` or shows a violation must be right;
the explicit engine, which has no bounds, must say one of the two.  How often the others do is counted, and so are
programs that are left out because brute force has too much to look at, or so little that they say nothing.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
static _Bool swap(_Atomic int *p, int *e, int to) { int was = *e; return atomic_compare_exchange_strong(p, &was, to); }
"""
SHARED = ("x", "y", "z", "f", "g")
BUFFERED = ("explicit", "horn", "auto")
PROVERS = {"sc": ("explicit", "horn", "unbounded", "auto"), "tso": BUFFERED, "pso": BUFFERED}
DECIDES = "explicit"
LEAST_STATES, MOST_STATES = 20, 20_000
"""What brute force looks at; smaller programs say little."""
CHUNK = 100
PATIENCE = 600.0


class Writer:
    """Statements of one thread over its local variable ``a`` and what is shared, all small numbers."""

    def __init__(self, chance: random.Random, weak: bool) -> None:
        self.chance, self.weak = chance, weak
        self.depth = 0

    def pick(self, *options: str) -> str:
        return self.chance.choice(options)

    def shared(self) -> str:
        return self.pick(*SHARED)

    def test(self, *left: str) -> str:
        """It may hold and may not: nothing is compared with itself, or less than zero."""
        one = self.pick(*(left or ("a", *SHARED)))
        relation = self.pick("==", "!=", "<")
        smallest = 1 if relation == "<" else 0
        other = self.pick("1", "2", *(["0"] if smallest == 0 else []), *(["a"] if one != "a" else []))
        return f"{one} {relation} {other}"

    def write(self) -> str:
        """Under store buffers a thread that writes for ever has infinitely many states unless it waits for itself."""
        target = self.shared()
        value = self.pick("0", "1", "2", "a", f"({target} + 1) % 3", f"1 - ({target} & 1)")
        wait = " __sync_synchronize();" if self.weak and target in "xyz" and self.chance.random() < 0.8 else ""
        return f"{target} = {value};{wait}"

    def block(self, most: int, least: int = 1) -> str:
        return " ".join(self.statement() for _ in range(self.chance.randint(least, most)))

    def statement(self) -> str:
        if self.depth > 1:
            return self.simple()
        self.depth += 1
        kind = self.chance.random()
        if kind < 0.14:
            made = f"if ({self.test()}) {{ {self.block(2)} }}"
        elif kind < 0.18:
            made = f"if ({self.test()}) {{ {self.block(1)} }} else {{ {self.block(2)} }}"
        elif kind < 0.26:
            lock = self.pick("m", "n")
            made = f"pthread_mutex_lock(&{lock}); {self.block(3)} pthread_mutex_unlock(&{lock});"
        elif kind < 0.30:
            made = f"while ({self.test()}) {{ {self.block(1)} if (__VERIFIER_nondet_bool()) break; }}"
        elif kind < 0.33:
            made = f"for (int i = 0; i < 2; i++) {{ {self.block(2)} }}"
        elif kind < 0.36:
            made = f"do {{ {self.block(2)} }} while ({self.test(*SHARED)});"
        elif kind < 0.42:
            made = f"__VERIFIER_atomic_begin(); {self.simple()} {self.simple()} __VERIFIER_atomic_end();"
        elif kind < 0.52:
            made = self.counted_wait()
        else:
            made = self.simple()
        self.depth -= 1
        return made

    def counted_wait(self) -> str:
        """Loops that count their rounds; what counts is looked at by the loop alone, or afterwards too."""
        test, most = self.test(*SHARED), self.pick("1", "2", "3")
        return self.pick(
            f"{{ int n = {most}; while (n-- && {test}) ; }}",
            f"for (int i = 0; i < {most}; i++) {{ if ({test}) break; }}",
            f"for (int i = 0; i < {most}; i++) {{ int e = 0; if (swap(&{self.pick('f', 'g')}, &e, 1)) {{ {self.simple()} break; }} }}",
            f"{{ int n = 0; while ({test}) if (n++ > {most}) {{ {self.simple()} break; }} }}",
            f"{{ int n = 0; while ({test} && n < {most}) n++; a = n % 3; }}",
            f"{{ int n = 1; while ({test}) {{ for (int k = 0; k < n; k++) ; if (n < 4) n *= 2; }} }}",
            f"for (int i = 0; i < {most}; i++) {{ if ({test}) continue; {self.simple()} }}",
        )

    def simple(self) -> str:
        kind = self.chance.random()
        if kind < 0.34:
            return self.write()
        if kind < 0.52:
            return f"a = {self.shared()};"
        if kind < 0.58:
            return f"while ({self.test(*SHARED)});"
        if kind < 0.68:
            return f"a = atomic_exchange(&{self.pick('f', 'g')}, {self.pick('0', '1', '2')});"
        if kind < 0.76:
            return f"a = 0; atomic_compare_exchange_strong(&{self.pick('f', 'g')}, &a, {self.pick('1', '2')});"
        if kind < 0.84:
            return f"a = (a + 1) % {self.pick('2', '3')};"
        return self.claim()

    def claim(self) -> str:
        return f"assert(!({self.test()} && {self.test(*SHARED)}));"

    def function(self, name: str) -> str:
        """Most threads loop for ever; each claims something."""
        body = self.block(5, 2)
        if self.chance.random() < 0.85:
            body = f"{self.pick('', self.simple())} while ({self.pick('1', '1', self.test(*SHARED))}) {{ {body} {self.claim()} }}"
        return f"void *{name}(void *p) {{ int a = 0; {body} return 0; }}"


def generate(chance: random.Random, weak: bool) -> str:
    """Two threads or three, of the same function sometimes; main joins them, if they end, and has a look."""
    writer = Writer(chance, weak)
    functions = [writer.function(name) for name in ("one", "two")]
    threads = ["one", writer.pick("one", "two", "two"), *(["two"] if chance.random() < 0.15 else [])]
    create = " ".join(f"pthread_create(&t[{n}], 0, {name}, 0);" for n, name in enumerate(threads))
    join = " ".join(f"pthread_join(t[{n}], 0);" for n, _ in enumerate(threads))
    main = f"int main(void) {{ pthread_t t[3]; {create} {join} int a = x; assert(!({writer.test()})); }}"
    return HEAD + "\n".join([*functions, main]) + "\n"


def compare(text: str, model: str, provers: Sequence[str], timeout: float) -> tuple[str, list[str], int]:
    """Why brute force leaves the program out, or what is right; what each engine said; how many states brute force saw.
    Raises Disagreement."""
    program = compiled(text)
    found = explore(program, model, max_states=MOST_STATES, max_steps=10_000, first_only=True)
    if found.unsupported:
        return "left out: not supported", [], 0
    if not found.violations and found.truncated:
        return "left out: too many states", [], 0
    if found.states < LEAST_STATES:
        return "left out: too few states", [], 0
    truth = Verdict.VIOLATION if found.violations else Verdict.SAFE
    said = []
    for engine in provers:
        answer = asking.ask(program, model, engine=engine, timeout=timeout)
        wrong = answer.verdict in (Verdict.SAFE, Verdict.VIOLATION) and answer.verdict is not truth
        undecided = answer.verdict is not truth and engine == DECIDES and "time limit" not in answer.reason
        if wrong or undecided:
            raise Disagreement(f"{model} {engine}: {answer.verdict} ({answer.reason}); brute force: {truth}\n{text}")
        said.append(f"{truth} {engine}: {answer.verdict}")
    return str(truth), said, found.states


@dataclass(frozen=True)
class Outcome:
    seed: int
    kind: str
    said: Sequence[str] = ()
    failure: str = ""
    states: int = 0

    @property
    def counts(self) -> bool:
        return "left out" not in self.kind


def try_one(seed: int, models: Sequence[str], engines: Sequence[str], timeout: float) -> Outcome:
    model = models[seed % len(models)]
    text = generate(random.Random(seed), model != "sc")
    try:
        kind, said, states = compare(text, model, [e for e in PROVERS[model] if e in engines], timeout)
    except Disagreement as failure:
        return Outcome(seed, "disagreement", failure=f"seed {seed}: {failure}")
    except Exception:
        return Outcome(seed, "crash", failure=f"seed {seed}: {traceback.format_exc()}\n{text}")
    return Outcome(seed, f"{model} {kind}", [f"{model} {x}" for x in said], states=states)


def outcomes(ask: Callable[[int], Outcome], first: int, jobs: int) -> Iterator[Outcome]:
    """In the order of the seeds.  A program that kills its process, or never ends, ends the run."""
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=50) as pool:
        for chunk in itertools.count(first, CHUNK):
            answers = pool.imap(ask, range(chunk, chunk + CHUNK))
            for seed in range(chunk, chunk + CHUNK):
                try:
                    yield answers.next(PATIENCE)
                except multiprocessing.TimeoutError:
                    yield Outcome(seed, "no answer", failure=f"seed {seed}: no answer in {PATIENCE:g} s")
                    return


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.looping", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=int, default=1000, help="so many that brute force can answer (default: 1000)")
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--models", nargs="+", default=["sc"], choices=MODELS)
    parser.add_argument("--engines", nargs="+", default=list(PROVERS["sc"]), choices=PROVERS["sc"])
    parser.add_argument("--timeout", type=float, default=5.0, metavar="S", help="for each engine (default: 5)")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    started, kinds, tally, failures = time.monotonic(), Counter[str](), Counter[str](), 0
    states: list[int] = []
    ask = partial(try_one, models=options.models, engines=options.engines, timeout=options.timeout)
    for outcome in outcomes(ask, options.seed, options.jobs):
        kinds[outcome.kind] += 1
        tally.update(outcome.said)
        states += [outcome.states] * outcome.counts
        if outcome.failure:
            failures += 1
            print(outcome.failure, flush=True)
        if len(states) >= options.programs:
            break
        if outcome.counts and len(states) % 50 == 0:
            print(f"{len(states)} programs, {failures} failures, next seed {outcome.seed + 1}", file=sys.stderr, flush=True)
    for kind, count in sorted(kinds.items()) + sorted(tally.items()):
        print(f"{kind}: {count}")
    middle = sorted(states)[len(states) // 2] if states else 0
    print(f"{len(states)} programs (median {middle} states), {failures} failures, {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
