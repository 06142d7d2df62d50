"""Does a model allow an execution graph?  Every operation on bit-set rows.

Sets are integers with a bit for each event, relations tuples of such sets (see :mod:`heddle.graph`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from heddle.errors import InputError
from heddle.graph import ExecutionGraph, Flag, Rows, members, pairs
from heddle.models.plan import CO, EVENTS, Group, Inner, Op, Plan, PlannedCheck, PlannedFormula, plan
from heddle.models.relation import Model
from heddle.models.vocabulary import base_relation, base_set
from heddle.records import dataclass

Value: TypeAlias = int | Rows


# --- operations on relations ---------------------------------------------------------------------------------------


def compose(left: Rows, right: Rows) -> Rows:
    result = []
    for row in left:
        out = 0
        while row:
            low = row & -row
            out |= right[low.bit_length() - 1]
            row ^= low
        result.append(out)
    return tuple(result)


def inverse(relation: Rows) -> Rows:
    result = [0] * len(relation)
    for i, row in enumerate(relation):
        bit = 1 << i
        while row:
            low = row & -row
            result[low.bit_length() - 1] |= bit
            row ^= low
    return tuple(result)


def transitive(relation: Rows) -> Rows:
    """Warshall's algorithm, a row at a time."""
    rows = list(relation)
    for k in range(len(rows)):
        bit, reached = 1 << k, rows[k]
        if reached:
            for i, row in enumerate(rows):
                if row & bit:
                    rows[i] = row | reached
    return tuple(rows)


def reflexive(relation: Rows) -> Rows:
    return tuple(row | 1 << i for i, row in enumerate(relation))


def identity(bits: int, size: int) -> Rows:
    return tuple(bits & 1 << i for i in range(size))


def product(left: int, right: int, size: int) -> Rows:
    return tuple(right if left >> i & 1 else 0 for i in range(size))


def domain(relation: Rows) -> int:
    bits = 0
    for i, row in enumerate(relation):
        if row:
            bits |= 1 << i
    return bits


def codomain(relation: Rows) -> int:
    bits = 0
    for row in relation:
        bits |= row
    return bits


def is_acyclic(relation: Rows) -> bool:
    """Takes away events without successors until none is left, or only cycles are."""
    alive = (1 << len(relation)) - 1
    while alive:
        gone = 0
        for i in members(alive):
            if not relation[i] & alive:
                gone |= 1 << i
        if not gone:
            return False
        alive ^= gone
    return True


def is_irreflexive(relation: Rows) -> bool:
    return not any(row >> i & 1 for i, row in enumerate(relation))


def is_empty(value: Value) -> bool:
    return value == 0 if isinstance(value, int) else not any(value)


# --- models ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Evaluation:
    """The values of a plan's operations on one graph, up to a stage."""

    values: list[Value | None]


