"""Marks: which instructions of a function are operands that C evaluates in any order.

Instructions are named by their numbers: the code of an operand is what was emitted between two moments.  So a program
in which no order matters is not touched by being marked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from heddle.core.expr import Expr, MemoryObject


class Operands:
    """The operands of one expression, while they are lowered and after."""

    def __init__(self, last_uid: Callable[[], int], interleaved: bool = True) -> None:
        self._last_uid = last_uid
        self._bounds = [last_uid()]
        self.interleaved = interleaved
        """Whether the evaluations of two operands can overlap (C: unsequenced, not just indeterminately sequenced)."""
        self.after_calls: int | None = None
        """An operand that is evaluated after the calls in the others."""
        self.fresh: MemoryObject | Expr | None = None
        """What is being initialized, an object or a pointer to it: nobody else can know it yet."""

    def next(self) -> None:
        """An operand ends here, and another one begins."""
        self._bounds.append(self._last_uid())

    def end_after_calls(self) -> None:
        """The operand that ends here is the old value of what a compound assignment changes: for a call, reading and
        changing it are one operation (C11 6.5.16.2)."""
        self.after_calls = len(self._bounds) - 1

    @property
    def is_choice(self) -> bool:
        """Whether at least two operands have code."""
        return sum(1 for first, last in self.intervals if first < last) > 1

    @property
    def intervals(self) -> list[tuple[int, int]]:
        """Of each operand: the number before its first one, and its last one."""
        return list(zip(self._bounds, self._bounds[1:], strict=False))

    def operand(self, uid: int) -> int | None:
        """Which operand an instruction belongs to."""
        if not self._bounds[0] < uid <= self._bounds[-1]:
            return None
        return bisect_left(self._bounds, uid) - 1

    @property
    def span(self) -> tuple[int, int]:
        return self._bounds[0], self._bounds[-1]
