"""What users see: answers in several formats, and progress while they wait.

A format is a module over :class:`heddle.answer.Answer` alone.  A new one is a file and a line in ``_SHIPPED``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from heddle.errors import UsageError
from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.answer import Answer


@dataclass(frozen=True, slots=True)
class Style:
    """How much, and whether in colour.  ``one_line``: for lists of many programs.  ``explain``: who was asked,
    and what each said."""

    quiet: bool = False
    verbose: bool = False
    color: bool = False
    one_line: bool = False
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a program: an answer, or why its input was refused."""

    files: tuple[str, ...]
    answer: Answer | None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """``render`` makes the report of an answer about some files; ``refuse`` that of wrong input or usage, if the format
    has one beside the line on standard error.  ``gather``: of several programs there is one report, at the end."""

    name: str
    summary: str
    render: Callable[[Answer, Sequence[str], Style], str]
    refuse: Callable[[str, Sequence[str]], str] | None = None
    gather: Callable[[Sequence[Report]], str] | None = None


_SHIPPED = {
    "text": "heddle.report.text:TEXT", "json": "heddle.report.json:JSON", "dot": "heddle.report.dot:DOT",
    "html": "heddle.report.html.page:HTML", "github": "heddle.report.github:GITHUB",
    "junit": "heddle.report.junit:JUNIT", "sarif": "heddle.report.sarif:SARIF", "svcomp": "heddle.report.svcomp:SVCOMP",
}  # fmt: skip
"""Where each is; imported when somebody asks for it."""
_REGISTERED: dict[str, Format] = {}


def register(format: Format) -> None:
    _REGISTERED[format.name] = format


def names() -> tuple[str, ...]:
    return (*_SHIPPED, *(name for name in _REGISTERED if name not in _SHIPPED))


def find(name: str) -> Format:
    """Raises UsageError if there is no such format."""
    if name not in _REGISTERED:
        if name not in _SHIPPED:
            raise UsageError(f"format '{name}' is not available; available: {', '.join(names())}")
        module, _, format = _SHIPPED[name].partition(":")
        register(getattr(import_module(module), format))
    return _REGISTERED[name]


__all__ = ["Format", "Report", "Style", "find", "names", "register"]
