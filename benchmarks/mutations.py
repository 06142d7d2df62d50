"""Broken texts: what remains of a file after a few accidents, chosen by a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

TOKEN = re.compile(rb"\w+|\s+|[^\w\s]")
NUMBERS = (
    b"0", b"-1", b"99999999999999999999999999", b"0x7fffffffffffffff", b"4294967296", b"-9223372036854775808", b"1e999", b"08",
    b"0x", b"1.5", b"0b11", b"340282366920938463463374607431768211456", b"2147483648",
)  # fmt: skip
STRANGE = (
    b"\x00", b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xe2\x80\xa8", b"\r", b"\x0c", b"\x1b[31m", b"\xef\xbb\xbf", b"\xf0\x9f\x90\x88",
    b"\x85", b"\\", b"\"", b"'", b"/*", b"*/", b"//", b"(*", b"*)", b"#", b"%", b"$", b"`", b"??/", b"\\\n",
)  # fmt: skip
BRACKETS = ((b"(", b")"), (b"{", b"}"), (b"[", b"]"), (b"~(", b")"), (b"-", b""), (b"!", b""), (b"(x|", b")"), (b"if(1)", b""))
DEPTHS = (3, 30, 300, 3000, 30000)


class Mutator:
    """Makes texts from texts; the same seed makes the same text."""

    def __init__(self, seed: str, others: Sequence[bytes]) -> None:
        self.chance = random.Random(seed)
        self.others = others
        """Files of the same format, to take pieces from."""

    def mutated(self, text: bytes) -> bytes:
        for _ in range(self.chance.choice((1, 1, 1, 2, 2, 3, 5, 8))):
            text = self.chance.choice(ACCIDENTS)(self, text)
        return text

    def position(self, text: bytes) -> int:
        return self.chance.randint(0, len(text))

    def flip(self, text: bytes) -> bytes:
        """A bit of a byte."""
        if not text:
            return text
        changed = bytearray(text)
        changed[self.chance.randrange(len(text))] ^= 1 << self.chance.randrange(8)
        return bytes(changed)

    def truncate(self, text: bytes) -> bytes:
        return text[: self.position(text)] if self.chance.random() < 0.8 else text[self.position(text) :]

    def insert(self, text: bytes) -> bytes:
        at = self.position(text)
        return text[:at] + self.chance.choice(STRANGE) + text[at:]

    def splice(self, text: bytes) -> bytes:
        """A piece of another file in the place of one of this."""
        other = self.chance.choice(self.others)
        (a, b), (c, d) = (sorted((self.position(t), self.position(t))) for t in (text, other))
        return text[:a] + other[c : min(d, c + 400)] + text[max(a, min(b, a + 400)) :]

    def lines(self, text: bytes) -> bytes:
        """A line lost, repeated or moved."""
        lines = text.splitlines(keepends=True) or [b""]
        line = lines.pop(self.chance.randrange(len(lines)))
        for _ in range(self.chance.choice((0, 1, 2))):
            lines.insert(self.chance.randint(0, len(lines)), line)
        return b"".join(lines)

    def tokens(self, text: bytes) -> bytes:
        """A token lost, repeated, swapped with another, or replaced by one of another file."""
        tokens = TOKEN.findall(text) or [b""]
        at, other = self.chance.randrange(len(tokens)), self.chance.randrange(len(tokens))
        match self.chance.randrange(5):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                tokens[at] = tokens[other]
            case _:
                tokens[at] = self.chance.choice(TOKEN.findall(self.chance.choice(self.others)) or [b""])
        return b"".join(tokens)

    def words(self, text: bytes) -> bytes:
        """One name takes the place of another: what still parses, but means something else."""
        words = list(re.finditer(rb"\b[A-Za-z_]\w*\b", text))
        if not words:
            return text
        at, other = self.chance.choice(words), self.chance.choice(words)
        return text[: at.start()] + other[0] + text[at.end() :]

    def number(self, text: bytes) -> bytes:
        numbers = list(re.finditer(rb"\b\d+\b", text))
        at = self.chance.choice(numbers).span() if numbers else (self.position(text),) * 2
        return text[: at[0]] + self.chance.choice(NUMBERS) + text[at[1] :]

    def nest(self, text: bytes) -> bytes:
        """Brackets around something, many times."""
        spans = [m.span() for m in re.finditer(rb"\b\w+\b", text)] or [(0, 0)]
        start, end = self.chance.choice(spans)
        left, right = self.chance.choice(BRACKETS)
        depth = self.chance.choice(DEPTHS)
        return text[:start] + left * depth + text[start:end] + right * depth + text[end:]

    def repeat(self, text: bytes) -> bytes:
        """A piece, many times."""
        start = self.position(text)
        piece = text[start : start + self.chance.choice((1, 5, 40))]
        return text[:start] + piece * self.chance.choice((2, 10, 200)) + text[start:]


ACCIDENTS: tuple[Callable[[Mutator, bytes], bytes], ...] = (
    Mutator.flip, Mutator.flip, Mutator.truncate, Mutator.insert, Mutator.splice, Mutator.splice, Mutator.lines, Mutator.lines,
    Mutator.tokens, Mutator.tokens, Mutator.tokens, Mutator.tokens, Mutator.words, Mutator.words, Mutator.words, Mutator.number,
    Mutator.number, Mutator.nest, Mutator.repeat,
)  # fmt: skip
