"""The program that a command works on: which files, and how to read them."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.result import InputError

if TYPE_CHECKING:
    from heddle.core.program import Program

CONVENTIONAL_LABEL = "ERROR"


@dataclass(frozen=True, slots=True)
class Inputs:
    files: tuple[str, ...]
    defines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    data_model: str | None = None
    checks: frozenset[str] = frozenset()
    system_headers: bool = False
    error_label: str | None = None

    def load(self) -> Program:
        """Parses and links the files.  Only a worker process does this: the C frontend is large.

        A program that asserts nothing but has a label ERROR follows the old convention that this label is the error.
        """
        if any(is_automaton(file) for file in self.files):
            return self._load_automaton()
        program = self._load(self.error_label)
        if self.error_label is None and not _asserts(program):
            labelled = self._load(CONVENTIONAL_LABEL)
            return labelled if _asserts(labelled) else program
        return program

    def _load_automaton(self) -> Program:
        from heddle.xcfa import load

        if len(self.files) > 1:
            raise InputError(f"{self.files[1]}: a program of automata is one file")
        return load(self.files[0])

    def _load(self, error_label: str | None) -> Program:
        from heddle.frontend import load

        return load(
            list(self.files),
            defines=self.defines,
            includes=self.includes,
            data_model=self.data_model,
            checks=self.checks,
            system_headers=self.system_headers,
            error_label=error_label,
        )


def is_automaton(file: str) -> bool:
    return file.endswith(".xcfa")


def _asserts(program: Program) -> bool:
    from heddle.core.instr import Assert

    return any(isinstance(x, Assert) for function in program.functions.values() for x in function.body)


def inputs(files: list[str], options: argparse.Namespace) -> Inputs:
    """Raises InputError where a glance at the files shows that there is nothing to read."""
    for file in files:
        verify_readable(file)
    for directory in options.includes:
        if not os.path.isdir(directory):
            raise InputError(f"{directory}: no such directory (given with -I)")
    return Inputs(
        files=tuple(files),
        defines=tuple(options.defines),
        includes=tuple(options.includes),
        data_model=options.data_model,
        checks=getattr(options, "checks", frozenset()),
        system_headers=options.system_headers,
        error_label=getattr(options, "error_label", None),
    )


def verify_readable(file: str) -> None:
    try:
        if os.path.isdir(file):
            raise InputError(f"{file}: is a directory, not a file")
        with Path(file).open("rb") as stream:
            start = stream.read(1 << 16)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{file}: {reason[0].lower()}{reason[1:]}") from error
    if b"\0" in start:
        raise InputError(f"{file}: is a binary file, not C source text")
    if not start.strip():
        raise InputError(f"{file}: is empty")
