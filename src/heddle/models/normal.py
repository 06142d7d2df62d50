"""Models in relational algebra: without loops, without sets that are ends of relations, without drawn edges.

The thesis's language says with ``for_each_node`` and ``source`` what cat says with composition, and its ``po`` and
``mo`` are edges from an event to the next one.  Whoever evaluates a model step by step, on a graph that grows, needs to
know what a new event changes; relational algebra tells, loops do not, and the edge to the next write goes away when
another write comes between the two.  Here

- a loop over events is an existential quantifier, and goes away with its variable (:mod:`heddle.models.query`); one
  over locations or threads is a loop over events of which others have the same location or thread;
- where only the transitive closure matters (``-->``, ``acyclic``), drawn edges become the order that they draw;
- initial writes come before all else in ``po``, which is said apart: nothing leads to them.

Evaluating the model as it was (:mod:`heddle.models.evaluate`) says the same about every graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from heddle.models.kinds import ends, of_set
from heddle.models.query import (
    EVERYTHING,
    ID,
    Elimination,
    NoAlgebra,
    Query,
    composition,
    intersection,
    inverse,
)
from heddle.models.relation import (
    Base,
    Check,
    Closure,
    Complement,
    Constraint,
    Current,
    Definition,
    Diff,
    Domain,
    Empty,
    Expr,
    ForEach,
    Formula,
    Identity,
    Inter,
    Inverse,
    Model,
    Product,
    Range,
    Recursive,
    Ref,
    Seq,
    Union,
    checks,
    children,
    drawn,
    drawn_po,
    expressions,
    walk,
)
from heddle.records import replace

Loops: TypeAlias = dict[str, tuple[str, Expr]]
"""For each enclosing loop a variable, and how the events that it is at relate to it."""

INITIAL = Base("IW", "set")
LATER = Diff(EVERYTHING, INITIAL, "set")
FROM_INITIAL = Product(INITIAL, LATER)
"""Initial writes with all that threads do: what the thesis's ``po`` adds to that of cat, closed transitively."""


_DRAWN = {drawn("po"): Base("po", "rel"), drawn("co"): Base("co", "rel")}
_DRAWN_PO = drawn_po()
_FIRST = Diff(FROM_INITIAL, Seq(FROM_INITIAL, Base("po", "rel")), "rel")
"""Initial writes with the first events of threads, in relational algebra."""
MOST_ALTERNATIVES = 200
_FIXED_SETS = (Base("rmw", "rel"), Base("amo", "rel"))
"""The ends of these relations are known of each event by itself."""


def normalized(model: Model) -> Model:
    """The model in relational algebra; NoAlgebra says what cannot be said there."""
    if not any(_is_loop(part) for expr in expressions(model) for part in walk(expr)) and not _constrains_sets(model):
        return model
    return in_algebra(model)


def in_algebra(model: Model) -> Model:
    """The same, with those definitions only that its constraints need."""
    return _Normal(model).run()


def _is_loop(expr: Expr) -> bool:
    is_end = isinstance(expr, Domain | Range) and expr.arg not in _FIXED_SETS
    return is_end or isinstance(expr, ForEach) or expr in _DRAWN


def _constrains_sets(model: Model) -> bool:
    return any(check.expr.sort == "set" for c in model.constraints if not c.flag for check in checks(c.formula))


