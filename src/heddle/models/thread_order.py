"""Creating and joining threads, as a model of a language sees it.

Program order leads from a creation to the new thread and from a thread's end to where it is joined, in every model.
That is all where a model keeps to program order: it forbids cycles of ``po`` and ``rf``, and its races are what ``po``
leaves unordered.  Other models order by what releases and acquires.  For these the four moments are events, as
Dartagnan has them: a creation and a thread's end are writes that release, its begin and a join are reads that acquire,
and each of these reads from its counterpart.  They have no location.
"""

from __future__ import annotations

from functools import partial

from heddle.models.coherence import certain_parts, forbids_causal_cycles
from heddle.models.machines import LANGUAGE, machine_of
from heddle.models.relation import (
    AllOf,
    AnyOf,
    Base,
    Check,
    Closure,
    Constraint,
    Definition,
    Diff,
    Expr,
    Formula,
    Identity,
    Inter,
    Inverse,
    Model,
    Product,
    Recursive,
    Ref,
    Seq,
    Union,
    base_names,
    checks,
    rebuilt,
    walk,
)
from heddle.models.tags import HARDWARE_FENCES
from heddle.records import replace

CREATES, BEGINS, ENDS, JOINS = "THREAD-CREATE", "THREAD-BEGIN", "THREAD-END", "THREAD-JOIN"
TAGS = {
    CREATES: frozenset({CREATES, "A", "REL"}), BEGINS: frozenset({BEGINS, "A", "ACQ"}),
    ENDS: frozenset({ENDS, "A", "REL"}), JOINS: frozenset({JOINS, "A", "ACQ"}),
}  # fmt: skip
SUFFIX = " with threads"
"""Of definitions that know about these events."""


def has_thread_events(model: Model) -> bool:
    return CREATES in base_names(model)


def with_thread_events(model: Model) -> Model:
    """The model as it sees the events of threads; itself if program order says all that there is."""
    if base_names(model) & HARDWARE_FENCES or machine_of(model) is not LANGUAGE or _keeps_program_order(model):
        return model
    changed: set[str] = set()
    definitions: list[Definition | Recursive] = []
    for group in model.definitions:
        members = group.definitions if isinstance(group, Recursive) else (group,)
        inside = {d.name for d in members} if isinstance(group, Recursive) else set()
        if not any(_changes(d.expr, changed) for d in members):
            continue
        changed |= {d.name for d in members}
        new = tuple(replace(d, name=d.name + SUFFIX, expr=_rewritten(d.expr, changed | inside)) for d in members)
        definitions.append(Recursive(new) if isinstance(group, Recursive) else new[0])
    constraints = tuple(_of_threads(model, c, changed) for c in model.constraints)
    return replace(model, definitions=(*model.definitions, *definitions), constraints=constraints)


# --- where program order is enough ------------------------------------------------------------------------------------


def _keeps_program_order(model: Model) -> bool:
    flags = [check for c in model.constraints if c.flag for check in checks(c.formula)]
    return forbids_causal_cycles(model) and all(_leaves_out_po(check.expr, _definitions(model)) for check in flags)


def _leaves_out_po(expr: Expr, definitions: dict[str, Expr]) -> bool:
    while isinstance(expr, Ref | Diff):
        if isinstance(expr, Ref):
            if expr.name not in definitions:
                return False
            expr = definitions[expr.name]
        elif "po" in certain_parts(expr.right, definitions):
            return True
        else:
            expr = expr.left
    return False


def _definitions(model: Model) -> dict[str, Expr]:
    return {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}


# --- the model with the events ----------------------------------------------------------------------------------------


def _set(*names: str) -> Expr:
    found: Expr = Base(names[0], "set")
    for name in names[1:]:
        found = Union(found, Base(name, "set"), "set")
    return found


def _handed(giver: str, taker: str) -> Expr:
    """From a creation to the begin of its thread and of those that come of it: all of them are ordered anyway."""
    return Seq(Identity(_set(giver)), Seq(Base("po", "rel"), Identity(_set(taker))))


