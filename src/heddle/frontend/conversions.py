"""C's conversions between scalar types."""

from __future__ import annotations

from heddle.core.expr import Expr
from heddle.core.types import INT
from heddle.frontend import floating, values
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import CType, Floating, Integer, Void, scalar, unqualified


def convert(f: Lowering, value: Expr, source: CType, target: CType) -> Expr:
    """``value`` of type ``source`` as ``target``."""
    source, target = unqualified(source), unqualified(target)
    if isinstance(target, Void):
        return value
    type = scalar(target)
    if type is None:
        f.unsupported("conversion to a type that is not supported")
        return value
    if isinstance(source, Floating) or isinstance(target, Floating):
        return floating.converted(f, value, target)
    if isinstance(target, Integer) and target.is_bool:
        return value if isinstance(source, Integer) and source.is_bool else values.as_bool(value)
    return values.cast(value, type)


def promoted(ctype: CType, width: int | None = None) -> Integer:
    """The type after C's integer promotions; ``width`` is that of a bit-field."""
    ctype = unqualified(ctype)
    if not isinstance(ctype, Integer):
        return Integer(4, INT)
    bits = ctype.core.bits if width is None else width
    if bits < INT.bits or (bits == INT.bits and width is not None and ctype.core.signed):
        return Integer(4, INT)
    return ctype
