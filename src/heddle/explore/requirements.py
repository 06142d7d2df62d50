"""What the search needs of a model, and how to see that it has it.

Each graph is built by adding events whose po- and rf-predecessors are already there.  That finds every consistent
graph only if

- no consistent graph has a cycle of po and rf (otherwise load buffering would be missed): one of the model's acyclicity
  constraints must contain rf between threads and po from reads to writes;
- a consistent graph stays consistent when events are taken from its end: true where all definitions grow with the
  graph, which compiling the model checks (:mod:`heddle.explore.model`);
- a consistent graph can be extended by any event: the kernel watches that while it runs.

Whether a constraint contains a pair is tried on the smallest graphs that have it: definitions that grow with the graph
contain it in every larger graph then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heddle.explore.events import PAIR, READ, WRITE, EventClasses, Tags
from heddle.explore.model import Unfit
from heddle.graph import INIT_THREAD, Event, ExecutionGraph, rows
from heddle.models.evaluate import Evaluator
from heddle.models.relation import (
    AllOf,
    Base,
    Check,
    Closure,
    Constraint,
    Definition,
    Diff,
    Expr,
    Formula,
    Inter,
    Model,
    Product,
    Ref,
)

LOAD_BUFFERING = "it allows cycles of program order and reads-from (load buffering)"


def require(model: Model, classes: EventClasses) -> None:
    """Raises Unfit if the model may allow cycles of po and rf."""
    reads = sorted({tags for kind, tags in classes.members if kind == READ}, key=sorted)
    writes = sorted({tags for kind, tags in classes.members if kind == WRITE}, key=sorted)
    for expr in acyclic(model):
        if _contains(model, expr, "rf", _rf_graphs(reads, writes)) and _contains(
            model, expr, "po", _po_graphs(reads, writes)
        ):
            return
    raise Unfit(LOAD_BUFFERING)


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


def makes_rmw_atomic(model: Model, classes: EventClasses) -> bool:
    """Whether no write can come between the two halves of a read-modify-write: then its place in co is fixed."""
    reads = {tags for kind, tags in classes.members if kind == READ and PAIR in tags}
    pairs = [(r, w) for r in reads for kind, w in classes.members if kind == WRITE and PAIR in w]
    writes = {tags for kind, tags in classes.members if kind == WRITE}
    evaluator = Evaluator(model)
    for read, write in pairs:
        for other in writes:
            events = [
                _event(0, INIT_THREAD, 0, "init", "x"), replace(_event(1, 0, 0, "R", "x", read), partner=2),
                replace(_event(2, 0, 1, "W", "x", write), partner=1), _event(3, 1, 0, "W", "x", other),
            ]  # fmt: skip
            co = [(0, 3), (0, 2), (3, 2)]
            if evaluator.consistent(_graph(events, po=[(1, 2)], rf=[(0, 1)], co=co, rmw=[(1, 2)])):
                return False
    return True
