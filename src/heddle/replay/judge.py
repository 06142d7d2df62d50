"""Does a model allow an execution graph?  Straight from the definitions, by sets of tuples of events.

The enumerator asks :mod:`heddle.models.evaluate` about every candidate, so what it finds is judged once more here, by
code that has only the model's definitions in common with that one.  It is slow, and meant for single small graphs.
"""

from __future__ import annotations

from typing import TypeAlias

from heddle.errors import InputError
from heddle.graph import Event, ExecutionGraph, Flag, Rows
from heddle.models import relation as rel

Tuples: TypeAlias = "frozenset[tuple[int, ...]]"
"""A set of events, each a tuple by itself, or a relation: pairs."""
NONE: Tuples = frozenset()


class Judge:
    """A model, to be held against graphs."""

    def __init__(self, model: rel.Model) -> None:
        self.model = model

    def consistent(self, graph: ExecutionGraph) -> bool:
        return not self.violated(graph)

    def violated(self, graph: ExecutionGraph) -> list[str]:
        """The names of the constraints that forbid the graph."""
        case = _Case(self.model, graph)
        return [c.name for c in self.model.constraints if not c.flag and not case.holds(c.formula)]

    def raises(self, graph: ExecutionGraph, flag: Flag) -> bool:
        """Whether the graph raises this flag, by these events."""
        case = _Case(self.model, graph)
        named = [c.formula for c in self.model.constraints if c.flag and c.name == flag.name]
        return any(case.holds(formula) and case.is_about(formula, flag.events) for formula in named)


