"""The expression graph: hash-consed nodes with integer identities, simplified as they are built.

A node denotes an integer in the range of its type.  Truth values are the integers 0 and 1; ``is_bool`` nodes are known
to be one of them.  Children always have smaller identities than their parents, so one sweep by identity visits the
graph bottom-up.
"""

from __future__ import annotations

from heddle.core import arithmetic, floats
from heddle.core.arithmetic import COMPARE
from heddle.core.types import INT, Scalar
from heddle.records import dataclass

NodeId = int

COMMUTATIVE = frozenset(("+", "*", "&", "|", "^", "==", "!=", "&&", "||"))
BOOLEAN = floats.TESTS.union(("==", "!=", "<", "<=", "!", "&&", "||"))


@dataclass(slots=True)
class Node:
    """``op``: "const" (``value``), "var" (``value`` is its number), "ite", "cast", a unary "-", "~", "!", or a
    binary operator, or a floating-point operation (``f64.+``, on bit patterns).  Comparisons of integers are ``==``,
    ``!=``, ``<`` and ``<=`` only.
    """

    op: str
    args: tuple[NodeId, ...]
    type: Scalar
    value: int = 0


class Dag:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._ids: dict[tuple[object, ...], NodeId] = {}
        self._variables = 0
        self.false = self.const(0, INT)
        self.true = self.const(1, INT)

    # --- building ---------------------------------------------------------------------------------------------------

    def _make(self, op: str, args: tuple[NodeId, ...], type: Scalar, value: int = 0) -> NodeId:
        key = (op, args, type.bits, type.signed, type.__class__, value)
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = len(self.nodes)
            self.nodes.append(Node(op, args, type, value))
        return known

    def const(self, value: int, type: Scalar) -> NodeId:
        return self._make("const", (), type, value)

    def var(self, type: Scalar) -> NodeId:
        self._variables += 1
        return self._make("var", (), type, self._variables)

    def constant(self, n: NodeId) -> int | None:
        node = self.nodes[n]
        return node.value if node.op == "const" else None

    def is_bool(self, n: NodeId) -> bool:
        node = self.nodes[n]
        return node.op in BOOLEAN or (node.op == "const" and node.value in (0, 1))

    def truth(self, n: NodeId) -> NodeId:
        """``n != 0`` as a boolean node."""
        if self.is_bool(n):
            return n
        node = self.nodes[n]
        if node.op == "cast" and node.type.bits >= self.nodes[node.args[0]].type.bits:
            return self.truth(node.args[0])
        if node.op == "ite":
            yes, no = self.constant(node.args[1]), self.constant(node.args[2])
            if yes is not None and no is not None:
                return self.ite(node.args[0], self.bool_const(yes != 0), self.bool_const(no != 0))
        return self.binary("!=", n, self.const(0, node.type), INT)

    def bool_const(self, value: bool) -> NodeId:
        return self.true if value else self.false

    def not_(self, n: NodeId) -> NodeId:
        n = self.truth(n)
        node = self.nodes[n]
        if node.op == "const":
            return self.bool_const(node.value == 0)
        if node.op == "!":
            return node.args[0]
        if node.op in ("==", "!="):
            return self._make("!=" if node.op == "==" else "==", node.args, INT)
        return self._make("!", (n,), INT)

    def and_(self, a: NodeId, b: NodeId) -> NodeId:
        a, b = self.truth(a), self.truth(b)
        if a == self.false or b == self.false or a == self.not_(b):
            return self.false
        if a == self.true or a == b:
            return b
        if b == self.true:
            return a
        for one, other in ((a, b), (b, a)):
            if self.nodes[one].op == "&&":
                if other in self.nodes[one].args:
                    return one
                if self.not_(other) in self.nodes[one].args:
                    return self.false
        return self._make("&&", (a, b), INT)

    def or_(self, a: NodeId, b: NodeId) -> NodeId:
        a, b = self.truth(a), self.truth(b)
        if a == self.true or b == self.true or a == self.not_(b):
            return self.true
        if a == self.false or a == b:
            return b
        if b == self.false:
            return a
        joined = self._common_factor(a, b)
        return self._make("||", (a, b), INT) if joined is None else joined

    def _common_factor(self, a: NodeId, b: NodeId) -> NodeId | None:
        """``p && c || p && !c`` is ``p``; also where one side is just ``p``."""
        x, y = self.nodes[a], self.nodes[b]
        if x.op == "&&" and b in x.args:
            return b
        if y.op == "&&" and a in y.args:
            return a
        if x.op == "&&" and y.op == "&&":
            for p in x.args:
                if p in y.args:
                    c = x.args[0] if x.args[1] == p else x.args[1]
                    d = y.args[0] if y.args[1] == p else y.args[1]
                    if c == self.not_(d):
                        return p
        return None

    def ite(self, test: NodeId, a: NodeId, b: NodeId) -> NodeId:
        test = self.truth(test)
        if test == self.true or a == b:
            return a
        if test == self.false:
            return b
        if self.is_bool(a) and self.is_bool(b):
            if a == self.true:
                return self.or_(test, b)
            if a == self.false:
                return self.and_(self.not_(test), b)
            if b == self.true:
                return self.or_(self.not_(test), a)
            if b == self.false:
                return self.and_(test, a)
        node = self.nodes[test]
        if node.op == "!":
            return self.ite(node.args[0], b, a)
        type = self.nodes[a].type
        # one location may hold a signed value on one side and an unsigned one on the other
        return self._make("ite", (test, a, self.cast(b, type)), type)

    def cast(self, n: NodeId, type: Scalar) -> NodeId:
        node = self.nodes[n]
        if node.op == "const":
            return self.const(type.wrap(node.value), type)
        if (node.type.bits, node.type.signed) == (type.bits, type.signed):
            return n
        return self._make("cast", (n,), type)

    def unary(self, op: str, n: NodeId, type: Scalar) -> NodeId:
        if op == "!":
            return self.not_(n)
        node = self.nodes[n]
        if node.op == "const":
            return self.const(arithmetic.unary(op, node.value, type), type)
        return self._make(op, (n,), type)

    def binary(self, op: str, a: NodeId, b: NodeId, type: Scalar) -> NodeId:
        if op == "&&":
            return self.and_(a, b)
        if op == "||":
            return self.or_(a, b)
        if op in (">", ">="):
            op, a, b = "<" if op == ">" else "<=", b, a
        x, y = self.nodes[a], self.nodes[b]
        if x.op == "const" and y.op == "const":
            value = arithmetic.binary(op, x.value, y.value, type)
            if value is not None:
                return self.const(value, type)
        if op in BOOLEAN:
            return self._comparison(op, a, b)
        if y.op == "const" and y.value == 0 and op in ("+", "-", "|", "^", "<<", ">>"):
            return a
        if x.op == "const" and x.value == 0 and op in ("+", "|", "^"):
            return b
        if op in COMMUTATIVE and a > b:
            a, b = b, a
        return self._make(op, (a, b), type)

    def float_op(self, name: str, args: tuple[NodeId, ...], type: Scalar) -> NodeId:
        """A floating-point operation."""
        known = [node.value for node in map(self.nodes.__getitem__, args) if node.op == "const"]
        value = floats.operation(name, known, type) if len(known) == len(args) else None
        return self._make(name, args, type) if value is None else self.const(value, type)

    def _comparison(self, op: str, a: NodeId, b: NodeId) -> NodeId:
        if a == b:
            return self.bool_const(op in ("==", "<="))
        for x, y, swapped in ((a, b, False), (b, a, True)):
            node, value = self.nodes[x], self.constant(y)
            if value is None:
                continue
            if op in ("==", "!=") and self._narrower(node) and self._fits_below(node, value):
                return self._comparison(op, node.args[0], self.const(value, self.nodes[node.args[0]].type))
            if self.is_bool(x):
                return self._compare_truth(op, x, value, swapped)
            if node.op == "ite":
                yes, no = self.constant(node.args[1]), self.constant(node.args[2])
                if yes is not None and no is not None:
                    on = [COMPARE[op](value, v) if swapped else COMPARE[op](v, value) for v in (yes, no)]
                    return self.ite(node.args[0], self.bool_const(on[0]), self.bool_const(on[1]))
        if op in ("==", "!=") and a > b:
            a, b = b, a
        return self._make(op, (a, b), INT)

    def _narrower(self, node: Node) -> bool:
        return node.op == "cast" and node.type.bits > self.nodes[node.args[0]].type.bits

    def _fits_below(self, node: Node, value: int) -> bool:
        inner = self.nodes[node.args[0]].type
        if not inner.lo <= value <= inner.hi:
            return False
        return node.type.signed or (value >= 0 and not inner.signed)

    def _compare_truth(self, op: str, n: NodeId, value: int, swapped: bool) -> NodeId:
        on_false = COMPARE[op](value, 0) if swapped else COMPARE[op](0, value)
        on_true = COMPARE[op](value, 1) if swapped else COMPARE[op](1, value)
        if on_false == on_true:
            return self.bool_const(on_true)
        return n if on_true else self.not_(n)


