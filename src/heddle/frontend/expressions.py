"""Expressions: every memory access becomes an instruction of its own, what remains is pure.

Operands are evaluated left to right, the right side of an assignment before its left side.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from heddle.core.expr import AddressOf, Const, Expr, FunctionAddress, IndexStep, Place
from heddle.core.instr import Assert, Assign, Assume, Read
from heddle.core.types import INT, ArrayType, IntType
from heddle.frontend import atomics, calls, checks, clang, initializers, lvalues, values
from heddle.frontend.clang import Kind, Node
from heddle.frontend.conversions import convert
from heddle.frontend.lowering import Bits, Lowering, LValue, Memory, Variable
from heddle.frontend.types import Array, CType, Floating, Function, Integer, Pointer, Record, Void, scalar, unqualified

LVALUE_KINDS = (Kind.MEMBER_EXPR, Kind.SUBSCRIPT, Kind.STRING, Kind.COMPOUND_LITERAL)


def stripped(node: Node) -> Node:
    """Without parentheses and ``__extension__``."""
    while node.kind == Kind.PAREN or (node.kind == Kind.UNARY and node.unary_operator == "extension"):
        node = node.expressions[-1]
    return node


def value(f: Lowering, node: Node) -> Expr:
    handler = _VALUES.get(node.kind)
    if handler is None:
        f.at(node)
        f.unsupported("an expression of this kind is not supported")
        return zero(f, f.ctype(node))
    return handler(f, node)


def zero(f: Lowering, ctype: CType) -> Expr:
    return Const(0, scalar(ctype) or f.types.int_type.core)


# --- leaves ---------------------------------------------------------------------------------------------------------


def constant(f: Lowering, node: Node) -> Expr:
    """Literals, sizeof and what else clang evaluates."""
    found = clang.evaluate(node.cursor)
    ctype = f.ctype(node)
    if found is None:
        if node.kind == Kind.SIZEOF:
            return sizeof_variable(f, node)
        f.at(node)
        f.unsupported("a constant of this kind is not supported")
        return zero(f, ctype)
    return typed_constant(f, found, ctype)


def typed_constant(f: Lowering, found: int | float, ctype: CType) -> Expr:
    ctype = unqualified(ctype)
    if isinstance(ctype, Floating):
        formats = {2: "<e", 4: "<f", 8: "<d"}
        if ctype.size not in formats:
            f.unsupported("long double")
            return Const(0, ctype.raw)
        return Const(int.from_bytes(struct.pack(formats[ctype.size], found), "little"), ctype.raw)
    type = scalar(ctype) or f.types.int_type.core
    return Const(type.wrap(int(found)), type)


def sizeof_variable(f: Lowering, node: Node) -> Expr:
    """The size of a variable-length array, known since its declaration."""
    operand = stripped(node.expressions[-1]) if node.expressions else None
    if operand is not None and operand.kind == Kind.DECL_REF:
        size = f.vla_sizes.get(f.declaration_key(operand.referenced))
        if size is not None:
            return values.cast(size, f.types.size_type.core)
    f.at(node)
    f.unsupported("sizeof of a variable-length type")
    return zero(f, f.ctype(node))


def reference(f: Lowering, node: Node) -> Expr:
    declared = node.referenced
    if declared.kind == Kind.ENUM_CONSTANT:
        number = clang.library().clang_getEnumConstantDeclValue(declared)
        return typed_constant(f, number, f.ctype(node))
    if declared.kind == Kind.FUNCTION_DECL:
        f.at(node)
        return FunctionAddress(f.linker.function_address(f.unit, declared), f.types.void_pointer.core)
    return loaded(f, node)


def loaded(f: Lowering, node: Node) -> Expr:
    """The value of an lvalue; arrays and functions decay to their address."""
    ctype = unqualified(f.ctype(node))
    if isinstance(ctype, Array):
        return lvalues.address(f, f.lvalue(node))
    place = f.lvalue(node)
    if isinstance(ctype, Function):
        assert isinstance(place, Memory)
        return values.address(place.place(), f.types.void_pointer.core)
    if not isinstance(place, Variable):
        f.at(node)
    return lvalues.load(f, place)


# --- lvalues --------------------------------------------------------------------------------------------------------


def lvalue(f: Lowering, node: Node) -> LValue:
    node = stripped(node)
    if node.kind == Kind.DECL_REF:
        return variable(f, node)
    if node.kind == Kind.MEMBER_EXPR:
        return member(f, node)
    if node.kind == Kind.SUBSCRIPT:
        return element(f, node)
    if node.kind == Kind.UNARY and node.unary_operator == "*":
        pointer = f.value(node.expressions[-1])
        return lvalues.deref(pointer, f.ctype(node))
    if node.kind == Kind.STRING:
        return Memory(f.linker.string(f.unit, node), (), f.ctype(node))
    if node.kind == Kind.COMPOUND_LITERAL:
        return initializers.compound_literal(f, node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(node.expressions) == 1:  # __func__, or a conversion without effect
        return lvalue(f, node.expressions[0])
    if node.kind == Kind.GENERIC:
        chosen = selected(f, node)
        if chosen is not None:
            return lvalue(f, chosen)
    if isinstance(unqualified(f.ctype(node)), Record):
        return f.aggregate(node)
    f.at(node)
    f.unsupported("an lvalue of this kind is not supported")
    return Variable(f.temporary(scalar(f.ctype(node)) or INT), f.ctype(node))


def variable(f: Lowering, node: Node) -> LValue:
    declared = node.referenced
    known = f.variables.get(f.declaration_key(declared))
    if known is not None:
        return known
    f.at(node)
    return f.linker.variable(f, declared)


def member(f: Lowering, node: Node) -> LValue:
    base_node = node.expressions[-1]
    pointer = unqualified(f.ctype(base_node))
    if isinstance(pointer, Pointer):
        base = lvalues.deref(f.value(base_node), pointer.to)
    else:
        base = f.aggregate(base_node)
    record = unqualified(base.ctype)
    found = record.by_key.get(node.referenced.data[0]) if isinstance(record, Record) else None
    if found is None:
        f.at(node)
        f.unsupported(f"member '{node.spelling}' is not supported")
        return Variable(f.temporary(scalar(f.ctype(node)) or INT), f.ctype(node))
    if found.unit is None or found.width is None:
        return base.field(found.name, found.offset, found.ctype)
    offset, bits = found.unit
    unit = base.field(found.name, offset, found.ctype)
    return Bits(unit, IntType(bits, False), found.bit_offset - 8 * offset, found.width, found.ctype)


def element(f: Lowering, node: Node, one_past: bool = False) -> LValue:
    first, second = node.expressions
    pointer, index = (first, second) if isinstance(unqualified(f.ctype(first)), Pointer) else (second, first)
    base = f.value(pointer)
    number = f.value(index)
    return indexed(f, base, number, f.ctype(node), one_past)


def indexed(f: Lowering, base: Expr, index: Expr, elem: CType, one_past: bool = False) -> Memory:
    """``base[index]``."""
    if elem.size is None and not (isinstance(elem, Void | Function)):
        f.unsupported("pointer arithmetic on a type of unknown size")
    size = elem.size if elem.size is not None else 1
    place = base.place if isinstance(base, AddressOf) else Place(base, (), ArrayType(IntType(8, False), 0))
    count = None
    if isinstance(base, AddressOf) and isinstance(place.type, ArrayType) and place.type.elem.size == size:
        count = place.type.count or None
    if not index.type.signed:
        index = values.cast(index, f.types.ptrdiff_type.core)
    if count is not None and "bounds" in f.linker.checks:
        upper = Const(index.type.wrap(count), index.type)
        inside = values.logical(
            "&&", values.binary(">=", index, Const(0, index.type)), values.binary("<=" if one_past else "<", index, upper)
        )
        f.emit(Assert(inside, "array index out of bounds", "bounds"))
    if values.is_constant(index, 0) and count is None:
        return Memory(place.base, place.steps, elem)
    return Memory(place.base, (*place.steps, IndexStep(index, size, count)), elem)


# --- operators ------------------------------------------------------------------------------------------------------


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
        if isinstance(unqualified(f.ctype(operand)), Floating):
            return floating(f, node)
        return values.negation(f.value(operand))
    if isinstance(unqualified(f.ctype(node)), Floating) or operator not in ("-", "~"):
        return floating(f, node)
    arg = f.value(operand)
    if operator == "-":
        f.at(node)
        checks.overflow_of_negation(f, arg)
    return values.unary(operator, arg)


def address_of(f: Lowering, operand: Node) -> Expr:
    operand = stripped(operand)
    if isinstance(unqualified(f.ctype(operand)), Function):
        return f.value(operand)
    if operand.kind == Kind.SUBSCRIPT:
        return lvalues.address(f, element(f, operand, one_past=True))
    return lvalues.address(f, f.lvalue(operand))


def floating(f: Lowering, node: Node) -> Expr:
    """A floating-point operation: its value if constant."""
    found = clang.evaluate(node.cursor)
    f.at(node)
    if found is None:
        f.unsupported("floating-point arithmetic")
        return zero(f, f.ctype(node))
    return typed_constant(f, found, f.ctype(node))


def binary(f: Lowering, node: Node) -> Expr:
    operator = node.binary_operator
    left, right = node.expressions
    if operator == "=":
        return assignment(f, node, left, right)
    if operator == ",":
        marked = atomics.marked(f, left, right)
        if marked is not None:
            return marked
        f.effect(left)
        return f.value(right)
    if operator in ("&&", "||"):
        return short_circuit(f, operator, left, right)
    left_type, right_type = unqualified(f.ctype(left)), unqualified(f.ctype(right))
    if isinstance(left_type, Floating) or isinstance(right_type, Floating):
        return floating(f, node)
    first = f.value(left)
    second = f.value(right)
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
        return values.binary("/", difference, Const(left_type.to.size or 1, type))
    pointer = f.types.void_pointer.core
    return values.binary(operator, values.cast(first, pointer), values.cast(second, pointer))


def moved(f: Lowering, pointer: Expr, distance: Expr, ctype: Pointer) -> Expr:
    """``pointer + distance`` in elements."""
    if isinstance(pointer, AddressOf):
        unchecked = indexed_without_check(f, pointer, distance, ctype.to)
        return values.address(unchecked.place(), f.types.void_pointer.core)
    if ctype.to.size is None and not isinstance(ctype.to, Void | Function):
        f.unsupported("pointer arithmetic on a type of unknown size")
    type = f.types.void_pointer.core
    step = values.binary("*", values.cast(distance, type), Const(ctype.to.size or 1, type))
    return values.binary("+", values.cast(pointer, type), step)


def indexed_without_check(f: Lowering, base: AddressOf, index: Expr, elem: CType) -> Memory:
    """Computing an address out of bounds is no access: the place carries no count to check against."""
    plain = AddressOf(Place(base.place.base, base.place.steps, ArrayType(IntType(8, False), 0)), base.type)
    return indexed(f, plain, index, elem)


def short_circuit(f: Lowering, operator: str, left: Node, right: Node) -> Expr:
    if any(isinstance(unqualified(f.ctype(n)), Floating) for n in (left, right)):
        f.at(left)
        f.unsupported("floating-point arithmetic")
        return Const(0, INT)
    first = values.truth(f.value(left))
    if values.is_constant(first, 0 if operator == "&&" else 1):
        return first
    with f.captured() as extra:
        second = values.truth(f.value(right))
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


def may_speculate(f: Lowering, extra: list[object] | list[object]) -> bool:
    """Inside an atomic section, plain reads of named scalars may run although C would skip them: nobody can tell."""
    return f.in_atomic_section and all(
        isinstance(i, Read) and i.order == "plain" and named(i.place) for i in extra
    )


def named(place: Place) -> bool:
    return not isinstance(place.base, Expr) and not any(isinstance(s, IndexStep) for s in place.steps)


def conditional(f: Lowering, node: Node) -> Expr:
    test, then, other = node.expressions
    return choice(f, values.truth(f.value(test)), lambda: f.value(then), lambda: f.value(other), f.ctype(node))


def choice(f: Lowering, test: Expr, then: Callable[[], Expr], other: Callable[[], Expr], ctype: CType) -> Expr:
    if isinstance(test, Const):
        return then() if test.value else other()
    with f.captured() as then_code:
        yes = then()
    with f.captured() as other_code:
        no = other()
    extra = then_code + other_code
    if isinstance(unqualified(ctype), Void):
        if extra:
            _two_ways(f, test, then_code, other_code)
        return Const(0, INT)
    if not extra or may_speculate(f, extra):
        f.instrs += extra
        return values.condition(test, yes, values.cast(no, yes.type))
    result = f.temporary(scalar(ctype) or yes.type)
    with f.captured() as then_code2:
        f.instrs += then_code
        f.assign(result, values.cast(yes, result.type))
    with f.captured() as other_code2:
        f.instrs += other_code
        f.assign(result, values.cast(no, result.type))
    _two_ways(f, test, then_code2, other_code2)
    return result


def _two_ways(f: Lowering, test: Expr, then_code: list[object], other_code: list[object]) -> None:
    otherwise, end = f.new_label("else"), f.new_label("end")
    f.branch(values.negation(test), otherwise)
    f.instrs += then_code  # type: ignore[arg-type]
    f.goto(end)
    f.label(otherwise)
    f.instrs += other_code  # type: ignore[arg-type]
    f.label(end)


def gnu_conditional(f: Lowering, node: Node) -> Expr:
    """``a ?: b``: clang shows the common operand, the test, the operand again, and the other side."""
    common, other = node.expressions[0], node.expressions[3]
    kept = f.keep(f.value(common))
    source, target = f.ctype(common), f.ctype(node)
    return choice(f, values.truth(kept), lambda: convert(f, kept, source, target), lambda: f.value(other), target)


# --- conversions ----------------------------------------------------------------------------------------------------


def conversion(f: Lowering, node: Node) -> Expr:
    """Casts, implicit or written, and other things that clang does not name."""
    operands = node.expressions
    if not operands:
        return constant(f, node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(operands) == 4:
        return gnu_conditional(f, node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(operands) > 1:
        return constant(f, node)
    operand = operands[-1]
    target, source = unqualified(f.ctype(node)), unqualified(f.ctype(operand))
    if isinstance(target, Void):
        f.effect(operand)
        return Const(0, INT)
    if isinstance(source, Array | Function):
        return convert(f, f.value(operand), f.types.void_pointer, target)
    if isinstance(target, Array):
        return f.value(operand)
    if (isinstance(source, Floating) or isinstance(target, Floating)) and scalar(source) != scalar(target):
        return floating(f, node)
    result = f.value(operand)
    if isinstance(source, Void):
        return zero(f, target)
    return convert(f, result, source, target)


def selected(f: Lowering, node: Node) -> Node | None:
    """The association of a _Generic that was chosen: the only one of the expression's own type."""
    wanted = f.ctype(node)
    fitting = [c for c in node.expressions[1:] if unqualified(f.ctype(c)) is unqualified(wanted)]
    return fitting[0] if len(fitting) == 1 else None


