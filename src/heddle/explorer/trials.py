"""Inputs of many values: which of them are tried.

The kernel computes with numbers, so an input that matters needs some.  An input that is only compared with constants,
it or its copies, needs these constants and one value of each stretch between them: any other does the same as one of
these.  Of other inputs a few values are tried, those around the constants among them, and the answer names the rest as
cut.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.core.expr import COMPARISONS, LOGICAL, Binary, Const, Expr, Local, Unary
from heddle.core.instr import AnyInstr, Assert, Assign, Assume, Branch, Nondet, Source
from heddle.core.program import Function, Program
from heddle.core.types import IntType
from heddle.core.walk import expressions, walk
from heddle.enumerate.inputs import choices
from heddle.records import dataclass

USUAL = (0, 1, 2, 3, -1)
MOST_CONSTANTS = 8


@dataclass(frozen=True, slots=True)
class Trial:
    values: tuple[int, ...]
    """As numbers of the input's type."""
    is_all: bool
    """Every other value does the same as one of these."""


def trials(program: Program) -> dict[int, Trial]:
    """For each input of many values, by uid."""
    found: dict[int, Trial] = {}
    for function in program.functions.values():
        for x in function.body:
            if not isinstance(x, Nondet) or x.source is not Source.INPUT or choices(x) is not None:
                continue
            if isinstance(x.dst.type, IntType) and x.dst.type.bits <= 64:
                found[x.uid] = _trial(function, x.dst, x.dst.type)
    return found


def _trial(function: Function, local: Local, type: IntType) -> Trial:
    copies = _copies(function, local)
    constants: list[int] = []
    mentioned = 0
    for x in function.body:
        if _is_copy(x, copies):
            continue
        for e in expressions(x):
            if isinstance(x, Branch | Assume | Assert) and e in copies:
                constants.append(0)
            for part in walk(e):
                mentioned += part in copies
                constants += _compared(part, copies)
    met = {type.wrap(c) for c in constants}
    is_all = mentioned == len(constants)  # each mention is a comparison
    if is_all:
        tried = {v for c in met for v in (c, c + 1)} | {min(met, default=1) - 1}
    else:
        tried = {type.wrap(v) for v in USUAL} | {v for c in sorted(met)[:MOST_CONSTANTS] for v in (c - 1, c, c + 1)}
    return Trial(tuple(v for v in sorted(tried) if type.lo <= v <= type.hi), is_all)


def _copies(function: Function, local: Local) -> set[Expr]:
    """The variables that may hold the input itself."""
    copies: set[Expr] = {local}
    while True:
        copied = (x.dst for x in function.body if isinstance(x, Assign) and x.value in copies)
        more = {dst for dst in copied if dst.type == local.type}
        if more <= copies:
            return copies
        copies |= more


def _is_copy(x: AnyInstr, copies: set[Expr]) -> bool:
    return isinstance(x, Assign) and x.value in copies and x.dst in copies


def _compared(e: Expr, copies: set[Expr]) -> Iterator[int]:
    """The constants that copies are compared with right here."""
    if isinstance(e, Unary) and e.op == "!" and e.arg in copies:
        yield 0
    elif isinstance(e, Binary) and e.op in LOGICAL:
        yield from (0 for side in (e.left, e.right) if side in copies)
    elif isinstance(e, Binary) and e.op in COMPARISONS and e.left.type == e.right.type:
        for one, other in ((e.left, e.right), (e.right, e.left)):
            if one in copies and isinstance(other, Const):
                yield other.value
