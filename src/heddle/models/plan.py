"""A model as a list of operations, each computed once per graph.

Equal expressions share one operation, and definitions that no constraint needs do not appear.  Each operation knows
the ``stage`` of an execution graph at which its value is fixed, so that whoever builds many graphs that differ only in
``co`` can keep everything that does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TypeAlias

from heddle.models.relation import (
    AllOf,
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
    Sort,
    Union,
)
from heddle.records import dataclass, field

EVENTS, RF, CO = 0, 1, 2
"""Stages: the threads' events are known; then where reads read from; then the order of writes."""

_BASE_STAGE = {"rf": RF, "co": CO, "fr": CO, "FW": CO}


@dataclass(frozen=True, slots=True)
class Op:
    """``args`` are the numbers of earlier operations.

    ``name`` is that of a base set or relation.
    ``name`` of a ForEach is the number of the operation that stands for what it is at.
    A "fix" is one member of a recursive group: ``group`` holds the group and ``member`` which one it is.
    """

    kind: str
    sort: Sort
    stage: int
    args: tuple[int, ...] = ()
    name: str = ""
    group: Group | None = None
    member: int = 0
    inner: Inner | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Inner:
    """The body of a ForEach: operations that depend on what it is at, and the number of the last."""

    kind: str
    ops: tuple[tuple[int, Op], ...]
    result: int


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """A recursive group: its members' numbers, and for each member the operations that compute it anew."""

    members: tuple[int, ...]
    bodies: tuple[tuple[tuple[int, Op], ...], ...]
    results: tuple[int, ...]
    sorts: tuple[Sort, ...]


@dataclass(frozen=True, slots=True)
class PlannedCheck:
    kind: str
    arg: int
    sort: Sort
    negated: bool


PlannedFormula: TypeAlias = "PlannedCheck | tuple[str, tuple[PlannedFormula, ...]]"


@dataclass(frozen=True, slots=True)
class PlannedConstraint:
    name: str
    formula: PlannedFormula
    stage: int
    flag: bool


@dataclass(slots=True)
class Plan:
    """``ops`` by number; those inside recursive groups and ForEach bodies are not among them."""

    model: Model
    size: int = 0
    ops: list[tuple[int, Op]] = field(default_factory=list)
    constraints: list[PlannedConstraint] = field(default_factory=list)


def plan(model: Model) -> Plan:
    return _Planner(model).run()


