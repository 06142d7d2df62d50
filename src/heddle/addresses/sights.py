"""What instructions see of addresses, for engines that know the values: with these, many see nothing of addresses.

Two pointers into one object, a number in the first page instead of a pointer, an integer that never was an address: the
analysis of the whole program does not tell them apart from what matters, a run does.
"""

from __future__ import annotations

from collections.abc import Sequence

from heddle.addresses.flow import ADDRESS, FAR, PIECE, TAGGED, Operand
from heddle.core.expr import COMPARISONS, Binary, Expr
from heddle.core.instr import AnyInstr
from heddle.records import dataclass, field

EQUAL, ORDER, SAME, NUMBER, ALWAYS = "EQUAL", "ORDER", "SAME", "NUMBER", "ALWAYS"
BLOCK, FREED, PARTS, FAR_AWAY = "BLOCK", "FREED", "PARTS", "FAR"
"""The names of the kernel's: what its ``Sight`` says of them."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """``addresses``: the operands that may be addresses, as a set of bits; the others are numbers."""

    sight: str
    operands: tuple[Expr, ...]
    addresses: int


@dataclass(slots=True)
class Sights:
    """``instrs``: by uid, the instructions that the analysis names.  ``at``: what each sees, with the operands of which
    it depends; the last is one that leads away."""

    instrs: dict[int, AnyInstr] = field(default_factory=dict)
    at: dict[int, list[Sighting]] = field(default_factory=dict)
    far: set[int] = field(default_factory=set)
    """Those that may see integers that are far from their objects."""

    def add(self, x: AnyInstr, sight: str, operands: Sequence[Operand]) -> None:
        if any(labels & FAR for labels, _, _ in operands):
            self.far.add(x.uid)
        may = [bool(labels & ADDRESS) for labels, _, _ in operands]
        self._see(x, sight, tuple(old for _, old, _ in operands), may)

    def leads_away(self, x: AnyInstr, e: Expr) -> None:
        self._see(x, FAR_AWAY, (e,), [True])

    def _see(self, x: AnyInstr, sight: str, operands: tuple[Expr, ...], may: Sequence[bool]) -> None:
        known = self.at.setdefault(x.uid, [])
        if len(operands) > 2:
            for operand, is_one in zip(operands, may, strict=True):
                self._see(x, sight, (operand,), [is_one])
            return
        found = Sighting(sight, operands, sum(1 << i for i, is_one in enumerate(may) if is_one))
        if found not in known:
            known.append(found)


def sight_of(operation: Expr | None, operands: Sequence[Operand]) -> str:
    """What an operation sees of its operands."""
    if any(labels & (PIECE | TAGGED) for labels, _, _ in operands):
        return ALWAYS
    if not isinstance(operation, Binary):
        return NUMBER
    type = operation.left.type
    if operation.op in ("==", "!="):
        return EQUAL
    if operation.op in COMPARISONS:
        return SAME if type.signed and type.bits == 64 else NUMBER if type.signed else ORDER
    return SAME if operation.op == "-" else NUMBER


def sight_of_blocks(operation: Expr | None, operands: Sequence[Operand]) -> str:
    """... of freed blocks that may have been given out again."""
    if any(labels & (PIECE | TAGGED) for labels, _, _ in operands if labels & ADDRESS):
        return PARTS
    tells_two = isinstance(operation, Binary) and operation.op in (*COMPARISONS, "-")
    return BLOCK if tells_two else FREED


__all__ = ["BLOCK", "Sighting", "Sights", "sight_of", "sight_of_blocks"]
