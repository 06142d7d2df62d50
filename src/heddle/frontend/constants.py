"""Constants: literals, sizeof, and what else clang evaluates."""

from __future__ import annotations

from heddle.core import floats
from heddle.core.expr import Const, Expr
from heddle.frontend import clang, variable_arrays
from heddle.frontend.clang import Kind, Node, stripped
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import CType, Floating, scalar, unqualified


def zero(f: Lowering, ctype: CType) -> Expr:
    return Const(0, scalar(ctype) or f.types.int_type.core)


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
        if not ctype.core.computes:
            f.unsupported("long double")
            return Const(0, ctype.core)
        return Const(floats.encoded(found, ctype.core.bits), ctype.core)
    type = scalar(ctype) or f.types.int_type.core
    return Const(type.wrap(int(found)), type)


def sizeof_variable(f: Lowering, node: Node) -> Expr:
    """The size of a variable-length array, known since its declaration: that of an expression or of a typedef."""
    named = next((c for c in node.children if c.kind == Kind.TYPE_REF), None)
    if named is not None and not node.expressions:
        return variable_arrays.size(f, f.types.of(named.referenced))
    if len(node.expressions) == 1:
        return variable_arrays.size(f, f.ctype(stripped(node.expressions[0])))
    f.at(node)
    f.unsupported("sizeof of a variable-length type that has no name")
    return zero(f, f.ctype(node))

