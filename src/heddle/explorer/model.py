"""Relational models for the kernel.

Sets become bits of event classes: which of them an event is in follows from its class alone.  Relations become a list
of operations in topological order.  What is empty for every event that the program has (there is no sequentially
consistent access, say) disappears here, and with it most of a language model's cost.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.explorer._kernel import Check as KernelCheck
from heddle.explorer._kernel import Kind, Rel
from heddle.explorer.events import FENCE, INIT, PAIR, READ, WRITE, EventClasses, Tags
from heddle.models.relation import (
    AllOf,
    AnyOf,
    Base,
    Check,
    Closure,
    Complement,
    Constraint,
    Definition,
    Diff,
    Domain,
    Empty,
    Expr,
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
from heddle.records import dataclass, field

BASE = {
    "po": Rel.PO, "rf": Rel.RF, "co": Rel.CO, "fr": Rel.FR, "loc": Rel.LOC, "int": Rel.INT, "ext": Rel.EXT,
    "rmw": Rel.RMW, "amo": Rel.RMW, "addr": Rel.ADDR, "data": Rel.DATA, "ctrl": Rel.CTRL, "id": Rel.ID,
    "lxsx": Rel.RMW,
}  # fmt: skip
PAIRS: dict[str, Callable[[Tags], bool]] = {
    "rmw": lambda tags: True, "amo": lambda tags: "EX" not in tags, "lxsx": lambda tags: "EX" in tags
}  # fmt: skip
"""Relations of read-modify-writes, and which of these they are of.  No program has both kinds (models/machines.py)."""
CLOSURES = {"?": Rel.OPTIONAL, "+": Rel.PLUS, "*": Rel.STAR}
CHECKS = {"acyclic": KernelCheck.ACYCLIC, "irreflexive": KernelCheck.IRREFLEXIVE, "empty": KernelCheck.EMPTY}
MOST_SETS = 64
MOST_ALTERNATIVES = 64


class Unfit(Exception):
    """The model is outside what the explorer's algorithm can do; the message says why."""


def member(expr: Expr, kind: Kind, tags: Tags, definitions: dict[str, Expr]) -> bool:
    """Whether events of a class are in a set."""
    match expr:
        case Ref():
            return member(definitions[expr.name], kind, tags, definitions)
        case Base():
            return _base_member(expr.name, kind, tags)
        case Empty():
            return False
        case Union():
            return member(expr.left, kind, tags, definitions) or member(expr.right, kind, tags, definitions)
        case Inter():
            return member(expr.left, kind, tags, definitions) and member(expr.right, kind, tags, definitions)
        case Diff():
            return member(expr.left, kind, tags, definitions) and not member(expr.right, kind, tags, definitions)
        case Complement():
            return not member(expr.arg, kind, tags, definitions)
        case Domain(arg=Base(name="rmw" | "amo" | "lxsx" as name)):
            return kind == READ and PAIR in tags and PAIRS[name](tags)
        case Range(arg=Base(name="rmw" | "amo" | "lxsx" as name)):
            return kind == WRITE and PAIR in tags and PAIRS[name](tags)
    raise Unfit(f"it uses a set that depends on the whole execution ({type(expr).__name__.lower()})")


def _base_member(name: str, kind: Kind, tags: Tags) -> bool:
    match name:
        case "_":
            return True
        case "R":
            return kind == READ
        case "W":
            return kind in (WRITE, INIT)
        case "M":
            return kind in (READ, WRITE, INIT)
        case "F":
            return kind == FENCE
        case "IW":
            return kind == INIT
        case "FW":
            raise Unfit("it asks for the final writes, which are known at the end only")
    return name in tags


@dataclass(slots=True)
class CompiledModel:
    nodes: list[tuple[Rel, int, int]] = field(default_factory=list)
    constrained: int = 0
    """So many of these operations are those of the axioms; flags need the others."""
    axioms: list[tuple[KernelCheck, int, int, int, int]] = field(default_factory=list)
    """A check, its operation, a set without which that is empty; the number of a disjunction and which of its
    alternatives the axiom belongs to, -1 if to none."""
    flags: list[tuple[KernelCheck, int, bool]] = field(default_factory=list)
    flag_names: list[str] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    """For each class of events the sets that it is in, as bits."""
    set_count: int = 0


