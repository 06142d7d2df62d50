"""A model as the text of a cat file: Bajczi's Appendix A read from right to left.

Loops and ends of relations are compositions there (:mod:`heddle.models.normal`).  Alternatives, which cat does not
have, become one constraint: not all of them may be broken.
"""

from __future__ import annotations

from heddle.models.cat import ORDERS_AS_FENCES
from heddle.models.naming import Naming
from heddle.models.normal import in_algebra, union
from heddle.models.query import ANY_PAIR, ID, composition, intersection
from heddle.models.relation import (
    AnyOf,
    Base,
    Check,
    Closure,
    Complement,
    Constraint,
    Definition,
    Diff,
    Domain,
    Empty,
    Expr,
    Formula,
    Identity,
    Inter,
    Inverse,
    Model,
    Product,
    Range,
    Ref,
    Seq,
    Union,
)

KEYWORDS = frozenset({
    "let", "rec", "and", "as", "in", "include", "acyclic", "irreflexive", "empty", "flag", "undefined_unless", "show",
    "unshow", "if", "then", "else", "fun", "match", "with", "try", "end", "begin", "procedure", "call", "forall",
    "do", "from", "enum", "instructions", "default", "domain", "range",
})  # fmt: skip


class NotInCat(Exception):
    """The message says what cat has no words for here."""


def as_cat(model: Model) -> str:
    model = in_algebra(model)
    names = Naming(r"[^A-Za-z0-9_.-]", "-", KEYWORDS)
    lines = [f'"{model.name}"', ""]
    if model.orders_are_fences:
        lines += [f'include "{ORDERS_AS_FENCES}"', ""]
    for group in model.definitions:
        if not isinstance(group, Definition):
            raise NotInCat(f"'{group.definitions[0].name}' is defined by recursion")
        lines.append(f"let {names.of(group.name)} = {_text(group.expr, names)}")
    lines.append("")
    lines += [line for constraint in model.constraints for line in _constraint(constraint, names)]
    return "\n".join(lines) + "\n"


def _constraint(constraint: Constraint, names: Naming) -> list[str]:
    label = names.label(constraint.name)
    flag = "flag " if constraint.flag else ""

    def of(formula: Formula) -> list[str]:
        match formula:
            case Check(kind, expr, negated):
                return [f"{flag}{'~' if negated else ''}{kind} {_text(expr, names)}{label}"]
            case AnyOf(parts):
                return [f"empty {_text(intersection([_broken(part) for part in parts]), names)}{label}"]
        return [line for part in formula.parts for line in of(part)]

    return of(constraint.formula)


def _broken(formula: Formula) -> Expr:
    """All pairs of events if the formula does not hold, none if it does."""
    match formula:
        case Check(kind, expr, negated):
            if negated:
                raise NotInCat("an alternative demands that something is there")
            shown = Closure("+", expr) if kind == "acyclic" else expr
            return composition([ANY_PAIR, shown if kind == "empty" else Inter(shown, ID, "rel"), ANY_PAIR])
        case AnyOf(parts):
            return intersection([_broken(part) for part in parts])
    return union([_broken(part) for part in formula.parts])


_OPERATORS = {Union: "|", Inter: "&", Diff: "\\", Seq: ";", Product: "*"}


def _text(expr: Expr, names: Naming) -> str:
    match expr:
        case Base(name, _):
            return name
        case Ref(name, _):
            return names.of(name)
        case Empty():
            return "0"
        case Union() | Inter() | Diff() | Seq() | Product():
            return f"({_text(expr.left, names)} {_OPERATORS[type(expr)]} {_text(expr.right, names)})"
        case Complement(arg, _):
            return f"~{_text(arg, names)}"
        case Inverse(arg):
            return f"{_text(arg, names)}^-1"
        case Closure(op, arg):
            return f"{_text(arg, names)}{op}"
        case Identity(arg):
            return f"[{_text(arg, names)}]"
        case Domain(arg):
            return f"domain({_text(arg, names)})"
        case Range(arg):
            return f"range({_text(arg, names)})"
    raise AssertionError(expr)


__all__ = ["NotInCat", "as_cat"]
