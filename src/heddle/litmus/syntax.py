"""Parses pieces of litmus files; errors carry the position in the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from heddle.core.instr import Location
from heddle.result import InputError


@cache
def _parser(grammar: str, start: str) -> Lark:
    text = Path(__file__).with_name(grammar).read_text()
    return Lark(text, parser="lalr", start=start, propagate_positions=True, maybe_placeholders=True)


def parse(text: str, file: str, start: str, grammar: str = "litmus.lark") -> Tree[Token]:
    """``text`` has the positions of the file (see :mod:`heddle.litmus.sections`)."""
    try:
        return _parser(grammar, start).parse(text)
    except UnexpectedInput as error:
        raise InputError(_complaint(error), _position(error, text, file)) from None


def _complaint(error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedCharacters):
        return f"unexpected character {error.char!r}"
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return f"unexpected {str(error.token)!r}"
    return "the text ends too early"


def _position(error: UnexpectedInput, text: str, file: str) -> Location:
    if error.line is None or error.line < 0:
        return Location(file, text.rstrip().count("\n") + 1, 1)
    return Location(file, error.line, error.column)


def location_of(node: Tree[Token] | Token, file: str) -> Location:
    if isinstance(node, Token):
        return Location(file, node.line or 0, node.column or 0)
    return Location(file, 0) if node.meta.empty else Location(file, node.meta.line, node.meta.column)
