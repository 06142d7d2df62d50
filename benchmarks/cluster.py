"""What a cluster of local worker processes does: workers killed at random, one worker against two, many executions.

    python benchmarks/cluster.py kills     3.2 million executions and a hard check, with ten kills each
    python benchmarks/cluster.py swarm     a hard bug (safestack.c), one worker and two in turn

Prints a line for each run.  The exit code is 1 if an answer is not the one that it has to be.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesis import same_variable

HERE = Path(__file__).parent
MARK = "HEDDLE_BENCHMARK"
PAUSES = (0.5, 2.0)
"""Seconds between kills."""
SAFESTACK = ["check", str(HERE / "safestack.c"), "--engine", "lazy"]


@dataclass(frozen=True)
class Ended:
    answer: dict[str, Any]
    seconds: float
    kills: int


def heddle(arguments: list[str], workers: int, kills: int = 0, seed: int = 0) -> Ended:
    """Runs a command on local workers, of which some are killed meanwhile."""
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "heddle", *arguments, "--cluster", "local", "--jobs", str(workers), "--json"]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, MARK: mark}, text=True)
    killer = _Killer(mark, kills, seed)
    killer.start()
    out, _ = process.communicate()
    killer.over.set()
    killer.join()
    return Ended(json.loads(out), time.monotonic() - began, killer.killed)


class _Killer(threading.Thread):
    def __init__(self, mark: str, kills: int, seed: int) -> None:
        super().__init__()
        self.mark, self.kills, self.chance = f"{MARK}={mark}".encode(), kills, random.Random(seed)
        self.over, self.killed = threading.Event(), 0

    def run(self) -> None:
        while self.killed < self.kills and not self.over.wait(self.chance.uniform(*PAUSES)):
            if workers := self.workers():
                os.kill(self.chance.choice(workers), signal.SIGKILL)
                self.killed += 1

    def workers(self) -> list[int]:
        """The worker processes; an errand's process is forked from one of them, and so looks like it."""
        spawned = {}
        for entry in Path("/proc").iterdir():
            try:
                if not entry.name.isdigit() or self.mark not in (entry / "environ").read_bytes():
                    continue
                if b"heddle.cluster.local" in (entry / "cmdline").read_bytes():
                    parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                    spawned[int(entry.name)] = int(parent)
            except OSError:
                continue
        return sorted(pid for pid, parent in spawned.items() if parent not in spawned)


def told(name: str, ended: Ended) -> str:
    answer, found = ended.answer, ended.answer.get("statistics", {})
    counts = f", {answer['executions']} executions, {answer['blocked']} blocked" if "executions" in answer else ""
    return (
        f"{name}: {answer['verdict']} ({answer['reason']}){counts}; {ended.seconds:.1f} s, {ended.kills} kills; CPU seconds of all workers "
        f"{found.get('CPU seconds of all workers')}, of the busiest {found.get('of the busiest')}"
    )


def kills(rounds: int, count: int) -> bool:
    right = True
    with tempfile.TemporaryDirectory() as folder:
        program = same_variable(5, 3, 3)
        file = Path(folder) / f"{program.name}.c"
        file.write_text(program.text)
        for seed in range(rounds):
            ended = heddle(["explore", str(file)], 2, count, seed)
            print(told(program.name, ended), flush=True)
            right &= (ended.answer.get("executions"), ended.answer.get("blocked")) == (program.executions, 0)
            ended = heddle([*SAFESTACK, "--unwind", "3", "--rounds", "3", "-DTURNS=3"], 2, count, seed)
            print(told("safestack, 3 turns, rounds 3", ended), flush=True)
            right &= ended.answer["verdict"] == "safe within bounds"
    return right


def swarm(rounds: int, bounds: list[str]) -> bool:
    right, seconds, busiest = True, dict[int, list[float]](), dict[int, list[float]]()
    for _ in range(rounds):
        for workers in (1, 2):
            ended = heddle([*SAFESTACK, *bounds], workers)
            print(told(f"{workers} workers", ended), flush=True)
            right &= ended.answer["verdict"] == "violation"
            seconds.setdefault(workers, []).append(ended.seconds)
            busiest.setdefault(workers, []).append(ended.answer["statistics"]["of the busiest"])
    for what, found in (("wall", seconds), ("CPU of the busiest worker", busiest)):
        one, two = (statistics.median(found[workers]) for workers in (1, 2))
        print(f"median {what}: {one:.1f} s with one worker, {two:.1f} s with two: {two / one:.2f}", flush=True)
    return right


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("kills", "swarm"))
    parser.add_argument("--rounds", type=int, default=5, help="so many times (default: 5)")
    parser.add_argument("--kills", type=int, default=10, help="in each run, if it lasts that long (default: 10)")
    parser.add_argument("--bounds", default="--unwind 2 --rounds 4", help="of the hard bug (default: %(default)s)")
    options = parser.parse_args()
    if options.what == "kills":
        return 0 if kills(options.rounds, options.kills) else 1
    return 0 if swarm(options.rounds, options.bounds.split()) else 1


if __name__ == "__main__":
    sys.exit(main())
