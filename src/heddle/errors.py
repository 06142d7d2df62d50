"""What is wrong with what the user gave: shown as one line, exit code 2."""

from __future__ import annotations

from heddle.core.instr import Location


class InputError(Exception):
    """The user's input is wrong: ``file:line:column: message``."""

    def __init__(self, message: str, loc: Location | None = None) -> None:
        super().__init__(f"{loc}: {message}" if loc else message)
        self.message, self.loc = message, loc


class UsageError(Exception):
    """What was asked makes no sense: an unknown name, options that do not go together."""


def shorten(text: str) -> str:
    """Something that the user wrote, fit for a line of an error message."""
    printable = "".join(c if c.isprintable() else "?" for c in text)
    return printable if len(printable) <= 40 else printable[:37] + "..."
