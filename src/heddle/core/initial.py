"""What memory objects hold at the start, as bytes; where objects and functions lie is the caller's business."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core import arithmetic
from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, FunctionAddress, MemoryObject

Addresses = Callable[[AddressOf | FunctionAddress], int]
"""The number that the address of an object's part, or of a function, is."""


def constant(e: Expr, address_of: Addresses) -> int:
    """The number that a constant expression of an initializer stands for."""
    match e:
        case Const():
            return e.value
        case AddressOf() | FunctionAddress():
            return address_of(e)
        case Cast():
            return e.type.wrap(constant(e.arg, address_of))
        case Binary(op="+" | "-"):
            found = arithmetic.binary(e.op, constant(e.left, address_of), constant(e.right, address_of), e.type)
            assert found is not None
            return found
    raise AssertionError(f"not a constant initializer: {e}")


def initial_bytes(obj: MemoryObject, address_of: Addresses) -> bytes:
    content = bytearray(obj.type.size)
    for offset, type, e in obj.init:
        value = constant(e, address_of) & ((1 << 8 * type.size) - 1)
        content[offset : offset + type.size] = value.to_bytes(type.size, "little")
    return bytes(content)


__all__ = ["constant", "initial_bytes"]
