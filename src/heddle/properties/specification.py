"""Specification files (``.prp``): what must hold, in the words of SV-COMP.

    CHECK( init(main()), LTL(G ! call(reach_error())) )

Every line is one such formula, and all of them must hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from heddle.core.instr import Location
from heddle.errors import InputError, shorten
from heddle.properties.property import Property, several
from heddle.properties.unreached import unreached
from heddle.records import dataclass

FORMULAS = {
    "G ! data-race": "no-data-race",
    "G ! overflow": "no-overflow",
    "G valid-free": "valid-free",
    "G valid-deref": "valid-deref",
    "G valid-memtrack": "valid-memtrack",
    "G valid-memcleanup": "valid-memcleanup",
    "G def-behavior": "def-behavior",
    "F end": "program-end",
}
"""What SV-COMP asks, and the property that it is here.  Calls and labels come with names, so they are not in it."""

_TOKEN = re.compile(r"[^\W\d][\w-]*|\S")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Specification:
    property: Property
    error_label: str | None = None
    """The label that must not be reached."""


def read_specification(path: str) -> Specification:
    """Raises InputError."""
    try:
        text = Path(path).read_text(errors="replace")
    except OSError as error:
        raise InputError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return parse_specification(text, path)


def parse_specification(text: str, path: str) -> Specification:
    from heddle.properties import find

    reader = _Reader(text, path)
    while reader.is_more():
        reader.check()
    properties = [find(name) for name in reader.named]
    if reader.functions or reader.label:
        properties.insert(0, unreached(tuple(dict.fromkeys(reader.functions)), reader.label))
    if not properties:
        raise InputError("no CHECK(...) in it", Location(path, 1, 1))
    return Specification(several(*properties), reader.label)


class _Reader:
    """Reads one CHECK after the other; collects what they say."""

    def __init__(self, text: str, path: str) -> None:
        self._path = path
        self._tokens = list(_located(text, path))
        self._at = 0
        self.named: list[str] = []
        self.functions: list[str] = []
        self.label: str | None = None

    def is_more(self) -> bool:
        return self._at < len(self._tokens)

    def check(self) -> None:
        for word in ("CHECK", "(", "init", "("):
            self._expect(word)
        entry, loc = self._name("the name of a function")
        if entry != "main":
            raise InputError(f"programs begin at 'main', not at '{shorten(entry)}'", loc)
        for word in ("(", ")", ")", ",", "LTL", "("):
            self._expect(word)
        self._formula()
        for word in (")", ")"):
            self._expect(word)

    def _formula(self) -> None:
        """Calls and labels by name, everything else by the table."""
        words, where = [], self._loc()
        while self.is_more() and self._peek() not in ("(", ")"):
            words.append(self._next()[0])
        formula = " ".join(words)
        if formula == "G ! call":
            self._expect("(")
            self.functions.append(self._name("the name of a function")[0])
            for word in ("(", ")", ")"):
                self._expect(word)
        elif formula == "G ! label":
            self._expect("(")
            self._error_label(*self._name("a label"))
            self._expect(")")
        elif formula in FORMULAS:
            self.named.append(FORMULAS[formula])
        else:
            known = ", ".join(["G ! call(f())", "G ! label(L)", *FORMULAS])
            raise InputError(f"'{shorten(formula)}' is no property of SV-COMP that Heddle knows; known: {known}", where)

    def _error_label(self, name: str, loc: Location) -> None:
        if self.label not in (None, name):
            raise InputError(f"a second label, '{shorten(name)}': Heddle takes one", loc)
        self.label = name

    # --- words ------------------------------------------------------------------------------------------------------

    def _peek(self) -> str:
        return self._tokens[self._at][0]

    def _loc(self) -> Location:
        """Where reading goes on; at the end of the file, the last word."""
        return self._tokens[min(self._at, len(self._tokens) - 1)][1]

    def _next(self) -> tuple[str, Location]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _expect(self, word: str) -> None:
        if not self.is_more():
            raise InputError(f"'{word}' is missing at the end of the file", self._loc())
        if self._peek() != word:
            raise InputError(f"'{word}' belongs here, not '{shorten(self._peek())}'", self._loc())
        self._next()

    def _name(self, what: str) -> tuple[str, Location]:
        if not self.is_more() or not _NAME.fullmatch(self._peek()):
            raise InputError(f"{what} belongs here", self._loc())
        return self._next()


def _located(text: str, path: str) -> Iterator[tuple[str, Location]]:
    for number, line in enumerate(text.splitlines(), 1):
        for found in _TOKEN.finditer(line):
            yield found.group(), Location(path, number, found.start() + 1)
