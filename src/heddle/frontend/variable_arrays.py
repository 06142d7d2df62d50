"""Arrays whose length is computed when the program runs.

Every declaration of such a type is a type of its own, so lengths are kept by type, from the declaration on.
"""

from __future__ import annotations

from heddle.core.expr import Const, Expr
from heddle.frontend import values
from heddle.frontend.clang import Node
from heddle.frontend.lowering import Lowering
from heddle.frontend.types import Array, CType, Function, Pointer, Void, unqualified


def bind(f: Lowering, ctype: CType, lengths: list[Node]) -> None:
    """Evaluates the lengths in a declared type.  libclang names those of inner types first, constant ones too."""
    arrays = [a for a in _arrays(ctype) if a not in f.lengths and (a.variable or a.count is not None)]
    if not any(a.variable for a in arrays) or len(arrays) > len(lengths):
        return
    for array, node in zip(reversed(arrays), lengths, strict=False):
        if array.variable:
            f.lengths[array] = f.keep(values.cast(f.value(node), f.types.size_type.core))


def _arrays(ctype: CType) -> list[Array]:
    """The arrays in a type, the outermost first."""
    found: list[Array] = []
    ctype = unqualified(ctype)
    while isinstance(ctype, Array | Pointer):
        if isinstance(ctype, Array):
            found.append(ctype)
            ctype = unqualified(ctype.elem)
        else:
            ctype = unqualified(ctype.to)
    return found


def size(f: Lowering, ctype: CType) -> Expr:
    """The size of a type: that of ``void`` and of functions is 1, as in GNU C."""
    type = f.types.size_type.core
    ctype = unqualified(ctype)
    if ctype.size is not None:
        return Const(ctype.size, type)
    if isinstance(ctype, Array) and ctype in f.lengths:
        return values.binary("*", f.lengths[ctype], size(f, ctype.elem))
    if not isinstance(ctype, Void | Function):
        f.unsupported("an array whose length is not known here" if isinstance(ctype, Array) else
                      "pointer arithmetic on a type of unknown size")
    return Const(1, type)
