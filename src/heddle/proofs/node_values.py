"""Values of nodes of the expression graph, given those of its variables; and what a test says about these"""

from __future__ import annotations

from heddle.proofs.evaluate import fits, meet, truth
from heddle.proofs.liveness import Uses
from heddle.symbolic import values as V
from heddle.symbolic.dag import Dag, NodeId
from heddle.symbolic.values import Value

Known = dict[NodeId, Value]
MOST_CASES = 3
"""So deep are cases told apart, in tests and in values."""
_NEGATED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">"}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Values:
    """The values of nodes, given those of variables; variables that nothing is known about have any of their type.

    ``outer``: values where more is possible, for the same variables but ``changed``.
    """

    def __init__(self, dag: Dag, known: Known, uses: Uses, depth: int = 0, outer: Values | None = None) -> None:
        self.dag, self.known, self.uses, self.depth, self.outer = dag, known, uses, depth, outer
        self.changed = frozenset() if outer is None else {n for n, v in known.items() if outer.known.get(n) is not v}
        self._found: Known = {}

    def of(self, n: NodeId) -> Value:
        stack = [n]
        while stack:
            m = stack[-1]
            if m in self._found:
                stack.pop()
                continue
            if self.outer is not None and not self.uses.of([m]) & self.changed:
                self._found[m] = self.outer.of(m)
                continue
            missing = [a for a in self.dag.nodes[m].args if a not in self._found]
            if missing:
                stack += missing
            else:
                self._found[m] = self._value(m)
                stack.pop()
        return self._found[n]

    def _value(self, n: NodeId) -> Value:
        node = self.dag.nodes[n]
        args = [self._found[a] for a in node.args]
        match node.op:
            case "const":
                return V.exactly(node.value)
            case "var":
                return self.known.get(n, V.full(node.type))
            case "cast":
                return V.cast(args[0], node.type)
            case "ite":
                return self._chosen(node.args, args)
            case "!":
                known = truth(args[0])
                return V.TRUTH if known is None else V.ZERO if known else V.ONE
            case "&&" | "||":
                return _joined(node.op, truth(args[0]), truth(args[1]))
            case "==" | "!=" | "<" | "<=":
                return V.comparison(node.op, args[0], args[1])
            case "-" | "~" if len(args) == 1:
                return V.unary(node.op, args[0], node.type)
        if self.dag.is_bool(n):
            return V.TRUTH
        if len(args) == 2 and not node.op.startswith("f"):
            return V.binary(node.op, args[0], args[1], node.type)
        return V.full(node.type)

    def _chosen(self, nodes: tuple[NodeId, ...], args: list[Value]) -> Value:
        """Of two, each where its case holds."""
        decided = truth(args[0])
        if decided is not None:
            return args[1 if decided else 2]
        if self.depth >= MOST_CASES:
            return V.join(args[1], args[2])
        found = V.EMPTY
        for n, holds in ((nodes[1], True), (nodes[2], False)):
            there = self.where(nodes[0], holds)
            if there is not None:
                found = V.join(found, there.of(n))
        return found

    # --- tests --------------------------------------------------------------------------------------------------------

    def where(self, n: NodeId, holds: bool) -> Values | None:
        """The values where a test is true (false); None if it cannot be."""
        decided = truth(self.of(n))
        if decided is not None:
            return self if decided == holds else None
        node = self.dag.nodes[n]
        if node.op == "!":
            return self.where(node.args[0], not holds)
        if node.op in ("&&", "||"):
            if (node.op == "&&") != holds:
                return self if self.depth >= MOST_CASES else self._either(node.args, holds)
            first = self.where(node.args[0], holds)
            return None if first is None else first.where(node.args[1], holds)
        if node.op in _NEGATED and not (self.dag.is_bool(node.args[0]) and self.dag.is_bool(node.args[1])):
            op = node.op if holds else _NEGATED[node.op]
            a, b = node.args
            left = self._limited(a, op, self.of(b))
            return None if left is None else left._limited(b, _TURNED.get(op, op), left.of(a))
        if node.op in ("var", "cast", "+", "-"):
            return self._limited(n, "!=" if holds else "==", V.ZERO)
        return self

    def _with(self, known: Known) -> Values:
        return Values(self.dag, known, self.uses, self.depth + 1, self)

    def _either(self, tests: tuple[NodeId, ...], holds: bool) -> Values | None:
        """Where one of two tests is true (false)."""
        there = [found for n in tests if (found := self._with(self.known).where(n, holds)) is not None]
        if len(there) < 2:
            return there[0] if there else None
        a, b = (found.known for found in there)
        return self._with({n: V.join(a[n], value) for n, value in b.items() if n in a})

    def _limited(self, n: NodeId, op: str, limit: Value) -> Values | None:
        """Where a node compares so with some of the values of ``limit``."""
        while self.dag.nodes[n].op != "var":
            under = self._under(n, limit)
            if under is None:
                return self
            n, limit = under
        mine = self.of(n)
        if mine.junk or limit.junk or mine.is_empty or limit.is_empty:
            return self
        left = meet(mine, op, limit)
        if left.is_empty:
            return None
        return self if left == mine else self._with({**self.known, n: left})

    def _under(self, n: NodeId, limit: Value) -> tuple[NodeId, Value] | None:
        """An operand that compares with a limit of its own as the node does with the given one: that of a cast, or of
        an addition of a constant, which keeps all its values."""
        node = self.dag.nodes[n]
        if node.op == "cast":
            return (node.args[0], limit) if fits(node.type, self.of(node.args[0])) else None
        if node.op not in ("+", "-") or len(node.args) != 2 or limit.is_empty:
            return None
        a, b = node.args
        if node.op == "+" and self.dag.constant(a) is not None:
            a, b = b, a
        by = self.dag.constant(b)
        if by is None:
            return None
        by = by if node.op == "+" else -by
        return (a, V.shifted(limit, -by)) if fits(node.type, V.shifted(self.of(a), by)) else None


def _joined(op: str, a: bool | None, b: bool | None) -> Value:
    decisive = op == "||"
    if decisive in (a, b):
        return V.ONE if decisive else V.ZERO
    return V.TRUTH if a is None or b is None else V.ZERO if decisive else V.ONE


__all__ = ["Known", "Values"]
