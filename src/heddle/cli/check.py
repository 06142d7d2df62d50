"""``heddle check``: one program, or each file a program of its own."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from heddle.cli.inputs import Inputs, inputs
from heddle.cli.parser import ASSERTIONS, UNSUPPORTED_CHECKS, check_options
from heddle.cli.traceout import verify_trace_file, write_trace
from heddle.report.progress import Display
from heddle.report.text import describe, one_line_verdict
from heddle.result import BAD_INPUT, EXIT_CODES, CheckOptions, InputError, Result
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
    checker = checker or load_and_run
    if options.each:
        return check_each(options, checker)
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


def check_each(options: argparse.Namespace, checker: Checker) -> int:
    """The exit code is that of the worst answer: a violation, then wrong input, then unknown."""
    codes = set()
    for file in options.files:
        try:
            result, signum = check_program([file], options, checker)
        except InputError as error:
            codes.add(BAD_INPUT)
            print_refusal(str(error), options.json, [file])
            continue
        if options.json:
            print_json(result, [file])
        else:
            print(f"{file}: {one_line_verdict(result)}", flush=True)
        if signum:
            return 128 + signum
        codes.add(EXIT_CODES[result.verdict])
    return next(code for code in (1, BAD_INPUT, 3, 0) if code in codes)


def check_program(files: list[str], options: argparse.Namespace, checker: Checker) -> tuple[Result, int]:
    """The result, and the number of the signal that stopped the search (0 if none did)."""
    started = time.monotonic()
    program = inputs(files, options)
    wanted = check_options(options)
    unsupported = sorted(options.property - set(ASSERTIONS)) + sorted(wanted.checks & UNSUPPORTED_CHECKS)
    if unsupported:
        return unknown(f"checking {' + '.join(unsupported)} is not supported yet", wanted), 0
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


def print_json(result: Result, files: list[str]) -> None:
    answer: dict[str, Any] = {"files": files, **result.to_json()}
    print(json.dumps(answer, default=str), flush=True)


def print_refusal(reason: str, as_json: bool, files: list[str] | None = None) -> None:
    """Wrong input or usage: one line on standard error, and with --json an object with the verdict "error"."""
    print(f"heddle: error: {reason}", file=sys.stderr)
    if as_json:
        print(json.dumps({"files": files or [], "verdict": "error", "reason": reason}), flush=True)