def generic(f: Lowering, node: Node) -> Expr:
    found = clang.evaluate(node.cursor)
    chosen = selected(f, node)
    if chosen is not None:
        return f.value(chosen)
    if found is not None:
        return typed_constant(f, found, f.ctype(node))
    f.at(node)
    f.unsupported("a _Generic whose choices have the same type")
    return zero(f, f.ctype(node))


# --- assignments ----------------------------------------------------------------------------------------------------


def assignment(f: Lowering, node: Node, left: Node, right: Node) -> Expr:
    if isinstance(unqualified(f.ctype(left)), Record):
        assign_aggregate(f, node, left, right)
        return Const(0, INT)
    result = f.value(right)
    target = f.lvalue(left)
    f.at(node)
    return lvalues.store(f, target, result)


def assign_aggregate(f: Lowering, node: Node, left: Node, right: Node) -> Memory:
    source = f.aggregate(right)
    target = f.lvalue(left)
    assert isinstance(target, Memory)
    f.at(node)
    lvalues.copy(f, target, source)
    return target


def compound_assignment(f: Lowering, node: Node) -> Expr:
    left, right = node.expressions
    operator = node.binary_operator[:-1]
    if any(isinstance(unqualified(f.ctype(n)), Floating) for n in (left, right)):
        f.at(node)
        f.unsupported("floating-point arithmetic")
        return zero(f, f.ctype(left))
    operand = f.value(right)
    target = f.lvalue(left)
    f.at(node)
    return checks.update(f, target, operator, operand, f.ctype(right), updated)