_NEW: dict[str, Expr] = {
    "W": _set("W", CREATES, ENDS), "R": _set("R", BEGINS, JOINS), "M": _set("M", *TAGS),
    "rf": Union(Base("rf", "rel"), Union(_handed(CREATES, BEGINS), _handed(ENDS, JOINS), "rel"), "rel"),
}  # fmt: skip


def _leaf(expr: Expr, changed: set[str]) -> Expr:
    if isinstance(expr, Base):
        return _NEW.get(expr.name, expr)
    return replace(expr, name=expr.name + SUFFIX) if isinstance(expr, Ref) and expr.name in changed else expr


def _changes(expr: Expr, changed: set[str]) -> bool:
    return any(_leaf(part, changed) is not part for part in walk(expr))


def _rewritten(expr: Expr, changed: set[str]) -> Expr:
    return rebuilt(expr, partial(_leaf, changed=changed))


def _of_threads(model: Model, constraint: Constraint, changed: set[str]) -> Constraint:
    formula = _formula(constraint.formula, _definitions(model), changed)
    if constraint.flag and isinstance(formula, Check) and formula.kind == "empty":
        formula = replace(formula, expr=_of_accesses(formula.expr))
        if "race" in constraint.name and formula.expr.sort == "rel":
            formula = replace(formula, expr=_between_threads(formula.expr))
    return replace(constraint, formula=formula)


def _formula(formula: Formula, definitions: dict[str, Expr], changed: set[str]) -> Formula:
    match formula:
        case Check():
            if _is_plain(formula.expr, definitions) and _is_of_one_location(formula.expr, definitions):
                return formula
            return replace(formula, expr=_rewritten(formula.expr, changed))
        case AllOf() | AnyOf():
            parts = tuple(_formula(part, definitions, changed) for part in formula.parts)
            return replace(formula, parts=parts)


def _of_accesses(expr: Expr) -> Expr:
    """A flag is about what the program does, not about the events of threads."""
    moments, all_events = _set(*TAGS), Base("_", "set")
    if expr.sort == "set":
        return Diff(expr, moments, "set")
    return Diff(expr, Union(Product(moments, all_events), Product(all_events, moments), "rel"), "rel")


def _between_threads(expr: Expr) -> Expr:
    """A race is one of two threads, or it is told by a single event."""
    return Diff(expr, Diff(Base("int", "rel"), Base("id", "rel"), "rel"), "rel")


_OF_ONE_LOCATION = frozenset({"rf", "co", "fr", "loc", "rmw", "amo", "lxsx"})
_PLAIN = _OF_ONE_LOCATION | {"po", "int", "ext", "id"}


def _is_plain(expr: Expr, definitions: dict[str, Expr]) -> bool:
    """Whether it is made of relations that every graph has, so that it is plain what the new events do there."""
    for part in walk(expr):
        if isinstance(part, Ref) and not (part.name in definitions and _is_plain(definitions[part.name], definitions)):
            return False
        if isinstance(part, Base) and part.name not in _PLAIN:
            return False
    return True


def _is_of_one_location(expr: Expr, definitions: dict[str, Expr]) -> bool:
    """Whether all pairs are at one location: events that have none are related to each other only there."""
    match expr:
        case Ref(name, _):
            return _is_of_one_location(definitions[name], definitions)
        case Base(name, _):
            return name in _OF_ONE_LOCATION
        case Union(left, right, _) | Seq(left, right):
            return _is_of_one_location(left, definitions) and _is_of_one_location(right, definitions)
        case Inter(left, right, _):
            return _is_of_one_location(left, definitions) or _is_of_one_location(right, definitions)
        case Diff(left, _, _):
            return _is_of_one_location(left, definitions)
        case Inverse(arg) | Closure("+", arg):
            return _is_of_one_location(arg, definitions)
    return False


__all__ = ["BEGINS", "CREATES", "ENDS", "JOINS", "TAGS", "has_thread_events", "with_thread_events"]
