"""Steps of a transition system and formulas over its variables as Bitwuzla terms: exact machine words.

This is what proofs are checked with, so it shares nothing with what finds them: a node of the graph is a bit-vector of
its type's width, operations are the machine's, and where C gives an operation no meaning (division by zero, shifts too
far) its result is anything.  Formulas are about mathematical integers: their terms are computed at widths that hold
every result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import bitwuzla as bz
from bitwuzla import Kind as K

from heddle.backends.term_manager import TermManager
from heddle.core.types import Scalar
from heddle.proofs.formulas import Formula, Name
from heddle.proofs.system import Variable
from heddle.records import dataclass
from heddle.symbolic.dag import Dag, Node, NodeId

MOST_BITS = 1024


class TooWide(Exception):
    """A formula whose terms need more bits than anybody should compute with."""


@dataclass(frozen=True, slots=True)
class Word:
    """A bit-vector that stands for an integer of ``type``."""

    term: bz.Term
    type: Scalar


@dataclass(frozen=True, slots=True)
class Wide:
    """An integer between ``lo`` and ``hi`` in two's complement, at the smallest width that holds both."""

    term: bz.Term
    lo: int
    hi: int

    @property
    def bits(self) -> int:
        return signed_bits(self.lo, self.hi)


def signed_bits(lo: int, hi: int) -> int:
    return max((-lo - 1).bit_length() if lo < 0 else 0, hi.bit_length() if hi > 0 else 0) + 1


class Logic:
    """Small helpers around a term manager."""

    def __init__(self) -> None:
        self.tm = TermManager()
        self.true, self.false = self.tm.mk_true(), self.tm.mk_false()
        self._made = 0

    def fresh(self, type: Scalar) -> Word:
        self._made += 1
        return Word(self.tm.mk_const(self.tm.mk_bv_sort(type.bits), f"w{self._made}"), type)

    def value(self, value: int, bits: int) -> bz.Term:
        return self.tm.mk_bv_value(self.tm.mk_bv_sort(bits), value & ((1 << bits) - 1))

    def make(self, kind: K, *args: bz.Term) -> bz.Term:
        return self.tm.mk_term(kind, list(args))

    def resized(self, term: bz.Term, bits: int, to: int, signed: bool) -> bz.Term:
        if to < bits:
            return self.tm.mk_term(K.BV_EXTRACT, [term], [to - 1, 0])
        if to == bits:
            return term
        return self.tm.mk_term(K.BV_SIGN_EXTEND if signed else K.BV_ZERO_EXTEND, [term], [to - bits])

    def word(self, word: Word, bits: int) -> bz.Term:
        """The low bits of the integer that a word stands for."""
        return self.resized(word.term, word.type.bits, bits, word.type.signed)

    def wide(self, word: Word) -> Wide:
        lo, hi = word.type.lo, word.type.hi
        return Wide(self.word(word, signed_bits(lo, hi)), lo, hi)

    def equal(self, a: Word, b: Word) -> bz.Term:
        bits = max(a.type.bits, b.type.bits) + 1
        return self.make(K.EQUAL, self.word(a, bits), self.word(b, bits))

    def all(self, terms: list[bz.Term]) -> bz.Term:
        if not terms:
            return self.true
        return terms[0] if len(terms) == 1 else self.make(K.AND, *terms)

    def any(self, terms: list[bz.Term]) -> bz.Term:
        if not terms:
            return self.false
        return terms[0] if len(terms) == 1 else self.make(K.OR, *terms)


def within(logic: Logic, variable: Variable, word: Word) -> list[bz.Term]:
    """That a word is one of the values that a variable may have."""
    value = variable.value
    if value.junk or value.is_empty:
        return []
    if value.numbers is not None:
        return [logic.any([logic.equal(word, number_like(logic, n, word)) for n in sorted(value.numbers)])]
    return [at_least(logic, word, value.lo), _at_most(logic, word, value.hi)]


def number_like(logic: Logic, value: int, like: Word) -> Word:
    return Word(logic.value(value, like.type.bits), like.type)


def at_least(logic: Logic, word: Word, low: int) -> bz.Term:
    if low <= word.type.lo:
        return logic.true
    return logic.make(K.BV_SGE if word.type.signed else K.BV_UGE, word.term, logic.value(low, word.type.bits))


def _at_most(logic: Logic, word: Word, high: int) -> bz.Term:
    if high >= word.type.hi:
        return logic.true
    return logic.make(K.BV_SLE if word.type.signed else K.BV_ULE, word.term, logic.value(high, word.type.bits))


