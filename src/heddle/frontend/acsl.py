"""Assertions in comments: ``//@ assert e;`` and ``/*@ assert e; */`` become real assertions.

The text is rewritten in place, so that everything else keeps its line and column.
"""

from __future__ import annotations

import re

_COMMENT = re.compile(r"//@\s*assert\b(?P<line>[^\n]*)|/\*@\s*assert\b(?P<block>.*?)\*/", re.DOTALL)
_STATEMENT_BEFORE = (";", "{", "}", ":", ")")


def with_assertions(text: str) -> str:
    """The text with its ACSL assertions turned into calls; the text itself if it has none."""
    if "@" not in text or not _COMMENT.search(text):
        return text
    return _COMMENT.sub(_assertion, text)


def _assertion(found: re.Match[str]) -> str:
    body = found["line"] if found["line"] is not None else found["block"]
    formula = body.split(";")[0].strip()
    lines = "\n" * found.group(0).count("\n")
    if "\\" in formula or "==>" in formula or "<==>" in formula:
        return f'__heddle_unsupported("an ACSL formula that is not a C expression");{lines}'
    formula = " ".join(formula.split())
    message = formula.replace("\\", "\\\\").replace('"', '\\"')
    return f'__heddle_assert(!!({formula}), "{message}");{lines}'
