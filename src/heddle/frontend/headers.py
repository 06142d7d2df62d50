"""What libclang does not tell about a function: which parts a ``for`` has, and the text of ``asm`` statements.

Clang can print the function back as C with macros expanded; its ``for`` and ``asm`` statements come in the same order
as in the tree.
"""

from __future__ import annotations

import re

from heddle.frontend.strings import codes
from heddle.records import dataclass

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_$][\w$]*|.', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Assembly:
    """``constraints`` are those of the operands, and the clobbers."""

    template: str
    constraints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Headers:
    fors: list[tuple[bool, bool, bool]]
    """For each ``for``: whether it has a first clause, a test, a step."""
    asms: list[Assembly]
    """The ``asm`` statements."""


def headers(printed: str) -> Headers:
    tokens = [t for t in _TOKEN.findall(printed) if not t.isspace()]
    fors: list[tuple[bool, bool, bool]] = []
    asms: list[Assembly] = []
    for index, token in enumerate(tokens):
        if token == "for" and tokens[index + 1 : index + 2] == ["("]:
            fors.append(_clauses(tokens, index + 2))
        elif token in ("asm", "__asm__", "__asm"):
            asms.append(_assembly(tokens, index + 1))
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


def _assembly(tokens: list[str], start: int) -> Assembly:
    """The strings of an ``asm``: those before the first colon are the template."""
    depth, colons = 0, 0
    template, constraints = "", []
    for token in tokens[start:]:
        depth += (token == "(") - (token == ")")
        if token == ")" and depth == 0:
            break
        colons += token == ":" and depth == 1
        if token.startswith('"') and depth == 1:
            string = bytes(codes(token)).decode("utf-8", "replace")
            if colons:
                constraints.append(string)
            else:
                template += string
    return Assembly(template, tuple(constraints))
