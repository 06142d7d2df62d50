"""Parses pieces of litmus files; errors carry the position in the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.tree import Meta

from heddle.cache import parser
from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.models.syntax_error import input_error

MOST_ELEMENTS = 1 << 16
"""Of an array; litmus tests have a handful."""


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


def number_of(token: Tree[Token] | Token | None, file: str) -> int:
    """As in C: hexadecimal, octal or decimal, of not more than 64 bits."""
    assert isinstance(token, Token)
    text = token.rstrip("uUlL")
    digits = text.lstrip("-")
    base = 16 if digits.startswith("0x") else 8 if digits.startswith("0") else 10
    try:
        value = int(text, base)
    except ValueError:  # also thousands of digits, which Python does not read
        raise InputError(f"{shortened(text)} is not a number", location_of(token, file)) from None
    if not -(1 << 63) <= value < 1 << 64:
        raise InputError(f"{shortened(text)} does not fit in 64 bits", location_of(token, file))
    return value


def index_of(token: Tree[Token] | Token | None, file: str) -> int:
    """An index, or the length, of an array."""
    assert isinstance(token, Token)
    value = number_of(token, file)
    if not 0 <= value <= MOST_ELEMENTS:
        raise InputError(f"{value} is no index: arrays have at most {MOST_ELEMENTS} elements", location_of(token, file))
    return value


def shortened(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
