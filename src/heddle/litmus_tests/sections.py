"""The parts of a .litmus file: name, initial state, threads, condition.

Every part keeps the positions it has in the file: what does not belong to it is blank.
"""

from __future__ import annotations

import re

from heddle.core.instr import Location
from heddle.errors import InputError
from heddle.records import dataclass

CONDITION = re.compile(r"~\s*exists\b|\bexists\b|\bforall\b|\blocations\b|\bfinal\b|\bfilter\b|\bobserved\b")

ANY_COMMENT, C_COMMENT = r"\(\*(?!\))", r"\(\*(?=[\s*])"
"""How a comment begins, and how it begins where ``(*p)`` is an expression."""


@dataclass(frozen=True, slots=True)
class Sections:
    arch: str
    name: str
    init: str
    body: str
    condition: str


def split(text: str, file: str) -> Sections:
    header = re.search(r"\S", text)
    if header is None:
        raise InputError("the file is empty", Location(file, 1, 1))
    clean = _without_comments(text)
    first = re.match(r"\s*(\S+)[ \t]+(\S+)", clean)
    if first is None:
        raise InputError("a litmus test starts with its architecture and its name", place(text, header.start(), file))
    arch, name = first[1], first[2]
    start = _skip_strings(clean, first.end()).find("{")
    if start < 0:
        raise InputError("there is no initial state { … }", place(text, first.end(), file))
    end = closing(clean, start, file)
    rest = end + 1
    after = re.compile(r"\s*;").match(clean, rest)
    rest = after.end() if after else rest
    until = _threads_end(clean, rest, arch, file)
    return Sections(
        arch, name, _only(clean, start + 1, end), _only(clean, rest, until),
        _without_nested(_only(clean, until, len(clean)), ANY_COMMENT),
    )  # fmt: skip


def place(text: str, offset: int, file: str) -> Location:
    return Location(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def closing(text: str, start: int, file: str) -> int:
    """Where the brace at ``start`` is closed."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    raise InputError("this brace is not closed", place(text, start, file))


def _threads_end(text: str, start: int, arch: str, file: str) -> int:
    """Where the threads end and the condition begins."""
    at = start
    while arch in ("C", "LISA"):
        thread = re.compile(r"[^{}]*?\bP\d+\s*\(").match(text, at)
        if thread is None or (CONDITION.search(text, at, thread.start() + len(thread[0]))):
            break
        brace = text.find("{", at)
        if brace < 0:
            raise InputError("this thread has no body", place(text, at, file))
        at = closing(text, brace, file) + 1
    condition = CONDITION.search(text, at)
    return len(text) if condition is None else condition.start()


def _without_comments(text: str) -> str:
    """``(* … *)`` is no comment in ``f(*(int *)p)``: in C tests a blank or a star must follow the opening."""
    text = re.sub(r"/\*.*?\*/", _blank, text, flags=re.DOTALL)
    text = _without_nested(text, C_COMMENT if re.match(r"\s*C\b", text) else ANY_COMMENT)
    return re.sub(r"//[^\n]*", _blank, text)


def _without_nested(text: str, opening: str) -> str:
    while True:  # innermost first
        shorter = re.sub(rf"{opening}(?:(?!{opening}).)*?\*\)", _blank, text, flags=re.DOTALL)
        if shorter == text:
            return text
        text = shorter


def _skip_strings(text: str, start: int) -> str:
    return re.sub(r'"[^"\n]*"', _blank, _only(text, start, len(text)))


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _only(text: str, start: int, end: int) -> str:
    return re.sub(r"[^\n]", " ", text[:start]) + text[start:end]
