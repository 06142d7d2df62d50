"""C text as coloured markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from heddle.report.html.markup import text

WIDEST, LONGEST = 400, 4000
"""Of a line whose markup is longer than the second, only so many characters as the first says are shown, plainly."""

TOKEN = re.compile(
    r"""(?P<comment>/\*.*?(?:\*/|\Z)|//[^\n]*)
      | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
      | (?P<directive>^[ \t]*\#[^\n]*)
      | (?P<number>\b(?:0[xX][\da-fA-F]+|\d+(?:\.\d+)?)[uUlLfF]*\b)
      | (?P<word>[A-Za-z_]\w*)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
KEYWORDS = frozenset({
    "_Alignas", "_Atomic", "_Bool", "_Noreturn", "_Thread_local", "auto", "break", "case", "const", "continue",
    "default", "do", "else", "enum", "extern", "for", "goto", "if", "inline", "register", "restrict", "return",
    "sizeof", "static", "struct", "switch", "typedef", "union", "volatile", "while", "NULL",
})  # fmt: skip
TYPE = re.compile(
    r"bool|char|double|float|int|long|short|signed|unsigned|void|\w+_t|atomic_\w*(?:bool|char|int|long|short)"
)


def coloured(source: str) -> list[str]:
    """The lines of a C text as markup."""
    parts = []
    for kind, piece in tokens(source):
        shown = text(piece)
        parts.append("\n".join(f'<i class="{kind}">{p}</i>' if p else "" for p in shown.split("\n")) if kind else shown)
    lines, plain = "".join(parts).split("\n"), source.split("\n")
    shown_lines = [
        line if len(line) <= LONGEST else f"{text(said[:WIDEST])}…" for line, said in zip(lines, plain, strict=True)
    ]
    return shown_lines if shown_lines[-1] else shown_lines[:-1]


def tokens(source: str) -> Iterator[tuple[str, str]]:
    end = 0
    for match in TOKEN.finditer(source):
        kind, piece = match.lastgroup or "", match.group()
        if kind == "word":
            kind = "keyword" if piece in KEYWORDS else "type" if TYPE.fullmatch(piece) else ""
        yield "", source[end : match.start()]
        yield kind, piece
        end = match.end()
    yield "", source[end:]


__all__ = ["coloured"]
