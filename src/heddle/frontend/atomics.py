"""Atomic builtins: ``__atomic_*``, ``__c11_atomic_*`` and ``__sync_*``.

libclang does not name the generic atomic builtins, so the prelude (see :mod:`heddle.frontend.prelude`) turns each use
into ``(__heddle_op_NAME, NAME(…))``.  Clang keeps the operands in the order pointer, order, value, failure order,
desired value, weak.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr, Local
from heddle.core.instr import Assign, Fence, Read, Rmw, Write
from heddle.core.types import BOOL, INT, FloatType, Scalar
from heddle.frontend import floating, lvalues, values
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Lowering, Memory
from heddle.frontend.types import CType, Integer, Pointer, scalar, unqualified

BYTE = Integer(1, BOOL)
MARKER = "__heddle_op_"
ORDER_NAMES = ("relaxed", "acquire", "acquire", "release", "acq_rel", "seq_cst")
OPERATORS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "nand": "nand", "max": "max", "min": "min",
             "umax": "umax", "umin": "umin"}


def is_marker(node: Node) -> bool:
    return node.kind == Kind.DECL_REF and node.spelling.startswith(MARKER)


def marked(f: Lowering, left: Node, right: Node) -> Expr | None:
    """Lowers ``(marker, builtin)``; None if this is an ordinary comma."""
    if not is_marker(left):
        return None
    name = left.spelling.removeprefix(MARKER)
    operands = right.expressions
    f.at(right)
    if name == "va_arg":
        f.unsupported("variable arguments (va_arg)")
        return Const(0, scalar(f.ctype(right)) or INT)
    return values.cast(operation(f, name, operands), scalar(f.ctype(right)) or INT)


def operation(f: Lowering, name: str, operands: list[Node]) -> Expr:
    base = name.removeprefix("__c11_atomic_").removeprefix("__atomic_")
    target = pointee(f, operands[0])
    if scalar(target.ctype) is None:
        f.unsupported("an atomic operation on a struct or union")
        return Const(0, INT)
    scaled = name.startswith("__c11")
    if base == "init":
        value = f.value(operands[1])
        f.emit(Write(target.place(), values.cast(value, type_of(target)), "relaxed"))
        return Const(0, INT)
    memory_order = order(f, operands[1])
    if base in ("load", "load_n"):
        return load(f, base, target, operands, memory_order)
    if base in ("store", "store_n"):
        value = indirect(f, operands[2]) if name == "__atomic_store" else f.value(operands[2])
        f.emit(Write(target.place(), values.cast(value, type_of(target)), memory_order))
        return Const(0, INT)
    if base in ("exchange", "exchange_n"):
        return exchange(f, name, target, operands, memory_order)
    if base.startswith("compare_exchange"):
        expected = pointee(f, operands[2])
        desired = indirect(f, operands[4]) if name == "__atomic_compare_exchange" else f.value(operands[4])
        return compare_exchange(f, target, expected, desired, (memory_order, order(f, operands[3])))
    return fetch(f, base, target, f.value(operands[2]), memory_order, scaled)


def type_of(target: Memory) -> Scalar:
    found = scalar(target.ctype)
    assert found is not None
    return found


def pointee(f: Lowering, node: Node) -> Memory:
    """What the pointer argument of an atomic operation points to."""
    ctype = unqualified(f.ctype(node))
    pointer = f.value(node)
    target: CType = ctype.to if isinstance(ctype, Pointer) else f.types.int_type
    return lvalues.deref(pointer, unqualified(target))


def indirect(f: Lowering, node: Node) -> Expr:
    """The value behind a pointer argument."""
    place = pointee(f, node)
    return lvalues.load(f, place)


def order(f: Lowering, node: Node) -> str:
    value = f.value(node)
    if isinstance(value, Const) and 0 <= value.value < len(ORDER_NAMES):
        return ORDER_NAMES[value.value]
    f.unsupported("an atomic operation whose memory order is not a constant")
    return "seq_cst"


def load(f: Lowering, base: str, target: Memory, operands: list[Node], memory_order: str) -> Expr:
    into = pointee(f, operands[2]) if len(operands) > 2 else None
    dst = f.temporary(type_of(target))
    f.emit(Read(dst, target.place(), memory_order))
    if into is not None:
        lvalues.store(f, into, dst)
    return dst


def exchange(f: Lowering, name: str, target: Memory, operands: list[Node], memory_order: str) -> Expr:
    generic = name == "__atomic_exchange"
    value = indirect(f, operands[2]) if generic else f.value(operands[2])
    old = f.temporary(type_of(target))
    f.emit(Rmw(old, target.place(), values.cast(value, old.type), None, memory_order, memory_order))
    if generic:
        lvalues.store(f, pointee(f, operands[3]), old)
    return old


def compare_exchange(f: Lowering, target: Memory, expected: Memory, desired: Expr, orders: tuple[str, str]) -> Expr:
    """The observed value goes to ``*expected`` when the comparison fails.  The weak form never fails spuriously."""
    wanted = lvalues.load(f, expected)
    old, success = swap(f, target, wanted, desired, orders)
    end = f.new_label("end")
    f.branch(success, end)
    lvalues.store(f, expected, old)
    f.label(end)
    return values.cast(success, BOOL)


def swap(f: Lowering, target: Memory, wanted: Expr, desired: Expr, orders: tuple[str, str]) -> tuple[Local, Local]:
    type = type_of(target)
    bits = values.unsigned(type.bits) if isinstance(type, FloatType) else type  # patterns are compared, not numbers
    old = f.temporary(type)
    test = values.binary("==", values.cast(old, bits), values.cast(values.cast(wanted, type), bits))
    f.emit(Rmw(old, target.place(), values.cast(desired, type), test, *orders))
    success = f.temporary(INT)
    f.emit(Assign(success, test))
    return old, success


def fetch(f: Lowering, base: str, target: Memory, operand: Expr, memory_order: str, scaled: bool) -> Expr:
    """``fetch_add`` and friends give the old value, ``add_fetch`` the new one."""
    operator = next((OPERATORS[p] for p in base.split("_") if p in OPERATORS), None)
    if operator is None:
        f.unsupported(f"atomic operation '{base}'")
        return Const(0, INT)
    ctype = target.ctype
    old = f.temporary(type_of(target))
    operand = values.cast(operand, old.type)
    if scaled and isinstance(ctype, Pointer):
        operand = values.binary("*", operand, Const(ctype.to.size or 1, old.type))
    new = combined(f, operator, old, operand)
    f.emit(Rmw(old, target.place(), new, None, memory_order, memory_order))
    return new if base.endswith("_fetch") else old


def combined(f: Lowering, operator: str, old: Expr, operand: Expr) -> Expr:
    if isinstance(old.type, FloatType):
        return floating.operation(f, operator, old, operand)
    if operator == "nand":
        return values.unary("~", values.binary("&", old, operand))
    if operator in ("max", "min", "umax", "umin"):
        type = values.unsigned(old.type.bits) if operator[0] == "u" else old.type
        comparison = ">" if operator.endswith("max") else "<"
        test = values.binary(comparison, values.cast(old, type), values.cast(operand, type))
        return values.condition(test, old, operand)
    return values.binary(operator, old, operand)


def sync(f: Lowering, name: str, args: list[Node]) -> Expr:
    """``__sync_*`` builtins; clang may have appended the operand's size to the name."""
    base = name.removeprefix("__sync_")
    if base.rsplit("_", 1)[-1] in ("1", "2", "4", "8", "16"):
        base = base.rsplit("_", 1)[0]
    if base == "synchronize":
        f.emit(Fence("full"))
        return Const(0, INT)
    target = pointee(f, args[0])
    operands = [f.value(a) for a in args[1:]]
    orders = ("seq_cst", "seq_cst")
    if base in ("bool_compare_and_swap", "val_compare_and_swap"):
        old, success = swap(f, target, operands[0], operands[1], orders)
        return success if base.startswith("bool") else old
    if base in ("lock_test_and_set", "swap"):
        dst = f.temporary(type_of(target))
        strength = "acquire" if base == "lock_test_and_set" else "seq_cst"
        f.emit(Rmw(dst, target.place(), values.cast(operands[0], dst.type), None, strength, strength))
        return dst
    if base == "lock_release":
        f.emit(Write(target.place(), Const(0, type_of(target)), "release"))
        return Const(0, INT)
    plain_name = base.replace("fetch_and_", "fetch_").replace("_and_fetch", "_fetch")
    return fetch(f, plain_name, target, operands[0], "seq_cst", scaled=False)


def fence(f: Lowering, node: Node) -> Expr:
    memory_order = order(f, node)
    if memory_order != "relaxed":
        f.emit(Fence(memory_order))
    return Const(0, INT)


def test_and_set(f: Lowering, args: list[Node]) -> Expr:
    target = lvalues.deref(f.value(args[0]), BYTE)
    memory_order = order(f, args[1])
    old = f.temporary(BOOL)
    f.emit(Rmw(old, target.place(BOOL), Const(1, BOOL), None, memory_order, memory_order))
    return values.as_bool(old)


def clear(f: Lowering, args: list[Node]) -> Expr:
    target = lvalues.deref(f.value(args[0]), BYTE)
    f.emit(Write(target.place(BOOL), Const(0, BOOL), order(f, args[1])))
    return Const(0, INT)


