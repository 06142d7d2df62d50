"""Structured control flow, recovered from a flat body: what the rules for ``if`` and ``while`` need (UL-CSeq, Fig. 3).

Only jumps that are plainly the skeleton of a statement become one: a branch over a block (with a jump over the other
one before its target: ``else``), and a label with a jump back to it as the last thing of its loop.  All other jumps
stay jumps, as C's own ``goto`` (rule 3 keeps it); they may go into and out of the statements found here, as in C.
"""

from __future__ import annotations

from typing import TypeAlias

from heddle.core.expr import TRUE, Expr, negate
from heddle.core.instr import AnyInstr, Branch, Goto, Label
from heddle.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Plain:
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """``then`` runs if ``test`` holds."""

    position: int
    test: Expr
    then: list[Node]
    other: list[Node]


@dataclass(frozen=True, slots=True, eq=False)
class While:
    """``is_do``: the test stands at the end."""

    position: int
    test: Expr
    body: list[Node]
    is_do: bool = False


Node: TypeAlias = Plain | If | While


def structured(body: list[AnyInstr]) -> list[Node]:
    return _Structure(body).block(0, len(body))


class _Structure:
    def __init__(self, body: list[AnyInstr]) -> None:
        self.body = body
        self.at = {x.name: i for i, x in enumerate(body) if isinstance(x, Label)}
        self.back: dict[str, int] = {}
        """The last jump back to each label."""
        for i, x in enumerate(body):
            if isinstance(x, (Goto, Branch)) and self.at[x.label] <= i:
                self.back[x.label] = i

    def block(self, low: int, high: int) -> list[Node]:
        """The instructions from ``low`` to before ``high``."""
        nodes: list[Node] = []
        i = low
        while i < high:
            x = self.body[i]
            if isinstance(x, Label) and self.back.get(x.name, high) < high:
                i = self.loop(x, i, nodes)
            elif isinstance(x, Branch) and i < self.at[x.label] < high:
                i = self.choice(x, i, high, nodes)
            else:
                nodes.append(Plain(i))
                i += 1
        return nodes

    def loop(self, head: Label, i: int, nodes: list[Node]) -> int:
        """The label stays before the statement: whoever jumps to it comes to the test."""
        end = self.back[head.name]
        last, first = self.body[end], self.body[i + 1]
        nodes.append(Plain(i))
        if isinstance(last, Branch):
            nodes.append(While(end, last.test, self.block(i + 1, end), is_do=True))
        elif isinstance(first, Branch) and i + 1 < end and self.at[first.label] == end + 1:
            nodes.append(While(end, negate(first.test), self.block(i + 2, end)))
        else:
            nodes.append(While(end, TRUE, self.block(i + 1, end)))
        return end + 1

    def choice(self, x: Branch, i: int, high: int, nodes: list[Node]) -> int:
        target = self.at[x.label]
        last = self.body[target - 1]
        if isinstance(last, Goto) and i < target - 1 and target < self.at[last.label] < high:
            end = self.at[last.label]
            nodes.append(If(i, negate(x.test), self.block(i + 1, target - 1), self.block(target, end)))
            return end
        nodes.append(If(i, negate(x.test), self.block(i + 1, target), []))
        return target


__all__ = ["If", "Node", "Plain", "While", "structured"]
