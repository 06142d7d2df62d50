"""What the parser generator complains about, as one line with a position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from heddle.core.instr import Location
from heddle.errors import InputError

DEEPEST = 200
"""Brackets inside each other, in texts whose parser takes long for them; people write a handful."""


def input_error(error: UnexpectedInput, text: str, file: str) -> InputError:
    if isinstance(error, UnexpectedCharacters):
        message = f"unexpected character {error.char!r}"
    elif isinstance(error, UnexpectedToken) and error.token.type != "$END":
        message = f"unexpected {str(error.token)!r}"
    else:
        lines = text.rstrip().split("\n")
        return InputError("the text ends too early", Location(file, len(lines), len(lines[-1]) + 1))
    return InputError(message, Location(file, error.line, error.column))


@contextmanager
def refused_if_deep(loc: Location) -> Iterator[None]:
    """What is read inside may be nested deeper than it can be followed."""
    try:
        yield
    except RecursionError:
        raise InputError("this is nested too deeply", loc) from None


def refuse_deep_brackets(text: str, file: str) -> None:
    depth = 0
    for bracket in re.finditer(r"[()\[\]]", text):
        depth += 1 if bracket[0] in "([" else -1
        if depth > DEEPEST:
            before = text[: bracket.start()]
            column = len(before) - before.rfind("\n")
            raise InputError("this is nested too deeply", Location(file, before.count("\n") + 1, column))
