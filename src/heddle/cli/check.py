"""``heddle check``: one program, or each file a program of its own."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from heddle.cli.inputs import Inputs, inputs
from heddle.cli.output import print_json
from heddle.cli.parser import ASSERTIONS, UNSUPPORTED_CHECKS, check_options
from heddle.cli.traceout import verify_trace_file, write_trace
from heddle.report.progress import Display
from heddle.report.text import describe
from heddle.result import EXIT_CODES, CheckOptions, Result
from heddle.run.conclude import conclude, stopped, unknown
from heddle.run.supervisor import Interrupted, Limits, supervise
from heddle.run.worker import Channel

Checker = Callable[[Inputs, CheckOptions, Channel], Result]
"""What a worker runs: reads the program and searches it."""

ENGINE_MARGIN = 0.05
"""The share of the time limit that an engine leaves for its own orderly end."""


def load_and_run(program: Inputs, options: CheckOptions, channel: Channel) -> Result:
    from heddle import engines

    started = time.monotonic()
    channel.progress("reading the program")
    loaded = program.load()
    if options.timeout is not None:
        spent = time.monotonic() - started
        options = replace(options, timeout=max(0.05, options.timeout * (1 - ENGINE_MARGIN) - spent))
    return engines.run(loaded, options, channel.progress, channel.interim)


def check(options: argparse.Namespace, checker: Checker | None) -> int:
    if options.each:
        from heddle.cli.each import Batch, preload

        if checker is None and len(options.files) > 1:
            preload()
        wanted = check_options(options)
        return Batch(options, wanted, refusal(options, wanted)).run(checker or load_and_run)
    checker = checker or load_and_run
    if options.trace_out:
        verify_trace_file(options.trace_out)
    result, signum = check_program(options.files, options, checker)
    if options.json:
        print_json(result, options.files)
    else:
        print(describe(result, quiet=options.quiet, verbose=options.verbose, color=sys.stdout.isatty()))
    if options.trace_out and result.trace is not None:
        write_trace(options.trace_out, result, options.files)
    return 128 + signum if signum else EXIT_CODES[result.verdict]


def refusal(options: argparse.Namespace, wanted: CheckOptions) -> Result | None:
    """The answer to a question that Heddle cannot look into."""
    unsupported = sorted(options.property - set(ASSERTIONS)) + sorted(wanted.checks & UNSUPPORTED_CHECKS)
    return unknown(f"checking {' + '.join(unsupported)} is not supported yet", wanted) if unsupported else None


def check_program(files: list[str], options: argparse.Namespace, checker: Checker) -> tuple[Result, int]:
    """The result, and the number of the signal that stopped the search (0 if none did)."""
    started = time.monotonic()
    program = inputs(files, options)
    wanted = check_options(options)
    refused = refusal(options, wanted)
    if refused is not None:
        return refused, 0
    deadline = None if wanted.timeout is None else started + wanted.timeout
    signum = 0
    with Display(enabled=sys.stderr.isatty() and not options.quiet, plain=options.verbose) as display:
        try:
            outcome = supervise(
                lambda channel: checker(program, wanted, channel),
                Limits(deadline, options.memory),
                display.progress,
                display.tick,
            )
        except Interrupted as interrupted:
            signum = interrupted.signum
            result = stopped("interrupted", interrupted.interim, wanted)
        else:
            if options.debug and outcome.details:
                print(outcome.details, file=sys.stderr)
            result = conclude(outcome, wanted, options.memory)
    result.seconds = time.monotonic() - started
    return result, signum
