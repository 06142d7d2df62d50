"""The program that a task is about: which files, and how to read them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.compilation import PLAIN, Compilation
from heddle.errors import InputError, UsageError
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.core.program import Program

CONVENTIONAL_LABEL = "ERROR"
OTHER_LANGUAGES = (".cc", ".cpp", ".cxx", ".c++", ".C", ".ii", ".m", ".mm", ".s", ".S", ".asm", ".cu", ".f", ".f90")
"""What else compilers take, and compilation databases hold."""
MOST_ARGUMENTS, TEXT_LENGTH = 3, 8
"""How much of a command line, and of a text, is followed that nobody knows."""


VOLATILE = ("plain", "relaxed")
"""What accesses to volatile objects can be."""
SYNC_BUILTINS = ("seq-cst", "full")
"""What the ``__sync`` builtins can order."""


@dataclass(frozen=True, slots=True)
class Sources:
    files: tuple[str, ...]
    compilation: Compilation = PLAIN
    """How all files are compiled."""
    own: tuple[Compilation, ...] = ()
    """How each file is compiled beside that, where a database says so."""
    data_model: str | None = None
    """lp64 or ilp32; None: what the files are compiled for, or else ilp32 for preprocessed files (``.i``)."""
    system_headers: bool = False
    error_label: str | None = None
    argv: tuple[str, ...] | None = None
    """The program's arguments, without its name; None: unknown ones."""
    arguments: int = MOST_ARGUMENTS
    """So many unknown arguments at most."""
    texts: tuple[tuple[str, str], ...] = ()
    """Files with another text than is on the disk."""
    text_length: int = TEXT_LENGTH
    """So many characters of an argument or of other unknown text at most."""
    malloc_may_fail: bool = False
    """Allocations may give no memory."""
    volatile: str = VOLATILE[0]
    sync_builtins: str = SYNC_BUILTINS[0]

    @property
    def is_litmus(self) -> bool:
        return any(file.endswith(".litmus") for file in self.files)

    def load(self, marks: frozenset[str] = frozenset()) -> Program:
        """Parses and links the files.  ``marks`` are the checks that the frontend writes into the program.

        A program that asserts nothing but has a label ERROR follows the old convention that this label is the error.
        """
        if any(file.endswith(".xcfa") for file in self.files):
            return self._load_automaton()
        program = self._load(self.error_label, marks)
        if self.error_label is None and not _asserts(program):
            labelled = self._load(CONVENTIONAL_LABEL, marks)
            return labelled if _asserts(labelled) else program
        return program

    def _load_automaton(self) -> Program:
        from heddle.xcfa import load

        if len(self.files) > 1:
            raise InputError(f"{self.files[1]}: a program of automata is one file")
        return load(self.files[0])

    def _load(self, error_label: str | None, marks: frozenset[str]) -> Program:
        from heddle.frontend import load
        from heddle.frontend.dialect import Dialect

        return load(
            list(self.files),
            compilations=self.compilations(),
            data_model=self.data_model,
            checks=marks,
            system_headers=self.system_headers,
            error_label=error_label,
            texts=dict(self.texts),
            argv=self.argv,
            arguments=self.arguments,
            text_length=self.text_length,
            malloc_may_fail=self.malloc_may_fail,
            dialect=Dialect(self.volatile == "relaxed", self.sync_builtins == "full"),
        )

    def model_name(self) -> str:
        """The data model that the program is read for: lp64 or ilp32."""
        from heddle.frontend import data_model_of

        return data_model_of(self.files, self.data_model, [c.data_model for c in self.compilations()]).name

    def compilations(self) -> tuple[Compilation, ...]:
        """How each file is compiled."""
        own = self.own or (PLAIN,) * len(self.files)
        return tuple(compilation.then(self.compilation) for compilation in own)

    def verify(self) -> None:
        """Raises InputError where a glance at the files shows that there is nothing to read."""
        if not self.files:
            raise InputError("no source file given")
        for what, chosen, known in (
            ("volatile", self.volatile, VOLATILE), ("sync_builtins", self.sync_builtins, SYNC_BUILTINS)
        ):  # fmt: skip
            if chosen not in known:
                raise UsageError(f"{what} is {' or '.join(known)}, not {chosen!r}")
        for file in self.files:
            _verify_readable(file)
        for directory in self.compilation.values("-I"):
            if not os.path.isdir(directory):
                raise InputError(f"{directory}: no such directory (given with -I)")


NOTHING = Sources(())
"""For engines that are given a program."""


def _asserts(program: Program) -> bool:
    from heddle.core.instr import Assert

    return any(
        isinstance(x, Assert) and x.kind == "assert" for function in program.functions.values() for x in function.body
    )


def _verify_readable(file: str) -> None:
    if file.endswith(OTHER_LANGUAGES):
        raise InputError(f"{file}: is not C")
    try:
        if os.path.isdir(file):
            raise InputError(f"{file}: is a directory, not a file")
        with Path(file).open("rb") as stream:
            start = stream.read(1 << 16)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{file}: {reason[0].lower()}{reason[1:]}") from error
    if b"\0" in start:
        raise InputError(f"{file}: is a binary file, not source text")
    if not start.strip():
        raise InputError(f"{file}: is empty")