class Evaluator:
    """A model, prepared once for many graphs."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.plan: Plan = plan(model)
        self.by_stage = [[(n, op) for n, op in self.plan.ops if op.stage == s] for s in range(CO + 1)]
        self.constraints = [
            [c for c in self.plan.constraints if c.stage == s and not c.flag] for s in range(CO + 1)
        ]
        self.flags = [c for c in self.plan.constraints if c.flag]

    def consistent(self, graph: ExecutionGraph) -> bool:
        evaluation: Evaluation | None = None
        for stage in range(CO + 1):
            evaluation = self.extend(graph, stage, evaluation)
            if not self.allows(evaluation, stage):
                return False
        return True

    def evaluate(self, graph: ExecutionGraph) -> Evaluation:
        evaluation = self.extend(graph, EVENTS)
        for stage in range(EVENTS + 1, CO + 1):
            evaluation = self.extend(graph, stage, evaluation)
        return evaluation

    def extend(self, graph: ExecutionGraph, stage: int, before: Evaluation | None = None) -> Evaluation:
        """Computes what is fixed at a stage; ``before`` holds the values of the earlier stages of the same graph."""
        values: list[Value | None] = [None] * self.plan.size if before is None else list(before.values)
        run = _Run(graph, values)
        for number, op in self.by_stage[stage]:
            values[number] = run.compute(op)
        return Evaluation(values)

    def allows(self, evaluation: Evaluation, stage: int) -> bool:
        """Whether the constraints that can be judged at this stage hold."""
        return all(holds(c.formula, evaluation) for c in self.constraints[stage])

    def violated(self, graph: ExecutionGraph) -> list[str]:
        """The names of the constraints that forbid the graph."""
        evaluation = self.evaluate(graph)
        return [c.name for c in self.plan.constraints if not c.flag and not holds(c.formula, evaluation)]

    def verdicts(self, graph: ExecutionGraph) -> list[tuple[str, bool, bool, tuple[int, ...]]]:
        """Of every constraint: name, whether its formula holds, whether it is a flag, and the events that raise it."""
        evaluation = self.evaluate(graph)
        found = []
        for c in self.plan.constraints:
            is_true = holds(c.formula, evaluation)
            found.append((c.name, is_true, c.flag, shown(c.formula, evaluation) if c.flag and is_true else ()))
        return found

    def raised(self, evaluation: Evaluation) -> list[Flag]:
        """The flags that the graph raises, with the events that show it where a relation should have been empty."""
        return [Flag(c.name, shown(c.formula, evaluation)) for c in self.flags if holds(c.formula, evaluation)]

    def raises(self, graph: ExecutionGraph, flag: Flag) -> bool:
        """Whether the graph raises this flag, by these events."""
        evaluation = self.evaluate(graph)
        raised = [c.formula for c in self.flags if c.name == flag.name and holds(c.formula, evaluation)]
        return any(_relates(formula, evaluation, flag.events) for formula in raised)


def holds(formula: PlannedFormula, evaluation: Evaluation) -> bool:
    if not isinstance(formula, PlannedCheck):
        combine = all if formula[0] == "all" else any
        return combine(holds(part, evaluation) for part in formula[1])
    value = evaluation.values[formula.arg]
    assert value is not None
    if formula.kind == "empty":
        result = is_empty(value)
    else:
        relation = cast(Rows, value)
        result = is_acyclic(relation) if formula.kind == "acyclic" else is_irreflexive(relation)
    return result != formula.negated


def shown(formula: PlannedFormula, evaluation: Evaluation) -> tuple[int, ...]:
    """The first pair (or event) of what is not empty, and should be.  An event with itself is one event."""
    if not isinstance(formula, PlannedCheck) or formula.kind != "empty" or not formula.negated:
        return ()
    value = evaluation.values[formula.arg]
    if isinstance(value, int):
        return (next(members(value)),)
    return tuple(dict.fromkeys(next(pairs(cast(Rows, value)))))


def _relates(formula: PlannedFormula, evaluation: Evaluation, events: tuple[int, ...]) -> bool:
    """Whether these events are in what is not empty; other formulas are about no events in particular."""
    if not shown(formula, evaluation):
        return True
    assert isinstance(formula, PlannedCheck)
    value = evaluation.values[formula.arg]
    if isinstance(value, int):
        return bool(events) and all(value >> e & 1 for e in events)
    return 0 < len(events) <= 2 and bool(cast(Rows, value)[events[0]] >> events[-1] & 1)


class _Run:
    """Computes operations on one graph."""

    def __init__(self, graph: ExecutionGraph, values: list[Value | None]) -> None:
        self.graph = graph
        self.values = values
        self.size = len(graph)
        self.fixed: dict[int, list[Value]] = {}

    def compute(self, op: Op) -> Value:
        if op.kind == "base":
            return base_set(self.graph, op.name) if op.sort == "set" else base_relation(self.graph, op.name)
        if op.kind == "empty":
            return self.nothing(op.sort)
        if op.kind == "fix":
            assert op.group is not None
            return self.fixpoint(op.group)[op.member]
        if op.kind == "foreach":
            assert op.inner is not None
            return self.for_each(op, op.inner)
        args = tuple(self.value(a) for a in op.args)
        table = _ON_SETS if op.sort == "set" else _ON_RELATIONS
        return table[op.kind](self, *args)

    def value(self, number: int) -> Value:
        value = self.values[number]
        assert value is not None
        return value

    def nothing(self, sort: str) -> Value:
        return 0 if sort == "set" else (0,) * self.size

    def run(self, ops: tuple[tuple[int, Op], ...]) -> None:
        """One pass through the body of a group or ForEach; recursive groups inside start afresh."""
        for _, op in ops:
            if op.group is not None:
                self.fixed.pop(id(op.group), None)
        for number, op in ops:
            self.values[number] = self.compute(op)

    def fixpoint(self, group: Group) -> list[Value]:
        """Iterates from nothing until nothing changes.

        That is the least fixpoint where the definitions are monotone; definitions that are not (the kernel model
        matches RCU sections with a difference) mean what this iteration yields, each using the newest values of
        those before it, as in herd.
        """
        if id(group) in self.fixed:
            return self.fixed[id(group)]
        for member, sort in zip(group.members, group.sorts, strict=True):
            self.values[member] = self.nothing(sort)
        changed = True
        rounds = len(group.members) * (self.size * self.size + 1) + 1  # a monotone group adds something in each round
        while changed:
            if not rounds:
                raise InputError("a recursive definition of the model has no fixpoint on some execution")
            rounds -= 1
            changed = False
            for member, body, result in zip(group.members, group.bodies, group.results, strict=True):
                self.run(body)
                changed |= self.values[member] != self.values[result]
                self.values[member] = self.values[result]
        self.fixed[id(group)] = [self.value(member) for member in group.members]
        return self.fixed[id(group)]

    def for_each(self, op: Op, inner: Inner) -> Value:
        total: Value = self.nothing(op.sort)
        for bits in self.choices(op, inner):
            self.values[int(op.name)] = bits
            self.run(inner.ops)
            result = self.value(inner.result)
            if isinstance(total, int):
                total |= cast(int, result)
            else:
                total = _zip(total, cast(Rows, result), int.__or__)
        return total

    def choices(self, op: Op, inner: Inner) -> list[int]:
        if inner.kind == "node":
            return [1 << i for i in members(cast(int, self.value(op.args[0])))]
        groups = self.graph.by_location if inner.kind == "loc" else self.graph.by_thread
        return list(groups.values())


def _zip(left: Rows, right: Rows, combine: Callable[[int, int], int]) -> Rows:
    return tuple(combine(a, b) for a, b in zip(left, right, strict=True))


_ON_SETS: dict[str, Callable[..., int]] = {
    "union": lambda run, a, b: a | b,
    "inter": lambda run, a, b: a & b,
    "diff": lambda run, a, b: a & ~b,
    "complement": lambda run, a: run.graph.everything & ~a,
    "domain": lambda run, a: domain(a),
    "range": lambda run, a: codomain(a),
}

_ON_RELATIONS: dict[str, Callable[..., Rows]] = {
    "union": lambda run, a, b: tuple([x | y for x, y in zip(a, b, strict=True)]),
    "inter": lambda run, a, b: tuple([x & y for x, y in zip(a, b, strict=True)]),
    "diff": lambda run, a, b: tuple([x & ~y for x, y in zip(a, b, strict=True)]),
    "complement": lambda run, a: tuple([run.graph.everything & ~x for x in a]),
    "seq": lambda run, a, b: compose(a, b),
    "inverse": lambda run, a: inverse(a),
    "?": lambda run, a: reflexive(a),
    "+": lambda run, a: transitive(a),
    "*": lambda run, a: reflexive(transitive(a)),
    "product": lambda run, a, b: product(a, b, run.size),
    "identity": lambda run, a: identity(a, run.size),
}
