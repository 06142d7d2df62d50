"""Await loops in unfolding: after an idle iteration (see :mod:`heddle.passes.awaits`) a thread goes no further.

Variables of the unfolder's own follow every iteration: whether it has changed memory so far, and what the variables
that matter were at the head of the loop.  A jump back is taken if something has changed; else the execution ends there.
Mostly that is decided here and now.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heddle.core.expr import FALSE, TRUE, Expr, Local, MemoryObject
from heddle.core.instr import AnyInstr, Assign, Declare, Write
from heddle.core.types import INT
from heddle.core.walk import place_of
from heddle.passes.awaits import AwaitLoops, Cell, effect
from heddle.passes.fold import fold_binary, fold_unary
from heddle.passes.loops import Region

if TYPE_CHECKING:
    from heddle.passes.unfold_thread import Frame, ThreadUnfolder


class Idling:
    """What one thread's unfolding knows about idle iterations."""

    def __init__(self, thread: ThreadUnfolder) -> None:
        self.thread = thread

    def begin(self, frame: Frame, region: Region) -> None:
        """At the head of a loop: an iteration begins."""
        loops = self._loops(frame)
        if loops is None or region not in loops.watched:
            return
        self._assign(frame, _idle(region), TRUE)
        for now, then in self._compared(loops, region):
            self._assign(frame, then, now)

    def after(self, frame: Frame, original: AnyInstr, x: AnyInstr) -> None:
        """An instruction of a frame's function has been put out, as ``x``."""
        loops = self._loops(frame)
        cells: list[Cell] = []
        if loops is not None and loops.watched:
            cells = self._follow(frame, loops, original, x)
        is_variable = bool(cells) or (isinstance(x, Declare) and loops is not None and not loops.has_effect(original))
        self._mark(frame, x, effect(x), is_variable)

    def again(self, frame: Frame, position: int, label: str) -> Expr:
        """Of a jump: whether it goes back to the head of a loop after an idle iteration."""
        loops, target = self._loops(frame), frame.nest.position[label]
        region = frame.nest.by_head.get(target)
        if loops is None or region not in loops.watched or position < target or region not in frame.iterations:
            return FALSE
        assert region is not None
        expr = self.thread.folder(frame).expr
        idle = expr(_idle(region))
        for now, then in self._compared(loops, region):
            idle = fold_binary("&&", idle, fold_binary("==", expr(now), expr(then), INT), INT)
        return idle

    # --- variables --------------------------------------------------------------------------------------------------

    def _loops(self, frame: Frame) -> AwaitLoops | None:
        return self.thread.whole.awaits(frame.function, frame.nest)

    def _compared(self, loops: AwaitLoops, region: Region) -> Iterator[tuple[Local, Local]]:
        """The variables that matter at the head of a loop, each with the one that keeps its value at the head."""
        for variable in loops.watched[region]:
            for now in (_content(variable), _is_set(variable)) if isinstance(variable, Cell) else (variable,):
                yield now, Local(f"{now.name}.at{region.head}", now.type)

    def _follow(self, frame: Frame, loops: AwaitLoops, original: AnyInstr, x: AnyInstr) -> list[Cell]:
        """Keeps local variables for cells up to date; gives the cells that the instruction changes."""
        if isinstance(original, Declare):
            changed = loops.cells.inside(original.obj)
            for cell in changed:
                self._assign(frame, _is_set(cell), FALSE)
            return changed
        cell_or_none = loops.cells.of(original)
        if cell_or_none is None or not isinstance(x, Write):
            return []
        self._assign(frame, _content(cell_or_none), x.value, folded=True)
        self._assign(frame, _is_set(cell_or_none), TRUE)
        return [cell_or_none]

    def _assign(self, frame: Frame, dst: Local, value: Expr, folded: bool = False) -> None:
        value = value if folded else self.thread.folder(frame).expr(value)
        self.thread.set(frame, dst, value)
        self.thread.emit(Assign(self.thread.local(frame, dst), value))

    # --- effects ----------------------------------------------------------------------------------------------------

    def _mark(self, frame: Frame, x: AnyInstr, changed: Expr, is_variable: bool) -> None:
        """Notes an effect in all loops around, also those of callers.

        What happens to objects of a call that the iteration itself has made is none: nobody can have their addresses
        unless another effect has told them, and when the iteration ends they are gone.
        """
        target = x.obj if isinstance(x, Declare) else getattr(place_of(x), "base", None)
        private, at = is_variable, frame
        while True:
            if not private:
                for region in at.iterations:
                    self._mark_loop(frame, at, region, changed)
            private = private or (isinstance(target, MemoryObject) and target in at.objects.values())
            if at.caller is None:
                return
            at = at.caller

    def _mark_loop(self, frame: Frame, at: Frame, region: Region, changed: Expr) -> None:
        loops, idle = self._loops(at), _idle(region)
        known = at.constants.get(idle.name)
        if loops is None or region not in loops.watched or known == FALSE:
            return
        before = known or self.thread.local(at, idle)
        after = fold_binary("&&", before, fold_unary("!", changed, INT), INT)
        self.thread.emit(Assign(self.thread.local(at, idle), after))
        # a call may have the effect on one of its ways only
        self.thread.set(at, idle, after if at is frame else None)


def _idle(region: Region) -> Local:
    return Local(f"idle.{region.head}", INT)


def _content(cell: Cell) -> Local:
    return Local(f"{cell.name}.content", cell.type)


def _is_set(cell: Cell) -> Local:
    return Local(f"{cell.name}.set", INT)
