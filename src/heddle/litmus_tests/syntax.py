"""Parses pieces of litmus files; errors carry the position in the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.tree import Meta

from heddle.cache import parser
from heddle.core.instr import Location
from heddle.models.syntax_error import input_error


@cache
def _parser(grammar: str, start: str) -> Lark:
    return parser(
        Path(__file__).with_name(grammar), start=start, propagate_positions=True, maybe_placeholders=True
    )


def parse(text: str, file: str, start: str, grammar: str = "litmus.lark") -> Tree[Token]:
    """``text`` has the positions of the file (see :mod:`heddle.litmus_tests.sections`)."""
    try:
        return _parser(grammar, start).parse(text)
    except UnexpectedInput as error:
        raise input_error(error, text, file) from None


def location_of(node: Tree[Token] | Token, file: str) -> Location:
    at = node if isinstance(node, Token) else node.meta
    if isinstance(at, Meta) and at.empty:
        return Location(file, 0)
    return Location(file, at.line or 0, at.column or 0, "", "", at.end_line or 0, at.end_column or 0)
