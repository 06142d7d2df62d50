"""How main uses its arguments.

A program that does not look at ``argv`` has none.  One that only reads single arguments as numbers, or prints them,
needs no text of theirs: any number will do, and nothing is cut.
"""

from __future__ import annotations

import re

from heddle.frontend import clang
from heddle.frontend.clang import Kind, Node
from heddle.frontend.strings import literal_text
from heddle.records import dataclass

NUMBERS = {"atoi": 1, "atol": 1, "atoll": 1, "strtol": 3, "strtoll": 3, "strtoul": 3, "strtoull": 3}
"""Functions that read a number, with how many arguments they take: (text) or (text, end, base)."""
OUTPUT = ("printf", "fprintf", "puts", "fputs", "perror", "dprintf")
SCANNED = re.compile(r"%(hh|h|l|ll|j|z|t)?[du]")
"""Formats with which ``sscanf`` reads one number."""
TRANSPARENT = (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.CAST)
MOST_NUMBERS = 16


@dataclass(frozen=True, slots=True)
class Uses:
    """How main uses its second parameter."""

    looked_at: bool
    numbers: int | None
    """All that is done is to read numbers from arguments of smaller indices than this, or to print them."""


def uses(main: Node, unit_functions: frozenset[str]) -> Uses:
    """``unit_functions``: what the program defines itself."""
    parameters = [c for c in main.children if c.kind == Kind.PARM_DECL]
    if len(parameters) < 2:
        return Uses(False, 0)
    found = _References(clang.identity(parameters[1].cursor), unit_functions)
    found.visit(main, ())
    if not found.any:
        return Uses(False, 0)
    return Uses(True, found.largest + 1 if found.plain and len(found.bases) <= 1 else None)


class _References:
    """Finds the places that refer to argv, and what stands around them."""

    def __init__(self, parameter: tuple[int, int | None], own: frozenset[str]) -> None:
        self.parameter, self.own = parameter, own
        self.any, self.plain, self.largest = False, True, -1
        self.bases: set[int] = set()

    def visit(self, node: Node, around: tuple[Node, ...]) -> None:
        if node.kind == Kind.DECL_REF and clang.identity(node.referenced) == self.parameter:
            self.any = True
            index = self._index(around)
            self.plain &= index is not None and 0 <= index < MOST_NUMBERS
            self.largest = max(self.largest, index or 0)
        for child in node.children:
            self.visit(child, (*around, node))

    def _index(self, around: tuple[Node, ...]) -> int | None:
        """The constant index in ``argv[i]``, if the argument is only read as a number, printed, or tested."""
        outer = list(around)
        while outer and outer[-1].kind in TRANSPARENT:
            outer.pop()
        if not outer or outer[-1].kind != Kind.SUBSCRIPT:
            return None
        subscript = outer.pop()
        index = clang.evaluate(subscript.expressions[-1].cursor)
        inside = subscript
        while outer and outer[-1].kind in TRANSPARENT:
            inside = outer.pop()
        if not isinstance(index, int) or not outer or not self._is_harmless(outer[-1], inside):
            return None
        return index

    def _is_harmless(self, user: Node, argument: Node) -> bool:
        if user.kind == Kind.UNARY:
            return user.unary_operator == "!"
        if user.kind == Kind.BINARY:
            return user.binary_operator in ("==", "!=", "&&", "||")
        if user.kind != Kind.CALL:
            return False
        function = user.expressions[0]
        while function.kind in TRANSPARENT and function.expressions:
            function = function.expressions[0]
        name, arguments = function.spelling, user.expressions[1:]
        if name in self.own or function.kind != Kind.DECL_REF:
            return False
        if name in NUMBERS and arguments and arguments[0] is argument and len(arguments) == NUMBERS[name]:
            return self._reads_number(arguments)
        if name == "sscanf" and len(arguments) == 3 and arguments[0] is argument:
            self.bases.add(10)
            return SCANNED.fullmatch(literal_text(arguments[1]) or "") is not None
        return name in OUTPUT and argument in arguments

    def _reads_number(self, arguments: list[Node]) -> bool:
        base: int | float | None = 10
        if len(arguments) == 3:
            if clang.evaluate(arguments[1].cursor) != 0:
                return False
            base = clang.evaluate(arguments[2].cursor)
        if not isinstance(base, int) or not (base == 0 or 2 <= base <= 36):
            return False
        self.bases.add(base)
        return True