def updated(f: Lowering, old: Expr, operator: str, operand: Expr, ctype: CType, operand_type: CType) -> Expr:
    """The new value, in the lvalue's type, of ``old operator= operand``."""
    plain = unqualified(ctype)
    if isinstance(plain, Pointer):
        return pointer_operator(f, operator, (old, plain), (operand, unqualified(operand_type)))
    computing = checks.computation_type(operator, plain, unqualified(operand_type))
    left = convert(f, old, plain, computing)
    right = operand if operator in ("<<", ">>") else values.cast(operand, left.type)
    checks.operation(f, operator, left, right)
    return convert(f, values.binary(operator, left, right), computing, plain)


def increment(f: Lowering, node: Node, operator: str, wanted: bool = True) -> Expr:
    operand = node.expressions[-1]
    target = f.lvalue(operand)
    f.at(node)
    ctype = unqualified(f.ctype(operand))
    if isinstance(ctype, Floating):
        f.unsupported("floating-point arithmetic")
        return zero(f, ctype)
    one = Const(1, INT)
    int_type = f.types.int_type
    sign = "+" if "+" in operator else "-"
    if operator.startswith("x") and wanted:
        return checks.update(f, target, sign, one, int_type, updated, want_old=True)
    return checks.update(f, target, sign, one, int_type, updated)


