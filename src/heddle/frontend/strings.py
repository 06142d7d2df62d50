"""The contents of string literals, from clang's spelling of them."""

from __future__ import annotations

import re

from heddle.frontend.clang import Kind, Node

_ESCAPES = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27}
_PIECE = re.compile(r"\\([0-7]{1,3})|\\x([0-9a-fA-F]+)|\\[uU]([0-9a-fA-F]+)|\\(.)|([^\\])", re.DOTALL)


def codes(spelled: str) -> list[int]:
    """The characters of a quoted literal as numbers (bytes of UTF-8 for ordinary strings)."""
    start = spelled.index('"')
    prefix, body = spelled[:start], spelled[start + 1 : -1]
    wide = prefix in ("L", "u", "U")
    found: list[int] = []
    for octal, hexadecimal, universal, escape, character in _PIECE.findall(body):
        if octal:
            found.append(int(octal, 8))
        elif hexadecimal:
            found.append(int(hexadecimal, 16))
        elif escape:
            found.append(_ESCAPES.get(escape, ord(escape)))
        else:
            text = chr(int(universal, 16)) if universal else character
            found.extend([ord(text)] if wide else text.encode("utf-8", "surrogateescape"))
    return found


def literal_text(node: Node) -> str | None:
    """The text of an argument that is a string literal."""
    while node.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.CAST) and node.expressions:
        node = node.expressions[-1]
    if node.kind != Kind.STRING:
        return None
    return bytes(c & 255 for c in codes(node.spelling)).decode("utf-8", "replace")
