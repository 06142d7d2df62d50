"""What memory objects hold in the beginning: constant initializers as numbers and as bytes.

Everybody who lays out memory says where objects and functions lie; what follows from that is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heddle.core.expr import AddressOf, Binary, Cast, Const, Expr, FunctionAddress, MemoryObject
from heddle.core.walk import constant_offset
from heddle.records import dataclass


@dataclass(frozen=True, slots=True)
class Initial:
    """``objects``: their addresses, by name; ``function``: a function's address, by name."""

    objects: Mapping[str, int]
    function: Callable[[str], int]

    def value(self, e: Expr) -> int:
        """The number that a constant expression of an initializer stands for."""
        match e:
            case Const():
                return e.value
            case FunctionAddress():
                return self.function(e.function)
            case AddressOf() if isinstance(e.place.base, MemoryObject):
                offset = constant_offset(e.place)
                assert offset is not None, e
                return self.objects[e.place.base.name] + offset
            case Cast():
                return e.type.wrap(self.value(e.arg))
            case Binary(op="+"):
                return e.type.wrap(self.value(e.left) + self.value(e.right))
            case Binary(op="-"):
                return e.type.wrap(self.value(e.left) - self.value(e.right))
        raise AssertionError(f"not a constant initializer: {e}")

    def contents(self, obj: MemoryObject) -> bytes:
        """The bytes of an object; what its initializer does not name is zero."""
        found = bytearray(obj.type.size)
        for offset, type, e in obj.init:
            number = self.value(e) & ((1 << 8 * type.size) - 1)
            found[offset : offset + type.size] = number.to_bytes(type.size, "little")
        return bytes(found)


__all__ = ["Initial"]
