"""The long run for weak memory: shared memory abstractions, bounded engines, brute force and CBMC on critical cycles.

    python -m tests.differential.weak --minutes 10 --seed 1 --cbmc cbmc

The exit code is 1 if one of them disagrees with brute force.  Where CBMC does, that is counted and one program is
shown for each way of being wrong; CBMC takes every C11 atomic for a full fence, for instance.
"""

from __future__ import annotations

import argparse
import itertools
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from heddle.sma import ABSTRACTIONS

from .litmus import litmus_test
from .oracle import ENGINES, MODELS, Disagreement, Truth, ask, compare_abstraction, exact, known_truth


def cbmc_fails(cbmc: str, text: str, check: str, model: str) -> bool | None:
    """Whether CBMC finds a violation; None if it has no answer."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(text)
        command = [cbmc, "--no-standard-checks", "--mm", model, f"-DCHECK=({check})", str(file)]
        try:
            output = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
        except subprocess.TimeoutExpired:
            return None
    if "VERIFICATION FAILED" in output:
        return True
    return False if "VERIFICATION SUCCESSFUL" in output else None


def judge_cbmc(cbmc: str, text: str, truth: Truth, outcome: int, model: str) -> str:
    if cbmc_fails(cbmc, text, truth.none_other(), model):
        return "cbmc is wrong: invents an outcome"
    found = cbmc_fails(cbmc, text, truth.not_this(outcome), model)
    return "cbmc has no answer" if found is None else "cbmc agrees" if found else "cbmc is wrong: misses an outcome"


def one(text: str, pick: int, options: argparse.Namespace, tally: Counter[str], examples: dict[str, str]) -> None:
    for sma in options.sma:
        tally[f"{sma}: {compare_abstraction(text, pick, sma)}"] += 1
    for model in MODELS:
        for engine in options.engines:
            agrees = exact(text, model, lambda program, m=model, e=engine: ask(program, 60, model=m, engine=e))
            tally[f"{engine} {model}: {'agrees' if agrees else 'too large'}"] += 1
    for model in ("tso", "pso") if options.cbmc else ():
        truth = known_truth(text, model)
        if truth and truth.outcomes and not truth.violated:
            outcome = sorted(truth.outcomes)[pick % len(truth.outcomes)]
            verdict = judge_cbmc(options.cbmc, text, truth, outcome, model)
            tally[f"{model}: {verdict}"] += 1
            examples.setdefault(f"{model}: {verdict}", text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential.weak", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cbmc", help="the command")
    lazy = [a.name for a in ABSTRACTIONS.values() if not a.eager]
    parser.add_argument("--sma", nargs="*", default=lazy, help="only these abstractions")
    parser.add_argument("--engines", nargs="*", default=list(ENGINES), choices=list(ENGINES), help="only these engines")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    tally: Counter[str] = Counter()
    examples: dict[str, str] = {}
    failures = 0
    for number in itertools.count(1000 * options.seed):
        if time.monotonic() > end:
            break
        chance = random.Random(number)
        try:
            one(litmus_test(chance, tiny=bool(options.sma)), chance.randrange(20), options, tally, examples)
        except Disagreement as failure:
            failures += 1
            print(failure, flush=True)
    for kind, text in examples.items():
        if "wrong" in kind:
            print(f"--- {kind}, for example\n{text}")
    for kind, count in sorted(tally.items()):
        print(f"{kind}: {count}")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
