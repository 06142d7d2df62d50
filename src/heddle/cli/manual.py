"""The manual page heddle(1), in the language of man."""

from __future__ import annotations

from heddle import __version__
from heddle.cli.described import Described, Option, commands
from heddle.cli.texts import MAP


def manual() -> str:
    parts = [
        f'.TH HEDDLE 1 "" "Heddle {__version__}" "User Commands"',
        ".SH NAME",
        r"heddle \- checks multi-threaded C programs under a memory model",
        ".SH SYNOPSIS",
        *(f".B {escape(command.usage)}\n.br" for command in commands()),
        ".SH DESCRIPTION",
        ".nf",
        escape(MAP),
        ".fi",
        *(part for command in commands() for part in section(command)),
        ".SH EXIT STATUS",
        *(f".TP\n.B {code}\n{escape(meaning)}" for code, meaning in EXIT_CODES.items()),
    ]
    return "\n".join(parts) + "\n"


EXIT_CODES = {
    "0": "safe, or safe within bounds", "1": "a violation", "2": "wrong input or usage", "3": "unknown",
    "128+N": "stopped by signal N",
}  # fmt: skip


def section(command: Described) -> list[str]:
    parts = [f'.SH "heddle {command.name}"', escape(command.description)]
    for group in command.groups:
        parts += [f'.SS "{escape(group.title)}"', *(entry(option) for option in group.options)]
    return parts


def entry(option: Option) -> str:
    value = rf" \fI{escape(option.value)}\fR" if option.value else ""
    names = ", ".join(rf"\fB{escape(name)}\fR{value}" for name in option.names)
    return f".TP\n{names}\n{escape(option.help)}"


def escape(text: str) -> str:
    """A line must not begin with a point or an apostrophe, which begin commands."""
    plain = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in plain.splitlines())


__all__ = ["manual"]
