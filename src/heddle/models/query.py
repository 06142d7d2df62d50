"""Conjunctions with variables for events, turned into relational algebra.

``for_each_node`` and the ends of relations say "there is an event such that …".  A conjunction of such statements is a
graph: variables are its nodes, and relations between two of them its edges.  A variable that nothing else speaks of
goes away by composing its two edges; edges side by side intersect.  That ends with one edge between the two free
variables wherever the graph is series-parallel, and relational algebra can say no more than a little beyond that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heddle.models.kinds import ALL, Definitions, Kinds, ends, of_set
from heddle.models.relation import (
    Base,
    Closure,
    Complement,
    Diff,
    Expr,
    Identity,
    Inter,
    Inverse,
    Product,
    Seq,
    Union,
)
from heddle.records import dataclass, field, replace

ID = Base("id", "rel")
EVERYTHING = Base("_", "set")
ANY_PAIR = Product(EVERYTHING, EVERYTHING)
_SYMMETRIC = frozenset({"id", "loc", "int", "ext"})
_EQUIVALENCES = (Base("loc", "rel"), Base("int", "rel"))


class NoAlgebra(Exception):
    """Relational algebra has no words for it; the message says for what."""


@dataclass(frozen=True, slots=True)
class Query:
    """``edges`` relate two variables, ``sets`` hold of one; all variables but the free ones are bound: some event."""

    edges: tuple[tuple[str, str, Expr], ...] = ()
    sets: tuple[tuple[str, Expr], ...] = ()

    def and_also(self, other: Query) -> Query:
        return Query(self.edges + other.edges, self.sets + other.sets)

    def variables(self) -> Iterator[str]:
        for one, two, _ in self.edges:
            yield from (one, two)
        yield from (name for name, _ in self.sets)


@dataclass(slots=True)
class Elimination:
    """Takes the variables of a query away one by one."""

    query: Query
    free: tuple[str, ...]
    definitions: Definitions
    edges: dict[tuple[str, str], list[Expr]] = field(default_factory=dict)
    """From the lesser variable to the greater one."""
    sets: dict[str, list[Expr]] = field(default_factory=dict)
    tests: dict[str, list[Expr]] = field(default_factory=dict)
    """Parts of the identity: what holds of an event because of others."""
    kinds: dict[str, Kinds] = field(default_factory=dict)

    def run(self) -> bool:
        """False if the query has no answer on any graph."""
        self.merge_equals()
        for name in dict.fromkeys((*self.free, *self.query.variables())):
            self.sets[name], self.tests[name], self.kinds[name] = [], [], ALL
        for one, two, relation in self.query.edges:
            self.add(one, two, relation)
        for name, expr in self.query.sets:
            if expr not in self.sets[name]:
                self.sets[name].append(expr)
                self.kinds[name] &= of_set(expr, self.definitions)[1]
        if not all(self.kinds.values()):
            return False
        self.drop_needless_sets()
        while bound := [name for name in self.sets if name not in self.free]:
            name = min(bound, key=lambda v: len(self.neighbours(v)))
            self.eliminate(name)
        return True

    def merge_equals(self) -> None:
        """Two names for one event become one name, a free one if there is one."""
        while same := next((edge for edge in self.query.edges if self.is_equality(edge)), None):
            one, two, _ = same
            rest = Query(tuple(edge for edge in self.query.edges if edge is not same), self.query.sets)
            self.query = _renamed(rest, one, two) if two in self.free else _renamed(rest, two, one)

    def is_equality(self, edge: tuple[str, str, Expr]) -> bool:
        one, two, relation = edge
        return relation == ID and one != two and not (one in self.free and two in self.free)

    def add(self, one: str, two: str, relation: Expr) -> None:
        first, last = ends(relation, self.definitions)
        self.kinds[one] &= first
        self.kinds[two] &= last
        if one == two:
            self.tests[one].append(intersection([ID, relation]))
            return
        key, oriented = ((one, two), relation) if one < two else ((two, one), inverse(relation))
        known = self.edges.setdefault(key, [])
        if oriented not in known:
            known.append(oriented)

    def drop_needless_sets(self) -> None:
        """A set that contains all events that the other sets and the edges of a variable leave says nothing."""
        for name, sets in self.sets.items():
            allowed = ALL
            for one, two, relation in self.query.edges:
                first, last = ends(relation, self.definitions)
                allowed &= first if one == name else ALL
                allowed &= last if two == name else ALL
            for candidate in list(sets):
                others = [of_set(s, self.definitions)[1] for s in sets if s is not candidate]
                if allowed.intersection(*others) <= of_set(candidate, self.definitions)[0]:
                    sets.remove(candidate)

    def neighbours(self, name: str) -> list[str]:
        return [one if two == name else two for one, two in self.edges if name in (one, two)]

    def between(self, one: str, two: str) -> Expr:
        """All that relates two variables, in this direction."""
        key = (one, two) if one < two else (two, one)
        relation = intersection(self.edges.pop(key))
        return relation if one < two else inverse(relation)

    def test(self, name: str) -> list[Expr]:
        """What holds of one event, as parts of the identity."""
        known = [Identity(_common(self.sets[name]))] if self.sets[name] else []
        return [*known, *self.tests[name]]

    def eliminate(self, name: str) -> None:
        around = self.neighbours(name)
        if len(around) > 2:
            raise NoAlgebra("a loop over events relates more than three of them at a time")
        test = self.test(name)
        match around:
            case []:
                self.add(self.free[0], self.free[-1], composition([ANY_PAIR, *test, ANY_PAIR]))
            case [one]:
                reached = composition([self.between(one, name), *test])
                self.tests[one].append(Inter(ID, composition([reached, inverse(reached)]), "rel"))
            case [one, two]:
                first, second = self.between(one, name), self.between(name, two)
                self.add(one, two, composition([first, *test, second]))
        del self.sets[name], self.tests[name]

    def relation(self) -> Expr:
        """Once only the two free variables are left."""
        one, two = self.free
        if not self.edges and not self.tests[one] and not self.tests[two]:
            return Product(_common(self.sets[one]), _common(self.sets[two]))
        related = self.between(one, two) if self.edges else ANY_PAIR
        return composition([*self.test(one), related, *self.test(two)])

    def opposites(self) -> list[Query]:
        """Once only free variables are left: ways in which the query does not hold."""
        related = [(one, two, intersection(parts)) for (one, two), parts in self.edges.items()]
        tested = [(name, name, test) for name, tests in self.tests.items() for test in tests]
        edges = [Query(((one, two, Complement(relation, "rel")),)) for one, two, relation in related + tested]
        return edges + [Query((), ((name, Complement(s, "set")),)) for name, sets in self.sets.items() for s in sets]

    def part_of_identity(self) -> Expr:
        """Once only the one free variable is left."""
        return composition(self.test(self.free[0]) or [ID])


def _renamed(query: Query, old: str, new: str) -> Query:
    def name(variable: str) -> str:
        return new if variable == old else variable

    edges = tuple((name(one), name(two), relation) for one, two, relation in query.edges)
    return replace(query, edges=edges, sets=tuple((name(v), s) for v, s in query.sets))


def _common(sets: list[Expr]) -> Expr:
    common: Expr = sets[0] if sets else EVERYTHING
    for other in sets[1:]:
        common = Inter(common, other, "set")
    return common


def inverse(relation: Expr) -> Expr:
    match relation:
        case Base(name, _) if name in _SYMMETRIC:
            return relation
        case Inverse(arg):
            return arg
        case Identity():
            return relation
        case Seq(left, right):
            return Seq(inverse(right), inverse(left))
        case Union(left, right, _):
            return Union(inverse(left), inverse(right), "rel")
        case Inter(left, right, _):
            return Inter(inverse(left), inverse(right), "rel")
        case Diff(left, right, _):
            return Diff(inverse(left), inverse(right), "rel")
        case Complement(arg, _):
            return Complement(inverse(arg), "rel")
        case Product(left, right):
            return Product(right, left)
        case Closure(op, arg) if isinstance(arg, Inverse):
            return Closure(op, arg.arg)
    return Inverse(relation)


def steps(relation: Expr) -> list[Expr]:
    """What a composition is composed of."""
    return [*steps(relation.left), *steps(relation.right)] if isinstance(relation, Seq) else [relation]


def composition(parts: Iterable[Expr]) -> Expr:
    """One relation after the other; same location twice, or a set twice, is the same once."""
    flat: list[Expr] = []
    for part in (step for relation in parts for step in steps(relation)):
        is_idempotent = part in _EQUIVALENCES or isinstance(part, Identity)
        if part == ID or (flat and is_idempotent and flat[-1] == part):
            continue
        flat.append(part)
    if not flat:
        return ID
    whole = flat[-1]
    for part in reversed(flat[:-1]):
        whole = Seq(part, whole)
    return whole


def intersection(parts: list[Expr]) -> Expr:
    """What is not to hold comes last, as a difference; what another part contains is left out."""
    positive = [p for p in parts if not isinstance(p, Complement)]
    positive = [p for p in positive if not any(q is not p and _is_within(q, p) for q in positive)]
    whole: Expr = positive[0] if positive else ANY_PAIR
    for part in positive[1:]:
        whole = Inter(whole, part, "rel")
    for excluded in (p.arg for p in parts if isinstance(p, Complement)):
        whole = Diff(whole, excluded, "rel")
    return whole


def _is_within(relation: Expr, closure: Expr) -> bool:
    """Whether a composition goes by steps of a transitive relation only."""
    inverted = isinstance(closure, Inverse)
    transitive = closure.arg if isinstance(closure, Inverse) else closure
    if not (isinstance(transitive, Closure) and transitive.op == "+") and transitive not in (
        Base("po", "rel"), Base("co", "rel"),
    ):  # fmt: skip
        return False
    same = Inverse(transitive) if inverted else transitive
    parts = steps(relation)
    moves = [part for part in parts if not isinstance(part, Identity)]
    return len(parts) > 1 and bool(moves) and all(part == same for part in moves)


__all__ = [
    "ANY_PAIR", "EVERYTHING", "ID", "Elimination", "NoAlgebra", "Query", "composition", "intersection", "inverse",
]  # fmt: skip
