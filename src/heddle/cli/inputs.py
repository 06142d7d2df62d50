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
        """Parses and links the files.  Only a worker process does this: the C frontend is large."""
        from heddle.frontend import load

        return load(
            list(self.files),
            defines=self.defines,
            includes=self.includes,
            data_model=self.data_model,
            checks=self.checks,
            system_headers=self.system_headers,
            error_label=self.error_label,
        )


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
            raise InputError(f"{file}: is a directory, not a C file")
        with Path(file).open("rb") as stream:
            start = stream.read(1 << 16)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{file}: {reason[0].lower()}{reason[1:]}") from error
    if b"\0" in start:
        raise InputError(f"{file}: is a binary file, not C source text")
    if not start.strip():
        raise InputError(f"{file}: is empty")
