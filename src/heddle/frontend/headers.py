"""What libclang does not tell about a function: which parts a ``for`` has, and the text of ``asm`` statements.

Clang can print the function back as C with macros expanded; its ``for`` and ``asm`` statements come in the same order
as in the tree.
"""

from __future__ import annotations

import re

from heddle.frontend.assembly import statement as assembly
from heddle.records import dataclass

_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_$][\w$]*|.', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Headers:
    fors: list[tuple[bool, bool, bool]]
    """For each ``for``: whether it has a first clause, a test, a step."""
    asms: list[assembly.Assembly]
    """The ``asm`` statements."""


def headers(printed: str) -> Headers:
    # in a declaration, ``asm("name")`` names a register or symbol: clang prints it without a space
    tokens = [t for t in _TOKEN.findall(re.sub(r"\basm\(", "(", printed)) if not t.isspace()]
    fors: list[tuple[bool, bool, bool]] = []
    asms: list[assembly.Assembly] = []
    for index, token in enumerate(tokens):
        if token == "for" and tokens[index + 1 : index + 2] == ["("]:
            fors.append(_clauses(tokens, index + 2))
        elif token in ("asm", "__asm__", "__asm"):
            asms.append(assembly.parse(tokens, index + 1))
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
