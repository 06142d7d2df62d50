"""Expressions evaluated to a value and the reads that the value depends on.

Dependencies are syntactic, as memory models mean them: ``r ^ r`` depends on what was read into ``r``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from heddle.core import arithmetic
from heddle.core.expr import (
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FloatOp,
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.types import Type, part_name
from heddle.records import dataclass, field


class Unsupported(Exception):
    """Something that the enumerator does not handle; the message says what."""


class Undefined(Exception):
    """The program does what has no meaning in C; a run ends there."""


class Indeterminate(Exception):
    """What happens next depends on an input or on uninitialized memory."""


class NotPrivate(Exception):
    """A second thread accesses an object that was taken for private."""


class Tainted(NamedTuple):
    """A value, and the reads it depends on: a set of indices of the thread's steps, as bits."""

    value: int
    deps: int


NOTHING = Tainted(0, 0)
POISON = 1 << 4096
"""Among the reads that a value depends on: the value is indeterminate."""
SPACING = 1 << 16
"""Distance between objects: an address tells its object."""


@dataclass(slots=True)
class Layout:
    """Addresses of objects, and back from addresses to names of locations."""

    bases: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    parts: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The object that a location is a part of, and where it lies in it."""
    accessed: dict[tuple[str, int], int] = field(default_factory=dict)
    functions: dict[str, int] = field(default_factory=dict)
    owners: dict[str, int | None] = field(default_factory=dict)
    """Of objects that are not global: the only thread so far that accesses them."""
    shared: set[str] = field(default_factory=set)
    computed: frozenset[str] = frozenset()
    """Blocks whose size the program computes: they have fewer bytes than ``sizes`` says."""

    @staticmethod
    def of(objects: Iterable[MemoryObject], computed: Iterable[str] = ()) -> Layout:
        layout = Layout(computed=frozenset(computed))
        for obj in objects:
            if obj.kind != "global":
                layout.owners[obj.name] = None
            layout.sizes[obj.name], layout.types[obj.name] = obj.type.size, obj.type
            layout.bases[obj.name] = (len(layout.names) + 1) * SPACING
            layout.names.append(obj.name)
            if obj.type.size >= SPACING:
                raise Unsupported(f"the object {obj.name} is too large")
        return layout

    def find(self, address: int, size: int = 1) -> tuple[str, int] | None:
        """The object that holds these bytes, and the offset into it."""
        index = bisect_right([*self.bases.values()], address) - 1 if address >= SPACING else -1
        if index < 0:
            return None
        name = self.names[index]
        offset = address - self.bases[name]
        return (name, offset) if offset + size <= self.sizes[name] else None

    def is_private(self, name: str, thread: int) -> bool:
        """Whether only this thread accesses an object; raises NotPrivate if that was true so far and is no more."""
        if name not in self.owners or name in self.shared:
            return False
        owner = self.owners[name]
        if owner is None:
            self.owners[name] = thread
        elif owner != thread:
            self.shared.add(name)
            raise NotPrivate
        return True

    def function(self, name: str) -> int:
        return self.functions.setdefault(name, SPACING // 2 + 16 * len(self.functions))

    def location(self, address: int, size: int) -> str:
        """The name of what an access of ``size`` bytes touches.  Accesses of different sizes must not overlap."""
        found = self.find(address, size)
        if found is None:
            raise Undefined("an access outside every object")
        known = self.accessed.setdefault(found, size)
        name, offset = found
        if known != size or any(
            other == name and start < offset + size and offset < start + length and start != offset
            for (other, start), length in self.accessed.items()
        ):
            raise Unsupported(f"accesses of different sizes to {name}")
        return self.name(name, offset)

    def name(self, obj: str, offset: int) -> str:
        """A part of an object, as C would call it."""
        location = obj + part_name(self.types[obj], offset)
        self.parts[location] = (obj, offset)
        return location


@dataclass(slots=True)
class Frame:
    """What expressions of one thread see."""

    thread: int
    layout: Layout
    locals: dict[str, Tainted] = field(default_factory=dict)

    def value(self, expr: Expr) -> Tainted:
        match expr:
            case Const(value, type):
                return Tainted(type.wrap(value), 0)
            case Local(name, _):
                return self.locals.get(name, NOTHING)
            case Unary(op, arg, type):
                inner = self.value(arg)
                return Tainted(arithmetic.operation(op, [inner.value], type) or 0, inner.deps)
            case Binary():
                return self.binary(expr)
            case Cast(arg, type):
                inner = self.value(arg)
                return Tainted(type.wrap(inner.value), inner.deps)
            case Cond(test, then, other, _):
                condition = self.value(test)
                chosen = self.value(then if condition.value else other)
                return Tainted(chosen.value, chosen.deps | condition.deps)
            case FloatOp():
                return self.float_op(expr)
            case AddressOf(place, type):
                address = self.address(place)
                return Tainted(type.wrap(address.value), address.deps)
            case Self(type):
                return Tainted(type.wrap(self.thread), 0)
            case FunctionAddress(function, type):
                return Tainted(type.wrap(self.layout.function(function)), 0)

    def binary(self, expr: Binary) -> Tainted:
        left, right = self.value(expr.left), self.value(expr.right)
        deps = left.deps | right.deps
        if right.deps & POISON and expr.op in ("/", "%", "<<", ">>"):
            raise Indeterminate
        type = expr.left.type
        second = right.value if expr.op in ("<<", ">>", "&&", "||") else type.wrap(right.value)
        result = arithmetic.operation(expr.op, [left.value, second], type)
        if result is None:
            raise Undefined(f"{expr.op} has no result")
        return Tainted(expr.type.wrap(result), deps)

    def float_op(self, expr: FloatOp) -> Tainted:
        operands = [self.value(arg) for arg in expr.args]
        deps = 0
        for operand in operands:
            deps |= operand.deps
        result = arithmetic.operation(expr.name, [operand.value for operand in operands], expr.type)
        if result is None:
            if deps & POISON:
                raise Indeterminate
            raise Undefined(f"{expr.op} has no result")
        return Tainted(result, deps)

    def address(self, place: Place) -> Tainted:
        if isinstance(place.base, MemoryObject):
            base = Tainted(self.layout.bases[place.base.name], 0)
        else:
            base = self.value(place.base)
        address, deps = base
        for step in place.steps:
            if isinstance(step, FieldStep):
                address += step.offset
            else:
                index = self.value(step.index)
                address += index.value * step.size
                deps |= index.deps
        return Tainted(address, deps)