class _Normal:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.old = {d.name: d.expr for d in model.definitions if isinstance(d, Definition)}
        self.new: dict[str, Expr] = {}
        self.variables = 0

    def run(self) -> Model:
        constraints = tuple(replace(c, formula=self.formula(c.formula, c)) for c in self.model.constraints)
        recursive = [self.group(group) for group in self.model.definitions if isinstance(group, Recursive)]
        definitions = [Definition(name, expr) for name, expr in self.new.items()]
        return replace(self.model, definitions=(*recursive, *definitions), constraints=constraints)

    def group(self, group: Recursive) -> Recursive:
        """A recursive group, over definitions that are in relational algebra too."""
        found = []
        for definition in group.definitions:
            if definition.expr.sort == "set":
                self.keep(definition.expr)
                found.append(definition)
            else:
                found.append(replace(definition, expr=self.relation(definition.expr)))
        return Recursive(tuple(found))

    # --- constraints

    def formula(self, formula: Formula, constraint: Constraint) -> Formula:
        if not isinstance(formula, Check):
            parts = tuple(self.formula(part, constraint) for part in formula.parts)
            return replace(formula, parts=parts)
        if formula.expr.sort == "set":
            return replace(formula, expr=self.part_of_identity(formula.expr))
        if formula.kind == "acyclic":
            return replace(formula, expr=self.without_initial(self.steps(formula.expr)))
        return replace(formula, expr=self.relation(formula.expr))

    def without_initial(self, relation: Expr) -> Expr:
        """Nothing leads to initial writes, so that no cycle goes through them."""
        parts = [part for name in _united(relation) for part in _united(self.spelled_out(name))]
        if any("init" in ends(part, self.old)[1] for part in parts):
            return relation
        return union([part for part in parts if ends(part, self.old)[0] != {"init"}])

    def spelled_out(self, relation: Expr) -> Expr:
        while isinstance(relation, Ref) and relation.name in self.new:
            relation = self.new[relation.name]
        return relation

    # --- relations

    def relation(self, expr: Expr) -> Expr:
        """The same pairs."""
        if expr == _DRAWN_PO:
            return Union(drawn("po"), _FIRST, "rel")
        if expr in _DRAWN:
            return expr
        match expr:
            case Ref(name, _):
                return self.named(expr) if name in self.old else expr
            case Union(left, right, _):
                return union([self.relation(left), self.relation(right)])
            case Diff(left, right, _):
                return intersection([self.relation(left), Complement(self.relation(right), "rel")])
            case Seq(left, right):
                return composition([self.relation(left), self.relation(right)])
            case Inverse(arg):
                return inverse(self.relation(arg))
            case Complement(arg, _):
                return Complement(self.relation(arg), "rel")
            case Closure(op, arg):
                return self.closure(op, arg)
            case Inter() | Product() | Identity() | ForEach():
                return self.united(self.pairs(expr, "x", "y"), ("x", "y"))
        return expr

    def named(self, ref: Ref) -> Ref:
        if ref.name not in self.new:
            self.new[ref.name] = self.relation(self.old[ref.name])
        return ref

    def closure(self, op: str, arg: Expr) -> Expr:
        if op == "?":
            return Closure("?", self.relation(arg))
        parts = list(_united(self.steps(arg)))
        rest = [part for part in parts if part != FROM_INITIAL]
        whole = union(rest)
        first, last = ends(whole, self.old)
        closed: Expr = whole if not first & last else Closure("+", whole)
        if closed in (Closure("+", Base("po", "rel")), Closure("+", Base("co", "rel"))):
            closed = whole  # an order is transitive
        if len(rest) < len(parts) and "init" not in last:
            later = composition([Identity(LATER), closed]) if "init" in first else closed
            closed = union([later, FROM_INITIAL])
        elif len(rest) < len(parts):
            closed = Closure("+", union(parts))
        return union([ID, closed]) if op == "*" else closed

    def steps(self, expr: Expr) -> Expr:
        """Another relation with the same transitive closure: orders instead of what is drawn of them."""
        if expr == _DRAWN_PO:
            return Union(Base("po", "rel"), FROM_INITIAL, "rel")
        if expr in _DRAWN:
            return _DRAWN[expr]
        match expr:
            case Ref(name, _) if name in self.old and self.draws(self.old[name]):
                return self.steps(self.old[name])
            case Union(left, right, _):
                return union([self.steps(left), self.steps(right)])
            case Inter(left, Product(one, two), _) if self.resolved(left) == drawn("co") and self.are_writes(one, two):
                return Base("co", "rel")
        return self.relation(expr)

    def draws(self, expr: Expr) -> bool:
        """Whether drawn edges are among what is united here."""
        match self.resolved(expr):
            case Union(left, right, _) as union_:
                return union_ == _DRAWN_PO or self.draws(left) or self.draws(right)
            case Inter(left, Product(one, two), _):
                return self.resolved(left) == drawn("co") and self.are_writes(one, two)
            case found:
                return found in _DRAWN

    def are_writes(self, one: Expr, two: Expr) -> bool:
        return {"init", "W"} <= of_set(one, self.old)[0] and "W" in of_set(two, self.old)[0]

    def resolved(self, expr: Expr) -> Expr:
        while isinstance(expr, Ref) and expr.name in self.old:
            expr = self.old[expr.name]
        return expr

    # --- as queries: alternatives, each a conjunction

    def fresh(self) -> str:
        self.variables += 1
        return f"v{self.variables}"

    def united(self, queries: list[Query], free: tuple[str, str]) -> Expr:
        found = []
        for query in queries:
            elimination = Elimination(query, free, self.old)
            if elimination.run():
                found.append(elimination.relation())
        return union(found)

    def part_of_identity(self, expr: Expr) -> Expr:
        """The events of a set, each with itself."""
        found = []
        for query in self.events(expr, "x", {}):
            elimination = Elimination(query, ("x",), self.old)
            if elimination.run():
                found.append(elimination.part_of_identity())
        return union(found)

    def pairs(self, expr: Expr, x: str, y: str, at: Loops | None = None) -> list[Query]:
        """When a pair of events is in a relation.  ``at``: what the enclosing loops are at."""
        at = at or {}
        match expr:
            case Inter(left, right, _):
                return both(self.pairs(left, x, y, at), self.pairs(right, x, y, at))
            case Product(left, right):
                return both(self.events(left, x, at), self.events(right, y, at))
            case Identity(arg):
                return both([Query(((x, y, ID),))], self.events(arg, x, at))
            case ForEach():
                return self.loop(expr, at, lambda inner: self.pairs(expr.body, x, y, inner))
            case Empty():
                return []
        if not free_loops(expr):
            closed = self.relation(expr)
            parts = list(_united(closed))
            if any(isinstance(part, Product) for part in parts):
                return [query for part in parts for query in self.atom(part, x, y)]
            return [Query(((x, y, closed),))]
        match expr:
            case Union(left, right, _):
                return [*self.pairs(left, x, y, at), *self.pairs(right, x, y, at)]
            case Diff(left, right, _):
                return both(self.pairs(left, x, y, at), self.negated(self.pairs(right, x, y, at), (x, y), at))
            case Complement(arg, _):
                return self.negated(self.pairs(arg, x, y, at), (x, y), at)
            case Seq(left, right):
                z = self.fresh()
                return both(self.pairs(left, x, z, at), self.pairs(right, z, y, at))
            case Inverse(arg):
                return self.pairs(arg, y, x, at)
        raise NoAlgebra("a path goes along edges that change with an enclosing loop")

    def atom(self, part: Expr, x: str, y: str) -> list[Query]:
        if isinstance(part, Product):
            return [Query((), ((x, part.left), (y, part.right)))]
        if isinstance(part, Seq) and isinstance(part.left, Identity):
            return both([Query((), ((x, part.left.arg),))], self.atom(part.right, x, y))
        return [Query(((x, y, part),))]

    def events(self, expr: Expr, x: str, at: Loops) -> list[Query]:
        """When an event is in a set."""
        if not self.depends(expr):
            self.keep(expr)
            return [Query((), ((x, expr),))]
        if isinstance(expr, Ref):
            return self.events(self.old[expr.name], x, at)
        match expr:
            case Current(name):
                variable, shared = at[name]
                return [Query(((x, variable, shared),))]
            case Domain(arg):
                return self.pairs(arg, x, self.fresh(), at)
            case Range(arg):
                return self.pairs(arg, self.fresh(), x, at)
            case Union(left, right, _):
                return [*self.events(left, x, at), *self.events(right, x, at)]
            case Inter(left, right, _):
                return both(self.events(left, x, at), self.events(right, x, at))
            case Diff(left, right, _):
                return both(self.events(left, x, at), self.negated(self.events(right, x, at), (x,), at))
            case Complement(arg, _):
                return self.negated(self.events(arg, x, at), (x,), at)
            case ForEach():
                return self.loop(expr, at, lambda inner: self.events(expr.body, x, inner))
        raise NoAlgebra(f"a set of events is given by {type(expr).__name__.lower()}")

    def loop(self, expr: ForEach, at: Loops, body: Callable[[Loops], list[Query]]) -> list[Query]:
        """A loop over locations or threads goes over events instead, each in place of those that share its own."""
        variable = self.fresh()
        if expr.over is not None:
            return both(self.events(expr.over, variable, at), body({**at, expr.name: (variable, ID)}))
        shared = Base("loc" if expr.kind == "loc" else "int", "rel")
        found = body({**at, expr.name: (variable, shared)})
        # a location that the body does not speak of is still one that there has to be
        there_is = Query(((variable, variable, shared),))
        return [query if variable in query.variables() else query.and_also(there_is) for query in found]

    def negated(self, queries: list[Query], free: tuple[str, ...], at: Loops) -> list[Query]:
        """When none of them holds: of each, one part does not."""
        known = (*free, *(variable for variable, _ in at.values()))
        result = [Query()]
        for query in queries:
            elimination = Elimination(query, known, self.old)
            if elimination.run():
                result = both(result, elimination.opposites())
        return result

    def keep(self, expr: Expr) -> None:
        """The definitions of sets that are needed as they are."""
        for ref in (part for part in walk(expr) if isinstance(part, Ref)):
            if ref.name in self.old and ref.name not in self.new:
                self.keep(self.old[ref.name])
                self.new[ref.name] = self.old[ref.name]

    def depends(self, expr: Expr) -> bool:
        """Whether it takes more than an event by itself to know if it is in a set."""
        return any(
            isinstance(part, Current) or _is_loop(part) or (isinstance(part, Ref) and self.ref_depends(part))
            for part in walk(expr)
        )

    def ref_depends(self, ref: Ref) -> bool:
        return ref.sort == "set" and ref.name in self.old and self.depends(self.old[ref.name])


def free_loops(expr: Expr) -> frozenset[str]:
    """The loops around an expression that it depends on."""
    if isinstance(expr, Current):
        return frozenset({expr.name})
    inside = frozenset[str]().union(*(free_loops(child) for child in children(expr)))
    return inside - {expr.name} if isinstance(expr, ForEach) else inside


def both(left: list[Query], right: list[Query]) -> list[Query]:
    """The alternatives of two at once."""
    if len(left) * len(right) > MOST_ALTERNATIVES:
        raise NoAlgebra("its loops have too many alternatives")
    return [one.and_also(two) for one in left for two in right]


def _united(relation: Expr) -> Iterator[Expr]:
    if isinstance(relation, Union):
        yield from _united(relation.left)
        yield from _united(relation.right)
    else:
        yield relation


def union(parts: list[Expr]) -> Expr:
    """What is in one of them, each part once."""
    flat = list(dict.fromkeys(p for part in parts for p in _united(part) if not isinstance(p, Empty)))
    if not flat:
        return Empty("rel")
    whole = flat[0]
    for part in flat[1:]:
        whole = Union(whole, part, "rel")
    return whole


__all__ = ["FROM_INITIAL", "in_algebra", "normalized", "union"]
