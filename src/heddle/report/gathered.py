"""Formats that are one document, whatever the number of programs: what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heddle.answer import Answer
from heddle.report import Format, Report, Style


def document(name: str, summary: str, write: Callable[[Sequence[Report]], str]) -> Format:
    """A format that ``write`` makes of what came of all programs."""

    def render(answer: Answer, files: Sequence[str], style: Style) -> str:
        return write([Report(tuple(files), answer)])

    def refuse(reason: str, files: Sequence[str]) -> str:
        return write([Report(tuple(files), None, reason)])

    return Format(name, summary, render, refuse, write)


def named(report: Report) -> str:
    """What to call the program."""
    return ", ".join(report.files) or "heddle"


__all__ = ["document", "named"]
