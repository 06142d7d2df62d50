"""Places and values of a running machine in C syntax, as the program spells them."""

from __future__ import annotations

import re

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
from heddle.core.instr import AnyInstr, Assign, Call, Malloc, Nondet, Read, Rmw, defined
from heddle.core.program import Function
from heddle.core.types import ArrayType, FloatType, PointerType, Scalar, StructType, Type
from heddle.execution import Value
from heddle.replay.evaluate import Undefined
from heddle.replay.machine import Machine
from heddle.replay.memory import Block
from heddle.replay.state import Frame

TEMPORARY = re.compile(r"t\d+$")
DEEPEST = 6
"""Nesting to which the origin of a temporary is followed."""


def plain_name(name: str) -> str:
    """A variable's name as the user wrote it: ``f::x.2`` is ``x``."""
    name = name.rsplit("::", 1)[-1]
    return (re.sub(r"\.\d*$", "", name) or name) if "." in name else name


class Origins:
    """For every function, the one instruction that defines each temporary."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, AnyInstr | None]] = {}

    def of(self, function: Function, name: str) -> AnyInstr | None:
        known = self._known.get(function.name)
        if known is None:
            known = self._known[function.name] = {}
            for instr in function.body:
                dst = defined(instr)
                if dst is not None:
                    known[dst.name] = None if dst.name in known else instr
        return known.get(name)


class Spelling:
    """Writes places and values of one running machine."""

    def __init__(self) -> None:
        self.origins = Origins()

    # --- what the program says -----------------------------------------------------------------------------------

    def place(self, machine: Machine, frame: Frame, place: Place, depth: int = 0) -> str:
        base, steps = place.base, list(place.steps)
        if isinstance(base, AddressOf):
            inner = base.place
            return self.place(machine, frame, Place(inner.base, (*inner.steps, *place.steps), place.type), depth)
        if isinstance(base, MemoryObject):
            text = plain_name(base.name)
        else:
            pointer = self.expr(machine, frame, base, depth)
            if not steps:
                return f"*{pointer}"
            if isinstance(steps[0], FieldStep):
                text = f"{pointer}->{steps[0].name}"
                steps = steps[1:]
            else:
                text = pointer
        for step in steps:
            if isinstance(step, FieldStep):
                text += f".{step.name}" if step.name else ""
            else:
                text += f"[{self._index(machine, frame, step.index)}]"
        return text

    def _index(self, machine: Machine, frame: Frame, index: Expr) -> str:
        try:
            return str(machine.code.compiler.value(index)(frame))
        except Undefined:
            return "…"

    def expr(self, machine: Machine, frame: Frame, expr: Expr, depth: int = 0) -> str:
        match expr:
            case Const(value, PointerType()):
                return "NULL" if value == 0 else hex(value)
            case Const(value, FloatType() as type):
                return _number(value, type)
            case Const(value, _):
                return str(value)
            case Local(name, _):
                return self._local(machine, frame, name, depth)
            case Cast(arg, _):
                return self.expr(machine, frame, arg, depth)
            case AddressOf(place, _):
                return f"&{self.place(machine, frame, place, depth)}"
            case FunctionAddress(function, _):
                return function
            case Unary(op, arg, _):
                return f"{op}{self.expr(machine, frame, arg, depth)}"
            case Binary(op, left, right, _):
                return f"({self.expr(machine, frame, left, depth)} {op} {self.expr(machine, frame, right, depth)})"
            case Cond(test, then, other, _):
                parts = [self.expr(machine, frame, part, depth) for part in (test, then, other)]
                return f"({parts[0]} ? {parts[1]} : {parts[2]})"
            case FloatOp(op, args, _):
                parts = [self.expr(machine, frame, arg, depth) for arg in args]
                if op in ("convert", "from_int", "to_int"):
                    return parts[0]
                return f"({parts[0]} {op} {parts[1]})" if len(parts) == 2 else f"{op}({parts[0]})"
            case Self():
                return "self"
        raise AssertionError(expr)

    def _local(self, machine: Machine, frame: Frame, name: str, depth: int) -> str:
        """A user's variable by name; a temporary by what it was made of."""
        if not TEMPORARY.match(name):
            return plain_name(name)
        origin = self.origins.of(frame.code.function, name) if depth < DEEPEST else None
        match origin:
            case Read(_, place, _) | Rmw(_, place):
                return self.place(machine, frame, place, depth + 1)
            case Assign(_, value):
                return self.expr(machine, frame, value, depth + 1)
            case Call(_, str(callee), _):
                return f"{callee}()"
            case Nondet(_, what) if what:
                return what
            case Malloc():
                return "malloc()"
        return "…"

    # --- what the machine holds ----------------------------------------------------------------------------------

    def value(self, machine: Machine, value: int, type: Scalar) -> Value:
        if isinstance(type, FloatType):
            return Value(value, _number(value, type))
        if not isinstance(type, PointerType):
            return Value(value)
        if value == 0:
            return Value(value, "NULL")
        function = machine.code.layout.function_at.get(value)
        if function is not None:
            return Value(value, function)
        block = machine.memory.find(value, 0)
        return Value(value, hex(value) if block is None else f"&{self.spot(block, value, type.to)}")

    def spot(self, block: Block, address: int, wanted: Type | None) -> str:
        """The object at an address, e.g. ``queue.items[2]``."""
        offset, name = address - block.base, plain_name(block.name)
        if block.type is None:
            return name if offset == 0 else f"{name}+{offset}"
        return name + path(block.type, offset, wanted)


def _number(pattern: int, type: FloatType) -> str:
    from heddle.replay.floats import spelled  # most programs do without

    return spelled(pattern, type.bits)


def path(type: Type, offset: int, wanted: Type | None) -> str:
    """Fields and elements that lead to ``offset``, down to the wanted type (or the outermost thing there)."""
    text, here = "", type
    while offset or not (wanted is None or here == wanted):
        inner = _part_at(here, offset)
        if inner is None:
            return text if offset == 0 else f"{text}+{offset}"
        name, here, offset = inner
        text += name
    return text


def _part_at(type: Type, offset: int) -> tuple[str, Type, int] | None:
    """The element or field that holds a byte: how C writes it, its type, and the offset in it."""
    if isinstance(type, ArrayType) and type.elem.size and 0 <= offset < type.size:
        return f"[{offset // type.elem.size}]", type.elem, offset % type.elem.size
    if isinstance(type, StructType):
        for field in type.fields:
            if field.offset <= offset < field.offset + field.type.size:
                return f".{field.name}" if field.name else "", field.type, offset - field.offset
    return None


__all__ = ["Spelling", "plain_name"]
