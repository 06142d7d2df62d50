"""Atomic builtins: ``__atomic_*``, ``__c11_atomic_*`` and ``__sync_*``.

They work on any object, ``_Atomic`` or not, as GCC has it.  A struct or union is accessed as one integer of its size.
An order that is not a constant is looked at when the program runs: there is an instruction for every order it can have.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import FALSE, Binary, Const, Expr, Local, Place
from heddle.core.instr import SPURIOUS, Assign, Fence, Read, Rmw, Source, Write
from heddle.core.types import BOOL, INT, FloatType, Scalar
from heddle.frontend import constness, floating, lvalues, values, whole
from heddle.frontend.clang import Node
from heddle.frontend.conversions import convert
from heddle.frontend.lowering import Lowering, Memory
from heddle.frontend.types import CType, Floating, Integer, Pointer, Record, unqualified
from heddle.unsequenced.marks import Operands

BYTE = Integer(1, BOOL)
RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = range(6)
ORDER_NAMES = ("relaxed", "acquire", "acquire", "release", "acq_rel", "seq_cst")
LOADING = (RELAXED, CONSUME, ACQUIRE, SEQ_CST)
STORING = (RELAXED, RELEASE, SEQ_CST)
ANY = (RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST)
ORDER_BITS = 0xFFFF
"""Above are GCC's hints about transactions."""
OPERATORS = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "nand": "nand", "max": "max", "min": "min",
             "umax": "umax", "umin": "umin"}

Result = Expr | Memory
"""A scalar, or the place of a struct."""
NOTHING = Const(0, INT)


def operation(f: Lowering, name: str, operands: list[Node]) -> Result:
    """``__atomic_*`` and ``__c11_atomic_*``; ``operands`` in the order in which C has them."""
    with f.operands() as arguments:
        target = pointee(f, operands[0])
        arguments.next()
        if not accessible(f, target):
            return NOTHING
        act = _prepared(f, name, target, operands[1:], arguments)
    return act()


def _prepared(f: Lowering, name: str, target: Memory, rest: list[Node], arguments: Operands) -> Callable[[], Result]:
    """Evaluates the other arguments; what is given then does the operation."""
    base = name.removeprefix("__c11_atomic_").removeprefix("__atomic_")
    generic = name in ("__atomic_load", "__atomic_store", "__atomic_exchange", "__atomic_compare_exchange")
    if base in ("load", "load_n"):
        destination = pointee(f, rest[0]) if generic else None
        order = f.value(rest[-1])
        return lambda: load(f, target, destination, order)
    if base.startswith("compare_exchange"):
        expected = pointee(f, rest[0])
        arguments.next()
        desired = given(f, rest[1], target, generic)
        orders = f.value(rest[-2]), f.value(rest[-1])
        weak = f.value(rest[2]) if name.startswith("__atomic") else Const(int(base.endswith("weak")), INT)
        return lambda: compare_exchange(f, target, expected, desired, weak, orders)
    if base in ("init", "store", "store_n", "exchange", "exchange_n"):
        value = given(f, rest[0], target, generic)
        if base == "init":
            return lambda: store(f, target, value, Const(RELAXED, INT))
        arguments.next()
        into = pointee(f, rest[1]) if generic and base == "exchange" else None
        order = f.value(rest[-1])
        if base.startswith("store"):
            return lambda: store(f, target, value, order)
        return lambda: exchange(f, target, value, into, order)
    operand = f.value(rest[0])
    arguments.next()
    order = f.value(rest[1])
    return lambda: fetch(f, base, target, operand, order, scaled=name.startswith("__c11"))


# --- what is accessed -----------------------------------------------------------------------------------------------


def pointee(f: Lowering, node: Node) -> Memory:
    """What the pointer argument of an atomic operation points to."""
    ctype = unqualified(f.ctype(node))
    pointer = f.value(node)
    target: CType = ctype.to if isinstance(ctype, Pointer) else f.types.int_type
    return lvalues.deref(pointer, unqualified(target))


def accessible(f: Lowering, target: Memory) -> bool:
    """Whether there are atomic operations on what the pointer points to."""
    if whole.access_type(target.ctype) is not None:
        return True
    size = target.ctype.size
    f.unsupported(f"an atomic operation on an object of {'no known size' if size is None else f'{size} bytes'}")
    return False


def type_of(target: Memory) -> Scalar:
    found = whole.access_type(target.ctype)
    assert found is not None
    return found


def place(target: Memory) -> Place:
    return target.place(type_of(target))


