"""Does a model demand coherence, atomicity, causality?  Sufficient tests on its text.

Coherence, acyclic(po-loc | rf | co | fr), is what nearly every model contains; whoever enumerates coherence orders need
not even consider those that break it.  The test recognises two forms: a constraint that says so, as hardware models
do, and ``irreflexive hb ; eco?`` with program order inside ``hb``, as C11 models do.  A "no" costs time only.
"""

from __future__ import annotations

from heddle.models.relation import (
    Base,
    Check,
    Closure,
    Definition,
    Diff,
    Expr,
    Inter,
    Inverse,
    Model,
    Product,
    Ref,
    Seq,
    Union,
)

COMMUNICATION = frozenset({"rf", "co", "fr"})


def implies_coherence(model: Model) -> bool:
    definitions = {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}
    checks = [
        c.formula for c in model.constraints if not c.flag and isinstance(c.formula, Check) and not c.formula.negated
    ]
    for check in checks:
        if check.kind == "acyclic":
            parts = certain_parts(check.expr, definitions)
            if parts >= COMMUNICATION and parts & {"po", "po-loc"}:
                return True
        if check.kind == "irreflexive":
            expr = _resolve(check.expr, definitions)
            if isinstance(expr, Seq) and "po" in certain_parts(expr.left, definitions):
                right = _resolve(expr.right, definitions)
                inner = _resolve(right.arg, definitions) if isinstance(right, Closure) and right.op == "?" else right
                closed = isinstance(inner, Closure) and inner.op in "+*"
                if closed and certain_parts(inner, definitions) >= COMMUNICATION:
                    return True
    return False


def implies_atomicity(model: Model) -> bool:
    """Whether nobody writes between the two events of a read-modify-write: ``empty rmw & (fre ; coe)``."""
    definitions = {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}
    for constraint in model.constraints:
        check = constraint.formula
        if constraint.flag or not isinstance(check, Check) or check.kind != "empty" or check.negated:
            continue
        expr = _resolve(check.expr, definitions)
        if isinstance(expr, Inter):
            sides = (_resolve(expr.left, definitions), _resolve(expr.right, definitions))
            for one, two in (sides, sides[::-1]):
                if "rmw" in certain_parts(one, definitions) and isinstance(two, Seq):
                    first, second = _external(two.left, definitions), _external(two.right, definitions)
                    if "fr" in first and "co" in second:
                        return True
    return False


def forbids_causal_cycles(model: Model) -> bool:
    """Whether no write can be the cause of a read that it depends on.

    So it is where ``rf`` and program order from reads to writes have no cycle; under coherence, ``rf`` between threads
    is enough.
    """
    definitions = {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}
    for constraint in model.constraints:
        check = constraint.formula
        if constraint.flag or not isinstance(check, Check) or check.negated or check.kind == "empty":
            continue
        expr = _resolve(check.expr, definitions)
        if check.kind == "irreflexive" and not (isinstance(expr, Closure) and expr.op == "+"):
            continue
        parts = certain_parts(expr, definitions)
        communicates = "rf" in parts or ("rfe" in parts and implies_coherence(model))
        if communicates and parts & {"po", "po-read-write"}:
            return True
    return False


def _reads_to_writes(expr: Expr, definitions: dict[str, Expr]) -> bool:
    """Whether the expression contains every pair of a read and a write."""
    expr = _resolve(expr, definitions)
    match expr:
        case Union(left, right, _):
            return _reads_to_writes(left, definitions) or _reads_to_writes(right, definitions)
        case Product(left, right):
            reads, writes = _resolve(left, definitions), _resolve(right, definitions)
            return reads in _ALL_READS and writes in _ALL_WRITES
        case _:
            return False


_ALL_READS = (Base("R", "set"), Base("M", "set"), Base("_", "set"))
_ALL_WRITES = (Base("W", "set"), Base("M", "set"), Base("_", "set"))


def _external(expr: Expr, definitions: dict[str, Expr]) -> frozenset[str]:
    """Base relations whose pairs between threads the expression certainly contains."""
    expr = _resolve(expr, definitions)
    if isinstance(expr, Inter):
        left, right = _resolve(expr.left, definitions), _resolve(expr.right, definitions)
        for one, two in ((left, right), (right, left)):
            if one == Base("ext", "rel"):
                return certain_parts(two, definitions)
    return certain_parts(expr, definitions)


def _resolve(expr: Expr, definitions: dict[str, Expr]) -> Expr:
    while isinstance(expr, Ref) and expr.name in definitions:
        expr = definitions[expr.name]
    return expr


def certain_parts(expr: Expr, definitions: dict[str, Expr]) -> frozenset[str]:
    """Base relations that the expression certainly contains."""
    expr = _resolve(expr, definitions)
    match expr:
        case Base(name, _):
            return frozenset({name})
        case Union(left, right, _):
            return certain_parts(left, definitions) | certain_parts(right, definitions)
        case Closure(_, arg):
            return certain_parts(arg, definitions)
        case Inter(left, right, _):
            return _intersection(_resolve(left, definitions), _resolve(right, definitions), definitions)
        case Diff(left, right, _) if _resolve(right, definitions) == Base("id", "rel"):
            return certain_parts(left, definitions) & {"fr", "co", "po", "po-loc"}
        case Seq(left, right):
            return frozenset({"fr"}) if _is_from_read(left, right, definitions) else frozenset()
        case _:
            return frozenset()


def _intersection(left: Expr, right: Expr, definitions: dict[str, Expr]) -> frozenset[str]:
    for one, two in ((left, right), (right, left)):
        if one == Base("po", "rel") and two == Base("loc", "rel"):
            return frozenset({"po-loc"})
        if one == Base("rf", "rel") and two == Base("ext", "rel"):
            return frozenset({"rfe"})
        if one == Base("po", "rel") and _reads_to_writes(two, definitions):
            return frozenset({"po-read-write"})
    return frozenset()


def _is_from_read(left: Expr, right: Expr, definitions: dict[str, Expr]) -> bool:
    first = _resolve(left, definitions)
    if not isinstance(first, Inverse):
        return False
    source, order = _resolve(first.arg, definitions), _resolve(right, definitions)
    return source == Base("rf", "rel") and order == Base("co", "rel")
