"""The user's source files as numbered lines, coloured, with notes beside them.

Of a long file only what is near the lines that matter is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from heddle.answer import Answer
from heddle.core.instr import Location
from heddle.records import dataclass, field
from heddle.report.html.colours import coloured
from heddle.report.html.markup import element, text

WHOLE = 400
"""A file of at most so many lines is shown in full."""
AROUND = 12
"""Lines before and after one that matters, in a longer file."""
MOST_BYTES = 20_000_000
"""Larger files are not read."""


@dataclass(slots=True)
class Listing:
    """Files by name, the lines that matter, and what is to be said of lines: markup below them."""

    files: dict[str, str]
    marked: dict[tuple[str, int], str] = field(default_factory=dict)
    """Lines with a class of their own: where the violation is, where a bound cuts."""
    notes: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    matter: set[tuple[str, int]] = field(default_factory=set)

    def touch(self, loc: Location) -> None:
        self.matter.add((loc.file, loc.line))

    def mark(self, loc: Location, how: str) -> None:
        self.touch(loc)
        self.marked[loc.file, loc.line] = how

    def note(self, loc: Location, markup: str) -> bool:
        """Whether the line is there to be noted."""
        if not self.has(loc):
            return False
        self.touch(loc)
        self.notes.setdefault((loc.file, loc.line), []).append(markup)
        return True

    def has(self, loc: Location) -> bool:
        return loc.line > 0 and loc.file in self.files

    def used(self) -> list[str]:
        return [file for file in self.files if any(name == file for name, _ in self.matter)]

    def line_ids(self) -> dict[tuple[str, int], str]:
        """The ids that lines have in the page."""
        numbers = {file: number for number, file in enumerate(self.used())}
        return {(file, line): f"L{numbers[file]}-{line}" for file, line in self.matter if file in numbers}

    def render(self) -> str:
        return "".join(self._file(number, file) for number, file in enumerate(self.used()))

    def _file(self, number: int, file: str) -> str:
        lines = coloured(self.files[file])
        wanted = {line for name, line in self.matter if name == file}
        items, last = [], 0
        for line in near(wanted, len(lines)):
            if line != last + 1:
                items.append(gap(line - last - 1))
            items.append(self._line(number, file, line, lines[line - 1]))
            last = line
        if last < len(lines):
            items.append(gap(len(lines) - last))
        title = element("h3", text(file.rsplit("/", 1)[-1]), cls="file", title=file)
        return element(
            "section", title, element("ol", *items, cls="code"), cls="listing", aria_label=f"Source of {file}"
        )

    def _line(self, number: int, file: str, line: int, code: str) -> str:
        marks = " ".join(filter(None, ("ln", self.marked.get((file, line)))))
        notes = self.notes.get((file, line), [])
        said = element("div", *notes, cls="notes") if notes else ""
        shown = element("span", str(line), cls="no") + element("span", cls="at") + element("code", code or " ")
        return element("li", shown, said, cls=marks, id=f"L{number}-{line}")


def gap(lines: int) -> str:
    return element("li", f"⋯ {lines} line{'' if lines == 1 else 's'}", cls="gap")


def near(wanted: Iterable[int], size: int) -> list[int]:
    if size <= WHOLE:
        return list(range(1, size + 1))
    shown = {n for line in wanted for n in range(line - AROUND, line + AROUND + 1)}
    return sorted(n for n in shown if 1 <= n <= size)


def texts(answer: Answer, files: Sequence[str]) -> dict[str, str]:
    """The files that the answer is about: as the execution has them; others are read, where they can be."""
    known = dict(answer.execution.sources) if answer.execution is not None else {}
    named = {loc.file for loc in locations(answer)} | set(files)
    found = {file: text for file in sorted(named - set(known)) if (text := read(file)) is not None}
    return {file: clean(text) for file, text in (known | found).items()}


def locations(answer: Answer) -> Iterator[Location]:
    yield from (loc for claim in answer.invariant for loc in claim.where)
    yield from (cut.loc for cut in answer.cuts if cut.loc is not None)
    yield from (loc for drawn in answer.graphs for loc, _ in drawn.origins.values())


def read(file: str) -> str | None:
    path = Path(file)
    try:
        return path.read_text(errors="replace") if path.is_file() and path.stat().st_size < MOST_BYTES else None
    except OSError:
        return None


def clean(source: str) -> str:
    """With line ends as the compiler counts them, and none of the characters that HTML cannot hold."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", "�", source)


__all__ = ["Listing", "texts"]
