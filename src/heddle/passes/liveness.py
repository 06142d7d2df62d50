"""Liveness: which local variables may still be read.  What an instruction does to them is said here for every pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from heddle.core.expr import Const, Expr, Local, Place
from heddle.core.instr import (
    AnyInstr,
    Branch,
    Cut,
    Exit,
    Goto,
    Label,
    Return,
    Rmw,
    ThreadExit,
    Unsupported,
    defined,
)
from heddle.core.parts import evaluated, parts

ENDS = (Goto, Return, ThreadExit, Exit, Cut, Unsupported)
"""After these, control does not go on to the next instruction."""

Transfer = Callable[[AnyInstr, set[str]], None]
"""Changes the variables live after an instruction into those live before it; jumps are not its business."""


def used(x: AnyInstr) -> Iterator[str]:
    """The variables whose values an instruction looks at."""
    if isinstance(x, Rmw):
        # what it writes may depend on what it has just read
        operands = [x.value] if x.test is None else [x.value, x.test]
        yield from _locals([x.place])
        yield from (name for name in _locals(operands) if name != x.dst.name)
    else:
        yield from _locals(evaluated(x))


def _locals(found: Iterable[Expr | Place]) -> Iterator[str]:
    for operand in found:
        if operand.__class__ is not Const:
            for part in parts(operand):
                if part.__class__ is Local:
                    yield part.name


def transfer(x: AnyInstr, live: set[str]) -> None:
    dst = defined(x)
    if dst is not None:
        live.discard(dst.name)
    live.update(used(x))


class Liveness:
    """What is live where in a body.  ``at_end``: what is, where control falls off its end."""

    def __init__(self, body: list[AnyInstr], at_end: Iterable[str] = (), transfer: Transfer = transfer) -> None:
        self.body, self.at_end, self.transfer = body, frozenset(at_end), transfer
        self.at: dict[str, frozenset[str]] = {}
        """At each label."""
        self._sweep()
        if self._has_loops():
            while self._sweep():
                pass

    def backwards(self) -> Iterator[tuple[AnyInstr, set[str]]]:
        """The instructions, last one first, with what is live after each; the set is changed as the walk goes on."""
        live = set(self.at_end)
        for x in reversed(self.body):
            if isinstance(x, ENDS):
                live = set(self.at.get(x.label, ())) if isinstance(x, Goto) else set()
            elif isinstance(x, Branch):
                live |= self.at.get(x.label, frozenset())
            yield x, live
            self.transfer(x, live)

    def _sweep(self) -> bool:
        """Tells whether more has been found to be live at a label."""
        grown = False
        for x, live in self.backwards():
            if isinstance(x, Label) and self.at.get(x.name, frozenset()) != live:
                self.at[x.name] = frozenset(live)
                grown = True
            elif isinstance(x, Label):
                self.at.setdefault(x.name, frozenset())
        return grown

    def _has_loops(self) -> bool:
        seen: set[str] = set()
        for x in self.body:
            if isinstance(x, Label):
                seen.add(x.name)
            elif isinstance(x, (Goto, Branch)) and x.label in seen:
                return True
        return False


__all__ = ["Liveness", "Transfer", "transfer", "used"]
