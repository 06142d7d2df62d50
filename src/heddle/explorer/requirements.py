"""What the search needs of a model, and how to see that it has it.

Each graph is built by adding events whose po- and rf-predecessors are already there.  That finds every consistent
graph only if

- no consistent graph has a cycle of po and rf (otherwise load buffering would be missed): one of the model's acyclicity
  constraints must contain rf between threads and po from reads to writes, and no read may read a later write of its
  own thread;
- a consistent graph stays consistent when events are taken from its end: true where all definitions grow with the
  graph, which compiling the model checks (:mod:`heddle.explorer.model`);
- a consistent graph can be extended by any event: the kernel watches that while it runs.

Whether a constraint contains a pair is tried on the smallest graphs that have it: definitions that grow with the graph
contain it in every larger graph then.  A difference need not grow (a fence may come between two events), so that what
is tried is the part of the model that surely does.
"""

from __future__ import annotations

from collections.abc import Iterator

from heddle.explorer.buffering import LoadBuffering
from heddle.explorer.events import READ, WRITE, EventClasses, Tags
from heddle.explorer.model import alternatives
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, rows
from heddle.models.coherence import implies_atomicity, implies_coherence
from heddle.models.evaluate import Evaluator
from heddle.models.relation import (
    AllOf,
    Base,
    Check,
    Closure,
    Complement,
    Constraint,
    Definition,
    Diff,
    Empty,
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
)
from heddle.records import dataclass, replace

FIXED = frozenset({"id", "loc", "int", "ext"})


def require(model: Model, classes: EventClasses) -> None:
    """Raises LoadBuffering if the model may allow cycles of po and rf."""
    reads = sorted({tags for kind, tags in classes.members if kind == READ}, key=sorted)
    writes = sorted({tags for kind, tags in classes.members if kind == WRITE}, key=sorted)
    for choice in choices(model):
        _require(growing(choice), reads, writes)


def choices(model: Model) -> list[Model]:
    """A graph is consistent under the model if it is under one of these, whose constraints are conjunctions."""
    whole = AllOf(tuple(c.formula for c in model.constraints if not c.flag))
    conjunctions = [AllOf(tuple(checks)) for checks in alternatives(whole)]
    return [replace(model, constraints=(Constraint("all", conjunction),)) for conjunction in conjunctions]


def _require(model: Model, reads: list[Tags], writes: list[Tags]) -> None:
    if any(Evaluator(model).consistent(graph) for graph in _future_reads(reads, writes)):
        raise LoadBuffering
    for expr in acyclic(model):
        if _contains(model, expr, "rf", _rf_graphs(reads, writes)) and _contains(
            model, expr, "po", _po_graphs(reads, writes)
        ):
            return
    raise LoadBuffering


def growing(model: Model) -> Model:
    """A weaker model, whose definitions grow with the graph."""
    return _Growing({d.name: d.expr for d in model.definitions if isinstance(d, Definition)}).model(model)


@dataclass(frozen=True, slots=True)
class _Growing:
    definitions: dict[str, Expr]

    def model(self, model: Model) -> Model:
        definitions: list[Definition | Recursive] = [
            replace(d, expr=self.expr(d.expr)) if isinstance(d, Definition) else d for d in model.definitions
        ]
        constraints = [replace(c, formula=f) for c in model.constraints if (f := self.formula(c.formula)) is not None]
        return replace(model, definitions=tuple(definitions), constraints=tuple(constraints))

    def formula(self, formula: Formula) -> Formula | None:
        match formula:
            case Check(negated=False):
                return replace(formula, expr=self.expr(formula.expr))
            case AllOf(parts):
                kept = (self.formula(part) for part in parts)
                return AllOf(tuple(part for part in kept if part is not None))
        return None

    def expr(self, expr: Expr) -> Expr:
        match expr:
            case Diff(left, right, sort):
                keeps = sort == "set" or self.is_fixed(right)
                return Diff(self.expr(left), right, sort) if keeps else Empty(sort)
            case Complement(arg, sort):
                return expr if sort == "set" or self.is_fixed(arg) else Empty(sort)
            case Union(left, right, sort):
                return Union(self.expr(left), self.expr(right), sort)
            case Inter(left, right, sort):
                return Inter(self.expr(left), self.expr(right), sort)
            case Seq(left, right):
                return Seq(self.expr(left), self.expr(right))
            case Inverse(arg):
                return Inverse(self.expr(arg))
            case Closure(op, arg):
                return Closure(op, self.expr(arg))
        return expr

    def is_fixed(self, expr: Expr) -> bool:
        """Whether it depends on nothing but the two events of a pair: not on what else the graph has."""
        match expr:
            case Ref(name, _) if name in self.definitions:
                return self.is_fixed(self.definitions[name])
            case Base(name, _):
                return name in FIXED
            case Union() | Inter() | Diff():
                return self.is_fixed(expr.left) and self.is_fixed(expr.right)
            case Complement() | Inverse():
                return self.is_fixed(expr.arg)
            case Product() | Identity() | Empty():
                return True
        return False


