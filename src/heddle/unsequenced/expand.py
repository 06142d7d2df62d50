"""Writes the orders of evaluation that matter into a program: an arbitrary choice, and the code in every order."""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.expr import Expr, Local, MemoryObject, negate
from heddle.core.instr import (
    EVALUATION_ORDER,
    AnyInstr,
    Branch,
    Call,
    Cut,
    Goto,
    Label,
    Location,
    Nondet,
    Read,
    Rmw,
    Source,
    Write,
)
from heddle.core.types import BOOL
from heddle.records import replace
from heddle.unsequenced.orders import Node

NOT_ALL = "only some orders of evaluation are explored"


class Writer:
    """Code for one expression.  ``units`` are its pieces; each is used as it is once, in the order that is taken if all
    choices are zero, and copied for the others."""

    def __init__(self, units: list[list[AnyInstr]], loc: Location, next_uid: Callable[[], int]) -> None:
        self.units, self.loc, self.next_uid = units, loc, next_uid
        self.used: set[int] = set()
        self.choices: set[int] = set()
        self.code: list[AnyInstr] = []

    def emit(self, x: AnyInstr) -> None:
        self.code.append(replace(x, loc=self.loc, uid=self.next_uid()))

    def choice(self, words: str = "") -> Expr:
        dst = Local(f"order.{self.next_uid()}", BOOL)
        self.emit(Nondet(dst, f"{EVALUATION_ORDER}: {words}" if words else EVALUATION_ORDER, Source.TRUTH))
        self.choices.add(self.code[-1].uid)
        return dst

    def label(self) -> str:
        return f".order{self.next_uid()}"

    def unit(self, index: int, is_early: bool = False) -> None:
        """``is_early``: it comes again, in the order that is taken if all choices are zero: there it is used."""
        code = self.units[index]
        if index in self.used or is_early:
            self.code += self.copy(code)
        else:
            self.used.add(index)
            self.code += code

    def copy(self, code: list[AnyInstr]) -> list[AnyInstr]:
        """The same code under other numbers, with labels of its own."""
        renamed = {x.name: f"{x.name}.{self.next_uid()}" for x in code if isinstance(x, Label)}
        copied: list[AnyInstr] = []
        for x in code:
            if isinstance(x, Label):
                x = replace(x, name=renamed[x.name])
            elif isinstance(x, (Goto, Branch)):
                x = replace(x, label=renamed.get(x.label, x.label))
            copied.append(replace(x, uid=self.next_uid()))
        return copied

    def named(self, units: list[int]) -> str:
        """What users know of some units: the first object or function in them."""
        for x in (x for index in units for x in self.units[index]):
            if isinstance(x, (Read, Write, Rmw)) and isinstance(x.place.base, MemoryObject):
                return x.place.base.name.rsplit("::", 1)[-1]
            if isinstance(x, Call) and isinstance(x.callee, str):
                return f"{x.callee}()"
        return ""

    # --- ways to write it

    def not_all(self) -> None:
        """There is an order that is not explored."""
        go_on = self.label()
        self.emit(Branch(negate(self.choice()), go_on))
        self.emit(Cut(NOT_ALL, ""))
        self.emit(Label(go_on))

    def orders(self, tree: Node) -> None:
        lines = tree.lines()
        moved = _exchanged(*lines) if len(lines) == 2 else None
        if moved is not None:
            self.early_or_late(*moved)
            return
        end = self.label()
        self.branches(tree, end)
        self.emit(Label(end))

    def early_or_late(self, start: list[int], first: list[int], second: list[int], rest: list[int]) -> None:
        """``first`` before ``second``, or after it; the shorter one is written twice."""
        for index in start:
            self.unit(index)
        is_second_moved = sum(len(self.units[i]) for i in second) <= sum(len(self.units[i]) for i in first)
        names = self.named(second), self.named(first)
        choice = self.choice(" before ".join(names) if all(names) else "")
        moved, fixed = (second, first) if is_second_moved else (first, second)
        self.guarded(negate(choice) if is_second_moved else choice, moved, is_second_moved)
        for index in fixed:
            self.unit(index)
        self.guarded(choice if is_second_moved else negate(choice), moved)
        for index in rest:
            self.unit(index)

    def guarded(self, skip: Expr, units: list[int], are_early: bool = False) -> None:
        after = self.label()
        self.emit(Branch(skip, after))
        for index in units:
            self.unit(index, are_early)
        self.emit(Label(after))

    def branches(self, node: Node, end: str) -> None:
        for index in node.units:
            self.unit(index)
        for branch in node.branches[:-1]:
            other = self.label()
            name = self.named(branch.units)
            self.emit(Branch(self.choice(f"not {name} first" if name else ""), other))
            self.branches(branch, end)
            self.emit(Goto(end))
            self.emit(Label(other))
        if node.branches:
            self.branches(node.branches[-1], end)


def _exchanged(one: list[int], other: list[int]) -> tuple[list[int], list[int], list[int], list[int]] | None:
    """The start that two orders share, the two neighbouring parts that they exchange, and the rest; None if they differ
    in another way."""
    low = next(i for i in range(len(one)) if one[i] != other[i])
    high = len(one) - next(i for i in range(len(one)) if one[-1 - i] != other[-1 - i])
    size = other[low:high].index(one[low])
    first, second = one[low : high - size], one[high - size : high]
    if other[low:high] != second + first:
        return None
    return one[:low], first, second, one[high:]
