"""Variable arguments.

The caller of a variadic function puts the further arguments one after the other into an object of its own, each at a
multiple of eight bytes, and passes its address as a hidden last argument.  A ``va_list`` holds the
address of the next one.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr, FieldStep, MemoryObject
from heddle.core.instr import Declare
from heddle.core.types import ArrayType, IntType
from heddle.frontend import lvalues, values
from heddle.frontend.clang import Kind, Node, stripped
from heddle.frontend.lowering import Lowering, LValue, Memory
from heddle.frontend.types import CType, Record, scalar, unqualified

SLOT = 8


def slots(ctype: CType) -> int:
    """The bytes that an argument takes."""
    return (max(ctype.size or 0, 1) + SLOT - 1) // SLOT * SLOT


def passed(f: Lowering, arguments: list[tuple[CType, Expr]]) -> Expr:
    """The hidden argument: the address of an object that holds these, of which structs are given by address."""
    pointer = f.types.void_pointer.core
    if not arguments:
        return Const(0, pointer)
    size = sum(slots(ctype) for ctype, _ in arguments)
    obj = MemoryObject(f"{f.function}::{f.unique('arguments')}", ArrayType(IntType(8, False), size), "local")
    f.memory.append(obj)
    f.emit(Declare(obj))
    offset = 0
    for ctype, value in arguments:
        place = Memory(obj, (FieldStep("", offset),), unqualified(ctype))
        if isinstance(place.ctype, Record):
            lvalues.copy(f, place, lvalues.deref(value, place.ctype))
        else:
            lvalues.store(f, place, value)
        offset += slots(ctype)
    return values.address(Memory(obj, (), f.types.void_pointer).place(), pointer)


def start(f: Lowering, node: Node, args: list[Node]) -> Expr:
    """``va_start``."""
    if f.further_arguments is None:
        f.unsupported("va_start in a function without variable arguments")
    else:
        lvalues.store(f, _list(f, args[0]), f.further_arguments)
    return Const(0, f.types.int_type.core)


def copy(f: Lowering, node: Node, args: list[Node]) -> Expr:
    """``va_copy``."""
    source = lvalues.load(f, _list(f, args[1]))
    lvalues.store(f, _list(f, args[0]), source)
    return Const(0, f.types.int_type.core)


def end(f: Lowering, node: Node, args: list[Node]) -> Expr:
    return Const(0, f.types.int_type.core)


def next_place(f: Lowering, node: Node, ctype: CType) -> Memory:
    """Where the next argument lies; the list goes on behind it."""
    position = _list(f, node)
    here = f.keep(lvalues.load(f, position))
    lvalues.store(f, position, values.binary("+", here, Const(slots(ctype), here.type)))
    return lvalues.deref(here, ctype)


def next_value(f: Lowering, node: Node, ctype: CType) -> Expr:
    place = next_place(f, node, ctype)
    if scalar(ctype) is None:
        return Const(0, f.types.int_type.core)
    return lvalues.load(f, place)


def _list(f: Lowering, node: Node) -> LValue:
    """The position of a ``va_list``: a pointer, which on 64-bit machines lies in an array of one struct."""
    pointer = f.types.void_pointer
    if f.types.model.pointer_bits == 64:
        return lvalues.deref(f.value(node), pointer).field("overflow_arg_area", 8, pointer)
    node = stripped(node)
    while node.kind == Kind.UNEXPOSED_EXPR and len(node.expressions) == 1:
        node = stripped(node.expressions[0])
    return f.lvalue(node)