class _Planner:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.definitions: dict[str, Definition] = {}
        self.groups: dict[str, Recursive] = {}
        for group in model.definitions:
            for definition in group.definitions if isinstance(group, Recursive) else (group,):
                self.definitions[definition.name] = definition
                if isinstance(group, Recursive):
                    self.groups[definition.name] = group
        self.size = 0
        self.scopes: list[list[tuple[int, Op]]] = [[]]
        self.numbers: list[dict[tuple[object, ...], int]] = [{}]
        self.refs: list[dict[str, int]] = [{}]
        self.stages: dict[int, int] = {}
        self.depths: dict[int, int] = {}
        self.loops: dict[int, frozenset[int]] = {}
        """For each operation the enclosing loops and groups that it depends on, by what stands for their elements."""

    def run(self) -> Plan:
        constraints = [self.constraint(c) for c in self.model.constraints]
        return Plan(self.model, self.size, self.scopes[0], constraints)

    def constraint(self, constraint: Constraint) -> PlannedConstraint:
        formula = self.formula(constraint.formula)
        stage = max((self.stages[n] for n in _numbers(formula)), default=EVENTS)
        return PlannedConstraint(constraint.name, formula, stage, constraint.flag)

    def formula(self, formula: Formula) -> PlannedFormula:
        if isinstance(formula, Check):
            return PlannedCheck(formula.kind, self.number(formula.expr), formula.expr.sort, formula.negated)
        return ("all" if isinstance(formula, AllOf) else "any", tuple(self.formula(part) for part in formula.parts))

    def number(self, expr: Expr) -> int:
        """The operation that computes an expression."""
        match expr:
            case Ref():
                return self.ref(expr.name)
            case Base():
                return self.op("base", expr.sort, (), expr.name, _BASE_STAGE.get(expr.name, EVENTS))
            case Empty():
                return self.op("empty", expr.sort, ())
            case Current():
                return self.ref(f"$ {expr.name}")
            case Union() | Inter() | Diff() | Seq() | Product():
                args = (self.number(expr.left), self.number(expr.right))
                return self.op(type(expr).__name__.lower(), expr.sort, args)
            case Complement() | Inverse() | Identity() | Domain() | Range():
                return self.op(type(expr).__name__.lower(), expr.sort, (self.number(expr.arg),))
            case Closure():
                return self.op(expr.op, "rel", (self.number(expr.arg),))
            case ForEach():
                return self.for_each(expr)

    def op(self, kind: str, sort: Sort, args: tuple[int, ...], name: str = "", stage: int = EVENTS) -> int:
        key = (kind, sort, args, name)
        for known in self.numbers:
            if key in known:
                return known[key]
        stage = max([stage, *(self.stages[a] for a in args)])
        depth = max((self.depths[a] for a in args), default=0)
        number = self.add(Op(kind, sort, stage, args, name), depth)
        self.numbers[depth][key] = number
        self.loops[number] = self.all_loops(args)
        return number

    def all_loops(self, numbers: Iterable[int]) -> frozenset[int]:
        return frozenset[int]().union(*(self.loops.get(n, frozenset()) for n in numbers))

    def add(self, op: Op, depth: int) -> int:
        """``depth``: the outermost group or ForEach body that gives all that the operation needs."""
        number = self.fresh(op.stage, depth)
        self.scopes[depth].append((number, op))
        return number

    def fresh(self, stage: int, depth: int) -> int:
        self.stages[self.size] = stage
        self.depths[self.size] = depth
        self.size += 1
        return self.size - 1

    def ref(self, name: str) -> int:
        for scope in reversed(self.refs):
            if name in scope:
                return scope[name]
        if name in self.groups:
            self.group(self.groups[name])
            return self.refs[-1][name]
        number = self.number(self.definitions[name].expr)
        self.refs[self.depths[number]][name] = number
        return number

    def group(self, group: Recursive) -> None:
        """A recursive group in the current scope: members are unknown inside until the fixpoint is reached."""
        names = [d.name for d in group.definitions]
        members = tuple(self.fresh(EVENTS, len(self.scopes)) for _ in names)
        self.loops |= {member: frozenset({member}) for member in members}
        self.enter(dict(zip(names, members, strict=True)))
        results: list[int] = []
        starts = [0]
        for definition in group.definitions:
            self.numbers[-1].clear()  # a later definition sees the new values of earlier ones: nothing to share
            results.append(self.number(definition.expr))
            starts.append(len(self.scopes[-1]))
        ops = self.leave()
        stage = max([*(self.stages[r] for r in results), *(op.stage for _, op in ops)])
        sorts = tuple(d.expr.sort for d in group.definitions)
        bodies = tuple(ops[a:b] for a, b in pairwise(starts))
        loops = self.all_loops([*results, *(number for number, _ in ops)]) - frozenset(members)
        fixed = Group(members, bodies, tuple(results), sorts)
        for i, name in enumerate(names):
            op = Op("fix", sorts[i], stage, (), name, group=fixed, member=i)
            number = self.refs[-1][name] = self.add(op, len(self.scopes) - 1)
            self.loops[number] = loops

    def for_each(self, expr: ForEach) -> int:
        """A loop that does not depend on the loops around it is gone through once."""
        over = () if expr.over is None else (self.number(expr.over),)
        current = self.fresh(EVENTS, len(self.scopes))
        self.loops[current] = frozenset({current})
        self.enter({f"$ {expr.name}": current})
        result = self.number(expr.body)
        ops = self.leave()
        stage = max([self.stages[result], *(self.stages[a] for a in over), *(op.stage for _, op in ops)])
        inner = Inner(expr.kind, ops, result)
        op = Op("foreach", expr.sort, stage, over, str(current), inner=inner)
        loops = self.all_loops([*over, result, *(number for number, _ in ops)]) - {current}
        number = self.add(op, max((self.depths[loop] for loop in loops), default=0))
        self.loops[number] = loops
        return number

    def enter(self, refs: dict[str, int]) -> None:
        self.scopes.append([])
        self.numbers.append({})
        self.refs.append(refs)

    def leave(self) -> tuple[tuple[int, Op], ...]:
        self.numbers.pop()
        self.refs.pop()
        return tuple(self.scopes.pop())


def _numbers(formula: PlannedFormula) -> Iterator[int]:
    if isinstance(formula, PlannedCheck):
        yield formula.arg
    else:
        for part in formula[1]:
            yield from _numbers(part)
