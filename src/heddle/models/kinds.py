"""Which kinds of events a set can have, and a relation can begin and end at.

That is enough to see that some parts of a model are empty (nothing leads to an initial write) and that some
restrictions restrict nothing (``rf`` ends at reads).
"""

from __future__ import annotations

from typing import TypeAlias

from heddle.models.relation import (
    Base,
    Closure,
    Complement,
    Diff,
    Domain,
    Empty,
    Expr,
    Identity,
    Inter,
    Inverse,
    Product,
    Range,
    Ref,
    Seq,
    Union,
)

Kinds: TypeAlias = frozenset[str]
Definitions: TypeAlias = dict[str, Expr]

ALL: Kinds = frozenset({"init", "W", "R", "F", "other"})
NONE: Kinds = frozenset()
_WRITES: Kinds = frozenset({"init", "W"})
_READS: Kinds = frozenset({"R"})
_LATER: Kinds = ALL - {"init"}
"""The events of threads."""

_SETS: dict[str, Kinds] = {
    "_": ALL, "W": _WRITES, "R": _READS, "M": _WRITES | _READS, "F": frozenset({"F"}), "IW": frozenset({"init"}),
    "emptyset": NONE,
}  # fmt: skip
_ENDS: dict[str, tuple[Kinds, Kinds]] = {
    "po": (_LATER, _LATER), "rf": (_WRITES, _READS), "co": (_WRITES, frozenset({"W"})),
    "fr": (_READS, frozenset({"W"})), "rmw": (_READS, frozenset({"W"})), "amo": (_READS, frozenset({"W"})),
    "addr": (_LATER, _LATER), "data": (_LATER, _LATER), "ctrl": (_LATER, _LATER),
}  # fmt: skip


def of_set(expr: Expr, definitions: Definitions) -> tuple[Kinds, Kinds]:
    """The kinds whose events are all in a set, and those of which some may be."""
    match expr:
        case Ref(name, _):
            return of_set(definitions[name], definitions) if name in definitions else (NONE, ALL)
        case Base(name, _):
            return (_SETS[name], _SETS[name]) if name in _SETS else (NONE, ALL)
        case Empty():
            return NONE, NONE
        case Complement(arg, _):
            surely, maybe = of_set(arg, definitions)
            return ALL - maybe, ALL - surely
        case Union(left, right, _):
            (a, b), (c, d) = of_set(left, definitions), of_set(right, definitions)
            return a | c, b | d
        case Inter(left, right, _):
            (a, b), (c, d) = of_set(left, definitions), of_set(right, definitions)
            return a & c, b & d
        case Diff(left, right, _):
            (a, b), (c, d) = of_set(left, definitions), of_set(right, definitions)
            return a - d, b - c
        case Domain(arg):
            return NONE, ends(arg, definitions)[0]
        case Range(arg):
            return NONE, ends(arg, definitions)[1]
    return NONE, ALL


def ends(expr: Expr, definitions: Definitions) -> tuple[Kinds, Kinds]:
    """The kinds of events at which pairs of a relation can begin, and can end."""
    match expr:
        case Ref(name, _) if name in definitions:
            return ends(definitions[name], definitions)
        case Base(name, _) if name in _ENDS:
            return _ENDS[name]
        case Empty():
            return NONE, NONE
        case Union(left, right, _):
            (a, b), (c, d) = ends(left, definitions), ends(right, definitions)
            return a | c, b | d
        case Inter(left, right, _):
            (a, b), (c, d) = ends(left, definitions), ends(right, definitions)
            return a & c, b & d
        case Diff(left, _, _):
            return ends(left, definitions)
        case Seq(left, right):
            return ends(left, definitions)[0], ends(right, definitions)[1]
        case Inverse(arg):
            first, last = ends(arg, definitions)
            return last, first
        case Closure("+", arg):
            return ends(arg, definitions)
        case Product(left, right):
            return of_set(left, definitions)[1], of_set(right, definitions)[1]
        case Identity(arg):
            kinds = of_set(arg, definitions)[1]
            return kinds, kinds
    return ALL, ALL


__all__ = ["ALL", "Definitions", "Kinds", "ends", "of_set"]
