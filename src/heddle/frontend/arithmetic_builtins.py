"""The compiler's builtins that compute: bit counting, byte order, rotation, arithmetic that tells of its overflow."""

from __future__ import annotations

import re
from collections.abc import Callable

from heddle.core.expr import Const, Expr
from heddle.core.instr import Assume
from heddle.core.types import INT, IntType
from heddle.frontend import checks, lvalues, values
from heddle.frontend.clang import Node
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import Integer, Pointer, unqualified

OPERATORS = {"add": "+", "sub": "-", "mul": "*"}
_OVERFLOW = re.compile(r"[su]?(add|sub|mul)l{0,2}_overflow")
_PREDICATE = re.compile(r"(add|sub|mul)_overflow_p")
_CARRY = re.compile(r"(add|sub)c[bsl]?l?")
_COUNT = re.compile(r"(clz|ctz|popcount|parity|ffs|clrsb)(l{0,2}|s|g)")
_SIZED = re.compile(r"(bswap|bitreverse|rotateleft|rotateright)(8|16|32|64|128)")


def call(f: Lowering, name: str, args: list[Node]) -> Expr | None:
    """Lowers a builtin of these (``name`` without ``__builtin_``); None if it is none."""
    if found := _OVERFLOW.fullmatch(name):
        return with_overflow(f, OPERATORS[found[1]], args)
    if found := _PREDICATE.fullmatch(name):
        return overflows(f, OPERATORS[found[1]], args)
    if found := _CARRY.fullmatch(name):
        return with_carry(f, OPERATORS[found[1]], args)
    if found := _COUNT.fullmatch(name):
        return bit_count(f, found[1], f.keep(f.value(args[0])), args[1:])
    if found := _SIZED.fullmatch(name):
        type = IntType(int(found[2]), False)
        value = f.keep(values.cast(f.value(args[0]), type))
        if found[1].startswith("rotate"):
            count = values.cast(f.value(args[1]), type)
            return rotated(f, value, count if found[1] == "rotateleft" else values.unary("-", count))
        step = 8 if found[1] == "bswap" else 1
        return reversed_pieces(value, step)
    return None


def exact(f: Lowering, operator: str, left: Expr, right: Expr, target: IntType) -> Expr:
    """The result without any wrapping."""
    wide = IntType(2 * max(left.type.bits, right.type.bits, target.bits) + 2, True)
    return f.keep(values.binary(operator, values.cast(left, wide), values.cast(right, wide)))


def with_overflow(f: Lowering, operator: str, args: list[Node]) -> Expr:
    """``__builtin_add_overflow(a, b, &r)``: the exact result, cut to r's type; true if cutting changed it."""
    left, right, pointer = f.value(args[0]), f.value(args[1]), f.value(args[2])
    target = unqualified(f.ctype(args[2]))
    target_type = unqualified(target.to) if isinstance(target, Pointer) else f.types.int_type
    assert isinstance(target_type, Integer)
    kept = exact(f, operator, left, right, target_type.core)
    lvalues.store(f, lvalues.deref(pointer, target_type), values.cast(kept, target_type.core))
    return values.negation(checks.in_range(kept, target_type.core.lo, target_type.core.hi))


def overflows(f: Lowering, operator: str, args: list[Node]) -> Expr:
    """``__builtin_add_overflow_p(a, b, c)``: whether the result is none of c's type."""
    left, right = f.value(args[0]), f.value(args[1])
    f.effect(args[2])
    target = unqualified(f.ctype(args[2]))
    assert isinstance(target, Integer)
    kept = exact(f, operator, left, right, target.core)
    return values.as_bool(values.negation(checks.in_range(kept, target.core.lo, target.core.hi)))


def with_carry(f: Lowering, operator: str, args: list[Node]) -> Expr:
    """``__builtin_addc(a, b, carry, &carry_out)``: a sum of three, of which one or none wraps."""
    left, right, carry, pointer = (f.value(a) for a in args)
    target = unqualified(f.ctype(args[3]))
    assert isinstance(target, Pointer) and isinstance(left.type, IntType)
    total = exact(f, operator, exact(f, operator, left, right, left.type), carry, left.type)
    wrapped = values.negation(checks.in_range(total, left.type.lo, left.type.hi))
    lvalues.store(f, lvalues.deref(pointer, target.to), values.cast(wrapped, left.type))
    return values.cast(total, left.type)


def reversed_pieces(value: Expr, width: int) -> Expr:
    """The pieces of ``width`` bits in the opposite order."""
    type = value.type
    result: Expr = Const(0, type)
    for low in range(0, type.bits, width):
        piece = values.binary("&", values.binary(">>", value, Const(low, INT)), Const((1 << width) - 1, type))
        result = values.binary("|", result, values.binary("<<", piece, Const(type.bits - width - low, INT)))
    return result


def rotated(f: Lowering, value: Expr, count: Expr) -> Expr:
    """Rotated to the left."""
    bits = value.type.bits
    left = f.keep(values.binary("&", count, Const(bits - 1, count.type)))
    right = values.binary("&", values.unary("-", left), Const(bits - 1, count.type))
    return values.binary("|", values.binary("<<", value, left), values.binary(">>", value, right))


def bit_count(f: Lowering, name: str, value: Expr, fallback: list[Node]) -> Expr:
    """Counting bits, as a chain over the bits of the argument."""
    unsigned = values.cast(value, values.unsigned(value.type.bits))
    if name in ("clz", "ctz"):
        if fallback:
            return values.condition(values.truth(value), _position(name, unsigned), f.value(fallback[0]))
        f.emit(Assume(values.truth(value)))
    if name == "clrsb":  # bits after the sign that are like it: leading zeros of what differs from its neighbour above
        differences = values.binary("^", unsigned, values.binary("<<", unsigned, Const(1, INT)))
        marked = values.binary("|", differences, Const(1, unsigned.type))
        return _position("clz", f.keep(marked))
    if name in ("popcount", "parity"):
        total: Expr = Const(0, INT)
        for index in range(value.type.bits):
            total = values.binary("+" if name == "popcount" else "^", total, _bit(unsigned, index))
        return total
    return _position(name, unsigned)


def _bit(value: Expr, index: int) -> Expr:
    return values.cast(values.binary("&", values.binary(">>", value, Const(index, INT)), Const(1, value.type)), INT)


_POSITIONS: dict[str, Callable[[int, int], int]] = {
    "clz": lambda index, bits: bits - 1 - index, "ctz": lambda index, bits: index, "ffs": lambda index, bits: index + 1,
}


def _position(name: str, value: Expr) -> Expr:
    """Of the highest bit (``clz``) or the lowest one that is set."""
    bits = value.type.bits
    result: Expr = Const(bits if name != "ffs" else 0, INT)
    for index in range(bits) if name == "clz" else reversed(range(bits)):
        result = values.condition(_bit(value, index), Const(_POSITIONS[name](index, bits), INT), result)
    return result
