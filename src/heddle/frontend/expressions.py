"""Expressions: every memory access becomes an instruction of its own, what remains is pure."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Const, Expr, FunctionAddress
from heddle.core.types import INT
from heddle.frontend import calls, clang, label_addresses, operators, variable_arrays
from heddle.frontend.clang import Kind, Node, stripped
from heddle.frontend.constants import constant, typed_constant, zero
from heddle.frontend.conversions import convert
from heddle.frontend.lowering import Lowering
from heddle.frontend.places import LVALUE_KINDS, block_value, loaded, selected
from heddle.frontend.types import Array, Floating, Function, Record, Void, unqualified


def value(f: Lowering, node: Node) -> Expr:
    handler = _VALUES.get(node.kind)
    if handler is None:
        f.at(node)
        f.unsupported("an expression of this kind is not supported")
        return zero(f, f.ctype(node))
    return handler(f, node)


def effect(f: Lowering, node: Node) -> None:
    """An expression statement."""
    inner = stripped(node)
    ctype = unqualified(f.ctype(inner))
    if inner.kind == Kind.UNARY and inner.unary_operator in ("x++", "x--", "++x", "--x"):
        operators.increment(f, inner, inner.unary_operator, wanted=False)
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


def reference(f: Lowering, node: Node) -> Expr:
    declared = node.referenced
    if declared.kind == Kind.ENUM_CONSTANT:
        number = clang.library().clang_getEnumConstantDeclValue(declared)
        return typed_constant(f, number, f.ctype(node))
    if declared.kind == Kind.FUNCTION_DECL:
        f.at(node)
        return FunctionAddress(f.linker.function_address(f.unit, declared), f.types.void_pointer.core)
    return loaded(f, node)


def conversion(f: Lowering, node: Node) -> Expr:
    """Casts, implicit or written, and other things that clang does not name."""
    operands = node.expressions
    if not operands:
        return constant(f, node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(operands) == 4:
        return operators.gnu_conditional(f, node)
    if node.kind == Kind.UNEXPOSED_EXPR and len(operands) == 3:  # __builtin_choose_expr
        return f.value(operands[1] if clang.evaluate(operands[0].cursor) else operands[2])
    if node.kind == Kind.UNEXPOSED_EXPR and len(operands) > 1:
        return constant(f, node)
    operand = operands[-1]
    if node.kind == Kind.CAST and len(operands) > 1:
        variable_arrays.bind(f, f.ctype(node), operands[:-1])
    target, source = unqualified(f.ctype(node)), unqualified(f.ctype(operand))
    if isinstance(target, Void):
        f.effect(operand)
        return Const(0, INT)
    if isinstance(target, Array | Function):
        return f.value(operand)
    if isinstance(source, Array | Function):
        return convert(f, f.value(operand), f.types.void_pointer, target)
    if isinstance(source, Floating) and isinstance(target, Floating) and not source.core.computes:
        known = clang.evaluate(node.cursor)  # a constant with more digits than any other type
        if known is not None:
            return typed_constant(f, known, target)
    result = f.value(operand)
    if isinstance(source, Floating) or isinstance(target, Floating):
        f.at(node)
    if isinstance(source, Void):
        return zero(f, target)
    return convert(f, result, source, target)


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


def statement_expression(f: Lowering, node: Node) -> Expr:
    return block_value(f, node, lambda last: f.value(last)) or Const(0, INT)


_VALUES: dict[int, Callable[[Lowering, Node], Expr]] = {
    Kind.INTEGER: constant, Kind.FLOATING: constant, Kind.CHARACTER: constant, Kind.SIZEOF: constant,
    Kind.DECL_REF: reference, Kind.MEMBER_EXPR: loaded, Kind.SUBSCRIPT: loaded, Kind.STRING: loaded,
    Kind.COMPOUND_LITERAL: loaded,
    Kind.PAREN: lambda f, node: f.value(node.expressions[-1]),
    Kind.UNARY: operators.unary, Kind.BINARY: operators.binary, Kind.CONDITIONAL: operators.conditional,
    Kind.COMPOUND_ASSIGN: operators.compound_assignment,
    Kind.CAST: conversion, Kind.UNEXPOSED_EXPR: conversion, Kind.CALL: lambda f, node: calls.call(f, node),
    Kind.STMT_EXPR: statement_expression, Kind.GENERIC: generic, Kind.ADDR_LABEL: label_addresses.value,
    Kind.INIT_LIST: lambda f, node: f.value(node.expressions[0]) if node.expressions else zero(f, f.ctype(node)),
}