def given(f: Lowering, node: Node, target: Memory, indirect: bool = False) -> Expr:
    """The value that an argument gives, or points to, as it is written to the target."""
    if indirect:
        return values.cast(whole.load(f, pointee(f, node)), type_of(target))
    if isinstance(target.ctype, Record):
        return whole.load(f, f.aggregate(node))
    return values.cast(convert(f, f.value(node), f.ctype(node), target.ctype), type_of(target))


def result(f: Lowering, target: Memory, value: Expr) -> Result:
    """What the operation gives: a struct goes to an object of its own."""
    return whole.materialized(f, value, target.ctype) if isinstance(target.ctype, Record) else value


# --- orders ---------------------------------------------------------------------------------------------------------


def with_order(f: Lowering, order: Expr, possible: tuple[int, ...], act: Callable[[str], None]) -> None:
    """Does ``act`` under the order that a value stands for."""
    if isinstance(order, Const):
        if order.value & ORDER_BITS in possible:
            act(ORDER_NAMES[order.value & ORDER_BITS])
        else:
            f.unsupported("an atomic operation with a memory order that it cannot have")
        return
    kept = f.keep(values.binary("&", order, Const(order.type.wrap(ORDER_BITS), order.type)))
    end = f.new_label("end")
    for name in dict.fromkeys(ORDER_NAMES[o] for o in possible):
        other = f.new_label("order")
        tests = [values.binary("==", kept, Const(o, kept.type)) for o in possible if ORDER_NAMES[o] == name]
        fits = tests[0] if len(tests) == 1 else values.logical("||", *tests)
        f.branch(values.negation(fits), other)
        act(name)
        f.goto(end)
        f.label(other)
    f.unsupported("an atomic operation with a memory order that it cannot have")
    f.label(end)


# --- operations -----------------------------------------------------------------------------------------------------


def load(f: Lowering, target: Memory, into: Memory | None, order: Expr) -> Result:
    dst = f.temporary(type_of(target))
    with_order(f, order, LOADING, lambda o: f.emit(Read(dst, place(target), o)))
    if into is not None:
        whole.store(f, into, dst)
        return NOTHING
    return result(f, target, dst)


def store(f: Lowering, target: Memory, value: Expr, order: Expr) -> Result:
    constness.assigned(f, target)
    with_order(f, order, STORING, lambda o: f.emit(Write(place(target), value, o)))
    return NOTHING


def exchange(f: Lowering, target: Memory, value: Expr, into: Memory | None, order: Expr) -> Result:
    constness.assigned(f, target)
    old = f.temporary(type_of(target))
    with_order(f, order, ANY, lambda o: f.emit(Rmw(old, place(target), value, None, o, o)))
    if into is not None:
        whole.store(f, into, old)
        return NOTHING
    return result(f, target, old)


def compare_exchange(
    f: Lowering, target: Memory, expected: Memory, desired: Expr, weak: Expr, orders: tuple[Expr, Expr]
) -> Expr:
    """The observed value goes to ``*expected`` when the comparison fails, or a weak one for no reason
    (:mod:`heddle.passes.weak_exchanges`)."""
    wanted = values.cast(whole.load(f, expected), type_of(target))
    old, success = swap(f, target, wanted, desired, orders, weak)
    end = f.new_label("end")
    f.branch(success, end)
    whole.store(f, expected, old)
    f.label(end)
    return values.cast(success, BOOL)


def failing(order: Expr) -> Expr:
    """A failure writes nothing that could be released.  Of what compilers make of such an order, relaxed is the weakest
    (Clang's; GCC's is seq_cst)."""
    releases = isinstance(order, Const) and order.value & ORDER_BITS in (RELEASE, ACQ_REL)
    return Const(RELAXED, INT) if releases else order


def swap(
    f: Lowering, target: Memory, wanted: Expr, desired: Expr, orders: tuple[Expr, Expr], weak: Expr = FALSE
) -> tuple[Local, Local]:
    constness.assigned(f, target)
    type = type_of(target)
    bits = values.unsigned(type.bits) if isinstance(type, FloatType) else type  # patterns are compared, not numbers
    old = f.temporary(type)
    test = values.binary("==", values.cast(old, bits), values.cast(wanted, bits))
    if not (isinstance(weak, Const) and weak.value == 0):
        may: Expr = f.nondet(INT, SPURIOUS, Source.TRUTH)
        if not isinstance(weak, Const):
            may = values.logical("||", may, values.binary("==", weak, Const(0, weak.type)))
        test = Binary("&&", test, may, INT)

    def under(on_success: str) -> None:
        with_order(f, failing(orders[1]), LOADING,
                   lambda on_failure: f.emit(Rmw(old, place(target), desired, test, on_success, on_failure)))

    with_order(f, orders[0], ANY, under)
    success = f.temporary(INT)
    f.emit(Assign(success, test))
    return old, success


