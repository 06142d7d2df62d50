"""Bit-vector terms for expression nodes, each only as wide as its possible values need.

The value analysis gives every node an interval; a node's term is the two's complement of its value at the smallest
width that holds the interval (``Num.signed`` tells whether the top bit is a sign).  Operations are computed at the
width of their result where that is exact modulo a power of two, and at a common width otherwise, so narrowing is always
sound.
"""

from __future__ import annotations

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.backends.bmc.floats import FloatTerms
from heddle.core import floats
from heddle.core.types import Scalar
from heddle.records import dataclass
from heddle.symbolic.dag import Dag, Node, NodeId
from heddle.symbolic.values import Value, full


@dataclass(frozen=True, slots=True)
class Num:
    """An integer as a bit-vector term of ``width`` bits."""

    term: bz.Term
    width: int
    signed: bool


def width_of(lo: int, hi: int) -> tuple[int, bool]:
    """The smallest representation of all integers from ``lo`` to ``hi``."""
    if lo >= 0:
        return max(hi.bit_length(), 1), False
    return max((-lo - 1).bit_length(), hi.bit_length() if hi > 0 else 0) + 1, True


class Terms:
    def __init__(self, tm: bz.TermManager, dag: Dag, values: list[Value]) -> None:
        self.tm, self.dag, self.values = tm, dag, values
        self._nums: dict[NodeId, Num] = {}
        self._bools: dict[NodeId, bz.Term] = {}
        self._sorts: dict[int, bz.Sort] = {}
        self.true, self.false = tm.mk_true(), tm.mk_false()
        self.floats = FloatTerms(self)

    # --- building blocks --------------------------------------------------------------------------------------------

    def sort(self, width: int) -> bz.Sort:
        if width not in self._sorts:
            self._sorts[width] = self.tm.mk_bv_sort(width)
        return self._sorts[width]

    def constant(self, value: int) -> Num:
        width, signed = width_of(value, value)
        return Num(self.tm.mk_bv_value(self.sort(width), value & ((1 << width) - 1)), width, signed)

    def fresh(self, value: Value, type: Scalar, name: str) -> Num:
        """A new variable that can hold every value of ``value``."""
        value = full(type) if value.junk else value
        width, signed = width_of(value.lo, max(value.hi, value.lo))
        return Num(self.tm.mk_const(self.sort(width), name), width, signed)

    def boolean(self, name: str) -> bz.Term:
        return self.tm.mk_const(self.tm.mk_bool_sort(), name)

    def resize(self, n: Num, width: int) -> bz.Term:
        """The low ``width`` bits of the two's complement of ``n``."""
        if n.width == width:
            return n.term
        if n.width > width:
            return self.tm.mk_term(K.BV_EXTRACT, [n.term], [width - 1, 0])
        return self.tm.mk_term(K.BV_SIGN_EXTEND if n.signed else K.BV_ZERO_EXTEND, [n.term], [width - n.width])

    def fit(self, n: Num, value: Value, type: Scalar) -> Num:
        """``n`` in the representation of ``value``, which is known to hold it (modulo ``type``)."""
        value = full(type) if value.junk or value.is_empty else value
        width, signed = width_of(value.lo, value.hi)
        return Num(self.resize(n, width), width, signed)

    def equal(self, a: Num, b: Num) -> bz.Term:
        width = self._common_width(a, b)
        return self.tm.mk_term(K.EQUAL, [self.resize(a, width), self.resize(b, width)])

    def between(self, a: Num, low: int, high: int) -> bz.Term:
        """Whether ``low <= a <= high``."""
        return self.and_(self._less("<=", self.constant(low), a), self._less("<=", a, self.constant(high)))

    def choose(self, test: bz.Term, a: Num, b: Num, like: Num) -> Num:
        """``test ? a : b`` in the representation of ``like``."""
        yes, no = self.resize(a, like.width), self.resize(b, like.width)
        return Num(self.ite(test, yes, no), like.width, like.signed)

    def ite(self, test: bz.Term, a: bz.Term, b: bz.Term) -> bz.Term:
        if a is b or test is self.true:
            return a
        return b if test is self.false else self.tm.mk_term(K.ITE, [test, a, b])

    def and_(self, *terms: bz.Term) -> bz.Term:
        kept = [t for t in terms if t is not self.true]
        if any(t is self.false for t in kept):
            return self.false
        if len(kept) < 2:
            return kept[0] if kept else self.true
        return self.tm.mk_term(K.AND, kept)

    def or_(self, *terms: bz.Term) -> bz.Term:
        kept = [t for t in terms if t is not self.false]
        if any(t is self.true for t in kept):
            return self.true
        if len(kept) < 2:
            return kept[0] if kept else self.false
        return self.tm.mk_term(K.OR, kept)

    def not_(self, t: bz.Term) -> bz.Term:
        if t is self.true:
            return self.false
        return self.true if t is self.false else self.tm.mk_term(K.NOT, [t])

    def implies(self, a: bz.Term, b: bz.Term) -> bz.Term:
        if a is self.false or b is self.true:
            return self.true
        if a is self.true:
            return b
        return self.not_(a) if b is self.false else self.tm.mk_term(K.IMPLIES, [a, b])

    # --- nodes ------------------------------------------------------------------------------------------------------

    def define(self, variable: NodeId, term: Num) -> None:
        """Says what a variable node stands for, before anything that mentions it is asked for."""
        self._nums[variable] = term

    def defined(self, variable: NodeId) -> bool:
        return variable in self._nums

    def bool(self, n: NodeId) -> bz.Term:
        """The truth of a node."""
        known = self._bools.get(n)
        if known is None:
            self._prepare(n)
            known = self._bools[n] = self._bool(n)
        return known

    def num(self, n: NodeId) -> Num:
        known = self._nums.get(n)
        if known is None:
            self._prepare(n)
            known = self._nums[n] = self._num(n)
        return known

    def _prepare(self, n: NodeId) -> None:
        """Builds deep graphs bottom-up, so that recursion stays shallow."""
        if all(a in self._nums or a in self._bools for a in self.dag.nodes[n].args):
            return
        stack = [(n, False)]
        seen: set[tuple[NodeId, bool]] = set()
        order: list[tuple[NodeId, bool]] = []
        while stack:
            m, as_number = part = stack.pop()
            if part in seen or (self.floats.has(m) if as_number else m in self._nums or m in self._bools):
                continue
            seen.add(part)
            order.append(part)
            node = self.dag.nodes[m]
            if as_number or floats.is_operation(node.op):
                stack.extend((a, self.floats.is_number(a)) for a in node.args)
            else:
                stack.extend((a, False) for a in node.args)
        for m, as_number in sorted(order):
            if m == n:
                continue
            if as_number:
                self.floats.number(m, self.dag.nodes[m].type.bits)
            elif self.dag.is_bool(m):
                self.bool(m)
            elif m not in self._nums:
                self._nums[m] = self._num(m)

    def _bool(self, n: NodeId) -> bz.Term:
        value = self.values[n]
        if value.single is not None:
            return self.true if value.single else self.false
        node = self.dag.nodes[n]
        args = node.args
        match node.op:
            case "!":
                return self.not_(self.bool(args[0]))
            case "&&":
                return self.and_(self.bool(args[0]), self.bool(args[1]))
            case "||":
                return self.or_(self.bool(args[0]), self.bool(args[1]))
            case "==":
                return self.equal(self.num(args[0]), self.num(args[1]))
            case "!=":
                return self.not_(self.equal(self.num(args[0]), self.num(args[1])))
            case "<" | "<=":
                return self._less(node.op, self.num(args[0]), self.num(args[1]))
            case "ite":
                return self.ite(self.bool(args[0]), self.bool(args[1]), self.bool(args[2]))
        if node.op in floats.TESTS:
            return self.floats.test(node)
        num = self.num(n)
        return self.tm.mk_term(K.DISTINCT, [num.term, self.tm.mk_bv_zero(self.sort(num.width))])

    def _less(self, op: str, a: Num, b: Num) -> bz.Term:
        width = self._common_width(a, b)
        if a.signed or b.signed:
            kind = K.BV_SLT if op == "<" else K.BV_SLE
        else:
            kind = K.BV_ULT if op == "<" else K.BV_ULE
        return self.tm.mk_term(kind, [self.resize(a, width), self.resize(b, width)])

    def _common_width(self, a: Num, b: Num) -> int:
        if a.signed == b.signed:
            return max(a.width, b.width)
        return max(a.width + (not a.signed), b.width + (not b.signed))

    def _num(self, n: NodeId) -> Num:
        value, node = self.values[n], self.dag.nodes[n]
        if value.single is not None:
            return self.constant(value.single)
        if value.is_empty and not value.junk:
            return self.constant(0)
        if self.dag.is_bool(n):
            one, zero = self.tm.mk_bv_one(self.sort(1)), self.tm.mk_bv_zero(self.sort(1))
            return Num(self.ite(self.bool(n), one, zero), 1, False)
        if node.op == "var":
            return self.fresh(value, node.type, f"v{node.value}")
        if value.junk:
            value = full(node.type)
        width, signed = width_of(value.lo, value.hi)
        if floats.is_operation(node.op):
            return Num(self.resize(Num(self.floats.result(n), node.type.bits, node.type.signed), width), width, signed)
        return Num(self._operation(node, width), width, signed)

    def _operation(self, node: Node, width: int) -> bz.Term:
        """The term of an arithmetic node at ``width`` bits."""
        args = [self.num(a) for a in node.args if node.op != "ite" or a != node.args[0]]
        match node.op:
            case "cast":
                return self.resize(args[0], width)
            case "ite":
                yes, no = self.num(node.args[1]), self.num(node.args[2])
                return self.ite(self.bool(node.args[0]), self.resize(yes, width), self.resize(no, width))
            case "-" if len(args) == 1:
                return self.tm.mk_term(K.BV_NEG, [self.resize(args[0], width)])
            case "~":
                return self.tm.mk_term(K.BV_NOT, [self.resize(args[0], width)])
            case "/" | "%":
                return self._division(node.op, args[0], args[1], width)
            case "<<" | ">>":
                return self._shift(node.op, args[0], args[1], width)
        kind = {"+": K.BV_ADD, "-": K.BV_SUB, "*": K.BV_MUL, "&": K.BV_AND, "|": K.BV_OR, "^": K.BV_XOR}[node.op]
        return self.tm.mk_term(kind, [self.resize(args[0], width), self.resize(args[1], width)])

    def _division(self, op: str, a: Num, b: Num, width: int) -> bz.Term:
        common = self._common_width(a, b)
        if a.signed or b.signed:
            common += 1  # the smallest number divided by -1 needs one more bit
            kind = K.BV_SDIV if op == "/" else K.BV_SREM
        else:
            kind = K.BV_UDIV if op == "/" else K.BV_UREM
        result = self.tm.mk_term(kind, [self.resize(a, common), self.resize(b, common)])
        return self.resize(Num(result, common, a.signed or b.signed), width)

    def _shift(self, op: str, a: Num, count: Num, width: int) -> bz.Term:
        common = max(width, a.width, count.width + 1)
        kind = K.BV_SHL if op == "<<" else (K.BV_ASHR if a.signed else K.BV_SHR)
        result = self.tm.mk_term(kind, [self.resize(a, common), self.resize(count, common)])
        return self.resize(Num(result, common, a.signed), width)
