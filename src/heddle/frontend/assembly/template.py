"""The template of an ``asm`` statement as a list of instructions with their labels and operands."""

from __future__ import annotations

import re

from heddle.records import dataclass, field

REGISTER = "\x01"
"""Stands before the name of a register, so that it differs from a reference to an operand (``%0``)."""

_ALTERNATIVES = re.compile(r"\{([^{}|]*)\|[^{}]*\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LABEL = re.compile(r"\s*([\w.$]+)\s*:")
_SECTION = re.compile(r"\.(?:pushsection|section)\b.*?\.(?:popsection|previous)\b[^\n;]*", re.DOTALL)
_PREFIXES = ("lock", "rep", "repz", "repe", "repnz", "repne", "xacquire", "xrelease", "data16", "notrack")
_SILENT = (".p2align", ".balign", ".align", ".text", ".arch_extension", ".arch", ".cpu")
"""Directives that change nothing about what the code does."""


class UnknownAssembly(Exception):
    """What the statement does is not known; the text says what of it."""


@dataclass(slots=True)
class Instruction:
    mnemonic: str
    operands: list[str]
    text: str
    prefixes: list[str] = field(default_factory=list)

    @property
    def locked(self) -> bool:
        return "lock" in self.prefixes


@dataclass(slots=True)
class Code:
    instructions: list[Instruction]
    labels: list[tuple[str, int]]
    """Names, and the number of the instruction after the label.  Numeric labels may occur several times."""

    def target(self, name: str, origin: int) -> int | None:
        """Where a jump to a label leads: ``1b`` is the nearest one before the instruction, ``1f`` after it."""
        if re.fullmatch(r"\d+[bf]", name):
            places = [at for label, at in self.labels if label == name[:-1]]
            if name[-1] == "b":
                return max((at for at in places if at <= origin), default=None)
            return min((at for at in places if at > origin), default=None)
        return next((at for label, at in self.labels if label == name), None)


def read(template: str, extended: bool, comment: str) -> Code:
    """``comment`` starts a comment that goes to the end of the line."""
    text = _COMMENT.sub(" ", template)
    if extended:
        text = _ALTERNATIVES.sub(r"\1", text)
        text = text.replace("%%", REGISTER).replace("%=", "0").replace("%{", "{").replace("%|", "|").replace("%}", "}")
    else:
        text = text.replace("%", REGISTER)
    code = Code([], [])
    pending: list[str] = []
    lines = [line.split(comment)[0] for line in _SECTION.sub("", text).split("\n")]
    for piece in ";".join(lines).split(";"):
        rest = piece
        while label := _LABEL.match(rest):
            code.labels.append((label[1], len(code.instructions)))
            rest = rest[label.end() :]
        words = rest.split()
        while words and words[0].lower() in _PREFIXES:
            pending.append(words.pop(0).lower())
        if not words or words[0] in _SILENT:
            continue
        mnemonic = words[0].lower()
        operands = split_operands(rest.split(words[0], 1)[1])
        code.instructions.append(Instruction(mnemonic, operands, " ".join([*pending, *words]), pending))
        pending = []
    if pending:
        code.instructions.append(Instruction("nop", [], " ".join(pending), pending))
    return code


def split_operands(text: str) -> list[str]:
    """At commas that are not inside brackets."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            found.append("")
        else:
            found[-1] += char
    return [f.strip() for f in found] if text.strip() else []
