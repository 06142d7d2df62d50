"""Orders of evaluation: where C leaves the order of operands open and it can matter, every order becomes a choice.

The frontend evaluates operands in one order and marks where C allows others (:mod:`heddle.unsequenced.marks`).  This
pass decides, with the whole program at hand, where another order can make a difference: where both of two evaluations
can be noticed by other threads or notice them, or where one changes what the other looks at.  There the order becomes
an input of the program; everywhere else the code stays as it is.  Too many orders are a named cut.
"""

from __future__ import annotations

from collections.abc import Callable

from heddle.core.instr import AnyInstr, Call, Read, Rmw, Write
from heddle.core.program import OperandPath, Program, Unsequenced
from heddle.passes.points_to import PointsTo
from heddle.unsequenced.dependence import Dependence
from heddle.unsequenced.effects import Effects
from heddle.unsequenced.expand import Writer
from heddle.unsequenced.marks import Operands
from heddle.unsequenced.orders import Node, Orders, TooMany
from heddle.unsequenced.threads import Threads
from heddle.unsequenced.units import Unit, cut_up

MOST_CODE = 300
"""An expression whose orders take more instructions is not explored in all of them."""


def explore_orders(program: Program, marks: dict[str, list[Operands]], next_uid: Callable[[], int]) -> None:
    """Rewrites the functions of a program in which the order of operands matters."""
    pass_: _Pass | None = None
    for name, found in marks.items():
        candidates = _candidates(program.functions[name].body, found)
        if candidates:
            pass_ = pass_ or _Pass(program, next_uid)
            program.functions[name].body = pass_.rewritten(name, program.functions[name].body, candidates)


def _candidates(body: list[AnyInstr], marks: list[Operands]) -> list[Operands]:
    """The expressions of which at least two operands touch memory, or call something."""
    uids = [x.uid for x in body if isinstance(x, (Read, Write, Rmw, Call))]
    return [m for m in marks if len({m.operand(uid) for uid in uids} - {None}) > 1]


class _Pass:
    def __init__(self, program: Program, next_uid: Callable[[], int]) -> None:
        self.program, self.next_uid = program, next_uid
        points_to = PointsTo(program)
        self.effects = Effects(program, points_to)
        self.threads = Threads(program, points_to, self.effects)

    def rewritten(self, function: str, code: list[AnyInstr], marks: list[Operands]) -> list[AnyInstr]:
        """``code`` with the choices of these expressions, and of those inside them."""
        outermost = [m for m in marks if not any(_inside(m, other) for other in marks)]
        starts: dict[int, Operands] = {}
        for x in code:
            mark = next((m for m in outermost if m.span[0] < x.uid <= m.span[1]), None)
            if mark is not None and mark not in starts.values():
                starts[x.uid] = mark
        result: list[AnyInstr] = []
        index = 0
        while index < len(code):
            mark = starts.get(code[index].uid)
            if mark is None:
                result.append(code[index])
                index += 1
                continue
            low, high = mark.span
            part = []
            while index < len(code) and low < code[index].uid <= high:
                part.append(code[index])
                index += 1
            result += self.expression(function, part, [m for m in marks if m is mark or _inside(m, mark)])
        return result

    def expression(self, function: str, code: list[AnyInstr], marks: list[Operands]) -> list[AnyInstr]:
        units = cut_up(code, marks, self.effects)
        written = [self._unit(function, unit, marks) for unit in units]
        found = Dependence(units, marks, self.threads.others(function, code))
        if not found.pairs and not found.too_many:
            return [x for unit in written for x in unit]
        writer = Writer(written, code[0].loc, self.next_uid)
        tree = _tree(found, written)
        if tree is None or found.overlapping:
            writer.not_all()
        writer.orders(tree or Node(list(range(len(units)))))
        if found.only_read():
            self.program.unsequenced.append(_unsequenced(units, written, found, writer))
        return writer.code

    def _unit(self, function: str, unit: Unit, marks: list[Operands]) -> list[AnyInstr]:
        if unit.whole is None:
            return unit.code
        low, high = unit.whole
        return self.rewritten(function, unit.code, [m for m in marks if low <= m.span[0] and m.span[1] <= high])


def _unsequenced(
    units: list[Unit], written: list[list[AnyInstr]], found: Dependence, writer: Writer
) -> Unsequenced:
    operands: dict[int, OperandPath] = {
        x.uid: tuple((mark.span, operand) for mark, operand in path)
        for path, code in zip(found.paths, written, strict=True) for x in code
    }  # fmt: skip
    others = frozenset(x.uid for x in writer.code) - set(operands)
    return Unsequenced(frozenset(writer.choices), operands, others, any(unit.effect.is_ordering for unit in units))


def _inside(inner: Operands, outer: Operands) -> bool:
    """Whether an expression is (part of) an operand of another."""
    first, last = outer.operand(inner.span[0] + 1), outer.operand(inner.span[1])
    return inner is not outer and first is not None and first == last


def _tree(found: Dependence, units: list[list[AnyInstr]]) -> Node | None:
    """The orders; None if there are too many."""
    if found.too_many:
        return None
    try:
        tree = Orders(found.before(), found.matters()).tree()
    except TooMany:
        return None
    size = sum(len(units[i]) for line in tree.lines() for i in line)
    return tree if size <= MOST_CODE else None


__all__ = ["explore_orders"]
