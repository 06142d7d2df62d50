"""The text of an automaton as a tree (``xcfa.lark``)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.tree import Meta

from heddle.cache import parser
from heddle.core.instr import Location
from heddle.models.syntax_error import input_error

Node: TypeAlias = Tree[Token]


@cache
def _parser() -> Lark:
    return parser(Path(__file__).with_name("xcfa.lark"), propagate_positions=True, maybe_placeholders=True)


def parse(text: str, file: str) -> Node:
    try:
        return _parser().parse(text)
    except UnexpectedInput as error:
        raise input_error(error, text, file) from None


def location(node: Node | Token, file: str, function: str = "") -> Location:
    at = node if isinstance(node, Token) else node.meta
    if isinstance(at, Meta) and at.empty:
        return Location(file, 0)
    return Location(file, at.line or 0, at.column or 0, function, "", at.end_line or 0, at.end_column or 0)
