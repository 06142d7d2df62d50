"""Lvalues and struct values: where expressions designate memory."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import AddressOf, Const, Expr, IndexStep, Place
from heddle.core.instr import Assert
from heddle.core.types import INT, ArrayType, IntType
from heddle.frontend import (
    calls,
    checks,
    choices,
    clang,
    constness,
    initializers,
    lvalues,
    marked,
    pointers,
    scopes,
    sequencing,
    values,
    variable_arrays,
    whole,
)
from heddle.frontend.clang import Kind, Node, stripped
from heddle.frontend.lowering import Bits, Lowering, LValue, Memory, Variable
from heddle.frontend.types import Array, Atomic, CType, Function, Pointer, Record, Void, scalar, unqualified
from heddle.records import replace

NO_LINKAGE = 1
LVALUE_KINDS = (Kind.MEMBER_EXPR, Kind.SUBSCRIPT, Kind.STRING, Kind.COMPOUND_LITERAL)


def lvalue(f: Lowering, node: Node) -> LValue:
    """Where an expression leads; what accesses to it are follows from how it is qualified there."""
    found = designated(f, node)
    if not f.linker.options.dialect.relaxed_volatile or not f.types.is_volatile(node.cursor):
        return found
    if isinstance(found, Bits):
        return replace(found, unit=replace(found.unit, is_relaxed=True))
    return replace(found, is_relaxed=True) if isinstance(found, Memory) else found


def designated(f: Lowering, node: Node) -> LValue:
    node = stripped(node)
    if node.kind == Kind.DECL_REF:
        return variable(f, node)
    if node.kind == Kind.MEMBER_EXPR:
        return member(f, node)
    if node.kind == Kind.SUBSCRIPT:
        return element(f, node)
    if node.kind == Kind.UNARY and node.unary_operator == "*":
        pointer = f.value(node.expressions[-1])
        pointers.followed(f, node.expressions[-1], pointer)
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


def selected(f: Lowering, node: Node) -> Node | None:
    """The association of a _Generic that was chosen: the only one of the expression's own type."""
    wanted = f.ctype(node)
    fitting = [c for c in node.expressions[1:] if unqualified(f.ctype(c)) is unqualified(wanted)]
    return fitting[0] if len(fitting) == 1 else None


def variable(f: Lowering, node: Node) -> LValue:
    declared = node.referenced
    key = f.declaration_key(declared)
    known = f.variables.get(key)
    if known is not None:
        return known
    f.at(node)
    if clang.library().clang_getCursorLinkage(declared) == NO_LINKAGE:
        f.unsupported(f"variable '{node.spelling}' of a function that is not running here")
        return Variable(f.temporary(scalar(f.ctype(node)) or INT), f.ctype(node))
    return f.linker.variable(f, declared)


def member(f: Lowering, node: Node) -> LValue:
    base_node = node.expressions[-1]
    pointer = unqualified(f.ctype(base_node))
    if isinstance(pointer, Pointer):
        value = f.value(base_node)
        pointers.followed(f, base_node, value)
        base = lvalues.deref(value, pointer.to)
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


def element(f: Lowering, node: Node) -> LValue:
    pointer, index = _pointer_and_index(f, node)
    base, number = _values(f, pointer, index)
    pointers.followed(f, pointer, base)
    return indexed(f, base, number, f.ctype(node))


def address_of_element(f: Lowering, node: Node) -> Expr:
    base, number = _values(f, *_pointer_and_index(f, node))
    found = lvalues.address(f, indexed(f, base, number, f.ctype(node), one_past=True))
    return pointers.moved(f, base, found)


def _pointer_and_index(f: Lowering, node: Node) -> tuple[Node, Node]:
    first, second = node.expressions
    return (first, second) if isinstance(unqualified(f.ctype(first)), Pointer) else (second, first)


def _values(f: Lowering, pointer: Node, index: Node) -> tuple[Expr, Expr]:
    with f.operands() as operands:
        base = f.value(pointer)
        operands.next()
        number = f.value(index)
    sequencing.operands(f, [pointer, index])
    return base, number