def acyclic(model: Model) -> Iterator[Expr]:
    """The relations that the model wants to be acyclic: also those whose transitive closure it wants irreflexive."""
    defined = {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}

    def of(formula: Formula) -> Iterator[Expr]:
        if isinstance(formula, AllOf):
            for part in formula.parts:
                yield from of(part)
        elif isinstance(formula, Check) and not formula.negated:
            expr = formula.expr
            while isinstance(expr, Ref) and expr.name in defined:
                expr = defined[expr.name]
            if formula.kind == "acyclic":
                yield expr
            elif formula.kind == "irreflexive" and isinstance(expr, Closure) and expr.op == "+":
                yield expr.arg

    for constraint in model.constraints:
        if not constraint.flag:
            yield from of(constraint.formula)


def _contains(model: Model, expr: Expr, relation: str, graphs: list[ExecutionGraph]) -> bool:
    """Whether the relation's pairs (of po: those from reads to writes) are all in ``expr``, on these graphs."""
    base: Expr = Base(relation, "rel")
    if relation == "po":
        base = Inter(base, Product(Base("R", "set"), Base("W", "set")), "rel")
    else:
        base = Diff(base, Product(Base("IW", "set"), Base("_", "set")), "rel")
    missing = Constraint("missing", Check("empty", Diff(base, expr, "rel")))
    evaluator = Evaluator(replace(model, constraints=(missing,)))
    return all(evaluator.consistent(graph) for graph in graphs)


def _event(number: int, thread: int, index: int, kind: str, location: str, tags: Tags = frozenset()) -> Event:
    return Event(number, thread, index, kind, location, 0, tags)  # type: ignore[arg-type]


def _graph(events: list[Event], **relations: list[tuple[int, int]]) -> ExecutionGraph:
    size = len(events)
    names = ("po", "rf", "co", "rmw", "addr", "data", "ctrl")
    return ExecutionGraph(tuple(events), *(rows(size, relations.get(name, [])) for name in names))


def _po_graphs(reads: list[Tags], writes: list[Tags]) -> list[ExecutionGraph]:
    """A read and then a write, of the same location or of two."""
    found = []
    for read in reads:
        for write in writes:
            for where in ("x", "y"):
                events = [
                    _event(0, INIT_THREAD, 0, "init", "x"), _event(1, INIT_THREAD, 1, "init", "y"),
                    _event(2, 0, 0, "R", "x", read), _event(3, 0, 1, "W", where, write),
                ]  # fmt: skip
                init = 0 if where == "x" else 1
                found.append(_graph(events, po=[(2, 3)], rf=[(0, 2)], co=[(init, 3)]))
    return found


def _rf_graphs(reads: list[Tags], writes: list[Tags]) -> list[ExecutionGraph]:
    """A write that another thread reads."""
    found = []
    for read in reads:
        for write in writes:
            events = [
                _event(0, INIT_THREAD, 0, "init", "x"), _event(1, 0, 0, "W", "x", write),
                _event(2, 1, 0, "R", "x", read),
            ]  # fmt: skip
            found.append(_graph(events, rf=[(1, 2)], co=[(0, 1)]))
    return found


def _future_reads(reads: list[Tags], writes: list[Tags]) -> list[ExecutionGraph]:
    """A read of a later write of the same thread."""
    found = []
    for read in reads:
        for write in writes:
            events = [
                _event(0, INIT_THREAD, 0, "init", "x"), _event(1, 0, 0, "R", "x", read),
                _event(2, 0, 1, "W", "x", write),
            ]  # fmt: skip
            found.append(_graph(events, po=[(1, 2)], rf=[(2, 1)], co=[(0, 2)]))
    return found


def makes_rmw_atomic(model: Model) -> bool:
    """Whether no write can come between the two halves of a read-modify-write: then its place in co is fixed."""
    return implies_coherence(model) and implies_atomicity(model)
