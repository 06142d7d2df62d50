"""An ``asm`` statement taken apart: template, operands, clobbers and labels, from clang's spelling of it."""

from __future__ import annotations

from heddle.frontend.strings import codes
from heddle.records import dataclass

_EARLY = "&"
_MODIFIERS = "=+&%?!*#^$, "


@dataclass(frozen=True, slots=True)
class AsmOperand:
    name: str
    """``[name]`` in the statement; empty if it has none."""
    constraint: str

    @property
    def letters(self) -> str:
        """The constraint without its modifiers."""
        return "".join(c for c in self.constraint if c not in _MODIFIERS)

    @property
    def is_read(self) -> bool:
        return not self.constraint.startswith("=")

    @property
    def is_early(self) -> bool:
        return _EARLY in self.constraint


@dataclass(frozen=True, slots=True)
class Assembly:
    template: str
    outputs: tuple[AsmOperand, ...] = ()
    inputs: tuple[AsmOperand, ...] = ()
    clobbers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Where an ``asm goto`` may jump."""
    extended: bool = False
    """Whether there are colons: then ``%`` in the template starts an operand, and ``%%`` is a per cent sign."""

    @property
    def operands(self) -> tuple[AsmOperand, ...]:
        return self.outputs + self.inputs

    @property
    def summary(self) -> str:
        return " ".join(self.template.split())


def parse(tokens: list[str], start: int) -> Assembly:
    """The statement whose keyword stands before ``start``."""
    sections: list[list[str]] = [[]]
    depth = 0
    for token in tokens[start:]:
        depth += (token == "(") - (token == ")")
        if token == ")" and depth == 0:
            break
        if depth == 1 and token == ":":
            sections.append([])
        elif depth == 1 and not (token == "(" and not sections[-1] and len(sections) == 1):
            sections[-1].append(token)
    parts = [*sections, *([[]] * 5)]
    return Assembly(
        "".join(_string(t) for t in parts[0] if t.startswith('"')),
        _operands(parts[1]),
        _operands(parts[2]),
        tuple(_string(t) for t in parts[3] if t.startswith('"')),
        tuple(t for t in parts[4] if t.isidentifier()),
        len(sections) > 1,
    )


def _string(token: str) -> str:
    return bytes(codes(token)).decode("utf-8", "replace")


def _operands(tokens: list[str]) -> tuple[AsmOperand, ...]:
    found = []
    for index, token in enumerate(tokens):
        if token.startswith('"'):
            named = tokens[max(0, index - 3) : index]
            name = named[1] if len(named) == 3 and named[0] == "[" and named[2] == "]" else ""
            found.append(AsmOperand(name, _string(token)))
    return tuple(found)
