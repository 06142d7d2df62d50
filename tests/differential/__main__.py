"""The long run: random features, until the time is over.

    python -m tests.differential --minutes 30 --seed 1

run from the repository's root, with the package on the path.  Every disagreement is printed as the smallest program
that hypothesis finds for it (``--save DIR`` also writes it to a file); the exit code is 1 if there was one.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from .features import FEATURES
from .litmus import litmus_tests_with
from .oracle import ENGINES, compare, compare_check
from .strategies import programs

BATCH = 40
CHECKS = ("bounds", "pointer", "div-by-zero", "overflow")
SLOW = {"sync", "spins"}
"""Features whose programs loop without end: the engine uses all its time on them."""


def batch(names: tuple[str, ...], number: int, timeout: float, engines: list[str], tally: Counter[str]) -> str | None:
    """Tries some programs with these features; the smallest failure, if there is one."""
    chance = random.Random(number)
    nesting, model, most = chance.random() < 0.2, chance.choice(("sc", "sc", "tso", "pso")), chance.choice((2, 3))
    engine = chance.choice(engines)

    @seed(number)
    @settings(max_examples=BATCH, database=None, deadline=None, suppress_health_check=list(HealthCheck), print_blob=False)
    @given(programs(*names, nesting=nesting, most=most) if model == "sc" else litmus_tests_with(*names), st.integers(0, 20))
    def run(text: str, pick: int) -> None:
        last[0] = text
        if pick < len(CHECKS) and model == "sc":
            answer = compare_check(text, CHECKS[pick], timeout, engine)
        else:
            answer = compare(text, pick, timeout, model, engine)
        tally[answer or "too large"] += 1

    last = [""]
    try:
        run()
    except Exception as error:
        return f"{type(error).__name__}: {error}\n// features: {', '.join(names)}\n{last[0]}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each answer of the engine")
    parser.add_argument("--features", nargs="*", help="only these; several at once in any case")
    parser.add_argument("--engines", nargs="*", default=list(ENGINES), choices=list(ENGINES), help="only these")
    parser.add_argument("--save", type=Path, help="folder for programs that show a disagreement")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    tally: Counter[str] = Counter()
    failures = 0
    for number in itertools.count(1000 * options.seed):
        if time.monotonic() > end:
            break
        chance = random.Random(number)
        pool = options.features or sorted(FEATURES)
        names = tuple(chance.sample(pool, min(len(pool), chance.randint(1, 3))))
        timeout = options.timeout / 10 if SLOW & set(names) else options.timeout
        failure = batch(names, number, timeout, options.engines, tally)
        print(f"{number} {' '.join(names)}: {sum(tally.values())} programs, {failures} failures", flush=True)
        if failure is not None:
            failures += 1
            print(failure, flush=True)
            if options.save:
                options.save.mkdir(parents=True, exist_ok=True)
                (options.save / f"failure_{number}.c").write_text(failure)
    print(dict(tally), f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
