"""A tiny sequential interpreter of core programs, to check what lowered C computes.

It runs main alone (a created thread runs to its end at once) and raises :class:`Failed` when an assertion fails.
"""

from __future__ import annotations

from heddle.core import instr as i
from heddle.core.expr import (
    AddressOf,
    Binary,
    Cast,
    Cond,
    Const,
    Expr,
    FieldStep,
    FunctionAddress,
    Local,
    MemoryObject,
    Place,
    Self,
    Unary,
)
from heddle.core.program import Function, Program
from heddle.core.types import Scalar


class Failed(Exception):
    """An assertion failed."""


class Pruned(Exception):
    """An assumption failed."""


class Exited(Exception):
    """The program ended."""


class Machine:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.bytes: dict[int, int] = {}
        self.next = 4096
        self.inputs = 0
        self.steps = 0
        self.reads = 0
        self.globals = {name: self.allocate(obj.type.size) for name, obj in program.memory.items()}
        self.functions = {name: 16 * (n + 1) for n, name in enumerate(program.functions)}
        for name, obj in program.memory.items():
            for offset, type, value in obj.init:
                self.write(self.globals[name] + offset, self.value(value, {}, {}), type)

    def run(self) -> int | None:
        try:
            return self.call(self.program.functions[self.program.entry], [])
        except Exited:
            return None

    def allocate(self, size: int) -> int:
        start = self.next
        self.next += (max(size, 1) + 31) // 16 * 16
        for offset in range(size):
            self.bytes[start + offset] = 0
        return start

    def read(self, address: int, type: Scalar) -> int:
        raw = bytes(self.bytes[address + k] for k in range(type.size))
        return type.wrap(int.from_bytes(raw, "little"))

    def write(self, address: int, value: int, type: Scalar) -> None:
        for k, byte in enumerate((value & ((1 << 8 * type.size) - 1)).to_bytes(type.size, "little")):
            assert address + k in self.bytes, f"write outside of any object: {address:#x}"
            self.bytes[address + k] = byte

    # --- expressions ------------------------------------------------------------------------------------------------

    def address(self, place: Place, env: dict[str, int], frame: dict[str, int]) -> int:
        if isinstance(place.base, MemoryObject):
            base = self.globals[place.base.name] if place.base.name in self.globals else frame[place.base.name]
        else:
            base = self.value(place.base, env, frame)
        for step in place.steps:
            base += step.offset if isinstance(step, FieldStep) else self.value(step.index, env, frame) * step.size
        return base & ((1 << self.program.data_model.pointer_bits) - 1)

    def value(self, e: Expr, env: dict[str, int], frame: dict[str, int]) -> int:
        if isinstance(e, Const):
            assert e.type.wrap(e.value) == e.value, e
            return e.value
        if isinstance(e, Local):
            return env[e.name]
        if isinstance(e, Unary):
            arg = self.value(e.arg, env, frame)
            return int(not arg) if e.op == "!" else e.type.wrap(-arg if e.op == "-" else ~arg)
        if isinstance(e, Binary):
            return self.binary(e, env, frame)
        if isinstance(e, Cast):
            return e.type.wrap(self.value(e.arg, env, frame))
        if isinstance(e, Cond):
            assert e.then.type == e.other.type == e.type, e
            return self.value(e.then if self.value(e.test, env, frame) else e.other, env, frame)
        if isinstance(e, AddressOf):
            return self.address(e.place, env, frame)
        if isinstance(e, FunctionAddress):
            return self.functions[e.function]
        assert isinstance(e, Self)
        return 0

    def binary(self, e: Binary, env: dict[str, int], frame: dict[str, int]) -> int:
        left = self.value(e.left, env, frame)
        if e.op == "&&":
            return int(bool(left) and bool(self.value(e.right, env, frame)))
        if e.op == "||":
            return int(bool(left) or bool(self.value(e.right, env, frame)))
        right = self.value(e.right, env, frame)
        if e.op in ("<<", ">>"):
            assert 0 <= right < e.left.type.bits
            return e.type.wrap(left << right if e.op == "<<" else left >> right)
        assert e.left.type == e.right.type, e
        if e.op in ("/", "%"):
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return e.type.wrap(quotient if e.op == "/" else left - quotient * right)
        table = {
            "+": left + right, "-": left - right, "*": left * right, "&": left & right, "|": left | right,
            "^": left ^ right, "==": left == right, "!=": left != right, "<": left < right, "<=": left <= right,
            ">": left > right, ">=": left >= right,
        }
        return e.type.wrap(int(table[e.op]))

    # --- instructions -----------------------------------------------------------------------------------------------

    def call(self, function: Function, args: list[int]) -> int | None:
        assert len(args) == len(function.params), function.name
        env = {p.name: p.type.wrap(a) for p, a in zip(function.params, args, strict=True)}
        frame: dict[str, int] = {}
        labels = {x.name: n for n, x in enumerate(function.body) if isinstance(x, i.Label)}
        position = 0
        while position < len(function.body):
            self.steps += 1
            assert self.steps < 2_000_000, "does not end"
            at = function.body[position]
            position += 1
            if isinstance(at, i.Goto):
                position = labels[at.label]
            elif isinstance(at, i.Branch):
                if self.value(at.test, env, frame):
                    position = labels[at.label]
            elif isinstance(at, i.Return):
                return None if at.value is None else self.value(at.value, env, frame)
            else:
                self.execute(at, env, frame)
        return None

    def execute(self, at: i.AnyInstr, env: dict[str, int], frame: dict[str, int]) -> None:
        def value(e: Expr) -> int:
            return self.value(e, env, frame)

        match at:
            case i.Assign():
                assert at.dst.type == at.value.type, at
                env[at.dst.name] = value(at.value)
            case i.Nondet():
                self.inputs += 1
                env[at.dst.name] = 1 if at.what == i.SPURIOUS else 0  # weak exchanges do what they may
            case i.Read():
                self.reads += 1
                env[at.dst.name] = self.read(self.address(at.place, env, frame), at.dst.type)
            case i.Write():
                assert at.place.type == at.value.type, at
                self.write(self.address(at.place, env, frame), value(at.value), at.value.type)
            case i.Rmw():
                where = self.address(at.place, env, frame)
                env[at.dst.name] = self.read(where, at.dst.type)
                if at.test is None or value(at.test):
                    self.write(where, value(at.value), at.value.type)
            case i.Call():
                result = self.call(self.target(at, env, frame), [value(a) for a in at.args])
                if at.dst is not None:
                    assert result is not None
                    env[at.dst.name] = at.dst.type.wrap(result)
            case i.Create():
                self.call(self.named(value(at.function)), [value(at.arg)])
                env[at.dst.name] = 1
            case i.Join():
                if at.dst is not None:
                    env[at.dst.name] = 0
            case i.Malloc():
                env[at.dst.name] = self.allocate(value(at.size))
            case i.Declare():
                frame[at.obj.name] = self.allocate(at.obj.type.size)
                for k in range(at.obj.type.size):
                    self.bytes[frame[at.obj.name] + k] = 0xA5
            case i.Assert():
                if not value(at.test):
                    raise Failed(f"{at.loc}: {at.message}")
            case i.Assume():
                if not value(at.test):
                    raise Pruned(str(at.loc))
            case i.Exit():
                raise Exited
            case i.Unsupported():
                raise AssertionError(f"{at.loc}: unsupported: {at.reason}")
            case _:
                assert isinstance(at, i.Label | i.Fence | i.AtomicBegin | i.AtomicEnd | i.Free), at

    def target(self, at: i.Call, env: dict[str, int], frame: dict[str, int]) -> Function:
        if isinstance(at.callee, str):
            return self.program.functions[at.callee]
        return self.named(self.value(at.callee, env, frame))

    def named(self, address: int) -> Function:
        return next(self.program.functions[n] for n, a in self.functions.items() if a == address)
