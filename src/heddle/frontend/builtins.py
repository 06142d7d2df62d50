"""Functions that the frontend lowers itself: Heddle's intrinsics and the compiler's builtins."""

from __future__ import annotations

import re
from collections.abc import Callable

from heddle.core.expr import Const, Expr, Self
from heddle.core.instr import (
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Create,
    Cut,
    Exit,
    Fence,
    Free,
    Join,
    Malloc,
    ThreadExit,
)
from heddle.core.types import INT, IntType, Scalar
from heddle.frontend import atomics, checks, clang, lvalues, values, varargs
from heddle.frontend.clang import Node
from heddle.frontend.constants import constant
from heddle.frontend.lowering import Lowering
from heddle.frontend.strings import literal_text
from heddle.frontend.types import Integer, Pointer, Void, scalar, unqualified

Handler = Callable[[Lowering, Node, list[Node]], Expr]
NOTHING = Const(0, INT)
OPERATORS = {"add": "+", "sub": "-", "mul": "*"}
_OVERFLOW = re.compile(r"[su]?(add|sub|mul)l{0,2}_overflow")

ATOMIC_BEGIN = ("__heddle_atomic_begin", "__VERIFIER_atomic_begin", "__CPROVER_atomic_begin", "__ESBMC_atomic_begin")
ATOMIC_END = ("__heddle_atomic_end", "__VERIFIER_atomic_end", "__CPROVER_atomic_end", "__ESBMC_atomic_end")


def call(f: Lowering, node: Node, name: str, args: list[Node]) -> Expr | None:
    """Lowers a call of one of these functions; None if it is not one."""
    handler = HANDLERS.get(name)
    if handler is not None:
        return handler(f, node, args)
    if name.startswith("__builtin_"):
        return builtin(f, node, name.removeprefix("__builtin_"), args)
    return None


# --- intrinsics -----------------------------------------------------------------------------------------------------


def atomic_begin(fenced: bool) -> Handler:
    """The verifiers' atomic sections are fences too (their memory is up to date); the bare intrinsic is not."""

    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        f.emit(AtomicBegin())
        if fenced:
            f.emit(Fence("full"))
        f.atomic_depth += 1
        return NOTHING

    return lower


