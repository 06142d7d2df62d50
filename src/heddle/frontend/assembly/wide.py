"""Compare and exchange of two words at once: ``cmpxchg8b``, ``cmpxchg16b``, ``casp``."""

from __future__ import annotations

from heddle.core.expr import Const, Expr
from heddle.core.instr import AtomicBegin, AtomicEnd
from heddle.core.types import INT, IntType
from heddle.frontend import values
from heddle.frontend.assembly.block import Block
from heddle.frontend.lowering import Memory
from heddle.frontend.types import scalar

Pair = tuple[Expr, Expr]
"""The lower word and the upper one."""


def compare_exchange_pair(
    block: Block, target: Memory, half: int, expected: Pair, desired: Pair, order: str = "seq_cst"
) -> tuple[Expr, Expr, Expr]:
    """Whether it was equal, and the two words that were there."""
    type = scalar(target.ctype)
    if type is not None and type.bits == 2 * half:
        return _as_one(block, target, half, expected, desired, order)
    return _as_section(block, target, half, expected, desired)


def _as_one(
    block: Block, target: Memory, half: int, expected: Pair, desired: Pair, order: str
) -> tuple[Expr, Expr, Expr]:
    whole = IntType(2 * half, False)

    def joined(pair: Pair) -> Expr:
        high = values.binary("<<", values.cast(pair[1], whole), Const(half, INT))
        return block.keep(values.binary("|", high, values.cast(pair[0], whole)))

    wanted, new = joined(expected), joined(desired)
    failure = {"release": "relaxed", "acq_rel": "acquire"}.get(order, order)
    old = block.modify(target, 2 * half, lambda value: (new, values.binary("==", value, wanted)), order, failure)
    word = IntType(half, False)
    high = values.cast(values.binary(">>", old, Const(half, INT)), word)
    return block.keep(values.binary("==", old, wanted)), block.keep(values.cast(old, word)), block.keep(high)


def _as_section(block: Block, target: Memory, half: int, expected: Pair, desired: Pair) -> tuple[Expr, Expr, Expr]:
    """Memory that the program knows as two objects stays two: both are accessed in one step."""
    f = block.f
    upper = block.shifted(target, half // 8)
    f.emit(AtomicBegin())
    low, high = (values.cast(block.read(m, half, "plain"), IntType(half, False)) for m in (target, upper))
    same = values.logical("&&", values.binary("==", low, expected[0]), values.binary("==", high, expected[1]))
    success = block.keep(same)
    end = f.new_label("end")
    f.branch(values.negation(success), end)
    block.write(target, half, desired[0], "plain")
    block.write(upper, half, desired[1], "plain")
    f.label(end)
    f.emit(AtomicEnd())
    block.notice(target, 2 * half)
    return success, low, high