def fetch(f: Lowering, base: str, target: Memory, operand: Expr, order: Expr, scaled: bool) -> Expr:
    """``fetch_add`` and friends give the old value, ``add_fetch`` the new one."""
    operator = next((OPERATORS[p] for p in base.split("_") if p in OPERATORS), None)
    ctype = target.ctype
    is_number = isinstance(ctype, Floating) and operator in ("+", "-")
    if operator is None or not (is_number or isinstance(ctype, Integer | Pointer)):
        f.unsupported(f"atomic operation '{base}' on a value of this type")
        return NOTHING
    constness.assigned(f, target)
    old = f.temporary(type_of(target))
    operand = values.cast(operand, old.type)
    if scaled and isinstance(ctype, Pointer):
        operand = values.binary("*", operand, Const(ctype.to.size or 1, old.type))
    new = combined(f, operator, old, operand)
    if isinstance(ctype, Integer) and ctype.is_bool:
        new = values.as_bool(new)
    with_order(f, order, ANY, lambda o: f.emit(Rmw(old, place(target), new, None, o, o)))
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


def sync(f: Lowering, name: str, args: list[Node]) -> Result:
    """``__sync_*`` builtins; the program may have appended the operand's size to the name.

    GCC documents all but those of locks as full barriers, and has a fence behind them where the machine needs one;
    Clang makes seq_cst operations of them.
    """
    base = name.removeprefix("__sync_")
    if base.rsplit("_", 1)[-1].isdigit():
        base = base.rsplit("_", 1)[0]
    compares, swaps = base in COMPARING, base in ("lock_test_and_set", "swap")
    passed: list[Expr] = []
    with f.operands() as arguments:
        target = pointee(f, args[0])
        if not accessible(f, target):
            return NOTHING
        for arg in args[1 : 3 if compares else 1 if base == "lock_release" else 2]:
            arguments.next()
            passed.append(given(f, arg, target) if compares or swaps else f.value(arg))
    if not f.linker.options.dialect.full_sync or base in ("lock_test_and_set", "lock_release"):
        return synchronized(f, base, target, passed)
    f.emit(Fence("full"))
    result = synchronized(f, base, target, passed)
    f.emit(Fence("full"))
    return result


COMPARING = ("bool_compare_and_swap", "val_compare_and_swap")


def synchronized(f: Lowering, base: str, target: Memory, passed: list[Expr]) -> Result:
    full = Const(SEQ_CST, INT)
    if base in COMPARING:
        old, success = swap(f, target, passed[0], passed[1], (full, full))
        return success if base.startswith("bool") else old
    if base in ("lock_test_and_set", "swap"):
        order = Const(ACQUIRE, INT) if base == "lock_test_and_set" else full
        return exchange(f, target, passed[0], None, order)
    if base == "lock_release":
        f.emit(Write(place(target), Const(0, type_of(target)), "release"))
        return NOTHING
    plain_name = base.replace("fetch_and_", "fetch_").replace("_and_fetch", "_fetch")
    return fetch(f, plain_name, target, passed[0], full, scaled=False)


def fence(f: Lowering, node: Node) -> Expr:
    def emit(order: str) -> None:
        if order != "relaxed":
            f.emit(Fence(order))

    with_order(f, f.value(node), ANY, emit)
    return NOTHING


def test_and_set(f: Lowering, args: list[Node]) -> Expr:
    target = lvalues.deref(f.value(args[0]), BYTE).place(BOOL)
    order = f.value(args[1])
    old = f.temporary(BOOL)
    with_order(f, order, ANY, lambda o: f.emit(Rmw(old, target, Const(1, BOOL), None, o, o)))
    return values.as_bool(old)


def clear(f: Lowering, args: list[Node]) -> Expr:
    target = lvalues.deref(f.value(args[0]), BYTE).place(BOOL)
    order = f.value(args[1])
    with_order(f, order, STORING, lambda o: f.emit(Write(target, Const(0, BOOL), o)))
    return NOTHING


def is_lock_free(sizes: tuple[int, ...]) -> Callable[[Lowering, Node, list[Node]], Expr]:
    """Whether objects of this size (not larger than a register, or two) need no lock."""

    def lower(f: Lowering, node: Node, args: list[Node]) -> Expr:
        size = f.value(args[0])
        for arg in args[1:]:
            f.effect(arg)
        tests = [values.binary("==", size, Const(s, size.type)) for s in sizes]
        found = tests[0]
        for test in tests[1:]:
            found = values.logical("||", found, test)
        return found

    return lower
