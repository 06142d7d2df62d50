"""The operations of the kernel's bytecode, by the numbers that ``native/bytecode.hpp`` gives them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from heddle.core.types import Scalar


class Op(IntEnum):
    CONST = 0
    MOVE = 1
    WRAP = 2
    NEG = 3
    NOT = 4
    LOGICAL_NOT = 5
    ADD = 6
    SUB = 7
    MUL = 8
    DIV = 9
    REM = 10
    SHL = 11
    SHR = 12
    AND = 13
    OR = 14
    XOR = 15
    EQ = 16
    NE = 17
    LT = 18
    LE = 19
    LOGICAL_AND = 20
    LOGICAL_OR = 21
    SELECT = 22
    SELF = 23
    REGION_BASE = 24
    JUMP = 25
    BRANCH = 26
    CALL = 27
    CALL_POINTER = 28
    RETURN = 29
    THREAD_EXIT = 30
    ASSUME = 31
    ASSERT = 32
    EXIT = 33
    UNSUPPORTED = 34
    LOOP_ENTER = 35
    LOOP_BACK = 36
    LOOP_BOUND = 37
    INDETERMINATE = 38
    CHOOSE = 39
    ALLOCATE = 40
    ALLOCATE_DYNAMIC = 41
    FORGET = 42
    MARK = 43
    LOAD = 44
    STORE = 45
    RMW_LOAD = 46
    RMW_STORE = 47
    FENCE = 48
    CREATE = 49
    JOIN = 50
    SECTION_BEGIN = 51
    SECTION_END = 52


BINARY = frozenset(range(Op.ADD, Op.LOGICAL_OR + 1))
JUMPS = frozenset({Op.JUMP, Op.BRANCH, Op.LOOP_BACK})
ENDS = frozenset({Op.JUMP, Op.RETURN, Op.THREAD_EXIT, Op.EXIT, Op.UNSUPPORTED, Op.LOOP_BACK})
"""After these the next instruction does not follow."""

PRIVATE, INDETERMINATE, ZEROED, THREAD_LOCAL = range(4)
"""Regions of a thread's memory."""
ALIGNMENT = 16
FUNCTION_REGION = 15


@dataclass(slots=True)
class Ins:
    op: Op
    bits: int = 64
    signed: bool = False
    size: int = 0
    dst: int = -1
    a: int = -1
    b: int = -1
    c: int = -1
    uid: int = -1

    def row(self) -> tuple[int, int, int, int, int, int, int, int, int]:
        return int(self.op), self.bits, int(self.signed), self.size, self.dst, self.a, self.b, self.c, self.uid


@dataclass(slots=True)
class FunctionCode:
    name: str
    entry: int
    registers: int
    parameters: list[tuple[int, int, int]]
    address: int


@dataclass(slots=True)
class Image:
    """A lowered program."""

    code: list[Ins] = field(default_factory=list)
    functions: list[FunctionCode] = field(default_factory=list)
    constants: list[int] = field(default_factory=list)
    lists: list[list[int]] = field(default_factory=list)
    loops: list[list[int]] = field(default_factory=list)
    bounds: list[int] = field(default_factory=list)
    loop_names: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    """Why an instruction is not supported, by number."""


def aligned(address: int) -> int:
    return (address + 2 * ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


def to_signed(value: int) -> int:
    """The 64-bit pattern of a value as the kernel holds it."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def operand_type(type: Scalar) -> int:
    """Width and signedness of a left operand, as instructions carry them."""
    return type.bits | int(type.signed) << 8
