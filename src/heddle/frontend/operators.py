"""Operators: arithmetic, comparison, choice and assignment.

Where their order makes no difference, operands are evaluated left to right, the right side of an assignment before its
left side (:meth:`Lowering.operands` marks where C leaves the order open).
"""

from __future__ import annotations

from heddle.core.expr import AddressOf, Const, Expr, Place
from heddle.core.instr import Assert, Assign, Rmw
from heddle.core.types import INT, ArrayType, IntType
from heddle.frontend import (
    checks,
    constness,
    floating,
    lvalues,
    marked,
    pointers,
    regions,
    sequencing,
    values,
    variable_arrays,
)
from heddle.frontend.choices import choice, may_speculate
from heddle.frontend.clang import Node
from heddle.frontend.conversions import convert, promoted
from heddle.frontend.lowering import Bits, Lowering, LValue, Memory
from heddle.frontend.places import address_of, assign_aggregate, indexed, loaded
from heddle.frontend.types import Atomic, CType, Floating, Function, Integer, Pointer, Record, scalar, unqualified


def unary(f: Lowering, node: Node) -> Expr:
    operator = node.unary_operator
    operand = node.expressions[-1]
    if operator in ("x++", "x--", "++x", "--x"):
        return increment(f, node, operator)
    if operator == "&":
        return address_of(f, operand)
    if operator == "*":
        if isinstance(unqualified(f.ctype(node)), Function):
            return f.value(operand)
        return loaded(f, node)
    if operator in ("extension", "+"):
        return f.value(operand)
    if operator == "!":
        return values.negation(f.truth(operand))
    if operator not in ("-", "~"):
        f.at(node)
        f.unsupported(f"the operator {operator}")
        return Const(0, scalar(f.ctype(node)) or INT)
    arg = f.value(operand)
    if isinstance(unqualified(f.ctype(node)), Floating):
        f.at(node)
        return floating.negated(f, arg)
    if operator == "-":
        f.at(node)
        checks.overflow_of_negation(f, arg)
    return values.unary(operator, arg)


def binary(f: Lowering, node: Node) -> Expr:
    operator = node.binary_operator
    left, right = node.expressions
    if operator == "=":
        return assignment(f, node, left, right)
    if operator == ",":
        use = marked.find(node)
        if use is not None:
            return values.cast(marked.value(f, use, node), scalar(f.ctype(node)) or INT)
        f.effect(left)
        return f.value(right)
    if operator in ("&&", "||"):
        return short_circuit(f, operator, left, right)
    left_type, right_type = unqualified(f.ctype(left)), unqualified(f.ctype(right))
    with f.operands() as operands:
        first = f.value(left)
        operands.next()
        second = f.value(right)
    sequencing.operands(f, node.expressions)
    if isinstance(left_type, Floating):
        f.at(node)
        return floating.operation(f, operator, first, second)
    if isinstance(left_type, Pointer) or isinstance(right_type, Pointer):
        return pointer_operator(f, operator, (first, left_type), (second, right_type))
    if operator in ("/", "%", "+", "-", "*", "<<", ">>"):
        f.at(node)
        checks.operation(f, operator, first, second)
    return values.binary(operator, first, second)


def pointer_operator(f: Lowering, operator: str, left: tuple[Expr, CType], right: tuple[Expr, CType]) -> Expr:
    first, left_type = left
    second, right_type = right
    if operator == "+":
        if isinstance(left_type, Pointer):
            return moved(f, first, second, left_type)
        assert isinstance(right_type, Pointer)
        return moved(f, second, first, right_type)
    if operator == "-" and not isinstance(right_type, Pointer):
        assert isinstance(left_type, Pointer)
        return moved(f, first, values.unary("-", values.cast(second, f.types.ptrdiff_type.core)), left_type)
    if operator == "-":
        assert isinstance(left_type, Pointer)
        type = f.types.ptrdiff_type.core
        difference = values.binary("-", values.cast(first, type), values.cast(second, type))
        return values.binary("/", difference, values.cast(variable_arrays.size(f, left_type.to), type))
    pointer = f.types.void_pointer.core
    return values.binary(operator, values.cast(first, pointer), values.cast(second, pointer))


def moved(f: Lowering, pointer: Expr, distance: Expr, ctype: Pointer) -> Expr:
    """``pointer + distance`` in elements."""
    if isinstance(pointer, AddressOf):
        unchecked = indexed_without_check(f, pointer, distance, ctype.to)
        return pointers.moved(f, pointer, values.address(unchecked.place(), f.types.void_pointer.core))
    type = f.types.void_pointer.core
    step = values.binary("*", values.cast(distance, type), values.cast(variable_arrays.size(f, ctype.to), type))
    return pointers.moved(f, pointer, values.binary("+", values.cast(pointer, type), step))


def indexed_without_check(f: Lowering, base: AddressOf, index: Expr, elem: CType) -> Memory:
    """Computing an address out of bounds is no access: the place carries no count to check against."""
    plain = AddressOf(Place(base.place.base, base.place.steps, ArrayType(IntType(8, False), 0)), base.type)
    return indexed(f, plain, index, elem)


def short_circuit(f: Lowering, operator: str, left: Node, right: Node) -> Expr:
    first = f.truth(left)
    if values.is_constant(first, 0 if operator == "&&" else 1):
        return first
    with f.captured() as extra:
        second = f.truth(right)
    if not extra or values.is_constant(first) or may_speculate(f, extra):
        f.instrs += extra
        return values.logical(operator, first, second)
    result = f.temporary(INT)
    end = f.new_label("end")
    f.emit(Assign(result, first))
    f.branch(values.negation(result) if operator == "&&" else result, end)
    f.instrs += extra
    f.emit(Assign(result, second))
    f.label(end)
    return result


