"""Witnesses as data: what both formats of SV-COMP say, GraphML 1.0 and YAML 2.x.

A violation witness is a sequence of waypoints that the execution passes in this order.  What happens between them is
left open.
"""

from __future__ import annotations

import datetime
import hashlib
import uuid
from pathlib import Path

from heddle import __version__
from heddle.records import dataclass

PRODUCER = "Heddle"


@dataclass(frozen=True, slots=True)
class Waypoint:
    """A thread comes to a place.  ``thread`` is what the witness calls it; None: it does not say which.

    ``value``: the function called there returns it.  ``creates``: what the witness calls the thread created there.
    ``is_target``: the property is broken there; the line is 0 where the witness does not say.
    """

    file: str
    line: int
    thread: str | None = None
    function: str = ""
    column: int = 0
    """0: wherever the line begins."""
    value: int | None = None
    called: str = ""
    creates: str | None = None
    starts: str = ""
    """The function that the created thread runs."""
    enters: str = ""
    """The function that the thread enters there; if it begins with that, some tools name the line that creates it."""
    is_target: bool = False
    is_near: bool = False
    """Of a target: the property is broken there, or by what the thread does next."""
    constants: tuple[int, ...] = ()
    """Numbers in what else the witness says of the values there: good guesses."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A C expression that holds whenever a thread is at the line."""

    file: str
    line: int
    function: str
    holds: str
    column: int = 0
    """0: wherever the first statement of the line begins."""
    is_loop: bool = False
    """It holds whenever the condition of the loop that begins there is looked at."""


@dataclass(frozen=True, slots=True)
class Correctness:
    """What a correctness witness says."""

    invariants: tuple[Invariant, ...]


@dataclass(frozen=True, slots=True)
class About:
    """What a witness is about."""

    files: tuple[str, ...]
    specification: str
    data_model: str
    """lp64 or ilp32."""

    @property
    def hashes(self) -> dict[str, str]:
        return {file: hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in self.files}


@dataclass(frozen=True, slots=True)
class Metadata:
    """Who made a witness, when."""

    about: About
    created: str
    uuid: str
    version: str


def metadata(about: About) -> Metadata:
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
    return Metadata(about, now.isoformat().replace("+00:00", "Z"), str(uuid.uuid4()), __version__)


def offset_of(file: str, line: int, column: int) -> int | None:
    """How many characters stand before a place in a file."""
    lines = _lines(file)
    return sum(map(len, lines[: line - 1])) + column - 1 if 0 < line <= len(lines) else None


def column_at(file: str, line: int, offset: int) -> int:
    """The column that so many characters lead to; 0 if they lead to another line."""
    lines = _lines(file)
    column = offset - sum(map(len, lines[: line - 1])) + 1
    return column if 0 < line <= len(lines) and 0 < column <= len(lines[line - 1]) else 0


def closing_bracket(file: str, line: int, column: int) -> int:
    """The column of the bracket that closes the call that begins at a place; 0 if it is not on the same line."""
    lines = _lines(file)
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    depth = 0
    for number, letter in enumerate(text[column - 1 :], column):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == ")" and depth <= 0:
            return number if depth == 0 else 0
    return 0


def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_text(errors="replace").splitlines(keepends=True)
    except OSError:
        return []


__all__ = [
    "PRODUCER", "About", "Correctness", "Invariant", "Metadata", "Waypoint", "closing_bracket", "column_at",
    "metadata", "offset_of",
]  # fmt: skip
