"""The text of a .cat file as a syntax tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from heddle.cache import parser
from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.models.syntax_error import input_error

STARTS_OPERAND = frozenset({"NAME", "LPAR", "LSQB", "LBRACE", "ZERO", "NOT", "TAG"})


class _Stars:
    """Tells the product ``a * b`` from the closure ``a*``: a product has an operand on its right."""

    always_accept = ("ANY_STAR",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        held: Token | None = None
        for token in stream:
            if held is not None:
                yield Token.new_borrow_pos("_TIMES" if token.type in STARTS_OPERAND else "_STAR", "*", held)
                held = None
            if token.type == "ANY_STAR":
                held = token
            else:
                yield token
        if held is not None:
            yield Token.new_borrow_pos("_STAR", "*", held)


@cache
def _parser() -> Lark:
    # The basic lexer: what a token is must not depend on what the parser expects, or the stars could not be told apart.
    options: dict[str, Any] = {"lexer": "basic", "postlex": _Stars()}
    grammar = Path(__file__).with_name("cat.lark")
    return parser(grammar, propagate_positions=True, maybe_placeholders=True, **options)


def blank_comments(text: str, file: str) -> str:
    """Comments as blanks, so that positions stay what they are.

    ``(* … *)`` nest in herd but not in Dartagnan, which matters for files that open one inside another.
    """
    text = re.sub(r"/\*.*?\*/", _blanks, text, flags=re.DOTALL)
    out: list[str] = []
    depth = end = start = 0
    for mark in re.finditer(r"\(\*|\*\)", text):
        if mark[0] == "*)" and not depth:
            continue
        out.append(_blank(text[end : mark.start()]) if depth else text[end : mark.start()])
        out.append("  ")
        start = mark.start() if not depth else start
        depth += 1 if mark[0] == "(*" else -1
        end = mark.end()
    if not depth:
        return "".join(out) + text[end:]
    flat = re.sub(r"\(\*.*?\*\)", _blanks, text, flags=re.DOTALL)
    if "(*" in flat:
        line = text.count("\n", 0, start) + 1
        raise InputError("this comment does not end", Location(file, line, start - text.rfind("\n", 0, start)))
    return flat


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _blanks(match: re.Match[str]) -> str:
    return _blank(match[0])


def parse(text: str, file: str) -> Tree[Token]:
    """The statements of a file; an InputError says where the text is not cat."""
    try:
        return _parser().parse(blank_comments(text, file))
    except UnexpectedInput as error:
        raise input_error(error, text, file) from None
