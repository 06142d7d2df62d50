"""One line, as SV-COMP and BenchExec take it."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.answer import Answer
from heddle.report import Format, Style
from heddle.svcomp.results import result


def render(answer: Answer, files: Sequence[str], style: Style) -> str:
    return f"{', '.join(files)}: {result(answer)}" if style.one_line else result(answer)


def refuse(reason: str, files: Sequence[str]) -> str:
    return f"ERROR({reason})"


SVCOMP = Format("svcomp", "one line: TRUE, FALSE(property) or UNKNOWN(reason), as in SV-COMP", render, refuse)
