"""Exactly so many writes: ``--writes W`` finds a violation where one takes at most W writes or clusters, and only there.

    python -m tests.differential.counted --programs 300 --seed 1

Brute force (:mod:`counting`) tells the least number that a violation takes.  With that number an engine must find it, and
with one less it must not.  The exit code is 1 if an engine counts otherwise.
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
from counting import least
from heddle.answer import Verdict

from .oracle import ENGINES, MODELS, Disagreement, compiled

COUNTED = {
    "mu-explicit": "writes", "mu-implicit": "writes", "mu-hybrid": "writes", "imu": "locations",
    "mu-intra": "stretches", "mu-inter": "clusters", "sequential-inter": "clusters",
}  # fmt: skip
"""What each engine counts."""
ASKED = ENGINES | {"sequential-inter": {"engine": "mu", "sma": "mu-coarse-inter"}}
SEQUENTIAL = ("sequential-inter",)
"""A shared memory abstraction, for sc."""
MOST = 4
"""Violations that take more than this are as good as none."""
STATES = 2000
TIMEOUT = 60.0
HEAD = """#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long long result;
"""
STATEMENTS = (
    "@ = #;", "@ = #;", "@ = $ + #;", "@ = $ + #;", "@++;", "if ($ == #) @ = #;", "__sync_fetch_and_add(&@, #);",
    "(void)__sync_bool_compare_and_swap(&@, #, #);", "__VERIFIER_atomic_begin(); @ = #; $ = #; __VERIFIER_atomic_end();",
    "__VERIFIER_atomic_begin(); if ($ < #) @ = @ + 1; __VERIFIER_atomic_end();", "assert($ != # || @ != #);",
    "__sync_synchronize();",
)  # fmt: skip


@dataclass(frozen=True)
class Counted:
    """A program, and the globals that its threads communicate through: each is written by one that is not main."""

    text: str
    shared: tuple[str, ...]


def generate(chance: random.Random) -> Counted:
    names = ("x", "y", "z")[: chance.choice((1, 2, 2, 3))]
    locks = chance.random() < 0.2

    def some(number: int) -> list[str]:
        return [statement(chance, names) for _ in range(number)]

    def locked(statements: list[str]) -> list[str]:
        return ["pthread_mutex_lock(&m);", *statements, "pthread_mutex_unlock(&m);"] if locks else statements

    threads = [some(chance.choice((1, 1, 2))) for _ in range(2)]
    for name in names:
        first = chance.choice(threads)
        first.insert(chance.randint(0, len(first)), f"{name} = {chance.randint(1, 3)};")
    functions = [f"void *t{n}(void *_) {{ {' '.join(locked(body))} return 0; }}\n" for n, body in enumerate(threads)]
    between, end = some(chance.choice((0, 0, 1))), some(chance.choice((0, 0, 1)))
    joins = chance.choice((["pthread_join(h[0], 0);"], ["pthread_join(h[1], 0);"], [], ["pthread_join(h[0], 0);", "pthread_join(h[1], 0);"]))
    main = ["pthread_create(&h[0], 0, t0, 0);", *between, "pthread_create(&h[1], 0, t1, 0);", *end, *joins]
    packed = " + ".join(f"{7**place} * {name}" for place, name in enumerate(names))
    text = (
        f"{HEAD}int {', '.join(names)};\n{''.join(functions)}"
        f"int main(void) {{ pthread_t h[2]; {' '.join(main)} result = {packed}; assert(CHECK); }}\n"
    )
    return Counted(text, (*names, "m") if locks else names)


def statement(chance: random.Random, names: tuple[str, ...]) -> str:
    text = chance.choice(STATEMENTS)
    for place in "@$":
        text = text.replace(place, chance.choice(names))
    while "#" in text:
        text = text.replace("#", str(chance.randint(0, 3)), 1)
    return text


def check_of(program: Counted, model: str, chance: random.Random, states: int = STATES) -> str | None:
    """An assertion at the end that some execution violates; None if brute force cannot tell."""
    found = explore(compiled(program.text), model, max_states=states, observe=("result",))
    if found.truncated or not found.finals:
        return None
    return f"result != {chance.choice(sorted(found.finals))[0]}"


def compare(program: Counted, model: str, engine: str, check: str, states: int = STATES) -> str | None:
    """What the engine and brute force agree on; None if the program is too large for brute force."""
    code = compiled(program.text, check)
    number = least(code, model, COUNTED[engine], program.shared, MOST, states * 8)
    if number is None:
        return None
    questions = {max(number, 1): Verdict.VIOLATION, number - 1: Verdict.BOUNDED}
    for bound, verdict in questions.items():
        if not 1 <= bound <= MOST:
            continue
        answer = asking.ask(code, model, writes=bound, timeout=TIMEOUT, **ASKED[engine])  # type: ignore[typeddict-item]
        right = answer.verdict is verdict or (number > MOST and answer.verdict is Verdict.SAFE)
        if not right:
            raise Disagreement(
                f"{model} {engine}: {number} {COUNTED[engine]}; --writes {bound}: {answer.verdict} ({answer.reason})\n"
                f"// CHECK={check}\n{program.text}"
            )
    return f"{number} {COUNTED[engine]}" if number <= MOST else f"more than {MOST} {COUNTED[engine]}"


@dataclass(frozen=True)
class Outcome:
    """What became of one program: what the engines agreed on, or who counts otherwise; nothing if it is too large."""

    agreed: tuple[str, ...] = ()
    failure: str = ""


def try_one(seed: int, models: Sequence[str], engines: Sequence[str]) -> Outcome:
    """One program under one of the models."""
    chance = random.Random(seed)
    program, model = generate(chance), models[seed % len(models)]
    check = check_of(program, model, chance)
    agreed: list[str] = []
    try:
        for engine in engines:
            if check is not None and (engine not in SEQUENTIAL or model == "sc"):
                found = compare(program, model, engine, check)
                agreed += [] if found is None else [f"{model} {engine}: {found}"]
    except Disagreement as failure:
        return Outcome(failure=f"seed {seed}: {failure}")
    return Outcome(tuple(agreed))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.counted", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--models", nargs="+", default=list(MODELS), choices=MODELS)
    parser.add_argument("--engines", nargs="+", default=list(COUNTED), choices=list(COUNTED))
    options = parser.parse_args()
    started, tally, done, failures = time.monotonic(), Counter[str](), 0, 0
    first = 100_000 * options.seed
    ask = partial(try_one, models=options.models, engines=options.engines)
    with multiprocessing.Pool(1, maxtasksperchild=5) as pool:
        for outcome in pool.imap(ask, range(first, first + 20 * options.programs)):
            done += bool(outcome.agreed or outcome.failure)
            tally.update(outcome.agreed)
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
