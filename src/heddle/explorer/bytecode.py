"""A lowered program: the kernel's bytecode (``native/bytecode.hpp``), and what it takes to speak of it."""

from __future__ import annotations

from heddle.core.instr import Location
from heddle.core.types import Scalar
from heddle.explorer._kernel import ALIGNMENT, Function, Ins, Limit, Op
from heddle.records import dataclass, field

BINARY = frozenset(op for op in Op if Op.ADD <= op <= Op.LOGICAL_OR)
JUMPS = frozenset({Op.JUMP, Op.BRANCH, Op.LOOP_BACK})
ENDS = frozenset({Op.JUMP, Op.RETURN, Op.THREAD_EXIT, Op.EXIT, Op.UNSUPPORTED, Op.LOOP_BACK})
"""After these the next instruction does not follow."""

LIMITS = {
    Limit.NO_ROOM: "an allocation that is larger than the explorer's memory",
}


@dataclass(slots=True)
class Image:
    """A lowered program."""

    code: list[Ins] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    constants: list[int] = field(default_factory=list)
    lists: list[list[int]] = field(default_factory=list)
    loops: list[list[int]] = field(default_factory=list)
    bounds: list[int] = field(default_factory=list)
    loop_places: list[Location] = field(default_factory=list)
    loop_options: list[str] = field(default_factory=list)
    """The options that raise the loops' bounds."""
    live: list[list[int]] = field(default_factory=list)
    """For each instruction the registers whose values matter before it, if somebody wants to know."""
    reasons: list[str] = field(default_factory=lambda: [LIMITS[limit] for limit in Limit])
    """Why an instruction is not supported, by number: the kernel's own limits first."""


def aligned(address: int) -> int:
    return (address + 2 * ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT


def to_signed(value: int) -> int:
    """The 64-bit pattern of a value as the kernel holds it."""
    value &= (1 << 64) - 1
    return value - (1 << 64) if value >> 63 else value


def operand_type(type: Scalar) -> int:
    """Width and signedness of a left operand, as instructions carry them."""
    return type.bits | int(type.signed) << 8