class ModelCompiler:
    def __init__(self, model: Model, classes: EventClasses, flags: bool) -> None:
        self.model, self.classes, self.flags = model, classes, flags
        self.definitions: dict[str, Expr] = {}
        for group in model.definitions:
            if isinstance(group, Definition):
                self.definitions[group.name] = group.expr
        self.recursive = {d.name for g in model.definitions if isinstance(g, Recursive) for d in g.definitions}
        self.result = CompiledModel(sets=[0] * len(classes.members))
        self.by_members: dict[tuple[bool, ...], int] = {}
        self.by_expr: dict[Expr, int] = {}
        self.by_node: dict[tuple[Rel, int, int], int] = {}
        self.disjunctions = 0

    def run(self) -> CompiledModel:
        for constraint in self.model.constraints:
            if not constraint.flag:
                self.formula(constraint.formula)
        self.result.constrained = len(self.result.nodes)
        if self.flags:
            if self.model.lost_flags:
                raise Unfit(f"its flag '{self.model.lost_flags[0]}' cannot be computed")
            for constraint in self.model.constraints:
                if constraint.flag:
                    self.flag(constraint)
        if self.result.set_count > MOST_SETS:
            raise Unfit(f"it uses more than {MOST_SETS} sets of events")
        return self.result

    def formula(self, formula: Formula) -> None:
        match formula:
            case AllOf():
                for part in formula.parts:
                    self.formula(part)
            case Check(negated=False):
                if formula.expr.sort == "set":
                    raise Unfit("it constrains a set of events")
                closure = self.resolved(formula.expr)
                if formula.kind == "irreflexive" and isinstance(closure, Closure) and closure.op == "+":
                    self.constrain("acyclic", closure.arg)
                else:
                    self.constrain(formula.kind, formula.expr)
            case AnyOf():
                self.disjunction(formula)
            case _:
                raise Unfit("it demands that something is there, which need not hold of the beginning of an execution")

    def disjunction(self, formula: AnyOf) -> None:
        """An axiom that cannot be broken disappears; an alternative without any left always holds."""
        number, found = self.disjunctions, []
        self.disjunctions += 1
        for alternative, parts in enumerate(alternatives(formula)):
            kept = len(self.result.axioms)
            for part in parts:
                self.formula(part)
            axioms = self.result.axioms[kept:]
            del self.result.axioms[kept:]
            if not axioms:
                return
            found += [(check, node, guard, number, alternative) for check, node, guard, _, _ in axioms]
        self.result.axioms += found

    def constrain(self, kind: str, expr: Expr) -> None:
        node = self.relation(expr)
        if not self.is_empty(node):
            self.result.axioms.append((CHECKS[kind], node, self.guard(expr), -1, 0))

    def flag(self, constraint: Constraint) -> None:
        """What is evaluated on complete executions only; a flag that no execution can raise disappears."""
        check = constraint.formula
        if not isinstance(check, Check):
            raise Unfit(f"its flag '{constraint.name}' is no plain check")
        expr = Identity(check.expr) if check.expr.sort == "set" else check.expr
        node = self.relation(expr)
        if not (check.negated and self.is_empty(node)):
            self.result.flags.append((CHECKS[check.kind], node, check.negated))
            self.result.flag_names.append(constraint.name)

    def guard(self, expr: Expr) -> int:
        """A set without which the relation is empty, that of the fewest classes of events; -1 if none is known."""
        found = self.guards(expr)
        return min(found, key=lambda n: (sum(sets >> n & 1 for sets in self.result.sets), n), default=-1)

    def guards(self, expr: Expr) -> frozenset[int]:
        match expr:
            case Ref() if expr.name in self.definitions:
                return self.guards(self.definitions[expr.name])
            case Identity():
                number = self.set_number(expr.arg)
                return frozenset({number}) if number >= 0 else frozenset()
            case Base(name="rmw" | "amo"):
                section = self.classes.section()[1]  # one over several locations may write what it has read
                members = enumerate(self.classes.members)
                pairs = tuple(k == READ and (PAIR in tags or i == section) for i, (k, tags) in members)
                return frozenset({self.numbered(pairs)})
            case Seq() | Inter():
                return self.guards(expr.left) | self.guards(expr.right)
            case Union():
                empty = [self.is_empty(self.relation(side)) for side in (expr.left, expr.right)]
                if any(empty):
                    return self.guards(expr.right if empty[0] else expr.left)
                return self.guards(expr.left) & self.guards(expr.right)
            case Diff():
                return self.guards(expr.left)
            case Inverse() | Closure(op="+"):
                return self.guards(expr.arg)
        return frozenset()

    # --- sets

    def set_number(self, expr: Expr, negated: bool = False) -> int:
        """The number of a set; -1 for the empty one, -2 for that of all events."""
        inside = tuple(member(expr, k, t, self.definitions) != negated for k, t in self.classes.members)
        if not any(inside):
            return -1
        if all(inside):
            return -2
        return self.numbered(inside)

    def numbered(self, inside: tuple[bool, ...]) -> int:
        if inside not in self.by_members:
            number = self.by_members[inside] = self.result.set_count
            self.result.set_count += 1
            for cls, is_member in enumerate(inside):
                self.result.sets[cls] |= int(is_member) << number
        return self.by_members[inside]

    def common(self, a: int, b: int) -> int:
        """The intersection of two sets, by their numbers."""
        inside = tuple(bool(sets >> a & 1 and sets >> b & 1) for sets in self.result.sets)
        return self.numbered(inside) if any(inside) else -1

    # --- relations

    def node(self, rel: Rel, a: int = -1, b: int = -1) -> int:
        key = (rel, a, b)
        if key not in self.by_node:
            self.by_node[key] = len(self.result.nodes)
            self.result.nodes.append(key)
        return self.by_node[key]

    def is_empty(self, node: int) -> bool:
        return self.result.nodes[node][0] == Rel.EMPTY

    def identity(self, number: int) -> int:
        if number == -1:
            return self.node(Rel.EMPTY)
        return self.node(Rel.ID) if number == -2 else self.node(Rel.IDENTITY, number)

    def relation(self, expr: Expr) -> int:
        if expr not in self.by_expr:
            self.by_expr[expr] = self.build(expr)
        return self.by_expr[expr]

    def build(self, expr: Expr) -> int:
        match expr:
            case Ref():
                if expr.name in self.recursive:
                    raise Unfit(f"it defines '{expr.name}' by recursion")
                return self.relation(self.definitions[expr.name])
            case Base():
                return self.base(expr.name)
            case Empty():
                return self.node(Rel.EMPTY)
            case Union():
                return self.union(self.relation(expr.left), self.relation(expr.right))
            case Inter():
                return self.inter(expr)
            case Diff():
                return self.diff(expr.left, expr.right)
            case Complement():
                return self.diff(Product(Base("_", "set"), Base("_", "set")), expr.arg)
            case Seq():
                return self.seq(self.relation(expr.left), self.relation(expr.right))
            case Inverse():
                arg = self.relation(expr.arg)
                return arg if self.is_empty(arg) else self.node(Rel.INVERSE, arg)
            case Closure():
                return self.closure(CLOSURES[expr.op], self.relation(expr.arg))
            case Product():
                return self.product(self.set_number(expr.left), self.set_number(expr.right))
            case Identity():
                return self.identity(self.set_number(expr.arg))
        raise Unfit(f"it uses '{type(expr).__name__}', which the explorer does not evaluate step by step")

    def base(self, name: str) -> int:
        if name not in BASE:
            raise Unfit(f"it asks for '{name}'")
        if name in PAIRS and not any(PAIRS[name](tags) for _, tags in self.classes.members if PAIR in tags):
            return self.node(Rel.EMPTY)
        return self.node(BASE[name])

    def union(self, a: int, b: int) -> int:
        if self.is_empty(a) or a == b:
            return b
        return a if self.is_empty(b) else self.node(Rel.UNION, a, b)

    def seq(self, a: int, b: int) -> int:
        """Identities that follow each other become one: of the common events."""
        nodes = self.result.nodes
        if self.is_empty(a) or self.is_empty(b):
            return self.node(Rel.EMPTY)
        if nodes[a][0] is Rel.IDENTITY and nodes[b][0] is Rel.IDENTITY:
            return self.identity(self.common(nodes[a][1], nodes[b][1]))
        if nodes[a][0] is Rel.IDENTITY and nodes[b][0] is Rel.SEQ and nodes[nodes[b][1]][0] is Rel.IDENTITY:
            return self.seq(self.seq(a, nodes[b][1]), nodes[b][2])
        if nodes[b][0] is Rel.IDENTITY and nodes[a][0] is Rel.SEQ and nodes[nodes[a][2]][0] is Rel.IDENTITY:
            return self.seq(nodes[a][1], self.seq(nodes[a][2], b))
        if nodes[a][0] is Rel.SEQ and nodes[nodes[a][1]][0] is Rel.IDENTITY and nodes[b][0] is Rel.IDENTITY:
            return self.seq(nodes[a][1], self.seq(nodes[a][2], b))
        if self.result.nodes[a][0] == Rel.ID:
            return b
        return a if self.result.nodes[b][0] == Rel.ID else self.node(Rel.SEQ, a, b)

    def closure(self, rel: Rel, arg: int) -> int:
        if self.is_empty(arg):
            return arg if rel is Rel.PLUS else self.node(Rel.ID)
        if rel is not Rel.OPTIONAL and self.united(arg) == {Rel.RF, Rel.CO, Rel.FR}:
            eco = self.node(Rel.ECO)
            return eco if rel is Rel.PLUS else self.node(Rel.OPTIONAL, eco)
        return self.node(rel, arg)

    def united(self, node: int) -> set[Rel]:
        """The operations that a union is made of."""
        rel, a, b = self.result.nodes[node]
        return self.united(a) | self.united(b) if rel == Rel.UNION else {rel}

    def product(self, a: int, b: int) -> int:
        if -1 in (a, b):
            return self.node(Rel.EMPTY)
        every = tuple(True for _ in self.classes.members)
        a, b = (self.numbered(every) if s == -2 else s for s in (a, b))
        return self.node(Rel.PRODUCT, a, b)

    def resolved(self, expr: Expr) -> Expr:
        while isinstance(expr, Ref) and expr.name in self.definitions:
            expr = self.definitions[expr.name]
        return expr

    def inter(self, expr: Inter) -> int:
        """An intersection with a product restricts the two ends."""
        for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
            shape = self.resolved(other)
            if isinstance(shape, Product):
                left, right = self.set_number(shape.left), self.set_number(shape.right)
                return self.seq(self.identity(left), self.seq(self.relation(one), self.identity(right)))
            if isinstance(shape, Union) and self.is_product_union(shape):
                return self.union(
                    self.relation(Inter(one, shape.left, "rel")), self.relation(Inter(one, shape.right, "rel"))
                )
        a, b = self.relation(expr.left), self.relation(expr.right)
        if self.is_empty(a) or self.is_empty(b):
            return self.node(Rel.EMPTY)
        return a if a == b else self.node(Rel.INTER, a, b)

    def is_product_union(self, expr: Expr) -> bool:
        expr = self.resolved(expr)
        if isinstance(expr, Union):
            return self.is_product_union(expr.left) and self.is_product_union(expr.right)
        return isinstance(expr, Product)

    def diff(self, left: Expr, right: Expr) -> int:
        """A difference with a product leaves pairs that begin outside it or end outside it."""
        shape = self.resolved(right)
        if isinstance(shape, Product):
            rest = self.relation(left)
            first = self.seq(self.identity(self.set_number(shape.left, negated=True)), rest)
            return self.union(first, self.seq(rest, self.identity(self.set_number(shape.right, negated=True))))
        if isinstance(shape, Union):
            return self.diff(Diff(left, shape.left, "rel"), shape.right)
        a, b = self.relation(left), self.relation(shape)
        return a if self.is_empty(a) or self.is_empty(b) else self.node(Rel.DIFF, a, b)


def alternatives(formula: Formula) -> list[list[Check]]:
    """The formula holds where all checks of one of these hold."""
    match formula:
        case AllOf(parts):
            found: list[list[Check]] = [[]]
            for part in parts:
                found = [[*one, *two] for one in found for two in alternatives(part)]
                if len(found) > MOST_ALTERNATIVES:
                    raise Unfit("its constraints have too many alternatives")
            return found
        case AnyOf(parts):
            return [one for part in parts for one in alternatives(part)]
    return [[formula]]


def compile_model(model: Model, classes: EventClasses, flags: bool = False) -> CompiledModel:
    """``flags``: the model's flags are compiled too."""
    return ModelCompiler(model, classes, flags).run()


__all__ = ["CompiledModel", "Unfit", "alternatives", "compile_model", "member"]