class Words:
    """The nodes of the graph in one step.  Variables that nobody defines are arbitrary."""

    def __init__(self, logic: Logic, dag: Dag) -> None:
        self.logic, self.dag = logic, dag
        self._words: dict[NodeId, Word] = {}

    def define(self, node: NodeId, word: Word) -> None:
        self._words[node] = word

    def number(self, n: NodeId) -> Word:
        pending: set[NodeId] = set()
        stack = [n]
        while stack:
            m = stack.pop()
            if m not in self._words and m not in pending:
                pending.add(m)
                stack.extend(self.dag.nodes[m].args)
        for m in sorted(pending):  # children have smaller numbers
            node = self.dag.nodes[m]
            self._words[m] = Word(self._term(node, [self._words[a] for a in node.args]), node.type)
        return self._words[n]

    def truth(self, n: NodeId) -> bz.Term:
        return self._truth(self.number(n))

    def _truth(self, word: Word) -> bz.Term:
        return self.logic.make(K.DISTINCT, word.term, self.logic.value(0, word.type.bits))

    def _bit(self, truth: bz.Term, bits: int) -> bz.Term:
        return self.logic.make(K.ITE, truth, self.logic.value(1, bits), self.logic.value(0, bits))

    def _term(self, node: Node, args: list[Word]) -> bz.Term:
        logic, bits = self.logic, node.type.bits
        match node.op:
            case "const":
                return logic.value(node.value, bits)
            case "!":
                return self._bit(logic.make(K.NOT, self._truth(args[0])), bits)
            case "&&" | "||":
                kind = K.AND if node.op == "&&" else K.OR
                return self._bit(logic.make(kind, self._truth(args[0]), self._truth(args[1])), bits)
            case "==" | "!=" | "<" | "<=":
                return self._bit(self._compared(node.op, args[0], args[1]), bits)
            case "ite":
                return logic.make(K.ITE, self._truth(args[0]), logic.word(args[1], bits), logic.word(args[2], bits))
            case "cast":
                return logic.word(args[0], bits)
            case "-" if len(args) == 1:
                return logic.make(K.BV_NEG, logic.word(args[0], bits))
            case "~":
                return logic.make(K.BV_NOT, logic.word(args[0], bits))
            case "/" | "%":
                return self._divided(node, args[0], args[1])
            case "<<" | ">>":
                return self._shifted(node, args[0], args[1])
        kinds = {"+": K.BV_ADD, "-": K.BV_SUB, "*": K.BV_MUL, "&": K.BV_AND, "|": K.BV_OR, "^": K.BV_XOR}
        if node.op in kinds:
            return logic.make(kinds[node.op], logic.word(args[0], bits), logic.word(args[1], bits))
        return logic.fresh(node.type).term  # a variable of nobody, or an operation on floating-point numbers

    def _compared(self, op: str, a: Word, b: Word) -> bz.Term:
        bits = max(a.type.bits, b.type.bits) + 1
        x, y = self.logic.word(a, bits), self.logic.word(b, bits)
        match op:
            case "==":
                return self.logic.make(K.EQUAL, x, y)
            case "!=":
                return self.logic.make(K.DISTINCT, x, y)
        return self.logic.make(K.BV_SLT if op == "<" else K.BV_SLE, x, y)

    def _divided(self, node: Node, a: Word, b: Word) -> bz.Term:
        logic = self.logic
        bits = max(a.type.bits, b.type.bits, node.type.bits) + 1
        kind = K.BV_SDIV if node.op == "/" else K.BV_SREM
        x, y = logic.word(a, bits), logic.word(b, bits)
        result = logic.resized(logic.make(kind, x, y), bits, node.type.bits, True)
        by_zero = logic.make(K.EQUAL, y, logic.value(0, bits))
        return logic.make(K.ITE, by_zero, logic.fresh(node.type).term, result)

    def _shifted(self, node: Node, a: Word, b: Word) -> bz.Term:
        logic = self.logic
        bits = max(a.type.bits, b.type.bits, node.type.bits) + 1
        x, y = logic.word(a, bits), logic.word(b, bits)
        result = logic.resized(logic.make(K.BV_SHL if node.op == "<<" else K.BV_ASHR, x, y), bits, node.type.bits, True)
        too_far = logic.make(K.BV_UGE, y, logic.value(node.type.bits, bits))  # a negative number is a large one
        return logic.make(K.ITE, too_far, logic.fresh(node.type).term, result)