def conditional(f: Lowering, node: Node) -> Expr:
    test, then, other = node.expressions
    return choice(f, f.truth(test), lambda: f.value(then), lambda: f.value(other), f.ctype(node))


def gnu_conditional(f: Lowering, node: Node) -> Expr:
    """``a ?: b``: clang shows the common operand, the test, the operand again, and the other side."""
    common, other = node.expressions[0], node.expressions[3]
    kept = f.keep(f.value(common))
    source, target = f.ctype(common), f.ctype(node)
    return choice(f, values.truth(kept), lambda: convert(f, kept, source, target), lambda: f.value(other), target)


# --- assignments ----------------------------------------------------------------------------------------------------


def assignment(f: Lowering, node: Node, left: Node, right: Node) -> Expr:
    if isinstance(unqualified(f.ctype(left)), Record):
        assign_aggregate(f, node, left, right)
        return Const(0, INT)
    with regions.assignment(f, node), f.operands() as operands:
        result = f.value(right)
        operands.next()
        target = f.lvalue(left)
    f.at(node)
    sequencing.assignment(f, left, right)
    constness.assigned(f, target)
    return lvalues.store(f, target, result)


def compound_assignment(f: Lowering, node: Node) -> Expr:
    left, right = node.expressions
    operator = node.binary_operator[:-1]
    with regions.assignment(f, node), f.operands() as operands:
        operand = f.value(right)
        operands.next()
        target = f.lvalue(left)
        operands.next()
        f.at(node)
        old = None if _is_one_step(target) else lvalues.load(f, target)
        operands.end_after_calls()
    sequencing.assignment(f, left, right, reads=True)
    return update(f, target, operator, operand, f.ctype(right), old)


def _is_one_step(target: LValue) -> bool:
    """Whether an update of the target is one atomic operation."""
    return isinstance(target, Memory) and isinstance(target.ctype, Atomic) and scalar(target.ctype) is not None


def increment(f: Lowering, node: Node, operator: str, wanted: bool = True) -> Expr:
    operand = node.expressions[-1]
    with regions.assignment(f, node):
        target = f.lvalue(operand)
        f.at(node)
        old = None if _is_one_step(target) else lvalues.load(f, target)
    ctype = unqualified(f.ctype(operand))
    step_type = ctype if isinstance(ctype, Floating) else f.types.int_type
    one = convert(f, Const(1, INT), f.types.int_type, step_type)
    sign = "+" if "+" in operator else "-"
    return update(f, target, sign, one, step_type, old, want_old=wanted and operator.startswith("x"))


def update(
    f: Lowering, target: LValue, operator: str, operand: Expr, operand_type: CType, old: Expr | None,
    want_old: bool = False,
) -> Expr:
    """``target operator= operand``; gives the new value, or the old one.

    ``old`` is what the target holds; None if that is read and changed in one step."""
    constness.assigned(f, target)
    if old is None:
        return _updated_in_one_step(f, target, operator, operand, operand_type, want_old)
    if want_old:
        old = f.keep(old)
    width = target.width if isinstance(target, Bits) else None
    new = updated(f, old, operator, operand, target.ctype, operand_type, width)
    stored = lvalues.store(f, target, new)
    return old if want_old else stored


def _updated_in_one_step(
    f: Lowering, target: LValue, operator: str, operand: Expr, operand_type: CType, want_old: bool
) -> Expr:
    ctype = target.ctype
    type = scalar(ctype)
    assert isinstance(target, Memory) and type is not None
    if isinstance(unqualified(ctype), Integer) and isinstance(unqualified(operand_type), Floating):
        f.unsupported("an atomic integer computed with floating-point numbers")
        return Const(0, type)
    old = f.temporary(type)
    with f.captured() as conditions:  # atomic arithmetic wraps: only conditions on the operand are kept
        new = updated(f, old, operator, operand, ctype, operand_type)
    f.instrs += [c for c in conditions if not (isinstance(c, Assert) and c.kind == "overflow")]
    f.emit(Rmw(old, target.place(type), new))
    return old if want_old else new


def updated(
    f: Lowering, old: Expr, operator: str, operand: Expr, ctype: CType, operand_type: CType, width: int | None = None
) -> Expr:
    """The new value, in the lvalue's type, of ``old operator= operand``; ``width`` is that of a bit-field."""
    plain = unqualified(ctype)
    if isinstance(plain, Pointer):
        return pointer_operator(f, operator, (old, plain), (operand, unqualified(operand_type)))
    if isinstance(unqualified(operand_type), Floating):  # clang has converted it to the type of the computation
        left = convert(f, old, plain, operand_type)
        return convert(f, floating.operation(f, operator, left, operand), operand_type, plain)
    computing = computation_type(operator, plain, unqualified(operand_type), width)
    left = convert(f, old, plain, computing)
    right = operand if operator in ("<<", ">>") else values.cast(operand, left.type)
    checks.operation(f, operator, left, right)
    return convert(f, values.binary(operator, left, right), computing, plain)


def computation_type(operator: str, target: CType, operand: CType, width: int | None) -> CType:
    """The type in which a compound assignment computes; clang has converted the operand to it (except for shifts)."""
    if operator in ("<<", ">>"):
        return promoted(target, width)
    wide, operand = promoted(target, width), promoted(operand)
    if operand.core.bits == wide.core.bits:
        return wide if not wide.core.signed else operand
    return operand if operand.core.bits > wide.core.bits else wide
