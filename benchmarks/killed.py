"""``heddle bench`` killed (kill -9) at random moments: nothing is lost, nothing is run twice, and the table is the same.

    python benchmarks/killed.py                                 # the project's own programs, killed ten times
    python benchmarks/killed.py manifest.csv --kills 3 --seed 5

First all runs are done without a disturbance, which also says how long they take; then in a second folder, by benches
that are killed after a random part of that time, and one that is not.  The exit code is 1 if anything is not as it
should be.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from harness import PROGRAMS

CONFIGURATIONS = ("--config", "auto", "--config", "rounds=--engine lazy")
TOLD = re.compile(r"^\d+/\d+  (.+\]): ", re.MULTILINE)
"""A run that has ended, as a bench tells it."""
Rows = dict[str, tuple[object, ...]]


def rows(folder: Path) -> Rows:
    """By key; none if the database is not there yet."""
    path = folder / "results.sqlite"
    if not path.exists():
        return {}
    with sqlite3.connect(path) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'runs'").fetchone():
            return {}
        return {row[0]: row for row in connection.execute("SELECT * FROM runs")}


def answers(found: Rows) -> list[tuple[object, ...]]:
    """Without times: program, options, configuration and verdict."""
    return sorted((row[1], row[3], row[6], row[7]) for row in found.values())  # type: ignore[type-var]


def killed(command: Sequence[str], after: float, log: Path) -> str:
    """What it said before it was killed."""
    with log.open("w") as err:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err)
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        process.wait()
    return log.read_text()


def left_over(folder: Path) -> bool:
    """Whether a check of this bench still runs."""
    return str(folder) in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def measure(files: Sequence[str], kills: int, seed: int, folder: Path) -> list[str]:
    """What went wrong."""
    moments, wrong = random.Random(seed), []
    bench = [sys.executable, "-m", "heddle", "bench", *files, *CONFIGURATIONS, "--jobs", "2", "--out"]
    began = time.monotonic()
    whole = subprocess.run([*bench, str(folder / "whole")], capture_output=True, text=True, check=False)
    lasts = time.monotonic() - began
    all_rows = rows(folder / "whole")
    start = lasts / len(all_rows)
    print(f"undisturbed: {len(all_rows)} runs in {lasts:.1f} s")
    known: Rows = {}
    told: Counter[str] = Counter()
    for number in range(1, kills + 1):
        after = start + moments.uniform(0, 2 * lasts / (kills + 1))
        told.update(TOLD.findall(killed([*bench, str(folder / "killed")], after, folder / "log")))
        found = rows(folder / "killed")
        if not known.items() <= found.items():
            wrong.append(f"after kill {number}: what was there is lost or was run again")
        known = found
        print(f"kill {number:2}, after {after:5.2f} s: {len(found)} of {len(all_rows)} runs are there", flush=True)
    last = subprocess.run([*bench, str(folder / "killed")], capture_output=True, text=True, check=False)
    told.update(TOLD.findall(last.stderr))
    found = rows(folder / "killed")
    once = Counter(TOLD.findall(whole.stderr))
    wrong += [f"{run}: was run twice" for run, times in told.items() if times > once[run]]
    if not known.items() <= found.items():
        wrong.append("in the end: what was there is lost or was run again")
    if answers(found) != answers(all_rows):
        wrong.append("the answers are others")
    if last.returncode != whole.returncode:
        wrong.append(f"exit code {last.returncode}, undisturbed {whole.returncode}")
    time.sleep(0.3)
    if left_over(folder):
        wrong.append("processes are left")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Kills heddle bench at random moments, and looks whether anything is lost.")
    parser.add_argument("files", nargs="*", help="manifests or programs (default: the project's own programs)")
    parser.add_argument("--kills", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=7, metavar="N")
    options = parser.parse_args()
    files = options.files or [str(file) for file in sorted(PROGRAMS.glob("*.c"))]
    with tempfile.TemporaryDirectory() as folder:
        wrong = measure(files, options.kills, options.seed, Path(folder))
    print("\n".join(wrong) or f"killed {options.kills} times: nothing is lost, nothing was run twice, the table is the same")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
