"""``heddle check``, ``heddle explore`` and ``heddle litmus``: one program, or each file a program of its own."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from heddle import report
from heddle.answer import EXIT_CODES, Answer
from heddle.cli.tasks import task_of
from heddle.errors import InputError, UsageError
from heddle.report.progress import Display
from heddle.run.solve import Worker, solve
from heddle.run.supervisor import Interrupted
from heddle.task import Wanted

if TYPE_CHECKING:
    from heddle.task import Task


def check(options: argparse.Namespace, worker: Worker | None) -> int:
    if options.witness is not None:
        raise UsageError("--witness: no witnesses are written yet; --trace-out FILE writes a violation as JSON")
    if options.each and options.trace_out:
        raise UsageError("--trace-out takes the trace of one program; it does not go with --each")
    if options.jobs is not None and not options.each:
        raise UsageError("--jobs says how many files are checked at the same time; it goes with --each only")
    if options.each:
        from heddle.cli.each import Batch

        return Batch(options, [(file, task_of(options, [file])) for file in options.files]).run(worker)
    task = task_of(options, options.files)
    if not options.trace_out:
        return answer_one(task, options, worker)[1]
    from heddle.cli.traceout import verify_trace_file, write_trace

    verify_trace_file(options.trace_out)
    answer, code = answer_one(task, options, worker)
    if answer.execution is not None:
        write_trace(options.trace_out, answer, options.files)
    return code


def explore(options: argparse.Namespace, worker: Worker | None) -> int:
    from heddle.report.dot import MOST_GRAPHS, write_graphs

    folder = Path(options.dot) if options.dot else None
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError(f"{options.dot}: exists and is not a directory (given with --dot)")
    graphs = MOST_GRAPHS if folder is not None or options.format == "dot" else 0
    wanted = Wanted(not options.first, options.states, graphs)
    answer, code = answer_one(task_of(options, options.files, wanted), options, worker)
    if folder is not None and answer.graphs:
        write_graphs(folder, answer)
        if options.format == "text" and not options.quiet:
            print(f"  {len(answer.graphs)} graphs written to {options.dot}")
    return code


def answer_one(task: Task, options: argparse.Namespace, worker: Worker | None) -> tuple[Answer, int]:
    """Prints the report; the answer and the exit code."""
    signum = 0
    with ExitStack() as stack:
        shown = sys.stderr.isatty() and not options.quiet
        display = stack.enter_context(Display(enabled=shown, plain=options.verbose))
        details = print_details if options.debug else lambda text: None
        try:
            answer = solve(task, display.progress, display.tick, details, worker)
        except Interrupted as interrupted:
            signum, answer = interrupted.signum, interrupted.interim
    print_report(answer, task.sources.files, options)
    return answer, 128 + signum if signum else EXIT_CODES[answer.verdict]


def print_details(text: str) -> None:
    print(text, file=sys.stderr)


def print_report(answer: Answer, files: tuple[str, ...], options: argparse.Namespace, one_line: bool = False) -> None:
    style = report.Style(options.quiet, options.verbose, sys.stdout.isatty(), one_line)
    print(report.find(options.format).render(answer, files, style), flush=True)
