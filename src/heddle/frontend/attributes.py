"""Attributes: ``cleanup`` and alignment of variables, ``constructor`` and ``destructor`` functions.

libclang does not show what attributes say, but prints declarations back with them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from heddle.core.expr import Const
from heddle.core.instr import Call
from heddle.core.types import INT
from heddle.frontend import clang
from heddle.frontend.clang import CXCursor, Kind, Node
from heddle.frontend.types import scalar
from heddle.frontend.unit import SourceUnit

if TYPE_CHECKING:
    from heddle.frontend.lowering import Lowering

_CLEANUP = re.compile(r"__attribute__\(\(cleanup\((\w+)\)\)\)")
_START_OR_END = re.compile(r"__attribute__\(\((constructor|destructor)(?:\((\d+)\))?\)\)")
_ALIGNED = re.compile(r"aligned(?:\((\d+)U?L?\))?|_Alignas\((\d+)U?L?\)")
_MOST_ALIGNED = 16
"""What ``aligned`` means without a number."""
_LAST = 65535
"""The priority of functions that name none."""


def _has_attribute(kinds: list[int]) -> bool:
    return any(Kind.ATTRIBUTE_FIRST <= kind <= Kind.ATTRIBUTE_LAST for kind in kinds)


def cleanup(variable: Node) -> str | None:
    """The function that runs when a variable's scope ends."""
    if not _has_attribute([c.kind for c in variable.children]):
        return None
    found = _CLEANUP.search(clang.pretty(variable.cursor))
    return found[1] if found else None


def alignment(variable: CXCursor) -> int:
    """What the declaration of a variable asks for; 1 if it asks for nothing."""
    if not _has_attribute([c.kind for c in clang.children(variable)]):
        return 1
    text = clang.pretty(variable).split("=")[0]
    return max((int(one or two or _MOST_ALIGNED) for one, two in _ALIGNED.findall(text)), default=1)


def around_main(units: list[SourceUnit], which: str) -> list[tuple[SourceUnit, str]]:
    """The functions that run before main ("constructor") or after it ("destructor"), in their order."""
    found: dict[tuple[int, str], tuple[int, int, SourceUnit, str]] = {}
    for unit in units:
        for cursor in clang.children(unit.unit.cursor):
            if cursor.kind == Kind.FUNCTION_DECL and clang.spelling(cursor) in unit.functions:
                for kind, priority in _declared(cursor):
                    if kind == which:
                        name = clang.spelling(cursor)
                        found[id(unit), name] = (int(priority or _LAST), len(found), unit, name)
    ordered = sorted(found.values(), key=lambda entry: entry[:2], reverse=which == "destructor")
    return [(unit, name) for _, _, unit, name in ordered]


def _declared(cursor: CXCursor) -> list[tuple[str, str]]:
    if not _has_attribute([c.kind for c in clang.children(cursor)]):
        return []
    return _START_OR_END.findall(clang.pretty(cursor).split("{")[0])


def is_annotated(function: CXCursor, text: str) -> bool:
    """``__attribute__((annotate("text")))``."""
    return any(c.kind == Kind.ANNOTATE_ATTRIBUTE and clang.spelling(c) == text for c in clang.children(function))


def call_all(f: Lowering, functions: list[tuple[SourceUnit, str]]) -> None:
    """Calls functions that run before or after main."""
    for unit, name in functions:
        symbol = f.linker.function_named(unit, name)
        assert symbol is not None
        f.emit(Call(None, symbol.name, tuple(Const(0, scalar(p) or INT) for p in symbol.params)))