def atomic_end(fenced: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        if fenced:
            f.emit(Fence("full"))
        f.emit(AtomicEnd())
        f.atomic_depth = max(0, f.atomic_depth - 1)
        return NOTHING

    return lower


def assume(blocking: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        test = values.truth(f.value(args[0]))
        f.at(node)
        f.emit(Assume(test, blocking))
        return NOTHING

    return lower


def assertion(f: Lowering, node: Node, args: list[Node]) -> Expr:
    test = values.truth(f.value(args[0]))
    f.at(node)
    message = literal_text(args[1]) if len(args) > 1 else None
    f.emit(Assert(test, message or "assertion"))
    return NOTHING


def create(f: Lowering, node: Node, args: list[Node]) -> Expr:
    function, arg = f.value(args[0]), f.value(args[1])
    dst = f.temporary(_result_type(f, node))
    f.at(node)
    f.emit(Create(dst, function, lvalues.as_pointer(f, arg)))
    return dst


def join(f: Lowering, node: Node, args: list[Node]) -> Expr:
    thread = f.value(args[0])
    dst = f.temporary(f.types.void_pointer.core)
    f.at(node)
    f.emit(Join(dst, thread))
    return dst


def self_(f: Lowering, node: Node, args: list[Node]) -> Expr:
    return Self(_result_type(f, node))


def _result_type(f: Lowering, node: Node) -> Scalar:
    return scalar(f.ctype(node)) or IntType(f.types.model.long_bits, False)


def thread_exit(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(ThreadExit(lvalues.as_pointer(f, f.value(args[0]))))
    return NOTHING


def exit_(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Exit())
    return NOTHING


def malloc(zeroed: bool) -> Handler:
    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        size = values.cast(f.value(args[0]), f.types.size_type.core)
        dst = f.temporary(f.types.void_pointer.core)
        f.at(node)
        f.emit(Malloc(dst, size, zeroed))
        return dst

    return lower


def free(f: Lowering, node: Node, args: list[Node]) -> Expr:
    pointer = f.value(args[0])
    f.at(node)
    f.emit(Free(lvalues.as_pointer(f, pointer)))
    return NOTHING


def fence(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Fence(literal_text(args[0]) or "full"))
    return NOTHING


def sync_fence(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Fence("full"))
    return NOTHING


def unsupported(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.unsupported(literal_text(args[0]) or "not supported")
    return NOTHING


def cut(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Cut(literal_text(args[0]) or "a bound", ""))
    return NOTHING


# --- compiler builtins ----------------------------------------------------------------------------------------------


def builtin(f: Lowering, node: Node, name: str, args: list[Node]) -> Expr | None:
    overflow = _OVERFLOW.fullmatch(name)
    if overflow:
        return with_overflow(f, OPERATORS[overflow[1]], args)
    if name in ("bswap16", "bswap32", "bswap64"):
        return byte_swap(f, args[0], int(name[5:]))
    if name in ("clz", "clzl", "clzll", "ctz", "ctzl", "ctzll", "popcount", "popcountl", "popcountll", "parity", "ffs"):
        return bit_count(f, name.rstrip("l"), args[0])
    if name in ("huge_val", "huge_valf", "inf", "inff", "nan", "nanf", "object_size"):
        return constant(f, node)
    return None


def expect(f: Lowering, node: Node, args: list[Node]) -> Expr:
    result = f.value(args[0])
    for arg in args[1:]:
        f.effect(arg)
    return result


def constant_p(f: Lowering, node: Node, args: list[Node]) -> Expr:
    found = clang.evaluate(node.cursor)
    return Const(int(bool(found)), INT)


def unreachable(f: Lowering, node: Node, args: list[Node]) -> Expr:
    f.emit(Assume(Const(0, INT)))
    return NOTHING


def ignore(f: Lowering, node: Node, args: list[Node]) -> Expr:
    for arg in args:
        if not isinstance(unqualified(f.ctype(arg)), Void):
            f.effect(arg)
    return NOTHING


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


def overflows(f: Lowering, name: str, args: list[Node]) -> Expr:
    """``__builtin_add_overflow_p(a, b, c)``: whether the result is none of c's type."""
    operator = OPERATORS[name.removeprefix("__builtin_")[:3]]
    left, right = f.value(args[0]), f.value(args[1])
    f.effect(args[2])
    target = unqualified(f.ctype(args[2]))
    assert isinstance(target, Integer)
    kept = exact(f, operator, left, right, target.core)
    return values.as_bool(values.negation(checks.in_range(kept, target.core.lo, target.core.hi)))


def byte_swap(f: Lowering, arg: Node, bits: int) -> Expr:
    type = IntType(bits, False)
    value = values.cast(f.value(arg), type)
    result: Expr = Const(0, type)
    for low in range(0, bits, 8):
        byte = values.binary("&", values.binary(">>", value, Const(low, INT)), Const(255, type))
        result = values.binary("|", result, values.binary("<<", byte, Const(bits - 8 - low, INT)))
    return result


def bit_count(f: Lowering, name: str, arg: Node) -> Expr:
    """Counting bits, as a chain over the bits of the argument."""
    value = f.keep(f.value(arg))
    unsigned = values.cast(value, values.unsigned(value.type.bits))
    bits = [values.cast(values.binary("&", values.binary(">>", unsigned, Const(i, INT)), Const(1, unsigned.type)), INT)
            for i in range(value.type.bits)]
    if name in ("popcount", "parity"):
        total: Expr = Const(0, INT)
        for bit in bits:
            total = values.binary("+" if name == "popcount" else "^", total, bit)
        return total
    order = list(enumerate(bits)) if name == "clz" else list(reversed(list(enumerate(bits))))
    result: Expr = Const(value.type.bits if name != "ffs" else 0, INT)
    for index, bit in order:
        position = {"clz": value.type.bits - 1 - index, "ctz": index, "ffs": index + 1}[name]
        result = values.condition(bit, Const(position, INT), result)
    return result


HANDLERS: dict[str, Handler] = {
    **{name: atomic_begin(not name.startswith("__heddle")) for name in ATOMIC_BEGIN},
    **{name: atomic_end(not name.startswith("__heddle")) for name in ATOMIC_END},
    "__heddle_assume": assume(False), "__heddle_await": assume(True), "__heddle_assert": assertion,
    "__heddle_create": create, "__heddle_join": join, "__heddle_self": self_, "__heddle_thread_exit": thread_exit,
    "__heddle_exit": exit_, "__heddle_malloc": malloc(False), "__heddle_zalloc": malloc(True), "__heddle_free": free,
    "__heddle_fence": fence, "__heddle_unsupported": unsupported, "__heddle_cut": cut,
    "__builtin_expect": expect, "__builtin_expect_with_probability": expect, "__builtin_assume_aligned": expect,
    "__builtin_constant_p": constant_p, "__builtin_unreachable": unreachable, "__builtin_trap": exit_,
    "__builtin_alloca": malloc(False), "alloca": malloc(False), "__builtin_prefetch": ignore,
    "__builtin___clear_cache": ignore,
    "__atomic_thread_fence": lambda f, node, args: atomics.fence(f, args[0]),
    "__c11_atomic_thread_fence": lambda f, node, args: atomics.fence(f, args[0]),
    "__atomic_signal_fence": ignore, "__c11_atomic_signal_fence": ignore,
    "__atomic_test_and_set": lambda f, node, args: atomics.test_and_set(f, args),
    "__atomic_clear": lambda f, node, args: atomics.clear(f, args),
    "__atomic_is_lock_free": atomics.is_lock_free((1, 2, 4, 8, 16)),
    "__c11_atomic_is_lock_free": atomics.is_lock_free((1, 2, 4, 8, 16)),
    "__atomic_always_lock_free": atomics.is_lock_free((1, 2, 4, 8)),
    "__builtin_va_start": varargs.start, "__builtin_va_copy": varargs.copy, "__builtin_va_end": varargs.end,
    "__sync_synchronize": sync_fence,
}
