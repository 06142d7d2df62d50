"""Programs as extended control flow automata (XCFA): the input language of Bajczi's thesis, section 5.1."""

from __future__ import annotations

from heddle.core.program import Program
from heddle.errors import InputError
from heddle.xcfa.program import lower
from heddle.xcfa.syntax import parse


def load(file: str) -> Program:
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}") from None
    return lower(parse(text, file), file, text)


__all__ = ["load"]
