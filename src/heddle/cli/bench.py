"""``heddle bench``: many programs under several configurations."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from heddle.bench.as_csv import as_csv
from heddle.bench.drive import Here, drive
from heddle.bench.execute import Limits
from heddle.bench.plan import Run, configurations, programs
from heddle.bench.store import Store
from heddle.bench.tables import as_benchexec, comparison, summary
from heddle.cli.each import available_cores
from heddle.errors import InputError, UsageError

WRONG = 1


def bench(options: argparse.Namespace) -> int:
    """The exit code is 1 if an answer is wrong."""
    if not options.files and options.config:
        raise UsageError("--config says how programs are checked, and no program is given")
    prepare(options)
    store = Store(options.out, create=bool(options.files))
    try:
        keys = None
        if options.files:
            chosen = programs(options.files, options.match, options.sample)
            runs = [Run(p, c) for p in chosen for c in configurations(options.config)]
            keys = {run.key for run in runs}
            run_all(runs, store, options)
        return report(options, store, keys)
    finally:
        store.close()


def prepare(options: argparse.Namespace) -> None:
    """What is needed in the end has to be there before anything runs."""
    if options.plots:
        from heddle.bench.plots import require_matplotlib

        require_matplotlib()
    if options.compare is not None:
        Store(options.compare, create=False).close()


def run_all(runs: list[Run], store: Store, options: argparse.Namespace) -> None:
    limits = Limits(options.timeout, options.memory, options.cpu)
    if options.cluster is None:
        drive(runs, store, Here(limits, options.jobs or available_cores()), tell)
        return
    from heddle.cluster.solve import local_jobs

    jobs = local_jobs(options.cluster, options.jobs)
    from heddle.cluster.crew import crew
    from heddle.cluster.runs import Places

    with crew(options.cluster, jobs, None, tell) as workers:
        tell(f"dashboard: {workers.client.dashboard_link}")
        drive(runs, store, Places(workers, limits), tell)


def report(options: argparse.Namespace, store: Store, keys: set[str] | None) -> int:
    rows = store.rows(keys)
    if not rows:
        raise InputError(f"{options.out}: no run has ended yet")
    folder = Path(options.out)
    table = summary(rows)
    print(table)
    files = {"summary.md": table + "\n", "results.csv": as_csv(rows)}
    for name in sorted({row.configuration for row in rows}):
        files[f"{name}.results.xml"] = as_benchexec(rows, name)
    try:
        for file, text in files.items():
            (folder / file).write_text(text)
    except OSError as error:
        raise InputError(f"{options.out}: {error.strerror}") from error
    if options.plots:
        from heddle.bench.plots import plot

        plot(rows, folder, options.timeout)
    if options.compare is not None:
        other = Store(options.compare, create=False)
        print(f"\nAgainst {options.compare}: {comparison(other.rows(), rows)}")
        other.close()
    wrong = [row for row in rows if row.judged == "wrong"]
    for row in wrong:
        print(f"wrong: {row.asked} [{row.configuration}]: {row.result.verdict}, expected {row.expected}")
    return WRONG if wrong else 0


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
