"""Tokens of the textual form of core programs."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from heddle.core.instr import Location
from heddle.errors import InputError

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*)
    |(?P<number>\d+)
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<quoted>`[^`\n]*`)
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<symbol>:=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>&|^~!?:;,.(){}\[\]=@\#])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    line: int
    start: int
    end: int


class Tokens:
    """A position in a list of tokens."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.tokens = list(self._scan(text))
        self.position = 0

    def _scan(self, text: str) -> list[Token]:
        tokens, at, line = [], 0, 1
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise InputError(f"unexpected character {text[at]!r}", Location(self.file, line))
            kind = found.lastgroup or ""
            if kind != "space":
                tokens.append(Token(kind, found.group(), line, at, found.end()))
            line += found.group().count("\n")
            at = found.end()
        tokens.append(Token("end", "end of text", line, at, at))
        return tokens

    @property
    def here(self) -> Token:
        return self.tokens[self.position]

    @property
    def following(self) -> Token:
        return self.tokens[min(self.position + 1, len(self.tokens) - 1)]

    def error(self, message: str) -> InputError:
        return InputError(message, Location(self.file, self.here.line))

    def next(self) -> Token:
        token = self.here
        if token.kind != "end":
            self.position += 1
        return token

    def at(self, *texts: str) -> bool:
        return self.here.text in texts and self.here.kind in ("symbol", "name")

    def accept(self, text: str) -> bool:
        if not self.at(text):
            return False
        self.position += 1
        return True

    def expect(self, text: str) -> Token:
        if not self.at(text):
            raise self.error(f"expected {text!r}, found {self.here.text!r}")
        return self.next()

    def number(self) -> int:
        negative = self.accept("-")
        if self.here.kind != "number":
            raise self.error(f"expected a number, found {self.here.text!r}")
        value = int(self.next().text)
        return -value if negative else value

    def at_name(self) -> bool:
        return self.here.kind in ("name", "quoted")

    def name(self) -> str:
        if not self.at_name():
            raise self.error(f"expected a name, found {self.here.text!r}")
        return self.next().text.strip("`")

    def string(self) -> str:
        if self.here.kind != "string":
            raise self.error(f"expected a string, found {self.here.text!r}")
        return str(json.loads(self.next().text))

    def same_line(self) -> bool:
        """Whether the next token stands on the line of the one just taken."""
        return self.here.line == self.tokens[self.position - 1].line and self.here.kind != "end"