# --- other ----------------------------------------------------------------------------------------------------------


def statement_expression(f: Lowering, node: Node) -> Expr:
    return block_value(f, node, lambda last: f.value(last)) or Const(0, INT)


def block_value(f: Lowering, node: Node, final: Callable[[Node], Expr]) -> Expr | None:
    """Runs a statement expression; ``final`` gets the last expression."""
    statements = node.children[-1].children
    for child in statements[:-1]:
        f.statement(child)
    if not statements:
        return None
    last = statements[-1]
    while last.kind == Kind.LABEL and last.children:
        f.statement_label(last)  # type: ignore[attr-defined]
        last = last.children[-1]
    if last.is_expression and not isinstance(unqualified(f.ctype(last)), Void):
        return final(last)
    f.statement(last)
    return None


def effect(f: Lowering, node: Node) -> None:
    """An expression statement."""
    inner = stripped(node)
    ctype = unqualified(f.ctype(inner))
    if inner.kind == Kind.UNARY and inner.unary_operator in ("x++", "x--", "++x", "--x"):
        increment(f, inner, inner.unary_operator, wanted=False)
    elif inner.kind == Kind.CALL:
        calls.call(f, inner, wanted=False)
    elif isinstance(ctype, Record) and inner.kind not in (Kind.DECL_REF, *LVALUE_KINDS):
        f.aggregate(inner)
    elif isinstance(ctype, Record | Array):
        return
    elif inner.kind == Kind.CAST and isinstance(ctype, Void):
        effect(f, inner.expressions[-1])
    else:
        f.value(inner)