def indexed(f: Lowering, base: Expr, index: Expr, elem: CType, one_past: bool = False) -> Memory:
    """``base[index]``."""
    length = variable_arrays.size(f, elem)
    size = length.value if isinstance(length, Const) else 1
    place = base.place if isinstance(base, AddressOf) else Place(base, (), ArrayType(IntType(8, False), 0))
    count = None
    if isinstance(base, AddressOf) and isinstance(place.type, ArrayType) and place.type.elem.size == size:
        count = place.type.count or None
    if not index.type.signed:
        index = values.cast(index, f.types.ptrdiff_type.core)
    if count is not None and "bounds" in f.linker.checks:
        upper = Const(index.type.wrap(count), index.type)
        not_negative = values.binary(">=", index, Const(0, index.type))
        not_beyond = values.binary("<=" if one_past else "<", index, upper)
        inside = values.logical("&&", not_negative, not_beyond)
        if not values.is_constant(inside, 1):  # static initializers must stay constant
            f.emit(Assert(inside, "array index out of bounds", "bounds"))
    if not isinstance(length, Const):
        type = f.types.ptrdiff_type.core
        index = values.binary("*", values.cast(index, type), values.cast(length, type))
    if values.is_constant(index, 0) and count is None:
        return Memory(place.base, place.steps, elem)
    return Memory(place.base, (*place.steps, IndexStep(index, size, count)), elem)


def address_of(f: Lowering, operand: Node) -> Expr:
    operand = stripped(operand)
    if isinstance(unqualified(f.ctype(operand)), Function):
        return f.value(operand)
    if operand.kind == Kind.SUBSCRIPT:
        return address_of_element(f, operand)
    return lvalues.address(f, f.lvalue(operand))


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


# --- struct values --------------------------------------------------------------------------------------------------


def aggregate(f: Lowering, node: Node) -> Memory:
    """The place of a struct or union value; values that are no lvalues get an object of their own."""
    node = stripped(node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(node.expressions) == 1:
        inner = aggregate(f, node.expressions[0])
        if not isinstance(inner.ctype, Atomic) or isinstance(f.ctype(node), Atomic):
            return inner
        f.at(node)
        return whole.materialized(f, whole.load(f, inner), inner.ctype)
    if node.kind == Kind.CAST:
        return aggregate(f, node.expressions[-1])
    if node.kind == Kind.CALL:
        return calls.call_for_aggregate(f, node)
    if node.kind == Kind.BINARY and node.binary_operator == "=":
        return assign_aggregate(f, node, *node.expressions)
    if node.kind == Kind.BINARY and node.binary_operator == ",":
        use = marked.find(node)
        if use is None:
            f.effect(node.expressions[0])
            return aggregate(f, node.expressions[1])
        result = marked.aggregate(f, use, node)
        if result is not None:
            return result
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


def assign_aggregate(f: Lowering, node: Node, left: Node, right: Node) -> Memory:
    with f.operands() as operands:
        source = f.aggregate(right)
        operands.next()
        target = f.lvalue(left)
    assert isinstance(target, Memory)
    f.at(node)
    sequencing.assignment(f, left, right)
    constness.assigned(f, target)
    checks.copy(f, target, source)
    lvalues.copy(f, target, source)
    return target


def conditional_aggregate(f: Lowering, node: Node) -> Memory:
    """``c ? s : t`` for structs: the address of the one chosen."""
    test, then, other = node.expressions
    pointer = f.types.void_pointer

    def address(side: Node) -> Callable[[], Expr]:
        return lambda: lvalues.address(f, aggregate(f, side))

    chosen = choices.choice(f, f.truth(test), address(then), address(other), pointer)
    return lvalues.deref(chosen, f.ctype(node))


def block_value(f: Lowering, node: Node, final: Callable[[Node], Expr]) -> Expr | None:
    """Runs a statement expression; ``final`` gets the last expression."""
    block = node.children[-1]
    with scopes.entered(f, block):
        for child in block.children[:-1]:
            f.statement(child)
        if not block.children:
            return None
        last = block.children[-1]
        while last.kind == Kind.LABEL and last.children:
            f.mark_label(last)
            last = last.children[-1]
        if last.is_expression and not isinstance(unqualified(f.ctype(last)), Void):
            result = final(last)
            return f.keep(result) if scopes.pending(f) else result
        f.statement(last)
    return None
