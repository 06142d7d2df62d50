"""Operands that C evaluates in any order, as events without an order (:class:`heddle.core.program.Unsequenced`).

A program chooses an order wherever that can make a difference.  Where operands do no more than read, the kernel needs
no choice: it runs them in one order, and none of their events comes before those of another operand in po.  What any
order allows is allowed then, if the model's axioms ask for less where po has fewer pairs, and its flags are not raised
by more of them (:func:`tolerates`).  What is found, the kernel looks at again with the operands in sequence; if that
order does not explain it, the search is repeated with the choices.
"""

from __future__ import annotations

from heddle.core.instr import AnyInstr
from heddle.core.program import Function, OperandPath, Program, Unsequenced
from heddle.explorer._kernel import Ins, Op, Rel
from heddle.explorer.model import CompiledModel

FIRST, NEXT, NONE = 2, 1, 0
"""What begins: an operand of another expression, another operand of the same one, or nothing."""


class Operands:
    """Of one function.  ``with_orders``: reads that order others are events like any other, no fences."""

    def __init__(self, program: Program, function: Function, with_orders: bool) -> None:
        self.defaults: set[int] = set()
        """The choices that nobody has to make: inputs that are zero."""
        self._around: dict[int, list[Unsequenced]] = {}
        """By instruction: the expressions that it is part of, outermost first."""
        self._path: OperandPath = ()
        if not program.unsequenced:
            return
        positions = {x.uid: index for index, x in enumerate(function.body)}
        for found in program.unsequenced:
            if (with_orders or not found.is_ordering) and _is_whole(found, positions, function.body):
                self.defaults |= found.choices
                for uid in [*found.operands, *found.others]:
                    self._around.setdefault(uid, []).insert(0, found)

    def before(self, x: AnyInstr | None) -> list[Ins]:
        """What tells the kernel in which operands the next instruction is; None: in none."""
        path = () if x is None else self._of(x)
        old, self._path = self._path, path
        same = 0
        while same < min(len(old), len(path)) and old[same] == path[same]:
            same += 1
        if same == len(old) == len(path):
            return []
        is_next = same < min(len(old), len(path)) and old[same][0] == path[same][0]
        code = []
        if is_next:
            code.append(Ins(Op.OPERANDS, a=same + 1, b=NEXT))
        elif same < len(old):
            code.append(Ins(Op.OPERANDS, a=same, b=NONE))
        code += [Ins(Op.OPERANDS, a=level, b=FIRST) for level in range(same + is_next, len(path))]
        return code

    def _of(self, x: AnyInstr) -> OperandPath:
        path: OperandPath = ()
        for found in self._around.get(x.uid, ()):
            if x.uid not in found.operands:  # a jump to the code of another order, or such code
                return self._path if self._path[: len(path)] == path else path
            path += found.operands[x.uid]
        return path


def _is_whole(found: Unsequenced, positions: dict[int, int], body: list[AnyInstr]) -> bool:
    """Whether the expression is in the function as it was written, with nothing else in it."""
    known = found.others.union(found.operands)
    places = [positions[uid] for uid in known if uid in positions]
    return len(places) == len(known) and max(places) - min(places) + 1 == len(known)


def tolerates(model: CompiledModel) -> bool:
    """Whether the model allows no less if po has fewer pairs, and raises its flags no less."""
    more = [node for _, node, _, _, _ in model.axioms] + [node for _, node, negated in model.flags if not negated]
    less = [node for _, node, negated in model.flags if negated]
    grows, shrinks = _signs(model)
    return not any(shrinks[node] for node in more) and not any(grows[node] for node in less)


def _signs(model: CompiledModel) -> tuple[list[bool], list[bool]]:
    """By operation: whether it may grow where po has more pairs, and whether it may shrink."""
    grows: list[bool] = []
    shrinks: list[bool] = []
    for rel, a, b in model.nodes:
        arguments = [] if rel in (Rel.IDENTITY, Rel.PRODUCT) else [n for n in (a, b) if n >= 0]
        up, down = rel is Rel.PO, False
        for n in arguments:
            flips = rel is Rel.DIFF and n == b
            up |= shrinks[n] if flips else grows[n]
            down |= grows[n] if flips else shrinks[n]
        if rel is Rel.DIFF and a == b:
            up = down = grows[a] or shrinks[a]
        grows.append(up)
        shrinks.append(down)
    return grows, shrinks


__all__ = ["Operands", "tolerates"]
