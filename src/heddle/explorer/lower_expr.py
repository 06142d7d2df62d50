"""Expressions and places as bytecode: each value in a register of the running function."""

from __future__ import annotations

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
    IndexStep,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.types import IntType, PointerType, Scalar
from heddle.explorer._kernel import Float, Ins, Op, Region
from heddle.explorer.bytecode import Image, operand_type, to_signed
from heddle.explorer.layout import Layout

OPERATORS = {
    "+": Op.ADD, "-": Op.SUB, "*": Op.MUL, "/": Op.DIV, "%": Op.REM, "<<": Op.SHL, ">>": Op.SHR, "&": Op.AND,
    "|": Op.OR, "^": Op.XOR, "==": Op.EQ, "!=": Op.NE, "<": Op.LT, "<=": Op.LE, "&&": Op.LOGICAL_AND,
    "||": Op.LOGICAL_OR,
}  # fmt: skip
UNARY = {"-": Op.NEG, "~": Op.NOT, "!": Op.LOGICAL_NOT}
FLOATS = {
    "+": Float.ADD, "-": Float.SUB, "*": Float.MUL, "/": Float.DIV, "sqrt": Float.SQRT, "floor": Float.FLOOR,
    "ceil": Float.CEIL, "trunc": Float.TRUNC, "round": Float.ROUND, "rint": Float.RINT, "==": Float.EQ, "<": Float.LT,
    "<=": Float.LE, "convert": Float.CONVERT, "from_int": Float.FROM_INT, "to_int": Float.TO_INT,
}  # fmt: skip
SWAPPED = {">": "<", ">=": "<="}


class Registers:
    """The registers of one function: locals by name, then temporaries that live for one instruction."""

    def __init__(self, image: Image, layout: Layout) -> None:
        self.image, self.layout = image, layout
        self.named: dict[str, int] = {}
        self.count = 0
        self.free: list[int] = []
        self.used: list[int] = []
        self.addresses: dict[str, int] = {}
        """For local memory objects the register that holds the address."""

    def of(self, name: str) -> int:
        if name not in self.named:
            self.named[name] = self.new()
        return self.named[name]

    def new(self) -> int:
        self.count += 1
        return self.count - 1

    def temporary(self) -> int:
        register = self.free.pop() if self.free else self.new()
        self.used.append(register)
        return register

    def release(self) -> None:
        """The temporaries of an instruction are free again after it."""
        self.free += self.used
        self.used = []

    # --- emitting

    def emit(self, ins: Ins) -> int:
        self.image.code.append(ins)
        return ins.dst

    def op(self, op: Op, type: Scalar, a: int = -1, b: int = -1, c: int = -1, into: int | None = None) -> int:
        dst = self.temporary() if into is None else into
        return self.emit(Ins(op, type.bits, type.signed, 0, dst, a, b, c))

    def constant(self, value: int, type: Scalar, into: int | None = None) -> int:
        self.image.constants.append(to_signed(type.wrap(value)))
        return self.op(Op.CONST, type, len(self.image.constants) - 1, into=into)

    def fit(self, register: int, source: Scalar, target: Scalar, into: int | None = None) -> int:
        if (target.lo <= source.lo and source.hi <= target.hi) or source.bits == target.bits == 64:
            return register if into is None or into == register else self.op(Op.MOVE, target, register, into=into)
        return self.op(Op.WRAP, target, register, into=into)

    # --- values

    def value(self, e: Expr, into: int | None = None) -> int:
        match e:
            case Const():
                return self.constant(e.value, e.type, into)
            case Local():
                register = self.of(e.name)
                return register if into is None or into == register else self.op(Op.MOVE, e.type, register, into=into)
            case Unary():
                return self.op(UNARY[e.op], e.type, self.value(e.arg), into=into)
            case Binary():
                return self.binary(e, into)
            case Cast():
                return self.fit(self.value(e.arg), e.arg.type, e.type, into)
            case Cond():
                test, then, other = self.value(e.test), self.value(e.then), self.value(e.other)
                then, other = self.fit(then, e.then.type, e.type), self.fit(other, e.other.type, e.type)
                return self.op(Op.SELECT, e.type, then, other, test, into)
            case FloatOp():
                args = [self.value(a) for a in e.args]
                how = operand_type(e.args[0].type) | FLOATS[e.op] << 16
                return self.op(Op.FLOAT, e.type, args[0], args[-1], how, into)
            case AddressOf():
                return self.fit(self.address(e.place), PointerType(self.layout.bits), e.type, into)
            case FunctionAddress():
                return self.constant(self.layout.functions[e.function], e.type, into)
            case Self():
                return self.op(Op.SELF, e.type, into=into)
        raise AssertionError(e)

    def binary(self, e: Binary, into: int | None) -> int:
        op, left, right = e.op, e.left, e.right
        if op in SWAPPED:
            a = self.value(left)
            b = self.fit(self.value(right), right.type, left.type)
            return self.op(OPERATORS[SWAPPED[op]], e.type, b, a, operand_type(left.type), into)
        a, b = self.value(left), self.value(right)
        if op not in ("<<", ">>", "&&", "||"):
            b = self.fit(b, right.type, left.type)
        return self.op(OPERATORS[op], e.type, a, b, operand_type(left.type), into)

    # --- addresses

    def address(self, place: Place) -> int:
        pointer = PointerType(self.layout.bits)
        offset = sum(s.offset for s in place.steps if isinstance(s, FieldStep))
        indices = []
        for step in place.steps:
            if isinstance(step, IndexStep):
                if isinstance(step.index, Const):
                    offset += step.index.value * step.size
                else:
                    indices.append(step)
        base = self.base(place, offset)
        for step in indices:
            wide = self.fit(self.value(step.index), step.index.type, IntType(64, True))
            scaled = wide
            if step.size != 1:
                scaled = self.op(Op.MUL, IntType(64, True), wide, self.constant(step.size, IntType(64, True)))
            base = self.op(Op.ADD, pointer, base, scaled, operand_type(pointer))
        return base

    def base(self, place: Place, offset: int) -> int:
        pointer = PointerType(self.layout.bits)
        match place.base:
            case MemoryObject(kind="tls", name=name):
                private, at = self.layout.thread_offset[name]
                start = self.op(Op.REGION_BASE, pointer, b=Region.PRIVATE if private else Region.THREAD_LOCAL)
                return self.plus(start, offset + at)
            case MemoryObject(kind="global", name=name):
                return self.constant(self.layout.globals[name] + offset, pointer)
            case MemoryObject(name=name):
                return self.plus(self.addresses[name], offset)
            case expr:
                return self.plus(self.value(expr), offset)

    def plus(self, register: int, offset: int) -> int:
        if offset == 0:
            return register
        pointer = PointerType(self.layout.bits)
        return self.op(Op.ADD, pointer, register, self.constant(offset, pointer), operand_type(pointer))


__all__ = ["Registers"]
