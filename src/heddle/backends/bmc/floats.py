"""Floating-point operations as terms of Bitwuzla's theory.

Nodes are bit patterns.  An operand that is itself the result of an operation is taken as the number it is; the pattern
of a result is a new variable that denotes the number, made only where somebody needs the bits (memory, for example).
The theory knows one number that is none, without a pattern: its pattern is the one of :mod:`heddle.core.floats`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.core import floats
from heddle.core.types import FloatType
from heddle.symbolic.dag import Node, NodeId

if TYPE_CHECKING:
    from heddle.backends.bmc.terms import Terms

EXPONENT = {32: 8, 64: 11}
"""Bits of the exponent, by format."""
ROUNDING = {
    "floor": bz.RoundingMode.RTN, "ceil": bz.RoundingMode.RTP, "trunc": bz.RoundingMode.RTZ,
    "round": bz.RoundingMode.RNA, "rint": bz.RoundingMode.RNE,
}
ARITHMETIC = {"+": K.FP_ADD, "-": K.FP_SUB, "*": K.FP_MUL, "/": K.FP_DIV}
COMPARE = {"==": K.FP_EQUAL, "<": K.FP_LT, "<=": K.FP_LEQ}


class FloatTerms:
    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._numbers: dict[NodeId, bz.Term] = {}
        self._defined: list[bz.Term] = []

    def definitions(self) -> Iterable[bz.Term]:
        """What the variables for patterns that are new since the last call stand for; to be asserted."""
        new, self._defined = self._defined, []
        return new

    def test(self, node: Node) -> bz.Term:
        """The truth of a comparison."""
        bits, op = _parts(node)
        return self.terms.tm.mk_term(COMPARE[op], [self.number(a, bits) for a in node.args])

    def result(self, n: NodeId) -> bz.Term:
        """An operation as bits: an integer, or the pattern of a number."""
        node = self.terms.dag.nodes[n]
        if isinstance(node.type, FloatType):
            return self._pattern(self.number(n, node.type.bits), node.type.bits)
        bits, _ = _parts(node)
        kind = K.FP_TO_SBV if node.type.signed else K.FP_TO_UBV
        toward_zero = self._mode(bz.RoundingMode.RTZ)
        return self.terms.tm.mk_term(kind, [toward_zero, self.number(node.args[0], bits)], [node.type.bits])

    def number(self, n: NodeId, bits: int) -> bz.Term:
        """The number that a pattern of ``bits`` bits denotes."""
        known = self._numbers.get(n)
        if known is None:
            known = self._numbers[n] = self._number(n, bits)
        return known

    def is_number(self, n: NodeId) -> bool:
        """Whether a node is better known as a number than by its pattern, which maybe nobody needs."""
        node = self.terms.dag.nodes[n]
        if not isinstance(node.type, FloatType) or not node.type.computes or self.terms.values[n].single is not None:
            return False
        return node.op == "ite" or floats.is_operation(node.op)

    def has(self, n: NodeId) -> bool:
        """Whether the number of a node is built."""
        return n in self._numbers

    def _number(self, n: NodeId, bits: int) -> bz.Term:
        if not self.is_number(n):
            return self._denoted(self.terms.resize(self.terms.num(n), bits), bits)
        node = self.terms.dag.nodes[n]
        if node.op != "ite":
            return self._operation(node)
        test, yes, no = node.args
        return self.terms.ite(self.terms.bool(test), self.number(yes, bits), self.number(no, bits))

    def _operation(self, node: Node) -> bz.Term:
        """An operation whose result is a number."""
        bits, op = _parts(node)
        tm, nearest = self.terms.tm, self._mode(bz.RoundingMode.RNE)
        if op == "from_int":
            integer = self.terms.num(node.args[0])
            width = integer.width + (not integer.signed)
            return tm.mk_term(K.FP_TO_FP_FROM_SBV, [nearest, self.terms.resize(integer, width)], _shape(bits))
        args = [self.number(a, bits) for a in node.args]
        if op == "convert":
            return tm.mk_term(K.FP_TO_FP_FROM_FP, [nearest, *args], _shape(node.type.bits))
        if op == "sqrt":
            return tm.mk_term(K.FP_SQRT, [nearest, *args])
        if op in ROUNDING:
            return tm.mk_term(K.FP_RTI, [self._mode(ROUNDING[op]), *args])
        return tm.mk_term(ARITHMETIC[op], [nearest, *args])

    def _pattern(self, number: bz.Term, bits: int) -> bz.Term:
        tm, sort = self.terms.tm, self.terms.sort(bits)
        pattern = tm.mk_const(sort, "pattern")
        usual = tm.mk_term(K.EQUAL, [pattern, tm.mk_bv_value(sort, floats.NAN[bits])])
        self._defined += [
            tm.mk_term(K.EQUAL, [self._denoted(pattern, bits), number]),
            tm.mk_term(K.IMPLIES, [tm.mk_term(K.FP_IS_NAN, [number]), usual]),
        ]
        return pattern

    def _denoted(self, pattern: bz.Term, bits: int) -> bz.Term:
        return self.terms.tm.mk_term(K.FP_TO_FP_FROM_BV, [pattern], _shape(bits))

    def _mode(self, mode: bz.RoundingMode) -> bz.Term:
        return self.terms.tm.mk_rm_value(mode)


def _parts(node: Node) -> tuple[int, str]:
    """The format and the operator of a node."""
    return int(node.op[1:3]), node.op[4:]


def _shape(bits: int) -> list[int]:
    """A format as the theory describes it: bits of the exponent and of the significand, the hidden one included."""
    return [EXPONENT[bits], bits - EXPONENT[bits]]


__all__ = ["FloatTerms"]
