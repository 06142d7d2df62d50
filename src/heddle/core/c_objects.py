"""Prints memory objects as C variables with their initial values."""

from __future__ import annotations

import re

from heddle.core.c_floats import literal
from heddle.core.c_printer import CPrinter
from heddle.core.expr import AddressOf, Cast, Const, Expr, FieldStep, FunctionAddress, MemoryObject, Place
from heddle.core.parts import parts
from heddle.core.types import ArrayType, FloatType, IntType, Scalar, StructType, Type

_PRINTABLE = re.compile(r"[ !#-\[\]-~]*")
Values = dict[int, tuple[Scalar, Expr]]


class ObjectPrinter:
    """``late`` collects initial values that C cannot give in a declaration, as assignments for the start of main."""

    def __init__(self, printer: CPrinter) -> None:
        self.printer = printer
        self.late: list[str] = []

    def definition(self, obj: MemoryObject) -> str:
        p = self.printer
        text = p.types.declare(obj.type, p.object_name(obj))
        if obj.kind == "heap":
            text += " __attribute__((aligned(16)))"  # what malloc promises
        values: Values = {at: (t, e) for at, t, e in obj.init if not (isinstance(e, Const) and e.value == 0)}
        constant = {at: v for at, v in values.items() if _is_constant(v[1])}
        used: set[int] = set()
        initial = self.initializer(obj.type, 0, constant, used)
        for at, (t, e) in values.items():
            if at not in used:
                lvalue = p.lvalue(Place(obj, (FieldStep("", at),), t))
                self.late.append(f"{lvalue.text} = {p.value(e, t)};")
        return f"{text} = {initial};" if initial is not None else f"{text};"

    def initializer(self, t: Type, at: int, values: Values, used: set[int]) -> str | None:
        """The values of an object of type ``t`` at offset ``at``; None if there are none.  Notes which it ``used``."""
        match t:
            case ArrayType():
                return self._array(t, at, values, used)
            case StructType():
                return self._struct(t, at, values, used)
        if at not in values or not isinstance(t, Scalar) or values[at][0].size != t.size:
            return None
        used.add(at)
        return self.printer.value(values[at][1], t)

    def _array(self, t: ArrayType, at: int, values: Values, used: set[int]) -> str | None:
        if t.elem.size == 1 and isinstance(t.elem, IntType):
            text = _string(t, at, values)
            if text is not None:
                used.update(k for k in values if at <= k < at + t.size)
                return text
        indices = sorted({(k - at) // t.elem.size for k in values if at <= k < at + t.size}) if t.elem.size else []
        items = {i: self.initializer(t.elem, at + i * t.elem.size, values, used) for i in indices}
        found = {i: text for i, text in items.items() if text is not None}
        if not found:
            return None
        if list(found) == list(range(len(found))):
            return "{" + ", ".join(found.values()) + "}"
        return "{" + ", ".join(f"[{i}] = {text}" for i, text in found.items()) + "}"

    def _struct(self, t: StructType, at: int, values: Values, used: set[int]) -> str | None:
        struct = self.printer.types.struct(t)
        items = []
        for f in t.fields:
            name = struct.member(f)
            if name is None:
                return None
            text = self.initializer(f.type, at + f.offset, values, used)
            if text is not None:
                items.append(f".{name} = {text}")
                if t.is_union:
                    break
        return "{" + ", ".join(items) + "}" if items else None


def _string(t: ArrayType, at: int, values: Values) -> str | None:
    """Character arrays that hold text, as a string."""
    content = bytearray()
    for i in range(t.count):
        value = values.get(at + i)
        if value is None or not isinstance(value[1], Const):
            break
        content.append(value[1].value & 0xFF)
    text = content.decode("latin-1")
    rest = any(k >= at + len(content) for k in values if k < at + t.size)
    if len(text) < 2 or rest or not _PRINTABLE.fullmatch(text.replace("\n", "")) or len(text) == t.count:
        return None
    return '"' + text.replace("\n", "\\n") + '"'


def _is_constant(e: Expr) -> bool:
    """Whether C takes ``e`` as an initial value: addresses cut to integers are not constant there, nor is what C has no
    way to write (some of the patterns that are not a number)."""
    if isinstance(e, Const) and isinstance(e.type, FloatType):
        return literal(e.value, e.type) is not None
    if not any(isinstance(part, (AddressOf, FunctionAddress)) for part in parts(e)):
        return True
    return not any(isinstance(part, Cast) and isinstance(part.type, IntType) for part in parts(e))
