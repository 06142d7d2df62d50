"""``heddle sequentialize`` and ``heddle show``: commands that print a program in another form."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from heddle import transform
from heddle.chains.chain import applied
from heddle.cli.check import print_details
from heddle.cli.tasks import task_of
from heddle.errors import InputError, UsageError
from heddle.run.solve import NoResult, produce
from heddle.run.supervisor import Interrupted, ignore_line
from heddle.task import Task

FAILED = 3


def sequentialize(options: argparse.Namespace) -> int:
    task = task_of(options, options.files)
    transform.verify(task)
    if options.output:
        verify_output(options.output, options.files, options.force)
    return run_and_print(lambda: transform.sequential_c(task), task, options, options.output)


def show(options: argparse.Namespace) -> int:
    if options.after is not None:
        return show_after(options)
    for name in ("pipeline", "model"):  # else the core program is the same under all of them
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} goes with --after STAGE")
    task = task_of(options, options.files)
    return run_and_print(lambda: transform.core_text(task, options.unfolded), task, options, None)


def show_after(options: argparse.Namespace) -> int:
    if options.unfolded:
        raise UsageError("--unfolded and --after both say what to show: give one of them")
    task = task_of(options, options.files)
    if task.method.pipeline is None:
        task = applied(transform.chain_with(options.after, task.model.operational or ""), task)
    transform.verify_stage(task, options.after)
    return run_and_print(lambda: transform.show_after(task, options.after), task, options, None)


def run_and_print(make: Callable[[], str], task: Task, options: argparse.Namespace, output: str | None) -> int:
    try:
        text = produce(make, task, print_details if options.debug else ignore_line)
    except Interrupted as interrupted:
        return 128 + interrupted.signum
    except NoResult as error:
        print(f"heddle: {error}", file=sys.stderr)
        return FAILED
    write(text, output)
    return 0


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