class _Case:
    """One graph under one model."""

    def __init__(self, model: rel.Model, graph: ExecutionGraph) -> None:
        self.graph, self.events = graph, graph.events
        self.all: Tuples = frozenset((e.id,) for e in graph.events)
        self.expressions: dict[str, rel.Expr] = {}
        self.groups: dict[str, rel.Recursive] = {}
        for part in model.definitions:
            for definition in part.definitions if isinstance(part, rel.Recursive) else (part,):
                self.expressions[definition.name] = definition.expr
                if isinstance(part, rel.Recursive):
                    self.groups[definition.name] = part
        self.known: dict[str, Tuples] = {}
        self.current: dict[str, Tuples] = {}

    # --- constraints ------------------------------------------------------------------------------------------------

    def holds(self, formula: rel.Formula) -> bool:
        match formula:
            case rel.AllOf():
                return all(self.holds(part) for part in formula.parts)
            case rel.AnyOf():
                return any(self.holds(part) for part in formula.parts)
            case rel.Check():
                return self.check(formula) != formula.negated

    def check(self, check: rel.Check) -> bool:
        value = self.value(check.expr)
        if check.kind == "empty":
            return not value
        return not any(a == b for a, b in (_closed(value) if check.kind == "acyclic" else value))

    def is_about(self, formula: rel.Formula, events: tuple[int, ...]) -> bool:
        """Whether these events are in what should be empty; other formulas are about no events in particular."""
        if not isinstance(formula, rel.Check) or formula.kind != "empty" or not formula.negated:
            return True
        value = self.value(formula.expr)
        if formula.expr.sort == "rel":  # one event stands for the pair of it with itself
            return bool(events) and len(events) <= 2 and (events[0], events[-1]) in value
        return bool(events) and {(e,) for e in events} <= value

    # --- expressions ------------------------------------------------------------------------------------------------

    def value(self, expr: rel.Expr) -> Tuples:
        match expr:
            case rel.Base():
                return self.base_set(expr.name) if expr.sort == "set" else self.base_relation(expr.name)
            case rel.Ref():
                return self.defined(expr.name)
            case rel.Current():
                return self.current[expr.name]
            case rel.Empty():
                return NONE
            case rel.ForEach():
                return self.for_each(expr)
            case rel.Union():
                return self.value(expr.left) | self.value(expr.right)
            case rel.Inter():
                return self.value(expr.left) & self.value(expr.right)
            case rel.Diff():
                return self.value(expr.left) - self.value(expr.right)
            case rel.Complement():
                return (self.all if expr.sort == "set" else _product(self.all, self.all)) - self.value(expr.arg)
            case rel.Domain():
                return frozenset((a,) for a, _ in self.value(expr.arg))
            case rel.Range():
                return frozenset((b,) for _, b in self.value(expr.arg))
            case _:
                return self.relation(expr)

    def relation(self, expr: rel.Expr) -> Tuples:
        match expr:
            case rel.Seq():
                return _composed(self.value(expr.left), self.value(expr.right))
            case rel.Inverse():
                return _inverse(self.value(expr.arg))
            case rel.Closure():
                value = self.value(expr.arg)
                closed = value if expr.op == "?" else _closed(value)
                return closed if expr.op == "+" else closed | _identity(self.all)
            case rel.Product():
                return _product(self.value(expr.left), self.value(expr.right))
            case rel.Identity():
                return _identity(self.value(expr.arg))
        raise AssertionError(f"no meaning is known for {type(expr).__name__}")

    def for_each(self, expr: rel.ForEach) -> Tuples:
        if expr.over is not None:
            groups = [frozenset({event}) for event in self.value(expr.over)]
        elif expr.kind == "loc":
            places = {e.location for e in self.events if e.location is not None}
            groups = [frozenset((e.id,) for e in self.events if e.location == place) for place in places]
        else:
            threads = {e.thread for e in self.events}
            groups = [frozenset((e.id,) for e in self.events if e.thread == thread) for thread in threads]
        found = NONE
        for group in groups:
            self.current[expr.name] = group
            found |= self.value(expr.body)
        return found

    # --- definitions ------------------------------------------------------------------------------------------------

    def defined(self, name: str) -> Tuples:
        if name not in self.known:
            if name in self.groups:
                self.solve(self.groups[name].definitions)
            else:
                self.known[name] = self.value(self.expressions[name])
        return self.known[name]

    def solve(self, group: tuple[rel.Definition, ...]) -> None:
        """From nothing until nothing changes, each with the newest of the others: for definitions that only grow, the
        least solution; what the others mean is what this yields, as in herd."""
        for definition in group:
            self.known[definition.name] = NONE
        for _ in range(len(group) * (len(self.all) ** 2 + 1) + 1):
            before = [self.known[d.name] for d in group]
            for definition in group:
                self.known[definition.name] = self.value(definition.expr)
            if before == [self.known[d.name] for d in group]:
                return
        raise InputError("a recursive definition of the model has no fixpoint on some execution")

    # --- what the graph gives ---------------------------------------------------------------------------------------

    def base_set(self, name: str) -> Tuples:
        kinds = {"R": ("R",), "W": ("W", "init"), "M": ("R", "W", "init"), "F": ("F",), "IW": ("init",), "emptyset": ()}
        if name == "_":
            return self.all
        if name == "FW":
            overwritten = frozenset((a,) for a, _ in _of_rows(self.graph.co))
            return self.base_set("W") - overwritten
        if name in kinds:
            return frozenset((e.id,) for e in self.events if e.kind in kinds[name])
        return frozenset((e.id,) for e in self.events if name in e.tags)

    def base_relation(self, name: str) -> Tuples:
        graph, rmw = self.graph, _of_rows(self.graph.rmw)
        match name:
            case "po" | "rf" | "co" | "rmw" | "addr" | "data" | "ctrl" | "casdep":
                return _of_rows(getattr(graph, name))
            case "fr":
                return _composed(_inverse(_of_rows(graph.rf)), _of_rows(graph.co)) - _identity(self.all)
            case "id":
                return _identity(self.all)
            case "amo" | "lxsx":
                return frozenset((a, b) for a, b in rmw if ("EX" in self.events[a].tags) == (name == "lxsx"))
            case "same-instance":
                return _identity(self.all) | rmw | _inverse(rmw)
            case "iico_data":
                return rmw
        return frozenset((a.id, b.id) for a in self.events for b in self.events if _are(name, a, b))


def _are(name: str, a: Event, b: Event) -> bool:
    """Relations that two events are in by what they are."""
    match name:
        case "loc":
            return a.location is not None and a.location == b.location
        case "int":
            return a.thread == b.thread
        case "ext":
            return a.thread != b.thread
        case "same-value":
            return a.value == b.value
    return False


def _of_rows(relation: Rows) -> Tuples:
    size = len(relation)
    return frozenset((a, b) for a, row in enumerate(relation) for b in range(size) if row >> b & 1)


def _identity(events: Tuples) -> Tuples:
    return frozenset((x, x) for (x,) in events)


def _inverse(pairs: Tuples) -> Tuples:
    return frozenset((b, a) for a, b in pairs)


def _product(left: Tuples, right: Tuples) -> Tuples:
    return frozenset((a, b) for (a,) in left for (b,) in right)


def _composed(left: Tuples, right: Tuples) -> Tuples:
    after: dict[int, list[int]] = {}
    for b, c in right:
        after.setdefault(b, []).append(c)
    return frozenset((a, c) for a, b in left for c in after.get(b, ()))


def _closed(pairs: Tuples) -> Tuples:
    """With every way of several steps."""
    while True:
        more = pairs | _composed(pairs, pairs)
        if more == pairs:
            return pairs
        pairs = more
