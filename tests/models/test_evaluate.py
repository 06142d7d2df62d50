"""Every operation on bit-set rows against its definition on sets of pairs."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from heddle.graph import Event, ExecutionGraph, Flag, pairs, rows
from heddle.models.evaluate import Evaluator
from heddle.models.relation import (
    AllOf,
    AnyOf,
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
)

SIZE = 5
EVERYTHING = frozenset(range(SIZE))
PAIRS = frozenset((a, b) for a in EVERYTHING for b in EVERYTHING)
RELATIONS = ("po", "rf", "co", "addr", "data")


def graph(relations: dict[str, frozenset[tuple[int, int]]], tagged: frozenset[int]) -> ExecutionGraph:
    events = tuple(
        Event(i, i % 2, i, "R" if i % 2 else "W", "x" if i < 3 else "y", 0, frozenset({"ACQ"} if i in tagged else ()))
        for i in range(SIZE)
    )
    none = (0,) * SIZE
    return ExecutionGraph(events, **{n: rows(SIZE, relations[n]) for n in RELATIONS}, rmw=none, ctrl=none)


graphs = st.builds(
    lambda found, tagged: (dict(zip(RELATIONS, found, strict=True)), frozenset(tagged)),
    st.lists(st.frozensets(st.sampled_from(sorted(PAIRS)), max_size=8), min_size=len(RELATIONS), max_size=len(RELATIONS)),
    st.sets(st.sampled_from(sorted(EVERYTHING))),
)

set_leaves: st.SearchStrategy[Expr] = st.sampled_from([Base("R", "set"), Base("ACQ", "set"), Empty("set")])
relation_leaves: st.SearchStrategy[Expr] = st.sampled_from(
    [Base(name, "rel") for name in (*RELATIONS, "loc", "int", "ext", "id")] + [Empty("rel")]
)


def expressions(depth: int = 3) -> tuple[st.SearchStrategy[Expr], st.SearchStrategy[Expr]]:
    """Random sets and random relations."""
    if depth == 0:
        return set_leaves, relation_leaves
    sets, relations = expressions(depth - 1)
    return (
        st.one_of(
            set_leaves,
            st.builds(Union, sets, sets, st.just("set")),
            st.builds(Inter, sets, sets, st.just("set")),
            st.builds(Diff, sets, sets, st.just("set")),
            st.builds(Complement, sets, st.just("set")),
            st.builds(Domain, relations),
            st.builds(Range, relations),
        ),
        st.one_of(
            relation_leaves,
            st.builds(Union, relations, relations, st.just("rel")),
            st.builds(Inter, relations, relations, st.just("rel")),
            st.builds(Diff, relations, relations, st.just("rel")),
            st.builds(Complement, relations, st.just("rel")),
            st.builds(Seq, relations, relations),
            st.builds(Inverse, relations),
            st.builds(Closure, st.sampled_from(["?", "+", "*"]), relations),
            st.builds(Product, sets, sets),
            st.builds(Identity, sets),
        ),
    )


SETS, EXPRESSIONS = expressions()


def meaning(expr: Expr, relations: dict[str, frozenset[tuple[int, int]]], tagged: frozenset[int]) -> frozenset:
    """What an expression means, by definition."""

    def of(part: Expr) -> frozenset:
        return meaning(part, relations, tagged)

    def location(event: int) -> bool:
        return event < 3

    match expr:
        case Base("R"):
            return frozenset(e for e in EVERYTHING if e % 2)
        case Base("ACQ"):
            return tagged
        case Base("loc"):
            return frozenset((a, b) for a, b in PAIRS if location(a) == location(b))
        case Base("int" | "ext" as name):
            return frozenset((a, b) for a, b in PAIRS if (a % 2 == b % 2) == (name == "int"))
        case Base("id"):
            return frozenset((a, a) for a in EVERYTHING)
        case Base(name):
            return relations[name]
        case Empty():
            return frozenset()
        case Union(left, right):
            return of(left) | of(right)
        case Inter(left, right):
            return of(left) & of(right)
        case Diff(left, right):
            return of(left) - of(right)
        case Complement(arg, sort):
            return (EVERYTHING if sort == "set" else PAIRS) - of(arg)
        case Seq(left, right):
            return frozenset((a, c) for a, b in of(left) for b2, c in of(right) if b == b2)
        case Inverse(arg):
            return frozenset((b, a) for a, b in of(arg))
        case Closure(op, arg):
            closed = set(of(arg))
            while op != "?" and (more := {(a, c) for a, b in closed for b2, c in closed if b == b2} - closed):
                closed |= more
            return frozenset(closed | ({(e, e) for e in EVERYTHING} if op != "+" else set()))
        case Product(left, right):
            return frozenset((a, b) for a in of(left) for b in of(right))
        case Identity(arg):
            return frozenset((e, e) for e in of(arg))
        case Domain(arg):
            return frozenset(a for a, _ in of(arg))
        case Range(arg):
            return frozenset(b for _, b in of(arg))
    raise AssertionError(expr)


def judged(definitions: tuple[Definition | Recursive, ...], formula: Formula, given_graph: ExecutionGraph) -> bool:
    return Evaluator(Model("test", definitions, (Constraint("c", formula),))).consistent(given_graph)


@settings(max_examples=300, deadline=None)
@given(graphs, EXPRESSIONS)
def test_relations(given_graph, expr):
    """An expression is empty without what it means, and what it means is in it."""
    relations, tagged = given_graph
    expected = meaning(expr, relations, tagged)
    concrete = graph(relations, tagged)
    evaluator = Evaluator(Model("test", (), (Constraint("c", Check("empty", expr)),)))
    value = evaluator.evaluate(concrete).values[evaluator.plan.constraints[0].formula.arg]  # type: ignore[union-attr]
    assert frozenset(pairs(value)) == expected  # type: ignore[arg-type]
    acyclic = not any((e, e) in meaning(Closure("+", expr), relations, tagged) for e in EVERYTHING)
    assert judged((), Check("acyclic", expr), concrete) == acyclic
    assert judged((), Check("irreflexive", expr), concrete) == all((e, e) not in expected for e in EVERYTHING)
    assert judged((), Check("empty", expr, negated=True), concrete) == bool(expected)


@settings(max_examples=200, deadline=None)
@given(graphs, SETS)
def test_sets(given_graph, expr):
    relations, tagged = given_graph
    evaluator = Evaluator(Model("test", (), (Constraint("c", Check("empty", expr)),)))
    value = evaluator.evaluate(graph(relations, tagged)).values[evaluator.plan.constraints[0].formula.arg]  # type: ignore[union-attr]
    assert {e for e in EVERYTHING if value >> e & 1} == meaning(expr, relations, tagged)  # type: ignore[operator]


@settings(max_examples=100, deadline=None)
@given(graphs)
def test_recursive_definitions_are_least_fixpoints(given_graph):
    """``let rec a = po | a ; b and b = rf | a`` against the closure that it describes."""
    relations, tagged = given_graph
    a, b = Ref("a", "rel"), Ref("b", "rel")
    po, rf = Base("po", "rel"), Base("rf", "rel")
    group = Recursive((Definition("a", Union(po, Seq(a, b), "rel")), Definition("b", Union(rf, a, "rel"))))
    expected_a: frozenset = frozenset()
    expected_b: frozenset = frozenset()
    while True:
        step = frozenset((x, z) for x, y in expected_a for y2, z in expected_b if y == y2)
        new_a, new_b = relations["po"] | step, relations["rf"] | expected_a
        if (new_a, new_b) == (expected_a, expected_b):
            break
        expected_a, expected_b = new_a, new_b
    evaluator = Evaluator(Model("test", (group,), (Constraint("c", Check("empty", a)),)))
    value = evaluator.evaluate(graph(relations, tagged)).values[evaluator.plan.constraints[0].formula.arg]  # type: ignore[union-attr]
    assert frozenset(pairs(value)) == expected_a  # type: ignore[arg-type]


@settings(max_examples=100, deadline=None)
@given(graphs)
def test_for_each_goes_through_events(given_graph):
    """For each event e of R: po from e, then rf from there: that is [R];po;rf, joined at one event."""
    relations, tagged = given_graph
    current = Current("n")
    body = Product(current, Range(Inter(Base("rf", "rel"), Product(Range(Seq(Identity(current), Base("po", "rel"))), Base("_", "set")), "rel")))
    looped = ForEach("n", "node", Base("R", "set"), body, "rel")
    direct = Seq(Identity(Base("R", "set")), Seq(Base("po", "rel"), Base("rf", "rel")))
    concrete = graph(relations, tagged)
    same = AllOf((Check("empty", Diff(looped, direct, "rel")), Check("empty", Diff(direct, looped, "rel"))))
    assert judged((), same, concrete)


def test_and_and_or_of_constraints():
    relations = {name: frozenset({(0, 1)}) for name in RELATIONS}
    concrete = graph(relations, frozenset())
    yes, no = Check("acyclic", Base("po", "rel")), Check("empty", Base("po", "rel"))
    assert judged((), AnyOf((no, yes)), concrete)
    assert not judged((), AllOf((no, yes)), concrete)


def test_flags_do_not_exclude_but_are_raised():
    relations = {name: frozenset({(0, 1)}) for name in RELATIONS}
    flag = Constraint("seen", Check("empty", Base("po", "rel"), negated=True), flag=True)
    evaluator = Evaluator(Model("test", (), (flag,)))
    concrete = graph(relations, frozenset())
    assert evaluator.consistent(concrete)
    assert evaluator.raised(evaluator.evaluate(concrete)) == [Flag("seen", (0, 1))]
    assert evaluator.raises(concrete, Flag("seen", (0, 1)))
    assert not evaluator.raises(concrete, Flag("seen", (1, 0)))
    assert not evaluator.raises(concrete, Flag("unseen", (0, 1)))
