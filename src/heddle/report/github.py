"""Commands of GitHub's workflows: a violation becomes a note beside the line of the pull request that it is on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from heddle.answer import Answer, Verdict
from heddle.core.instr import Location
from heddle.report import Format, Style
from heddle.report.cuts import describe_cut
from heddle.report.refusal import place_of
from heddle.report.text import headline, lines

LEVELS = {Verdict.VIOLATION: "error", Verdict.UNKNOWN: "warning", Verdict.BOUNDED: "notice"}
"""What is safe needs no note."""
OF_MESSAGES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
OF_PROPERTIES = {**OF_MESSAGES, ":": "%3A", ",": "%2C"}


def render(answer: Answer, files: Sequence[str], style: Style) -> str:
    return "\n".join(_lines(answer, files, style))


def _lines(answer: Answer, files: Sequence[str], style: Style) -> Iterator[str]:
    level = LEVELS.get(answer.verdict)
    if level is not None:
        said = [headline(answer), *(describe_cut(cut) for cut in answer.cuts)]
        yield command(level, place(answer, files), "\n".join(said))
    if style.one_line:
        yield f"{', '.join(files)}: {headline(answer)}"
    else:
        yield from lines(answer, style)


def place(answer: Answer, files: Sequence[str]) -> Location:
    """The failing line; else the program's first file, as a whole."""
    failure = None if answer.execution is None else answer.execution.failure
    return Location(files[0] if files else "", 0) if failure is None else failure.at


def command(level: str, at: Location, message: str) -> str:
    found = {"file": in_repository(at.file), "line": at.line, "col": at.column, "title": "heddle"}
    properties = ",".join(f"{name}={escape(str(value), OF_PROPERTIES)}" for name, value in found.items() if value)
    return f"::{level} {properties}::{escape(message, OF_MESSAGES)}"


def in_repository(file: str) -> str:
    """As the pull request calls it: GitHub says where the repository is; it is here if nobody says so."""
    if not file:
        return file
    whole, root = os.path.abspath(file), os.path.abspath(os.environ.get("GITHUB_WORKSPACE") or ".")
    return os.path.relpath(whole, root) if whole.startswith(root + os.sep) else os.path.normpath(file)


def escape(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)


def refuse(reason: str, files: Sequence[str]) -> str:
    return command("error", place_of(reason, files[0] if files else ""), reason)


GITHUB = Format("github", "for people, and notes beside the lines of a pull request on GitHub", render, refuse)