class Truths:
    """Formulas about given values."""

    def __init__(self, logic: Logic, values: Callable[[Name], Word]) -> None:
        self.logic, self.values = logic, values
        self._truths: dict[int, bz.Term] = {}
        self._wides: dict[int, Wide] = {}

    def truth(self, formula: Formula) -> bz.Term:
        """Raises TooWide."""
        found = self._truths.get(id(formula))
        if found is None:
            found = self._truths[id(formula)] = self._truth(formula)
        return found

    def _truth(self, formula: Formula) -> bz.Term:
        logic, args = self.logic, formula.args
        match formula.op:
            case "true":
                return logic.true
            case "false":
                return logic.false
            case "!":
                return logic.make(K.NOT, self.truth(args[0]))
            case "&&":
                return logic.all([self.truth(a) for a in args])
            case "||":
                return logic.any([self.truth(a) for a in args])
            case "<=>":
                return logic.make(K.EQUAL, self.truth(args[0]), self.truth(args[1]))
        kind = {"==": K.EQUAL, "<=": K.BV_SLE, "<": K.BV_SLT}[formula.op]
        a, b = self.wide(args[0]), self.wide(args[1])
        bits = max(a.bits, b.bits)
        return logic.make(kind, self._at(a, bits), self._at(b, bits))

    def _at(self, wide: Wide, bits: int) -> bz.Term:
        return self.logic.resized(wide.term, wide.bits, bits, True)

    def wide(self, formula: Formula) -> Wide:
        found = self._wides.get(id(formula))
        if found is None:
            found = self._wides[id(formula)] = self._wide(formula)
            if found.bits > MOST_BITS:
                raise TooWide
        return found

    def _wide(self, formula: Formula) -> Wide:
        logic = self.logic
        match formula.op:
            case "const":
                value = formula.value
                return Wide(logic.value(value, signed_bits(value, value)), value, value)
            case "var":
                return logic.wide(self.values(formula.name))
            case "ite":
                test, a, b = self.truth(formula.args[0]), self.wide(formula.args[1]), self.wide(formula.args[2])
                lo, hi = min(a.lo, b.lo), max(a.hi, b.hi)
                bits = signed_bits(lo, hi)
                return Wide(logic.make(K.ITE, test, self._at(a, bits), self._at(b, bits)), lo, hi)
            case "%" if (by := formula.args[1].value) > 1 and by & (by - 1) == 0:
                kept = by.bit_length() - 1
                return Wide(logic.resized(self._low(formula.args[0], kept), kept, kept + 1, False), 0, by - 1)
            case "/" | "%":
                return self._divided(formula.op, self.wide(formula.args[0]), formula.args[1].value)
        found = self.wide(formula.args[0])
        for part in formula.args[1:]:
            found = self._combined(formula.op, found, self.wide(part))
        return found

    def _low(self, formula: Formula, bits: int) -> bz.Term:
        """The low bits of a number: those of sums and products need no more than those of their parts."""
        if formula.op in ("+", "*"):
            kind = {"+": K.BV_ADD, "*": K.BV_MUL}[formula.op]
            return reduce(lambda a, b: self.logic.make(kind, a, b), (self._low(a, bits) for a in formula.args))
        if formula.op == "const":
            return self.logic.value(formula.value, bits)
        return self._at(self.wide(formula), bits)

    def _combined(self, op: str, a: Wide, b: Wide) -> Wide:
        """A sum or a product."""
        ends = [a.lo + b.lo, a.hi + b.hi] if op == "+" else [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        lo, hi = min(ends), max(ends)
        bits = signed_bits(lo, hi)
        if bits > MOST_BITS:
            raise TooWide
        kind = {"+": K.BV_ADD, "*": K.BV_MUL}[op]
        return Wide(self.logic.make(kind, self._at(a, bits), self._at(b, bits)), lo, hi)

    def _divided(self, op: str, a: Wide, by: int) -> Wide:
        """By a positive number, rounding down."""
        logic = self.logic
        bits = signed_bits(min(a.lo, -by), max(a.hi, by)) + 1
        x, y = self._at(a, bits), logic.value(by, bits)
        rest = logic.make(K.BV_SREM, x, y)
        below = logic.make(K.BV_SLT, rest, logic.value(0, bits))
        if op == "%":
            lo, hi = 0, by - 1
            term = logic.make(K.ITE, below, logic.make(K.BV_ADD, rest, y), rest)
        else:
            lo, hi = a.lo // by, a.hi // by
            toward_zero = logic.make(K.BV_SDIV, x, y)
            term = logic.make(K.ITE, below, logic.make(K.BV_SUB, toward_zero, logic.value(1, bits)), toward_zero)
        return Wide(logic.resized(term, bits, signed_bits(lo, hi), True), lo, hi)


__all__ = ["Logic", "TooWide", "Truths", "Word", "Words"]
