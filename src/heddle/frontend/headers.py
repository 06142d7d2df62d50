"""What libclang does not tell about a function: which parts a ``for`` has, and the text of ``asm`` statements.

Clang can print the function back as C with macros expanded; its ``for`` and ``asm`` statements come in the same order
as in the tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from heddle.frontend.strings import codes

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_$][\w$]*|.', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Headers:
    fors: list[tuple[bool, bool, bool]]
    """For each ``for``: whether it has a first clause, a test, a step."""
    asms: list[str]
    """For each ``asm``: its template."""


def headers(printed: str) -> Headers:
    tokens = [t for t in _TOKEN.findall(printed) if not t.isspace()]
    fors: list[tuple[bool, bool, bool]] = []
    asms: list[str] = []
    for index, token in enumerate(tokens):
        if token == "for" and tokens[index + 1 : index + 2] == ["("]:
            fors.append(_clauses(tokens, index + 2))
        elif token in ("asm", "__asm__", "__asm"):
            asms.append(_template(tokens, index + 1))
    return Headers(fors, asms)


def _clauses(tokens: list[str], start: int) -> tuple[bool, bool, bool]:
    depth, filled = 0, [False]
    for token in tokens[start:]:
        if token == ")" and depth == 0:
            break
        depth += (token in "([{") - (token in ")]}")
        if token == ";" and depth == 0:
            filled.append(False)
        else:
            filled[-1] = True
    return filled[0], filled[1], filled[2]


def _template(tokens: list[str], start: int) -> str:
    found: list[str] = []
    opened = False
    for token in tokens[start:]:
        if token == "(":
            opened = True
        elif opened and token.startswith('"'):
            found.append(bytes(codes(token)).decode("utf-8", "replace"))
        elif opened:
            break
    return "".join(found)
