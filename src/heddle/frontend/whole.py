"""Structs and unions accessed as a whole: one integer that holds all their bytes, the first one lowest.

Their members are put together and taken apart outside of the access, so memory sees a single one.  Padding is zero.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr
from heddle.core.instr import Declare, Read, Write
from heddle.core.types import INT, IntType, Scalar
from heddle.frontend import lvalues, values
from heddle.frontend.lowering import Lowering, Memory
from heddle.frontend.types import Atomic, CType, Record, leaves, scalar, unqualified

SIZES = (1, 2, 4, 8, 16)


def access_type(ctype: CType) -> Scalar | None:
    """The scalar that an atomic access to an object of this type moves; None if there is none."""
    found = scalar(ctype)
    plain = unqualified(ctype)
    if found is None and isinstance(plain, Record) and plain.size in SIZES:
        return IntType(8 * plain.size, False)
    return found


def load(f: Lowering, source: Memory) -> Expr:
    """The value of a scalar, struct or union that other threads do not use, or that is ``_Atomic``."""
    type = access_type(source.ctype)
    if type is None:
        f.unsupported(f"an atomic operation on an object of {source.ctype.size} bytes")
        return Const(0, INT)
    if isinstance(source.ctype, Atomic) or scalar(source.ctype) is not None:
        return lvalues.read(f, source, type)
    result: Expr = Const(0, type)
    for leaf in leaves(source.ctype):
        piece = f.temporary(leaf.type)
        f.emit(Read(piece, lvalues.at_offset(source, leaf.offset, source.ctype).place(leaf.type)))
        bits = values.cast(values.cast(piece, values.unsigned(leaf.type.bits)), type)
        result = values.binary("|", values.binary("<<", bits, Const(8 * leaf.offset, INT)), result)
    return f.keep(result)


def store(f: Lowering, target: Memory, value: Expr) -> None:
    """Writes what :func:`load` has read."""
    type = access_type(target.ctype)
    if type is None:
        f.unsupported(f"an atomic operation on an object of {target.ctype.size} bytes")
    elif isinstance(target.ctype, Atomic) or scalar(target.ctype) is not None:
        f.emit(Write(target.place(type), values.cast(value, type), target.order))
    else:
        for leaf in leaves(target.ctype):
            piece = values.cast(values.binary(">>", value, Const(8 * leaf.offset, INT)), leaf.type)
            f.emit(Write(lvalues.at_offset(target, leaf.offset, target.ctype).place(leaf.type), piece))


def materialized(f: Lowering, value: Expr, ctype: CType) -> Memory:
    """A struct value in an object of its own."""
    target = lvalues.new_local(f, "value", unqualified(ctype))
    f.emit(Declare(f.memory[-1]))
    store(f, target, value)
    return target


def copy(f: Lowering, target: Memory, source: Memory) -> None:
    """An assignment from or to an ``_Atomic`` struct: one access to it."""
    store(f, target, load(f, source))
