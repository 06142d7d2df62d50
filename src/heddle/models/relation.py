"""The relational form of memory models: what every model language compiles to.

A model is a list of definitions (sets of events and binary relations between events) and of constraints on them.
Expressions are trees whose leaves are what an execution graph gives (``Base``) and what was defined before (``Ref``).
Every name is defined once: where a language lets a name be defined again, its compiler gives the new one another name.

Both sorts share the operators that make sense for both: union, intersection, difference, complement.  All operators
have the meaning that the *cat* language gives them; Bajczi's DSL (thesis section 5.1) needs ``ForEach`` in addition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from heddle.core.instr import NOWHERE, Location
from heddle.records import dataclass, replace

Sort: TypeAlias = Literal["set", "rel"]


@dataclass(frozen=True, slots=True)
class Base:
    """A set or relation that the execution graph gives: ``W``, ``po``, … (see :mod:`heddle.models.vocabulary`)."""

    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Ref:
    """A defined name; inside a ``Recursive`` group also a name of the group."""

    name: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class Empty:
    sort: Sort


@dataclass(frozen=True, slots=True)
class Union:
    left: Expr
    right: Expr
    sort: Sort


@dataclass(frozen=True, slots=True)
class Inter:
    left: Expr
    right: Expr
    sort: Sort


@dataclass(frozen=True, slots=True)
class Diff:
    left: Expr
    right: Expr
    sort: Sort


@dataclass(frozen=True, slots=True)
class Complement:
    """Relative to all events of the graph, or all pairs of them."""

    arg: Expr
    sort: Sort


@dataclass(frozen=True, slots=True)
class Seq:
    """Relational composition ``left ; right``."""

    left: Expr
    right: Expr
    sort: Literal["rel"] = "rel"


@dataclass(frozen=True, slots=True)
class Inverse:
    arg: Expr
    sort: Literal["rel"] = "rel"


@dataclass(frozen=True, slots=True)
class Closure:
    """``?`` adds the identity, ``+`` closes transitively, ``*`` does both.  The identity is that of all events."""

    op: Literal["?", "+", "*"]
    arg: Expr
    sort: Literal["rel"] = "rel"


@dataclass(frozen=True, slots=True)
class Product:
    """Every event of one set with every event of another."""

    left: Expr
    right: Expr
    sort: Literal["rel"] = "rel"


@dataclass(frozen=True, slots=True)
class Identity:
    """``[S]``: each event of a set with itself."""

    arg: Expr
    sort: Literal["rel"] = "rel"


@dataclass(frozen=True, slots=True)
class Domain:
    arg: Expr
    sort: Literal["set"] = "set"


@dataclass(frozen=True, slots=True)
class Range:
    arg: Expr
    sort: Literal["set"] = "set"


@dataclass(frozen=True, slots=True)
class Current:
    """The set that the enclosing ``ForEach`` of this name is at: one event, or the events of one location or thread."""

    name: str
    sort: Literal["set"] = "set"


@dataclass(frozen=True, slots=True)
class ForEach:
    """The union of ``body`` over events, locations or threads (thesis section 4.3: FOREACHNODE and its siblings).

    ``over`` is the set of events to go through for "node", and None for "loc" and "thread".
    """

    name: str
    kind: Literal["node", "loc", "thread"]
    over: Expr | None
    body: Expr
    sort: Sort


Expr: TypeAlias = (
    Base | Ref | Empty | Union | Inter | Diff | Complement | Seq | Inverse | Closure | Product | Identity | Domain
    | Range | Current | ForEach
)


@dataclass(frozen=True, slots=True)
class Definition:
    name: str
    expr: Expr
    loc: Location = NOWHERE


@dataclass(frozen=True, slots=True)
class Recursive:
    """``let rec … and …``: the least fixpoint, reached by iterating from empty sets and relations."""

    definitions: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """One primitive property of an expression; ``negated`` as in ``~empty r``."""

    kind: Literal["acyclic", "irreflexive", "empty"]
    expr: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Formula, ...]


Formula: TypeAlias = Check | AllOf | AnyOf


@dataclass(frozen=True, slots=True)
class Constraint:
    """An execution is consistent if every constraint's formula holds.

    A ``flag`` does not exclude executions: where its formula holds, the execution is reported under its name (a data
    race, undefined behaviour).
    """

    name: str
    formula: Formula
    flag: bool = False
    loc: Location = NOWHERE
    undefined: bool = False
    """Of a flag: what raises it has no meaning in the language (``undefined_unless``)."""


@dataclass(frozen=True, slots=True)
class Model:
    """``files`` are the texts it was read from, the model's own file first.  ``lost_flags`` cannot be computed: whoever
    asks for flags has no answer then.  ``orders_are_fences``: the model knows fences only, so that accesses of C11 come
    with those of the thesis's Table 6.1."""

    name: str
    definitions: tuple[Definition | Recursive, ...]
    constraints: tuple[Constraint, ...]
    files: tuple[str, ...] = ()
    lost_flags: tuple[str, ...] = ()
    orders_are_fences: bool = False


def drawn(name: str) -> Diff:
    """The edges of an order that the thesis's graphs draw: those that no path of two edges replaces."""
    order = Base(name, "rel")
    return Diff(order, Seq(order, order), "rel")


def drawn_po() -> Union:
    """``po`` as the thesis draws it: initial writes come before every thread's first event."""
    initial = Base("IW", "set")
    first = Diff(Complement(Range(Base("po", "rel")), "set"), initial, "set")
    return Union(drawn("po"), Product(initial, first), "rel")


def children(expr: Expr) -> tuple[Expr, ...]:
    """The direct parts of an expression."""
    match expr:
        case Union() | Inter() | Diff() | Seq() | Product():
            return expr.left, expr.right
        case Complement() | Inverse() | Closure() | Identity() | Domain() | Range():
            return (expr.arg,)
        case ForEach():
            return (expr.body,) if expr.over is None else (expr.over, expr.body)
        case _:
            return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """The expression and everything inside it."""
    yield expr
    for child in children(expr):
        yield from walk(child)


def checks(formula: Formula) -> Iterator[Check]:
    """The primitive properties that a formula is made of."""
    if isinstance(formula, Check):
        yield formula
    else:
        for part in formula.parts:
            yield from checks(part)


def expressions(model: Model) -> Iterator[Expr]:
    """The expressions of all definitions and constraints."""
    for group in model.definitions:
        for definition in group.definitions if isinstance(group, Recursive) else (group,):
            yield definition.expr
    for constraint in model.constraints:
        for check in checks(constraint.formula):
            yield check.expr


def rebuilt(expr: Expr, leaf: Callable[[Expr], Expr]) -> Expr:
    """The expression with other leaves."""
    match expr:
        case Union() | Inter() | Diff() | Seq() | Product():
            return replace(expr, left=rebuilt(expr.left, leaf), right=rebuilt(expr.right, leaf))
        case Complement() | Inverse() | Closure() | Identity() | Domain() | Range():
            return replace(expr, arg=rebuilt(expr.arg, leaf))
        case ForEach():
            return replace(expr, body=rebuilt(expr.body, leaf))
    return leaf(expr)


def base_names(model: Model) -> frozenset[str]:
    """What the model asks of an execution graph, e.g. ``ctrl``: whoever builds graphs must know about it."""
    return frozenset(part.name for expr in expressions(model) for part in walk(expr) if isinstance(part, Base))
