"""Dialects: what assume, check and the like mean to a verifier that reads a sequential program as C."""

from __future__ import annotations

from collections.abc import Sequence

from heddle.records import dataclass

ASSUME, CHECK, OBSERVE, INDETERMINATE = "assume", "check", "observe", "indeterminate"


@dataclass(frozen=True, slots=True)
class Dialect:
    """``is_reading`` is the condition of the preprocessor under which the verifier reads the text.

    The others are the bodies of macros: ``assume(condition)``; ``check(condition, message)``, whose message is a
    string literal; ``observe(what, value)``, a statement that the verifier's trace shows; ``indeterminate(object)``,
    after which a static object may hold anything.
    """

    verifier: str
    command: str
    """How a user gives it the file, without options for the data model and without the file."""
    is_reading: str
    assume: str
    check: str
    observe: str
    indeterminate: str
    declaration: str = ""
    """What declares the object that ``observe`` writes, of a ``{type}``, for each ``{name}`` that is observed."""
    narrow: str = "--32"
    """The option for 32-bit programs."""

    def usage(self, options: str, is_narrow: bool) -> str:
        """A line of the file's first comment."""
        narrow = f" {self.narrow}" if is_narrow else ""
        label = f"With {self.verifier}:"
        return f" * {label:16}{self.command}{options}{narrow} FILE"


SIGNATURES = {ASSUME: "condition", CHECK: "condition, message", OBSERVE: "what, value", INDETERMINATE: "object"}


def definitions(readers: Sequence[Dialect], macros: Sequence[str], otherwise: str) -> str:
    """``#define`` lines of the macros, for each of several verifiers where it reads, and for whoever else does."""
    text: list[str] = []
    for n, dialect in enumerate(readers):
        text += [f"#{'el' if n else ''}if {dialect.is_reading}", *lines(dialect, macros)]
    return "\n".join([*text, "#else", otherwise.rstrip("\n"), "#endif", ""]) if text else otherwise


def lines(dialect: Dialect, macros: Sequence[str]) -> list[str]:
    """... for one verifier, in a text that is for it alone."""
    return [f"#define {name}({SIGNATURES[name]}) {getattr(dialect, name)}" for name in macros]


__all__ = ["ASSUME", "CHECK", "INDETERMINATE", "OBSERVE", "Dialect", "definitions", "lines"]
