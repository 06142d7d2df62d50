"""``heddle check``, ``heddle explore`` and ``heddle litmus``: one program, or each file a program of its own."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.answer import EXIT_CODES, Answer
from heddle.cli.output import Printer
from heddle.cli.tasks import task_of
from heddle.errors import InputError, UsageError
from heddle.records import replace
from heddle.report.progress import Display
from heddle.run.solve import Worker, solve
from heddle.run.supervisor import Interrupted
from heddle.task import Wanted

if TYPE_CHECKING:
    from heddle.task import Task


def check(options: argparse.Namespace, worker: Worker | None) -> int:
    for name, what in (
        ("trace_out", "the trace"), ("invariant_out", "the invariant"), ("witness", "the witness"),
        ("dot", "the graphs"), ("html", "the report"),
    ):  # fmt: skip
        if options.each and getattr(options, name):
            raise UsageError(f"--{name.replace('_', '-')} takes {what} of one program; it does not go with --each")
    if options.each and options.format == "html":
        raise UsageError("--format html is a page about one program; it does not go with --each")
    if options.each:
        if options.cluster is not None:
            raise UsageError("--cluster does not go with --each: heddle bench spreads many programs over a cluster")
        from heddle.cli.each import Batch

        return Batch(options, options.files).run(worker)
    from heddle.cli import invariantout, traceout

    if options.trace_out:
        traceout.TRACE.verify(options.trace_out)
    if options.invariant_out:
        invariantout.INVARIANT.verify(options.invariant_out)
    if options.witness:
        from heddle.cli.witnessout import verify_witness_file

        for path in options.witness:
            verify_witness_file(path)
    answer, code = answer_and_draw(options, Wanted(), worker)
    if options.trace_out and answer.execution is not None:
        traceout.write_trace(options.trace_out, answer, options.files)
    if options.invariant_out and answer.invariant:
        invariantout.write_invariant(options.invariant_out, answer, options.files)
    if options.witness:
        from heddle.cli.witnessout import write_witness

        for path in options.witness:
            write_witness(path, answer, task_of(options, options.files))
    return code


def explore(options: argparse.Namespace, worker: Worker | None) -> int:
    wanted = Wanted(not options.first, options.states)
    if options.html or options.format == "html":
        from heddle.report.html.page import GALLERY

        wanted = replace(wanted, graphs=GALLERY)
    return answer_and_draw(options, wanted, worker)[1]


def answer_and_draw(options: argparse.Namespace, wanted: Wanted, worker: Worker | None) -> tuple[Answer, int]:
    """Answers, and writes execution graphs where they are asked for."""
    folder = Path(options.dot) if options.dot else None
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError(f"{options.dot}: exists and is not a directory (given with --dot)")
    if folder is not None or options.format == "dot":
        from heddle.report.dot import MOST_GRAPHS

        wanted = replace(wanted, graphs=MOST_GRAPHS)
    if options.html:
        from heddle.cli.htmlout import REPORT, write_report

        REPORT.verify(options.html)
    printer = Printer(options)
    task = task_of(options, options.files, wanted)
    if options.cluster is not None:
        from heddle.cluster.solve import prepared

        task, worker = prepared(task, options.cluster)
    answer, code = answer_one(task, options, worker, printer)
    printer.close()
    if options.html:
        write_report(options.html, answer, options.files)
    if folder is not None and answer.graphs:
        from heddle.report.dot import write_graphs

        write_graphs(folder, answer)
        if options.format == "text" and not options.quiet:
            print(f"  {len(answer.graphs)} graphs written to {options.dot}")
    return answer, code


def answer_one(
    task: Task, options: argparse.Namespace, worker: Worker | None, printer: Printer
) -> tuple[Answer, int]:
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
    printer.answer(answer, task.sources.files)
    return answer, 128 + signum if signum else EXIT_CODES[answer.verdict]


def print_details(text: str) -> None:
    print(text, file=sys.stderr)
