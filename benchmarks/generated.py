"""What the scripts for generated programs and inputs share: asking Heddle, working on several seeds at once, counting."""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import re
import shlex
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from forked import Ended, import_everything, run_forked

MEMORY = "4000"
"""Megabytes for one question."""
GRACE = 20.0
"""Seconds beyond its own time limit after which a run of Heddle counts as hanging: other work may keep the machine busy."""


@dataclass(frozen=True)
class Told:
    """What Heddle said: a verdict, or one of the words below, and why."""

    verdict: str
    reason: str = ""

    @property
    def broken(self) -> bool:
        """No answer at all, and nobody's fault but Heddle's."""
        return self.verdict in ("crash", "hang") or "internal error" in self.reason

    def short(self) -> str:
        """For counting: without positions and numbers."""
        reason = re.sub(r"\S+:\d+(:\d+)?|\d+(\.\d+)?", "", self.reason.partition("\n")[0]).strip(": ")
        return f"{self.verdict} ({reason})" if reason and self.verdict == "unknown" else self.verdict


def ask(heddle: Sequence[str] | None, file: Path, timeout: float, *options: str) -> Told:
    """``heddle`` is a command; without one a fork of this process does the work."""
    limits = ("--timeout", f"{timeout:g}", "--memory", MEMORY)
    return told(run_forked(["check", "--json", "--quiet", *limits, *options, str(file)], timeout + GRACE, heddle))


def told(ended: Ended) -> Told:
    """From the JSON that a run printed; refusals have a line on standard error too."""
    if ended.code is None:
        return Told("hang")
    if ended.left_over:
        return Told("crash", "a process is left over")
    lines = [line for line in ended.out.splitlines() if line.startswith("{")]
    if not lines or "Traceback" in ended.err:
        return Told("crash", ended.err[-2000:])
    answer = json.loads(lines[-1])
    if answer["verdict"] == "safe within bounds" and not answer["cuts"]:
        return Told("crash", "safe within bounds, and no bound that cut anything is named")
    return Told(str(answer["verdict"]), str(answer["reason"]))


@dataclass(frozen=True)
class Finding:
    """One outcome of one seed; what is bad is printed at once, and its text kept."""

    outcome: str
    bad: bool = False
    detail: str = ""
    text: bytes = b""


def spread(work: Callable[[int], Iterable[Finding]], options: argparse.Namespace) -> Iterator[tuple[int, list[Finding]]]:
    """The work's findings for every seed, in order, made by several processes."""
    import_everything()
    seeds = range(options.seed, options.seed + options.count)
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        yield from zip(seeds, pool.imap(Listed(work), seeds), strict=True)


@dataclass(frozen=True)
class Listed:
    """Work whose findings can be sent from one process to another."""

    work: Callable[[int], Iterable[Finding]]

    def __call__(self, seed: int) -> list[Finding]:
        return list(self.work(seed))


def tally(results: Iterable[tuple[int, list[Finding]]], save: Path | None, suffix: str) -> tuple[Counter[str], int]:
    """Counts outcomes, prints the bad ones as they come and saves their texts; also the number of bad ones."""
    counts: Counter[str] = Counter()
    bad, start = 0, time.monotonic()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background too, where shells have it ignored
    with contextlib.suppress(KeyboardInterrupt):  # what was done until then counts
        for number, (seed, findings) in enumerate(results, 1):
            for finding in findings:
                counts[finding.outcome] += 1
                if finding.bad:
                    bad += 1
                    print(f"seed {seed}: {finding.outcome}: {finding.detail}", flush=True)
                    keep(finding, save, f"{seed}-{bad}{suffix}")
            if number % 100 == 0:
                print(f"... {number} after {time.monotonic() - start:.0f} s, {bad} bad", file=sys.stderr, flush=True)
    return counts, bad


def keep(finding: Finding, folder: Path | None, name: str) -> None:
    if folder and finding.text:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(finding.text)


def report(counts: Counter[str], bad: int) -> int:
    """Prints the counts; the exit code."""
    for outcome, count in sorted(counts.items()):
        print(f"{count:7d}  {outcome}")
    print(f"{bad} bad")
    return int(bad > 0)


def add_options(parser: argparse.ArgumentParser, count: int, timeout: float) -> None:
    parser.add_argument("--count", type=int, default=count, metavar="N", help=f"how many (default: {count})")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed (default: 1); the others follow")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="work on N at the same time (default: 2)")
    parser.add_argument("--timeout", type=float, default=timeout, metavar="S", help=f"for each answer (default: {timeout:g})")
    parser.add_argument("--save", type=Path, metavar="DIR", help="write what gives bad outcomes to files in DIR")
    parser.add_argument("--heddle", metavar="COMMAND", help="run this command (default: Heddle in forks of this process)")


def given_command(options: argparse.Namespace) -> list[str] | None:
    return shlex.split(options.heddle) if options.heddle else None


def required(tool: str) -> str:
    """The path of a tool that the script cannot do without."""
    path = shutil.which(tool)
    if path is None:
        sys.exit(f"{tool} is not installed")
    return path
