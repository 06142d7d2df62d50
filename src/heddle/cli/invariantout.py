"""``--invariant-out``: why a program is safe, as a file of C expressions."""

from __future__ import annotations

import os
from pathlib import Path

from heddle.answer import Answer
from heddle.errors import InputError
from heddle.report.invariant import place

HEAD = "// heddle invariant"


def verify_invariant_file(path: str) -> None:
    """Raises InputError if an invariant cannot or must not be written there.  Asked before the search."""
    target = Path(path)
    if target.exists() and not is_invariant(target):
        raise InputError(f"{path}: exists and is not an invariant; not replaced (--invariant-out)")
    if not target.parent.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
        raise InputError(f"{path}: cannot be written (--invariant-out)")


def is_invariant(path: Path) -> bool:
    try:
        with path.open(errors="replace") as file:
            return file.readline().startswith(HEAD)
    except OSError:
        return False


def write_invariant(path: str, answer: Answer, files: list[str]) -> None:
    lines = [f"{HEAD} of {', '.join(files)} (model {answer.model}, engine {answer.engine})", f"// {answer.reason}", ""]
    for claim in answer.invariant:
        lines += [f"// {place(claim)}", *(f"{part};" for part in claim.holds), ""]
    try:
        Path(path).write_text("\n".join(lines))
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


__all__ = ["verify_invariant_file", "write_invariant"]
