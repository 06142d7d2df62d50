"""Invariants by Z3's Spacer: the clauses over integers.

Sums that wrap once are told by cases.  What is not linear is any value of its type.  An answer is a guess, which
:mod:`heddle.backends.horn.judge` judges.
"""

from __future__ import annotations

import time
from typing import Any

from heddle.backends.horn.segments import ENTRY, Clauses, Segment
from heddle.core.types import Scalar
from heddle.symbolic.dag import NodeId

Invariants = dict[str, Any]
"""For each head a formula of Z3 over :func:`variables`."""
MILLISECONDS = 1000


def variables(system: Clauses, head: str) -> list[Any]:
    import z3

    return [z3.Int(f"v{i}") for i, _ in enumerate(system.state[head])]


def guess(system: Clauses, deadline: float) -> Invariants | str:
    """The invariants, or why there are none."""
    import z3

    relations = {
        head: z3.Function(f"at_{i}", *[z3.IntSort()] * len(slots), z3.BoolSort())
        for i, (head, slots) in enumerate(system.state.items())
    }
    solver = z3.SolverFor("HORN")
    left = deadline - time.monotonic()
    if left < float("inf"):
        solver.set("timeout", max(1, int(left * MILLISECONDS)))
    for name, segment in system.segments.items():
        for rule in _Rules(system, relations, name, segment).all():
            solver.add(rule)
    answer = solver.check()
    if answer == z3.unsat:
        return "over integers, the property does not hold"
    if answer != z3.sat:
        return "no invariant was found in time"
    model = solver.model()
    return {head: _meaning(model[relation], variables(system, head)) for head, relation in relations.items()}


def _meaning(found: Any, arguments: list[Any]) -> Any:
    """What a model says of a relation; nothing: it holds everywhere."""
    import z3

    if found is None:
        return z3.BoolVal(True)
    return z3.substitute_vars(found.else_value(), *arguments) if isinstance(found, z3.FuncInterp) else found


class _Rules:
    """The clauses of one segment."""

    def __init__(self, system: Clauses, relations: dict[str, Any], name: str, segment: Segment) -> None:
        import z3

        self.z3, self.system, self.relations, self.name = z3, system, relations, name
        self.segment, self.dag = segment, segment.dag
        self.free: list[Any] = []
        self.ranges: list[Any] = []
        self._made: dict[NodeId, Any] = {}

    def all(self) -> list[Any]:
        z3, segment = self.z3, self.segment
        given = []
        if self.name != ENTRY:
            given.append(self.relations[self.name](*(self.number(n) for n in segment.state.values())))
        given += [z3.Implies(self.truth(h.guard), self.truth(h.value)) for h in segment.assumed]
        goals = []
        for leaving in segment.exits:
            state = [self.number(leaving.state[slot]) for slot in self.system.state[leaving.head]]
            goals.append((self.truth(leaving.guard), self.relations[leaving.head](*state)))
        goals += ((self.truth(when), z3.BoolVal(False)) for _, when in segment.bad)
        rules = []
        for guard, goal in goals:
            body = z3.Implies(z3.And(*given, *self.ranges, guard), goal)
            rules.append(z3.ForAll(self.free, body) if self.free else body)
        return rules

    # --- nodes ------------------------------------------------------------------------------------------------------

    def truth(self, n: NodeId) -> Any:
        made = self.made(n)
        return made if self.z3.is_bool(made) else made != 0

    def number(self, n: NodeId) -> Any:
        made = self.made(n)
        return self.z3.If(made, 1, 0) if self.z3.is_bool(made) else made

    def made(self, n: NodeId) -> Any:
        """Children come before their parents, so nothing here is deep."""
        if n not in self._made:
            wanted, stack = set(), [n]
            while stack:
                m = stack.pop()
                if m not in wanted and m not in self._made:
                    wanted.add(m)
                    stack.extend(self.dag.nodes[m].args)
            for m in sorted(wanted):
                self._made[m] = self.make(m)
        return self._made[n]

    def any_value(self, n: NodeId) -> Any:
        value = self.dag.values[n]
        fresh = self.z3.Int(f"x{n}")
        self.free.append(fresh)
        self.ranges += [value.lo <= fresh, fresh <= value.hi]
        return fresh

    def make(self, n: NodeId) -> Any:
        z3, node = self.z3, self.dag.nodes[n]
        number, truth = self.number, self.truth
        match node.op, node.args:
            case "var", _:
                return self.any_value(n)
            case "const", _:
                return z3.IntVal(node.value)
            case "ite", (test, a, b):
                if self.dag.is_bool(a) and self.dag.is_bool(b):
                    return z3.If(truth(test), truth(a), truth(b))
                return z3.If(truth(test), number(a), number(b))
            case "cast", (a,):
                return self.cast(n, a, node.type)
            case "!", (a,):
                return z3.Not(truth(a))
            case "&&", (a, b):
                return z3.And(truth(a), truth(b))
            case "||", (a, b):
                return z3.Or(truth(a), truth(b))
            case "==", (a, b):
                return number(a) == number(b)
            case "!=", (a, b):
                return number(a) != number(b)
            case "<", (a, b):
                return number(a) < number(b)
            case "<=", (a, b):
                return number(a) <= number(b)
            case "+", (a, b):
                x, y = self.dag.values[a], self.dag.values[b]
                return self.wrapped(number(a) + number(b), x.lo + y.lo, x.hi + y.hi, node.type)
            case "-", (a, b):
                x, y = self.dag.values[a], self.dag.values[b]
                return self.wrapped(number(a) - number(b), x.lo - y.hi, x.hi - y.lo, node.type)
        return self.any_value(n)

    def wrapped(self, sum: Any, low: int, high: int, type: Scalar) -> Any:
        """For what goes beyond the range of a type by less than its size, as a sum of two numbers of it does."""
        size = 1 << type.bits
        least, most = (-(size // 2), size // 2 - 1) if type.signed else (0, size - 1)
        if high > most:
            sum = self.z3.If(sum > most, sum - size, sum)
        if low < least:
            sum = self.z3.If(sum < least, sum + size, sum)
        return sum

    def cast(self, n: NodeId, a: NodeId, type: Scalar) -> Any:
        """What fits stays what it is; a change of sign in the same width moves a half of the numbers."""
        value, number, z3 = self.dag.values[a], self.number(a), self.z3
        size, source = 1 << type.bits, self.dag.nodes[a].type
        if type.signed and not source.signed and source.bits == type.bits:
            return z3.If(number >= size // 2, number - size, number)
        if not type.signed and source.signed and source.bits <= type.bits:
            return z3.If(number < 0, number + size, number)
        least, most = (-(size // 2), size // 2 - 1) if type.signed else (0, size - 1)
        if least - size <= value.lo and value.hi <= most + size:
            return self.wrapped(number, value.lo, value.hi, type)
        return self.any_value(n)


__all__ = ["Invariants", "guess", "variables"]
