"""Assertions in comments: ``//@ assert e;`` and ``/*@ assert e; */`` become real assertions.

Each comment is replaced by the use of a macro, padded to the comment's length, so that everything else keeps its line
and column; the macros are defined in the text that clang reads first.
"""

from __future__ import annotations

import re

from heddle.core.instr import Location
from heddle.errors import InputError

_COMMENT_OR_STRING = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_ASSERTION = re.compile(r"/[/*]@\s*assert\b(.*?)(?:\*/)?\Z", re.DOTALL)
_CONSTANTS = {r"\true": "1", r"\false": "0"}


def with_assertions(text: str, path: str) -> tuple[str, list[str]]:
    """The text with macros in place of its ACSL assertions, and the definitions of these macros."""
    macros: list[str] = []
    if "@" not in text:
        return text, macros
    pieces: list[str] = []
    end = 0
    before = ""
    for token in _COMMENT_OR_STRING.finditer(text):
        before = (before + text[end : token.start()]).rstrip()[-1:]
        assertion = _ASSERTION.match(token.group())
        pieces += [text[end : token.start()], token.group()]
        if assertion:
            if before not in (";", "{", "}", ":"):
                line = text.count("\n", 0, token.start()) + 1
                raise InputError("an ACSL assertion must stand between statements", Location(path, line))
            use = f"__acsl{len(macros)};"
            pieces[-1] = use + re.sub(r"[^\n]", " ", token.group()[len(use) :])
            macros.append(f"#define {use[:-1]} {_call(assertion[1].split(';')[0])}")
        elif token.group()[0] != "/":
            before = token.group()[-1]
        end = token.end()
    return "".join([*pieces, text[end:]]), macros


def _call(formula: str) -> str:
    formula = " ".join(formula.split())
    condition = _as_c(formula)
    if condition is None:
        return '__heddle_unsupported("an ACSL formula that is not a C expression")'
    message = formula.replace("\\", "\\\\").replace('"', '\\"')
    return f'__heddle_assert(!!({condition}), "{message}")'


def _as_c(formula: str) -> str | None:
    """The formula as a C expression, if it only uses C's operators, implication and the constants."""
    for name, value in _CONSTANTS.items():
        formula = formula.replace(name, value)
    if "\\" in formula or "<==>" in formula or ("==>" in formula and "(" in formula):
        return None
    *premises, conclusion = formula.split("==>")
    for premise in reversed(premises):
        conclusion = f"(!({premise}) || ({conclusion}))"
    return conclusion
