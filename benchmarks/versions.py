"""Two installed versions of Heddle beside each other: do they give the same answers, and how long does each take?

    python benchmarks/versions.py OLD/bin/heddle NEW/bin/heddle [--timeout 20] [--repeat 3] [--only lazy]

Every row is one way to ask (an engine, a memory model, an abstraction) over the programs that it is for.  The versions take
turns, of several runs the one that took least counts, and what counts is CPU time, children included: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SMALL = ["lost_update", "dekker", "peterson", "fib_unsafe", "double_checked", "seqlock", "stack"]
ROWS: dict[str, tuple[list[str], list[str]]] = {
    "small checks": (["check"], [f"examples/{n}.c" for n in ("lost_update", "lost_update_fixed", "store_buffer", "bounded_buffer", "aba_stack")]),
    "auto": (["check", "--unwind", "2"], [f"benchmarks/programs/{p.name}" for p in sorted((ROOT / "benchmarks/programs").glob("*.c"))]),
    "lazy": (["check", "--engine", "lazy", "--unwind", "2", "--rounds", "3"], [f"benchmarks/programs/{n}.c" for n in SMALL]),
    "lazy pso": (["check", "--engine", "lazy", "--model", "pso", "--unwind", "2", "--rounds", "3"], [f"benchmarks/programs/{n}.c" for n in SMALL]),
    "mu": (["check", "--engine", "mu", "--unwind", "2", "--writes", "6"], [f"benchmarks/programs/{n}.c" for n in SMALL]),
    "imu": (["check", "--engine", "imu", "--unwind", "2", "--writes", "3"], [f"benchmarks/programs/{n}.c" for n in SMALL]),
    "stateless": (["check", "--engine", "stateless", "--unwind", "2"], [f"benchmarks/programs/{n}.c" for n in SMALL]),
    "explore rc11": (["explore", "--model", "rc11", "--unwind", "2"], [f"benchmarks/programs/{n}.c" for n in ("lost_update", "dekker", "peterson")]),
    **{
        f"--sma {sma}": (["check", "--model", model, "--sma", sma, "--unwind", "1"], ["examples/store_buffer.c", "examples/lost_update.c", "benchmarks/programs/dekker.c"])
        for sma, model in (("sc", "sc"), ("etso", "tso"), ("epso", "pso"), ("tso", "tso"), ("imu-sc", "sc"), ("mu-explicit", "sc"), ("lal-reps", "sc"))
    },
}  # fmt: skip


def run(command: str, arguments: list[str], file: str, timeout: float) -> tuple[str, float]:
    """The verdict and the CPU seconds."""
    before = os.times()
    asked = [command, *arguments, "--json", "--timeout", str(timeout), str(ROOT / file)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    try:
        return str(json.loads(done.stdout)["verdict"]), spent
    except (ValueError, KeyError):
        return f"exit {done.returncode}", spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", action="append", help="only rows whose name contains this")
    options = parser.parse_args()
    differences: list[str] = []
    print(f"{'':16} {'old s':>8} {'new s':>8} {'ratio':>6}")
    for name, (arguments, files) in ROWS.items():
        if options.only and not any(part in name for part in options.only):
            continue
        totals = [0.0, 0.0]
        for file in files:
            best: list[tuple[str, float]] = [("", float("inf"))] * 2
            for turn in range(options.repeat):
                for which in (0, 1) if turn % 2 == 0 else (1, 0):
                    found = run((options.old, options.new)[which], arguments, file, options.timeout)
                    best[which] = min(best[which], found, key=lambda answer: answer[1])
            totals = [total + seconds for total, (_, seconds) in zip(totals, best, strict=True)]
            if best[0][0] != best[1][0]:
                differences.append(f"{name}: {file}: {best[0][0]} before, {best[1][0]} now")
        print(f"{name:16} {totals[0]:8.2f} {totals[1]:8.2f} {totals[1] / totals[0]:6.2f}", flush=True)
    print(*differences, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
