"""``heddle sequentialize`` and ``heddle show``: commands that print a program in another form."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.cli.inputs import Inputs, inputs
from heddle.report.progress import Display
from heddle.result import InputError
from heddle.run.supervisor import Ending, Interrupted, Limits, Outcome, supervise

if TYPE_CHECKING:
    from heddle.core.program import BoundedProgram

FAILED = 3


def sequentialize(options: argparse.Namespace) -> int:
    if options.output:
        verify_output(options.output, options.files, options.force)
    program = inputs(options.files, options)
    return run_and_print(lambda: sequential_c(program, options), options, options.output)


def show(options: argparse.Namespace) -> int:
    program = inputs(options.files, options)
    return run_and_print(lambda: core_text(program, options), options, None)


def run_and_print(work: Callable[[], str], options: argparse.Namespace, output: str | None) -> int:
    """Runs ``work`` in a worker under the limits and writes the text that it returns."""
    deadline = None if options.timeout is None else time.monotonic() + options.timeout
    with Display(enabled=False, plain=options.verbose) as display:
        try:
            outcome = supervise(lambda channel: work(), Limits(deadline, options.memory), display.progress)
        except Interrupted as interrupted:
            return 128 + interrupted.signum
    if outcome.ending is Ending.DONE:
        write(outcome.value, output)
        return 0
    if outcome.ending is Ending.REFUSED:
        raise InputError(outcome.reason)
    if options.debug and outcome.details:
        print(outcome.details, file=sys.stderr)
    print(f"heddle: {failure(outcome)}", file=sys.stderr)
    return FAILED


def failure(outcome: Outcome) -> str:
    if outcome.ending is Ending.TIME:
        return "time limit reached"
    if outcome.ending is Ending.MEMORY:
        return "memory limit reached"
    if outcome.ending is Ending.FAILED:
        return f"{outcome.reason} (please report; run with --debug for the traceback)"
    return outcome.reason


def verify_output(output: str, files: list[str], force: bool) -> None:
    target = Path(output)
    if any(target.exists() and Path(file).exists() and target.samefile(file) for file in files):
        raise InputError(f"{output}: is an input file; not replaced")
    if target.is_dir() or not target.parent.is_dir():
        raise InputError(f"{output}: cannot be written")
    if target.exists() and not force:
        raise InputError(f"{output}: exists; not replaced without --force")


def write(text: str, output: str | None) -> None:
    if output is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return
    try:
        Path(output).write_text(text)
    except OSError as error:
        raise InputError(f"{output}: cannot be written: {error.strerror}") from error


def sequential_c(program: Inputs, options: argparse.Namespace) -> str:
    from heddle.sequentialize.printing import c_text
    from heddle.sequentialize.scheme import sequentialize, shared
    from heddle.sma import ABSTRACTIONS, DEFAULT, SmaBounds

    bounded = unfolded(program, options)
    bounds = SmaBounds(options.queue, options.clock, options.writes, options.rounds)
    name = options.sma or (None if options.model == "sc" else DEFAULT[options.model])
    abstraction = None if name is None else ABSTRACTIONS[name]
    return c_text(sequentialize(shared(bounded, abstraction), abstraction, bounds))


def core_text(program: Inputs, options: argparse.Namespace) -> str:
    from heddle.core.text import show, show_bounded

    return show_bounded(unfolded(program, options)) if options.unfolded else show(program.load())


def unfolded(program: Inputs, options: argparse.Namespace) -> BoundedProgram:
    from heddle.passes.unfold import TooLarge, UnfoldBounds, unfold

    try:
        bounds = UnfoldBounds(
            options.unwind,
            unwindset=dict(options.unwindset),
            malloc_size=options.malloc_size,
            threads=options.threads or UnfoldBounds().threads,
        )
        return unfold(program.load(), bounds)
    except TooLarge as error:
        raise InputError(f"{error} (lower --unwind)") from error
