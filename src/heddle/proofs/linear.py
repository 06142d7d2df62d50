"""Nodes of the expression graph as linear integer terms of Z3: exact, or more than the node can be, never less.

Sums and differences wrap around by a case split, unless intervals exclude that.  Division, remainder, shifts and masks
are linear where one operand is a constant.  Whatever is not is an unknown within its type.  So every step of the system
is one of the terms', and an invariant of these is one of the system.
"""

from __future__ import annotations

from collections.abc import Callable

import z3

from heddle.proofs.intervals import Interval, Intervals
from heddle.symbolic.dag import Dag, Node, NodeId

MOST_SPLITS = 1
"""So many times the range of a type a result may be away from it for a case split."""


class Linear:
    """The terms of one step.  ``unknown`` makes a new integer variable; ``side`` collects what is known about those."""

    def __init__(self, dag: Dag, known: dict[NodeId, Interval], unknown: Callable[[], z3.ArithRef]) -> None:
        self.dag, self.unknown = dag, unknown
        self.intervals = Intervals(dag, known)
        self.side: list[z3.BoolRef] = []
        self._nums: dict[NodeId, z3.ArithRef] = {}
        self._bools: dict[NodeId, z3.BoolRef] = {}

    def define(self, node: NodeId, term: z3.ArithRef) -> None:
        """Says what a variable stands for, before anything that mentions it is asked for."""
        self._nums[node] = term

    def truth(self, n: NodeId) -> z3.BoolRef:
        self._prepare(n)
        return self._truth(n)

    def number(self, n: NodeId) -> z3.ArithRef:
        self._prepare(n)
        return self._number(n)

    def _prepare(self, n: NodeId) -> None:
        """Builds what is below a node bottom-up, so that recursion stays shallow."""
        seen: set[NodeId] = set()
        stack = [n]
        while stack:
            m = stack.pop()
            if m not in seen and m not in self._nums and m not in self._bools:
                seen.add(m)
                stack.extend(self.dag.nodes[m].args)
        for m in sorted(seen):
            self.intervals.of(m)
            if self.dag.is_bool(m):
                self._truth(m)
            else:
                self._number(m)

    def _truth(self, n: NodeId) -> z3.BoolRef:
        found = self._bools.get(n)
        if found is None:
            found = self._bools[n] = self._make_truth(n)
        return found

    def _make_truth(self, n: NodeId) -> z3.BoolRef:
        node = self.dag.nodes[n]
        args = node.args
        match node.op:
            case "const":
                return z3.BoolVal(node.value != 0)
            case "!":
                return z3.Not(self._truth(args[0]))
            case "&&":
                return z3.And(self._truth(args[0]), self._truth(args[1]))
            case "||":
                return z3.Or(self._truth(args[0]), self._truth(args[1]))
            case "==" | "!=" if self.dag.is_bool(args[0]) and self.dag.is_bool(args[1]):
                same = self._truth(args[0]) == self._truth(args[1])
                return same if node.op == "==" else z3.Not(same)
            case "==":
                return self._number(args[0]) == self._number(args[1])
            case "!=":
                return self._number(args[0]) != self._number(args[1])
            case "<":
                return self._number(args[0]) < self._number(args[1])
            case "<=":
                return self._number(args[0]) <= self._number(args[1])
        return self._number(n) != 0

    def _number(self, n: NodeId) -> z3.ArithRef:
        found = self._nums.get(n)
        if found is None:
            node = self.dag.nodes[n]
            linear = self._linear(n, node)
            found = self._nums[n] = self._any(self.intervals.of(n)) if linear is None else linear
        return found

    def _any(self, within: Interval) -> z3.ArithRef:
        term = self.unknown()
        self.side.append(z3.And(term >= within[0], term <= within[1]))
        return term

    def _linear(self, n: NodeId, node: Node) -> z3.ArithRef | None:
        """None where there is no linear term."""
        args, dag = node.args, self.dag
        if node.op == "const":
            return z3.IntVal(node.value)
        if dag.is_bool(n):
            return None if node.op.startswith("f") else z3.If(self._truth(n), z3.IntVal(1), z3.IntVal(0))
        match node.op:
            case "ite":
                return z3.If(self._truth(args[0]), self._number(args[1]), self._number(args[2]))
            case "cast":
                return self._wrapped(n, self._number(args[0]))
            case "+":
                return self._wrapped(n, self._number(args[0]) + self._number(args[1]))
            case "-" if len(args) == 2:
                return self._wrapped(n, self._number(args[0]) - self._number(args[1]))
            case "-":
                return self._wrapped(n, -self._number(args[0]))
            case "~":
                return self._wrapped(n, -self._number(args[0]) - 1)
            case "*" if dag.constant(args[0]) is not None or dag.constant(args[1]) is not None:
                return self._wrapped(n, self._number(args[0]) * self._number(args[1]))
            case "/" | "%":
                return self._division(node.op, args[0], dag.constant(args[1]))
            case "<<" | ">>":
                return self._shift(n, node, dag.constant(args[1]))
            case "&" | "|" | "^":
                return self._mask(node)
        return None

    def _wrapped(self, n: NodeId, exact: z3.ArithRef) -> z3.ArithRef | None:
        """``exact`` modulo the type."""
        low, high = self.intervals.exact(n)
        type = self.dag.nodes[n].type
        size = 1 << type.bits
        if low < type.lo - MOST_SPLITS * size or high > type.hi + MOST_SPLITS * size:
            return None
        if high > type.hi:
            exact = z3.If(exact > type.hi, exact - size, exact) if low >= type.lo else \
                z3.If(exact > type.hi, exact - size, z3.If(exact < type.lo, exact + size, exact))  # fmt: skip
        elif low < type.lo:
            exact = z3.If(exact < type.lo, exact + size, exact)
        return exact

    def _division(self, op: str, a: NodeId, by: int | None) -> z3.ArithRef | None:
        if by is None or by <= 0:
            return None
        term = self._number(a)
        if self.intervals.of(a)[0] >= 0:
            return term / by if op == "/" else term % by
        # C rounds toward zero, Z3 down
        if op == "/":
            return z3.If(term >= 0, term / by, -((-term) / by))
        return z3.If(term >= 0, term % by, -((-term) % by))

    def _shift(self, n: NodeId, node: Node, by: int | None) -> z3.ArithRef | None:
        if by is None or not 0 <= by < node.type.bits:
            return None
        term = self._number(node.args[0])
        return self._wrapped(n, term * (1 << by)) if node.op == "<<" else self._wrapped(n, term / (1 << by))

    def _mask(self, node: Node) -> z3.ArithRef | None:
        intervals = [self.intervals.of(a) for a in node.args]
        if all(of == (0, 1) or of in ((0, 0), (1, 1)) for of in intervals):
            x, y = (self._number(a) == 1 for a in node.args)
            both = {"&": z3.And, "|": z3.Or, "^": z3.Xor}[node.op](x, y)
            return z3.If(both, z3.IntVal(1), z3.IntVal(0))
        if node.op == "&":
            for mask, other in (node.args, node.args[::-1]):
                value = self.dag.constant(mask)
                if value is not None and value >= 0 and value & (value + 1) == 0:
                    return self._number(other) % (value + 1)
        return None


__all__ = ["Linear"]
