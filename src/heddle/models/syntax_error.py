"""What the parser generator complains about, as one line with a position."""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from heddle.core.instr import Location
from heddle.errors import InputError


def input_error(error: UnexpectedInput, text: str, file: str) -> InputError:
    if isinstance(error, UnexpectedCharacters):
        message = f"unexpected character {error.char!r}"
    elif isinstance(error, UnexpectedToken) and error.token.type != "$END":
        message = f"unexpected {str(error.token)!r}"
    else:
        lines = text.rstrip().split("\n")
        return InputError("the text ends too early", Location(file, len(lines), len(lines[-1]) + 1))
    return InputError(message, Location(file, error.line, error.column))
