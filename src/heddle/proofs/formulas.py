"""Formulas over mathematical integers: what invariants are written in, whoever found them.

A formula knows nothing of solvers.  Its variables are a thread's local variables, or shared ones; which threads a
formula speaks about is said where it is kept (:mod:`heddle.proofs.invariant`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.records import dataclass

SHARED = -1

Name = tuple[int, str]
"""A variable: the number of the thread, among those that the formula speaks about, or ``SHARED``; and its name."""

COMPARISONS = ("==", "<=", "<")


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """``op``: "const" (``value``), "var" (``name``), the terms "+", "*", "/" and "%" (by a positive constant, rounding
    down) and "ite"; the truths "true", "false", "!", "&&", "||", "=>" (which is also "iff" with "==" on truths:
    "<=>") and comparisons.  Nodes are shared: equality is identity."""

    op: str
    args: tuple[Formula, ...] = ()
    value: int = 0
    name: Name = (SHARED, "")


TRUE = Formula("true")
FALSE = Formula("false")


def constant(value: int) -> Formula:
    return Formula("const", (), value)


def variable(name: Name) -> Formula:
    return Formula("var", (), 0, name)


def conjunction(parts: Sequence[Formula]) -> Formula:
    kept = [p for p in parts if p.op != "true"]
    if any(p.op == "false" for p in kept):
        return FALSE
    if len(kept) < 2:
        return kept[0] if kept else TRUE
    return Formula("&&", tuple(kept))


def disjunction(parts: Sequence[Formula]) -> Formula:
    kept = [p for p in parts if p.op != "false"]
    if any(p.op == "true" for p in kept):
        return TRUE
    if len(kept) < 2:
        return kept[0] if kept else FALSE
    return Formula("||", tuple(kept))


def negation(part: Formula) -> Formula:
    match part.op:
        case "true":
            return FALSE
        case "false":
            return TRUE
        case "!":
            return part.args[0]
    return Formula("!", (part,))


def conjuncts(formula: Formula) -> Iterator[Formula]:
    if formula.op == "&&":
        for part in formula.args:
            yield from conjuncts(part)
    elif formula.op != "true":
        yield formula


def nodes(formula: Formula) -> Iterator[Formula]:
    """Each once."""
    seen: set[int] = set()
    stack = [formula]
    while stack:
        part = stack.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            stack.extend(part.args)


def names(formula: Formula) -> frozenset[Name]:
    return frozenset(part.name for part in nodes(formula) if part.op == "var")


__all__ = [
    "COMPARISONS", "FALSE", "SHARED", "TRUE", "Formula", "Name", "conjunction", "conjuncts", "constant", "disjunction",
    "names", "negation", "nodes", "variable",
]  # fmt: skip
