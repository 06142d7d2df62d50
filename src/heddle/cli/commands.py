"""Runs a command and turns what it raises into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import TYPE_CHECKING

from heddle.answer import BAD_INPUT
from heddle.cli import parser
from heddle.errors import InputError, UsageError, shorten

if TYPE_CHECKING:
    from heddle.run.solve import Worker


def run(arguments: list[str], worker: Worker | None = None) -> int:
    from heddle.cli.output import print_refusal

    try:
        code = execute(arguments, worker)
        sys.stdout.flush()
    except (InputError, UsageError) as error:
        print_refusal(str(error), parser.format_of(arguments))
        return BAD_INPUT
    except BrokenPipeError:  # the reader of our output went away (head, less): nobody is left to tell
        discard_output()
        return 128 + signal.SIGPIPE
    except OSError as error:  # a full disk, or no process to be had
        discard_output()
        print_refusal(error.strerror or str(error), "text")
        return BAD_INPUT
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return code


def execute(arguments: list[str], worker: Worker | None) -> int:
    try:
        options = parser.parse(arguments)
    except SystemExit as done:  # argparse has printed the help or the version
        return int(done.code or 0)
    if getattr(options, "compile_commands", None) is not None:
        read_database(options)
    if getattr(options, "spec", None) is not None:
        apply_specification(options)
    if options.command in ("check", "explore"):
        from heddle.cli import check

        return check.check(options, worker) if options.command == "check" else check.explore(options, worker)
    if options.command == "validate":
        from heddle.cli.validate import validate

        return validate(options)
    if options.command == "litmus":
        from heddle.cli.litmus import litmus

        return litmus(options, worker)
    if options.command == "convert":
        from heddle.cli.convert import convert

        return convert(options)
    if options.command == "pipelines":
        from heddle.cli.pipelines import pipelines

        return pipelines(options.name)
    if options.command == "bench":
        from heddle.cli.bench import bench

        return bench(options)
    if options.command == "completion":
        from heddle.cli.completion import completion

        return completion(options.shell)
    if options.command == "manual":
        from heddle.cli.manual import manual

        print(manual(), end="")
        return 0
    if options.command == "list":
        from heddle.cli.listing import listing

        return listing(options.what)
    from heddle.cli.transform import sequentialize, show

    return sequentialize(options) if options.command == "sequentialize" else show(options)


def read_database(options: argparse.Namespace) -> None:
    """Without files of the user, those of the database are meant."""
    from heddle import compile_commands

    options.database = compile_commands.read(options.compile_commands)
    options.files = options.files or options.database.files
    for note in options.database.notes(options.files):
        print(f"heddle: note: {note}", file=sys.stderr)


def apply_specification(options: argparse.Namespace) -> None:
    """``--spec``: the property, and perhaps an error label, are those of a file."""
    from heddle.properties.specification import read_specification

    if options.property is not None:
        raise UsageError("--spec and --property both say what must hold: give one of them")
    if any(file.endswith(".xcfa") for file in options.files):
        raise UsageError("--spec is for programs in C")
    said = read_specification(options.spec)
    if said.error_label is not None and options.error_label not in (None, said.error_label):
        raise UsageError(f"--error-label {shorten(options.error_label)} is not the label in {options.spec}")
    options.property, options.error_label = [said.property], said.error_label or options.error_label


def discard_output() -> None:
    """What is still in the buffer has nowhere to go; Python would try again, and complain, at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
