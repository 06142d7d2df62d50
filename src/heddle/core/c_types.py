"""Core types as C types whose layout is the same, byte for byte.

A struct whose layout a C compiler would not choose by itself gets explicit padding; where that does not help either
(packed structs, bit-field storage that overlaps) it becomes an array of bytes, and its members are reached by offset.
A pointer to an array is printed as a pointer to its elements.
"""

from __future__ import annotations

from heddle.core.c_names import Names
from heddle.core.types import (
    ArrayType,
    DataModel,
    Field,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
)
from heddle.errors import InputError


class CTypes:
    def __init__(self, model: DataModel) -> None:
        self.model = model
        self.tags = Names()
        self.structs: dict[str, CStruct] = {}
        """Every struct seen so far, in an order in which they can be defined."""

    def integer(self, bits: int, signed: bool) -> str:
        longest = "long" if self.model.long_bits == 64 else "long long"
        names = {8: "char", 16: "short", 32: "int", 64: longest, 128: "__int128"}
        if bits not in names:
            raise InputError(f"an integer of {bits} bits cannot be printed as C")
        if signed:
            return "signed char" if bits == 8 else names[bits]
        return f"unsigned {names[bits]}"

    def declare(self, t: Type, name: str = "") -> str:
        """A declaration of ``name`` with type ``t``; without a name, the type itself."""
        match t:
            case IntType():
                head = self.integer(t.bits, t.signed)
            case FloatType():
                head = {32: "float", 64: "double"}.get(t.size * 8, "long double")
            case PointerType():
                return self._pointer(t, name)
            case ArrayType():
                return self.declare(t.elem, f"{name}[{t.count}]")
            case StructType():
                head = f"{'union' if t.is_union else 'struct'} {self.struct(t).tag}"
        return f"{head} {name}" if name and not name.startswith("[") else head + name

    def _pointer(self, t: PointerType, name: str) -> str:
        to = innermost(t.to)
        head = "void" if to is None else self.declare(to)
        return f"{head}{'' if head.endswith('*') else ' '}*{name}"

    def struct(self, t: StructType) -> CStruct:
        known = self.structs.get(t.name)
        if known is not None:
            return known
        made = CStruct(t, self.tags.of(t.name, t.name))
        # Members by value must be defined before; a pointer only needs the tag, and may lead back here.
        for f in t.fields:
            inner = innermost(f.type)
            if isinstance(inner, StructType):
                self.struct(inner)
        made.lay_out(self)
        self.structs[t.name] = made
        for f in t.fields:
            self.declare(f.type)
        return made

    def alignment(self, t: Type) -> int:
        match t:
            case ArrayType():
                return self.alignment(t.elem)
            case StructType():
                return self.struct(t).alignment
            case FloatType():
                return {4: 4, 16: 16}.get(t.size, 8 if self.model.long_bits == 64 else 4)
            case IntType(bits=64):
                return 8 if self.model.long_bits == 64 else 4
        return max(t.size, 1)

    def definitions(self) -> list[str]:
        lines = []
        for s in self.structs.values():
            lines += [s.definition(self), ""]
        return lines


class CStruct:
    """A struct or union as it is printed.  ``names`` are its members' C names; None where it is an array of bytes."""

    def __init__(self, type: StructType, tag: str) -> None:
        self.type, self.tag = type, tag
        self.names: dict[Field, str] | None = None
        self.padding: dict[Field | None, int] = {}
        """Bytes of padding before a member (None: at the end)."""
        self.alignment = 1

    def lay_out(self, types: CTypes) -> None:
        t = self.type
        if t.is_union:
            fits = self._fits_union(types)
        else:
            fits = self._fits_struct(types)
        if fits:
            members = Names()
            self.names = {f: members.of(i, f.name or f"unnamed_{f.offset}") for i, f in enumerate(t.fields)}
            self.alignment = max((types.alignment(f.type) for f in t.fields), default=1)
        else:
            self.padding.clear()
            self.alignment = 8 if t.size % 8 == 0 else 4 if t.size % 4 == 0 else 1

    def _fits_union(self, types: CTypes) -> bool:
        aligned = max((types.alignment(f.type) for f in self.type.fields), default=1)
        largest = max((f.type.size for f in self.type.fields), default=0)
        return all(f.offset == 0 for f in self.type.fields) and -(-largest // aligned) * aligned == self.type.size

    def _fits_struct(self, types: CTypes) -> bool:
        end, aligned = 0, 1
        for f in self.type.fields:
            align = types.alignment(f.type)
            aligned = max(aligned, align)
            natural = -(-end // align) * align
            if natural > f.offset or f.offset % align:
                return False
            if natural < f.offset:
                self.padding[f] = f.offset - end
            end = f.offset + f.type.size
        natural = -(-end // aligned) * aligned
        if natural < self.type.size:
            self.padding[None] = self.type.size - end
        return natural <= self.type.size and self.type.size % aligned == 0

    def member(self, f: Field) -> str | None:
        return None if self.names is None else self.names[f]

    def definition(self, types: CTypes) -> str:
        head = f"{'union' if self.type.is_union else 'struct'} {self.tag}"
        if self.names is None:
            body = [f"    unsigned char bytes[{self.type.size}];"]
            tail = f" __attribute__((aligned({self.alignment})))" if self.alignment > 1 else ""
        else:
            body, tail = [], ""
            for f, name in self.names.items():
                if f in self.padding:
                    body.append(f"    unsigned char padding_{f.offset}[{self.padding[f]}];")
                body.append(f"    {types.declare(f.type, name)};")
            if None in self.padding:
                body.append(f"    unsigned char padding_end[{self.padding[None]}];")
        check = f'_Static_assert(sizeof({head}) == {self.type.size}, "layout of {self.tag}");'
        return "\n".join([f"{head} {{", *body, f"}}{tail};", check])


def innermost(t: Type | None) -> Type | None:
    while isinstance(t, ArrayType):
        t = t.elem
    return t