def aggregate(f: Lowering, node: Node) -> Memory:
    """The place of a struct or union value; values that are no lvalues get an object of their own."""
    node = stripped(node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(node.expressions) == 1:
        return aggregate(f, node.expressions[0])
    if node.kind == Kind.CAST:
        return aggregate(f, node.expressions[-1])
    if node.kind == Kind.CALL:
        return calls.call_for_aggregate(f, node)
    if node.kind == Kind.BINARY and node.binary_operator == "=":
        return assign_aggregate(f, node, *node.expressions)
    if node.kind == Kind.BINARY and node.binary_operator == ",":
        if not atomics.is_marker(node.expressions[0]):
            f.effect(node.expressions[0])
            return aggregate(f, node.expressions[1])
    elif node.kind == Kind.CONDITIONAL:
        return conditional_aggregate(f, node)
    elif node.kind == Kind.STMT_EXPR:
        found: list[Memory] = []

        def final(last: Node) -> Expr:
            found.append(aggregate(f, last))
            return Const(0, INT)

        block_value(f, node, final)
        if found:
            return found[0]
    elif node.kind in (Kind.DECL_REF, Kind.UNARY, *LVALUE_KINDS):
        place = f.lvalue(node)
        if isinstance(place, Memory):
            return place
    f.at(node)
    f.unsupported("a struct value of this kind is not supported")
    return lvalues.new_local(f, "value", f.ctype(node))


def conditional_aggregate(f: Lowering, node: Node) -> Memory:
    """``c ? s : t`` for structs: the address of the one chosen."""
    test, then, other = node.expressions
    pointer = f.types.void_pointer

    def address(side: Node) -> Callable[[], Expr]:
        return lambda: lvalues.address(f, aggregate(f, side))

    chosen = choice(f, values.truth(f.value(test)), address(then), address(other), pointer)
    return lvalues.deref(chosen, f.ctype(node))


def assume_nonzero(f: Lowering, divisor: Expr) -> None:
    f.emit(Assume(values.truth(divisor)))


_VALUES: dict[int, Callable[[Lowering, Node], Expr]] = {
    Kind.INTEGER: constant, Kind.FLOATING: constant, Kind.CHARACTER: constant, Kind.SIZEOF: constant,
    Kind.DECL_REF: reference, Kind.MEMBER_EXPR: loaded, Kind.SUBSCRIPT: loaded, Kind.STRING: loaded,
    Kind.COMPOUND_LITERAL: loaded,
    Kind.PAREN: lambda f, node: f.value(node.expressions[-1]),
    Kind.UNARY: unary, Kind.BINARY: binary, Kind.COMPOUND_ASSIGN: compound_assignment, Kind.CONDITIONAL: conditional,
    Kind.CAST: conversion, Kind.UNEXPOSED_EXPR: conversion, Kind.CALL: lambda f, node: calls.call(f, node),
    Kind.STMT_EXPR: statement_expression, Kind.GENERIC: generic,
    Kind.INIT_LIST: lambda f, node: f.value(node.expressions[0]) if node.expressions else zero(f, f.ctype(node)),
}
assert Integer is not None
