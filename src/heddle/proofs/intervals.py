"""Intervals of the nodes of an expression graph, given those of its variables: where arithmetic cannot wrap around."""

from __future__ import annotations

from heddle.core.types import Scalar
from heddle.proofs.system import Variable
from heddle.symbolic.dag import Dag, NodeId

Interval = tuple[int, int]


def of_type(type: Scalar) -> Interval:
    return type.lo, type.hi


def of_variable(variable: Variable) -> Interval:
    """The values that it may have; what is junk may have any."""
    value, type = variable.value, variable.type
    if value.junk or value.is_empty:
        return of_type(type)
    return max(type.lo, value.lo), min(type.hi, value.hi)


class Intervals:
    """``known`` has the intervals of variables; others have any value of their type."""

    def __init__(self, dag: Dag, known: dict[NodeId, Interval]) -> None:
        self.dag = dag
        self._found = dict(known)

    def of(self, n: NodeId) -> Interval:
        """Children first: the caller asks bottom-up, so that recursion stays shallow."""
        found = self._found.get(n)
        if found is None:
            type = self.dag.nodes[n].type
            found = self.exact(n)
            if found[0] < type.lo or found[1] > type.hi:
                found = of_type(type)
            self._found[n] = found
        return found

    def exact(self, n: NodeId) -> Interval:
        """That of the result before it is brought into the range of the type."""
        node = self.dag.nodes[n]
        args = [self.of(a) for a in node.args]
        if self.dag.is_bool(n) and node.op != "const":
            return 0, 1
        match node.op:
            case "const":
                return node.value, node.value
            case "ite":
                return min(args[1][0], args[2][0]), max(args[1][1], args[2][1])
            case "cast":
                return args[0]
            case "-" if len(args) == 1:
                return -args[0][1], -args[0][0]
            case "~":
                return ~args[0][1], ~args[0][0]
            case "+":
                return args[0][0] + args[1][0], args[0][1] + args[1][1]
            case "-":
                return args[0][0] - args[1][1], args[0][1] - args[1][0]
            case "*":
                ends = [x * y for x in args[0] for y in args[1]]
                return min(ends), max(ends)
            case "&" if args[0][0] >= 0 or args[1][0] >= 0:
                return 0, min(a[1] for a in args if a[0] >= 0)
            case "%" if args[1][0] > 0:
                most = args[1][1] - 1
                return (max(-most, args[0][0]) if args[0][0] < 0 else 0), (min(most, max(args[0][1], 0)))
            case "/" if args[1][0] > 0:
                ends = [abs(x) // y * (1 if x >= 0 else -1) for x in args[0] for y in args[1]]
                return min(ends), max(ends)
            case "<<" | ">>":
                return self._shifted(n, args[0], self.dag.constant(node.args[1]))
        return of_type(node.type)

    def _shifted(self, n: NodeId, of: Interval, by: int | None) -> Interval:
        node = self.dag.nodes[n]
        if by is None or not 0 <= by < node.type.bits:
            return of_type(node.type)
        return (of[0] << by, of[1] << by) if node.op == "<<" else (of[0] >> by, of[1] >> by)


__all__ = ["Interval", "Intervals", "of_type", "of_variable"]
