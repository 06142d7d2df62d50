"""The user's source text: lines, and calls as the user wrote them."""

from __future__ import annotations

import re

from heddle.core.instr import Location

CALL = re.compile(r"[A-Za-z_$][\w$]*\s*\(")
LONGEST_CALL = 90
MOST_LINES = 5
"""So many lines a call may take."""


class Sources:
    def __init__(self, texts: dict[str, str]) -> None:
        self._lines = {file: text.splitlines() for file, text in texts.items()}

    def line(self, loc: Location) -> str:
        return self._raw(loc.file, loc.line).strip()

    def _raw(self, file: str, line: int) -> str:
        lines = self._lines.get(file, [])
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def call(self, loc: Location, function: str) -> str:
        """The call at ``loc`` as the user wrote it; ``function()`` where the text is not at hand."""
        fallback = f"{function}()"
        if loc.column <= 0:
            return fallback
        text = self._raw(loc.file, loc.line)[loc.column - 1 :]
        for following in range(1, MOST_LINES):
            if text.count("(") <= text.count(")"):
                break
            text += " " + self._raw(loc.file, loc.line + following).strip()
        if not CALL.match(text):
            return fallback
        depth = 0
        for index, char in enumerate(text):
            depth += (char == "(") - (char == ")")
            if char == ")" and depth == 0:
                call = re.sub(r"\s+", " ", text[: index + 1])
                return call if len(call) <= LONGEST_CALL else f"{call.split('(')[0]}(…)"
        return fallback


__all__ = ["Sources"]
