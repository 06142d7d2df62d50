"""The long run for sequentialization: every thread-asynchronous abstraction, or others, against brute force.

    python -m tests.differential.eager --minutes 10 --seed 1 --sma mu-explicit imu-sc
    python -m tests.differential.eager --minutes 10 --seed 1 --sma etso epso --schedule free

Programs are litmus-size ones and those that the other engines are tried on, with all their features.  The exit code is
1 if an abstraction disagrees with brute force.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from heddle.sma import ABSTRACTIONS

from .litmus import litmus_tests
from .oracle import Disagreement, compare_abstraction
from .strategies import programs
from .test_generated import COMBINATIONS

BATCH = 4
WEAK = ["fences branches", "unions atomics", "pointers mutex", "atomics", "arrays"]


def batch(number: int, names: list[str], tally: Counter[str], timeout: float, schedule: str | None) -> None:
    @seed(number)
    @settings(max_examples=BATCH, database=None, deadline=None, suppress_health_check=list(HealthCheck),
              phases=[Phase.generate])  # fmt: skip
    @given(st.data())
    def run(data: st.DataObject) -> None:
        pick = data.draw(st.integers(0, 20))
        for sma in names:
            weak = ABSTRACTIONS[sma].model != "sc"
            combination = data.draw(st.sampled_from(WEAK if weak else COMBINATIONS))
            nesting = data.draw(st.integers(0, 3)) == 0
            kinds = st.one_of(litmus_tests(tiny=weak), programs(*combination.split(), nesting=nesting, most=2))
            tally[f"{sma}: {compare_abstraction(data.draw(kinds), pick, sma, timeout, schedule)}"] += 1

    run()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.eager", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=30, help="seconds for each question")
    parser.add_argument("--sma", nargs="*", default=[a.name for a in ABSTRACTIONS.values() if a.eager], help="only these abstractions")
    parser.add_argument("--schedule", choices=["rounds", "free"], help="of lazy abstractions")
    options = parser.parse_args()
    sys.setrecursionlimit(20_000)  # recursive functions are unfolded deep
    end = time.monotonic() + 60 * options.minutes
    tally: Counter[str] = Counter()
    failures = 0
    for number in itertools.count(1000 * options.seed):
        if time.monotonic() > end:
            break
        try:
            batch(number, options.sma, tally, options.timeout, options.schedule)
        except Disagreement as failure:
            failures += 1
            print(failure, flush=True)
    for kind, count in sorted(tally.items()):
        print(f"{kind}: {count}")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
