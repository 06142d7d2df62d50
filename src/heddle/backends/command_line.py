"""Verifiers with a command line of their own: the sequential program as C, a process, and what it prints.

An adapter (docs/adding-a-backend.md) says which command, how the text speaks to it (its dialect), what to ask, and how
to read the answer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from abc import abstractmethod
from collections.abc import Iterable
from pathlib import Path

from heddle.backends.sequential import Answer, Backend, OutOfTime
from heddle.core.c_statements import bound_of, printable
from heddle.core.instr import AnyInstr, Cut
from heddle.errors import InputError
from heddle.sequentializer.dialect import Dialect
from heddle.sequentializer.printing import c_text
from heddle.sequentializer.program import Observation, SequentialProgram

FILE = "sequential.c"
CUT, UNSUPPORTED = "cut: ", "unsupported: "
"""How the messages of checks begin that are no assertions of the program."""
WITH_CUTS, WITHOUT_UNSUPPORTED = "-DHEDDLE_UNWIND_ASSERT", "-DHEDDLE_SKIP_UNSUPPORTED"
"""Every bound that cuts an execution is a failing check; what is not modelled is none."""


class CommandLine(Backend):
    """The command of the backend's name on the PATH, or what ``$HEDDLE_NAME`` says."""

    dialect: Dialect

    @abstractmethod
    def answer(self, sequential: SequentialProgram, question: Question) -> Answer:
        """Asks as often as it takes."""

    def require(self) -> None:
        self.command()

    def command(self) -> str:
        variable = f"HEDDLE_{self.name.upper()}"
        found = os.environ.get(variable) or shutil.which(self.name)
        if not found:
            raise InputError(f"backend '{self.name}': there is no {self.name} on the PATH, and {variable} is not set")
        return found

    def check(self, sequential: SequentialProgram, deadline: float) -> Answer:
        with tempfile.TemporaryDirectory(prefix="heddle-") as folder:
            (Path(folder) / FILE).write_text(c_text(sequential, reader=self.dialect))
            narrow = [self.dialect.narrow] if sequential.program.data_model.pointer_bits == 32 else []
            return self.answer(sequential, Question(self.name, [self.command(), *narrow], folder, deadline))

    def silent(self, said: str = "no result") -> Answer:
        return Answer(unsupported=f"{self.dialect.verifier} gave no answer: {said}")


class Question:
    """The program in a folder, and a verifier that may be asked about it until the deadline."""

    def __init__(self, backend: str, command: list[str], folder: str, deadline: float) -> None:
        self.backend, self.command, self.folder, self.deadline = backend, command, folder, deadline

    def ask(self, *options: str) -> str:
        """What the verifier prints.  Raises OutOfTime."""
        limit = None if self.deadline == float("inf") else max(0.1, self.deadline - time.monotonic())
        command = [*self.command, *options, FILE]
        try:
            done = subprocess.run(
                command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace", timeout=limit, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise OutOfTime from None
        except OSError as error:
            raise InputError(f"backend '{self.backend}': cannot run '{self.command[0]}': {error.strerror}") from None
        return done.stdout


def instructions(sequential: SequentialProgram) -> Iterable[AnyInstr]:
    return (x for f in sequential.program.functions.values() for x in f.body)


def cuts_of(sequential: SequentialProgram, said: Iterable[str]) -> list[Cut] | None:
    """The bounds that messages of failing checks name, without ``CUT``; None if one is unknown."""
    known = {printable(bound_of(x)): x for x in instructions(sequential) if isinstance(x, Cut)}
    names = sorted(set(said))
    return [known[name] for name in names] if known.keys() >= set(names) else None


def observations(sequential: SequentialProgram) -> dict[str, Observation]:
    """By the names that the text gives them."""
    return {o.name: o for o in sequential.observations.values()}


__all__ = [
    "CUT", "UNSUPPORTED", "WITHOUT_UNSUPPORTED", "WITH_CUTS", "CommandLine", "Question", "cuts_of", "instructions",
    "observations",
]  # fmt: skip
