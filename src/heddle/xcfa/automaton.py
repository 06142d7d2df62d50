"""One automaton as the body of a function.

Each location is a label; the code of its outgoing edges follows.  Of several edges one whose guard holds is taken:
which, is an input of the program if more than one can be.  The final location returns, an error location is an
assertion that fails, and where there is no way on the thread waits for ever.
"""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from heddle.core.expr import FALSE, Binary, Const, Expr, Local, Unary
from heddle.core.instr import AnyInstr, Assert, Assign, Assume, Branch, Goto, Label, Location, Nondet, Return, Source
from heddle.core.types import BOOL, INT, IntType
from heddle.errors import InputError
from heddle.frontend.tidy import settle_inputs, tidy
from heddle.records import dataclass, field, replace
from heddle.xcfa.expressions import Expressions
from heddle.xcfa.scope import Scope, Variable, parts
from heddle.xcfa.statements import Procedure, Statements
from heddle.xcfa.syntax import Node, location

OPPOSITE = {"=": "/=", "/=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True, slots=True)
class Place:
    """A location of the automaton."""

    name: str
    kind: str
    loc: Location


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str
    statements: tuple[Node, ...]
    loc: Location

    @property
    def guard(self) -> Node | None:
        """What the edge assumes first."""
        first = self.statements[0] if self.statements else None
        return first.children[0] if first is not None and first.data == "assume" else None  # type: ignore[return-value]


@dataclass(slots=True)
class Automaton:
    """``title`` names it in messages; ``procedures`` are those that it may call."""

    node: Node
    scope: Scope
    title: str
    procedures: dict[str, Procedure]
    own: Procedure
    final: Callable[[Expressions], Expr] | None = None
    """What it returns at its final location, if not the variable ``result``."""
    body: list[AnyInstr] = field(default_factory=list)
    count: int = 0
    places: dict[str, Place] = field(default_factory=dict)
    edges: dict[str, list[Edge]] = field(default_factory=dict)
    expressions: Expressions = field(init=False)
    statements: Statements = field(init=False)

    def __post_init__(self) -> None:
        self.expressions = Expressions(self.scope, self.emit, self.fresh, self.title)
        self.statements = Statements(self.expressions, self.emit, self.fresh, self.procedures, self.own)

    def emit(self, instr: AnyInstr) -> None:
        self.body.append(instr)

    def fresh(self, type: IntType) -> Local:
        self.count += 1
        return Local(f"t{self.count}", type)

    def lower(self, locals: list[Variable]) -> list[AnyInstr]:
        for place in self.in_order(self.read()):
            self.emit(Label(place.name, loc=place.loc))
            self.at(place)
        automaton = tidy(self.body)
        _, unset = settle_inputs(automaton, {variable.name for variable in locals})
        self.body.clear()
        for variable in locals:
            if variable.name in unset:
                self.declare(variable)
        return [*self.body, *automaton]

    # --- the automaton

    def read(self) -> str:
        """Locations and edges; the name of the initial location."""
        file = self.scope.file
        for node in parts(self.node, "location"):
            kind, name = node.children[0], node.children[-1]
            loc = location(node, file, self.title)
            if str(name) in self.places:
                raise InputError(f"the location {str(name)!r} is declared twice", loc)
            self.places[str(name)] = Place(str(name), "" if kind is None else str(kind), loc)
        initial = [place for place in self.places.values() if place.kind == "init"]
        if len(initial) != 1:
            where = location(self.node, file) if not initial else initial[1].loc
            raise InputError(f"{self.title} has {'no' if not initial else 'more than one'} initial location", where)
        for node in parts(self.node, "edge"):
            source, target, *rest = node.children
            assert isinstance(source, Token) and isinstance(target, Token)
            for end in (source, target):
                if str(end) not in self.places:
                    raise InputError(f"the location {str(end)!r} is not declared", location(end, file))
            origin = self.places[str(source)].kind
            if origin in ("final", "error"):
                raise InputError(f"an edge leaves the {origin} location {str(source)!r}", location(source, file))
            statements = tuple(child for child in rest if isinstance(child, Tree))
            edge = Edge(str(source), str(target), statements, location(node, file, self.title))
            self.edges.setdefault(edge.source, []).append(edge)
        return initial[0].name

    def in_order(self, first: str) -> list[Place]:
        """What can be reached, so that edges lead forward wherever possible: loops are then the automaton's own."""
        done: list[str] = []
        open: list[tuple[str, int]] = [(first, 0)]
        seen = {first}
        while open:
            name, at = open.pop()
            edges = self.edges.get(name, [])
            if at == len(edges):
                done.append(name)
                continue
            open.append((name, at + 1))
            target = edges[at].target
            if target not in seen:
                seen.add(target)
                open.append((target, 0))
        return [self.places[name] for name in reversed(done)]

    # --- code

    def declare(self, variable: Variable) -> None:
        assert isinstance(variable.place, Local)
        if variable.initial is None:
            self.statements.any_value(variable, f"uninitialized {variable.name}", variable.loc)
        else:
            self.emit(Assign(variable.place, Const(variable.initial, variable.type), loc=variable.loc))

    def at(self, place: Place) -> None:
        match place.kind:
            case "final":
                own = self.final
                value = self.statements.result(place.loc) if own is None else own(self.expressions)
                self.emit(Return(value, loc=place.loc))
                return
            case "error":
                message = f"error location {place.name} of {self.title}"
                self.emit(Assert(FALSE, message, loc=place.loc))
                self.emit(Assume(FALSE, loc=place.loc))
                return
        edges = self.edges.get(place.name, [])
        if not edges:
            self.emit(Assume(FALSE, loc=place.loc))
        elif len(edges) == 1:
            self.take(edges[0])
        elif len(edges) == 2 and self.are_opposite(edges[0].guard, edges[1].guard):
            self.decide(edges)
        elif all(self.is_local(edge.guard) for edge in edges):
            self.choose_enabled(edges)
        else:
            self.choose_any(edges)

    def take(self, edge: Edge, after_guard: bool = False) -> None:
        for statement in edge.statements[1 if after_guard else 0 :]:
            self.statements.lower(statement)
        self.emit(Goto(edge.target, loc=edge.loc))

    def decide(self, edges: list[Edge]) -> None:
        """One guard holds exactly where the other does not."""
        guard = edges[0].guard
        assert guard is not None
        yes = self.label()
        self.emit(Branch(self.expressions.condition(guard), yes, loc=edges[0].loc))
        self.take(edges[1], after_guard=True)
        self.emit(Label(yes, loc=edges[0].loc))
        self.take(edges[0], after_guard=True)

    def choose_enabled(self, edges: list[Edge]) -> None:
        """Guards over local variables: an input decides only where several hold."""
        guards = [Const(1, INT) if e.guard is None else self.expressions.condition(e.guard) for e in edges]
        for at, (edge, guard) in enumerate(zip(edges[:-1], guards[:-1], strict=True)):
            later = guards[at + 1]
            for other in guards[at + 2 :]:
                later = Binary("||", later, other, INT)
            go, skip = self.label(), self.label()
            self.emit(Branch(Unary("!", guard, INT), skip, loc=edge.loc))
            self.emit(Branch(Unary("!", later, INT), go, loc=edge.loc))
            self.emit(Branch(self.coin(edge), skip, loc=edge.loc))
            self.emit(Label(go, loc=edge.loc))
            self.take(edge, after_guard=edge.guard is not None)
            self.emit(Label(skip, loc=edge.loc))
        self.take(edges[-1])

    def choose_any(self, edges: list[Edge]) -> None:
        """Guards over shared variables: the choice comes first, and a guard that does not hold is waited for."""
        for edge in edges[:-1]:
            skip = self.label()
            self.emit(Branch(self.coin(edge), skip, loc=edge.loc))
            self.take(edge)
            self.emit(Label(skip, loc=edge.loc))
        self.take(edges[-1])

    def coin(self, edge: Edge) -> Expr:
        choice = self.fresh(BOOL)
        self.emit(Nondet(choice, f"bool: not to {edge.target}", Source.TRUTH, loc=edge.loc))
        return Binary("!=", choice, Const(0, BOOL), INT)

    def label(self) -> str:
        self.count += 1
        return f".{self.count}"

    # --- guards

    def is_local(self, guard: Node | None) -> bool:
        """Whether evaluating a guard takes no step that another thread can notice."""
        if guard is None:
            return True
        names = [token for node in guard.iter_subtrees() if node.data == "name" for token in node.children]
        divides = any(
            str(node.children[1]) in ("/", "div", "mod") for node in guard.iter_subtrees() if node.data == "arithmetic"
        )
        return not divides and all(isinstance(t, Token) and not self.scope.find(t).shared for t in names)

    def are_opposite(self, one: Node | None, two: Node | None) -> bool:
        if one is None or two is None:
            return False
        for a, b in ((one, two), (two, one)):
            if a.data == "not_" and a.children[0] == b:
                return True
        if one.data == two.data == "compare" and one.children[0] == two.children[0]:
            left, right = str(one.children[1]), str(two.children[1])
            return one.children[2] == two.children[2] and OPPOSITE[left] == right
        return False


def numbered(bodies: list[list[AnyInstr]]) -> list[list[AnyInstr]]:
    """Every instruction gets a number of its own."""
    count = 0
    result = []
    for body in bodies:
        result.append([replace(instr, uid=count + at) for at, instr in enumerate(body, 1)])
        count += len(body)
    return result
