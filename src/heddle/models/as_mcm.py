"""A model as a text in the thesis's language (section 5.1), as Appendix A maps cat to it.

Composition and inverse are loops over events there; ``po`` and ``mo`` are drawn edges, whose paths (``-->``) are the
orders of cat.  What Appendix A gets wrong, r?, r* and r+, is said as it is meant, and with ``A`` for all events there
is a complement after all.
"""

from __future__ import annotations

import re

from heddle.models.naming import Naming
from heddle.models.normal import in_algebra
from heddle.models.relation import (
    AllOf,
    AnyOf,
    Base,
    Check,
    Closure,
    Complement,
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
    base_names,
)
from heddle.models.vocabulary import C11_TAGS, RELATIONS

KEYWORDS = frozenset({
    "po", "mo", "rf", "W", "R", "F", "A", "union", "intersect", "begin", "end", "source", "target", "acyclic",
    "irreflexive", "empty", "for_each_var", "for_each_thrd", "for_each_thread", "for_each_node",
})  # fmt: skip
BASES = {
    "po": "po((A \\ IW) --> (A \\ IW))",
    "rf": "rf",
    "co": "mo(A --> A)",
    "id": "for_each_node A begin A[node] * A[node] end",
    "loc": "for_each_var begin A[var] * A[var] end",
    "int": "for_each_thrd begin A[thrd] * A[thrd] end",
    "ext": "(A * A) \\ (for_each_thrd begin A[thrd] * A[thrd] end)",
    "fr": "for_each_node A begin target(rf(A[node] -> A)) * target(mo(A[node] --> A)) end",
}
SETS = {"_": "A", "W": "W", "R": "R", "F": "F", "IW": "IW", "M": "(W union R)", "emptyset": "{}"}


class NotInMcm(Exception):
    """The message says what the language has no words for."""


def as_mcm(model: Model) -> str:
    return _Writer(in_algebra(model)).run()


class _Writer:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.names = Naming(r"[^A-Za-z0-9_]", "_", KEYWORDS)
        self.lines: list[str] = []
        self.known: dict[str, str] = {}
        """The names of definitions, by what they define."""

    def run(self) -> str:
        for constraint in self.model.constraints:
            if constraint.flag:
                raise NotInMcm(f"the language has no flags ('{constraint.name}')")
        self.lines.append(f"// {self.model.name}")
        names = base_names(self.model)
        if not self.model.orders_are_fences and not names & frozenset(C11_TAGS):
            self.lines.append('orders = A["RLX"]  // who speaks of orders does without the fences of Table 6.1')
        if "rmw" not in names:
            self.lines.append("pairs = rmw  // who speaks of rmw says itself what is atomic")
        for group in self.model.definitions:
            if not isinstance(group, Definition):
                raise NotInMcm(f"'{group.definitions[0].name}' is defined by recursion")
            name, text = self.names.of(group.name), self.text(group.expr)
            self.known.setdefault(text, name)
            self.lines.append(f"{name} = {text}")
        constraints = [self.formula(c.formula) for c in self.model.constraints]
        return "\n".join([*self.lines, "", *constraints]) + "\n"

    def formula(self, formula: Formula) -> str:
        match formula:
            case Check(kind, expr, negated):
                if negated:
                    raise NotInMcm("constraints cannot be negated")
                return f"{self.name(expr)} {kind}"
            case AllOf(parts) | AnyOf(parts):
                joint = " & " if isinstance(formula, AllOf) else " | "
                return f"({joint.join(self.formula(part) for part in parts)})"

    def name(self, expr: Expr) -> str:
        """The name of an expression: only names have edges and properties."""
        text = self.text(expr)
        if text in self.known:
            return self.known[text]
        if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", text) and expr.sort == "rel":
            return text
        label = expr.name if isinstance(expr, Base) else "step"
        self.known[text] = name = self.names.of(f"{label} {len(self.lines)}" if label == "step" else f"{label}_")
        self.lines.append(f"{name} = {text}")
        return name

    def text(self, expr: Expr) -> str:
        match expr:
            case Ref(name, _):
                return self.names.of(name)
            case Empty():
                return "{}"
            case Base():
                return self.base(expr)
            case Union(left, right, _):
                return f"({self.text(left)} union {self.text(right)})"
            case Inter(left, right, _):
                return f"({self.text(left)} intersect {self.text(right)})"
            case Diff(left, right, _):
                return f"({self.text(left)} \\ {self.text(right)})"
            case Product(left, right):
                return f"({self.text(left)} * {self.text(right)})"
            case Complement(arg, sort):
                return f"({'A' if sort == 'set' else '(A * A)'} \\ {self.text(arg)})"
            case Domain(arg):
                return f"source({self.text(arg)})"
            case Range(arg):
                return f"target({self.text(arg)})"
            case Identity(arg):
                return f"(for_each_node {self.text(arg)} begin A[node] * A[node] end)"
            case Inverse(arg):
                return f"(for_each_node A begin target({self.name(arg)}(A[node] -> A)) * A[node] end)"
            case Seq(Identity(first), Seq(middle, Identity(last))):
                return f"{self.name(middle)}({self.text(first)} -> {self.text(last)})"
            case Seq(Identity(first), middle) if not isinstance(middle, Seq):
                return f"{self.name(middle)}({self.text(first)} -> A)"
            case Seq(middle, Identity(last)):
                return f"{self.name(middle)}(A -> {self.text(last)})"
            case Seq(left, right):
                ends = f"source({self.name(left)}(A -> A[node])) * target({self.name(right)}(A[node] -> A))"
                return f"(for_each_node A begin {ends} end)"
            case Closure(op, arg):
                return self.closure(op, arg)
        raise AssertionError(expr)

    def closure(self, op: str, arg: Expr) -> str:
        path = self.text(arg) if op == "?" else f"{self.name(arg)}(A --> A)"
        return path if op == "+" else f"({path} union {self.name(Base('id', 'rel'))})"

    def base(self, expr: Base) -> str:
        if expr.sort == "set":
            return SETS.get(expr.name, f'A["{expr.name}"]')
        if expr.name in BASES:
            return f"({BASES[expr.name]})" if " " in BASES[expr.name] else BASES[expr.name]
        if expr.name in RELATIONS and re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", expr.name):
            return expr.name
        raise NotInMcm(f"it asks for '{expr.name}'")


__all__ = ["NotInMcm", "as_mcm"]
