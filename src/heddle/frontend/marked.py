"""Builtins that the prelude marks: ``(__heddle_op_NAME, operands…, an expression of the result's type)``."""

from __future__ import annotations

from heddle.core.expr import Const, Expr
from heddle.core.types import INT
from heddle.errors import InputError
from heddle.frontend import arithmetic_builtins, atomics, varargs
from heddle.frontend.clang import Kind, Node
from heddle.frontend.lowering import Lowering, Memory
from heddle.frontend.prelude import MARKER, least_arguments
from heddle.frontend.types import CType, Integer, unqualified
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a builtin.  ``result`` is what it gives, only its type counts."""

    name: str
    operands: list[Node]
    result: Node


def find(node: Node) -> Use | None:
    """The builtin that a comma expression stands for; None if it is an ordinary comma."""
    parts: list[Node] = []
    while node.kind == Kind.BINARY and node.binary_operator == ",":
        node, last = node.expressions
        parts.append(last)
    if not parts or node.kind != Kind.DECL_REF or not node.spelling.startswith(MARKER):
        return None
    result, *operands = parts
    return Use(node.spelling.removeprefix(MARKER), operands[::-1], result)


def value(f: Lowering, use: Use, node: Node) -> Expr:
    """Lowers a builtin whose result is a scalar, or nothing."""
    ctype = f.ctype(use.result)
    f.at(node)
    require_arguments(f, use)
    if use.name == "va_arg":
        return varargs.next_value(f, use.operands[0], ctype)
    if use.name.startswith("__builtin_"):
        found = arithmetic_builtins.call(f, use.name.removeprefix("__builtin_"), use.operands)
        assert found is not None, use.name
        return found
    result = lower_atomic(f, use, ctype)
    return Const(0, INT) if isinstance(result, Memory) else result


def aggregate(f: Lowering, use: Use, node: Node) -> Memory | None:
    """Lowers a builtin whose result is a struct or union."""
    ctype = f.ctype(use.result)
    f.at(node)
    require_arguments(f, use)
    if use.name == "va_arg":
        return varargs.next_place(f, use.operands[0], ctype)
    result = lower_atomic(f, use, ctype)
    return result if isinstance(result, Memory) else None


def require_arguments(f: Lowering, use: Use) -> None:
    if len(use.operands) < least_arguments(use.name):
        raise InputError(f"too few arguments for {use.name}", f.loc)
    if use.name.endswith("_overflow_p") and not all(isinstance(unqualified(f.ctype(o)), Integer) for o in use.operands):
        raise InputError(f"the arguments of {use.name} must be integers", f.loc)


def lower_atomic(f: Lowering, use: Use, ctype: CType) -> Expr | Memory:
    if use.name.startswith("__sync_"):
        return atomics.sync(f, use.name, use.operands)
    return atomics.operation(f, use.name, use.operands)
