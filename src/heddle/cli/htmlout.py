"""``--html``: the answer as a page."""

from __future__ import annotations

from pathlib import Path

from heddle.answer import Answer
from heddle.cli.outfile import OutFile
from heddle.report.html.page import MARK, render

ENOUGH = 400
"""Characters of a report within which it says that it is one."""


def is_report(path: Path) -> bool:
    with path.open(errors="replace") as file:
        return MARK in file.read(ENOUGH)


REPORT = OutFile("--html", "a report of Heddle", is_report)


def write_report(path: str, answer: Answer, files: list[str]) -> None:
    REPORT.write(path, render(answer, files))


__all__ = ["REPORT", "write_report"]
