"""Await loops in unfolding: after an idle iteration (see :mod:`heddle.passes.awaits`) a thread goes no further.

Variables of the unfolder's own follow every iteration: whether it has changed memory so far, what the variables that
matter were at the head of the loop, and for which mutex it and the iteration before did nothing but wait.  A jump back
is taken if something has changed, or for the first wait of several; else the execution ends there.
Mostly that is decided here and now.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heddle.core.expr import FALSE, TRUE, Cond, Expr, Local, MemoryObject, const
from heddle.core.instr import AnyInstr, Assign, Declare, Write
from heddle.core.types import INT
from heddle.core.walk import place_of
from heddle.passes.awaits import NOTICE, WAITS, AwaitLoops, Cell, effect
from heddle.passes.fold import fold_binary, fold_unary, truth_of
from heddle.passes.loops import Region

if TYPE_CHECKING:
    from heddle.passes.unfold_thread import Frame, ThreadUnfolder


class Idling:
    """What one thread's unfolding knows about idle iterations."""

    def __init__(self, thread: ThreadUnfolder) -> None:
        self.thread = thread
        functions = thread.program.functions
        self.pointer = thread.program.data_model.void_ptr
        self.no_mutex = const(0, self.pointer)
        self.waits = not WAITS.isdisjoint(functions) and NOTICE.isdisjoint(functions)
        """Whether waits for condition variables are told from other effects."""

    def begin(self, frame: Frame, region: Region) -> None:
        """At the head of a loop: an iteration begins."""
        loops = self._loops(frame)
        if loops is None or region not in loops.watched:
            return
        if self.waits:
            is_first = frame.iterations[region] == 0
            before = self.no_mutex if is_first else self._only_waited(frame, loops, region)
            self._assign(frame, self._waited_before(region), before, folded=True)
            self._assign(frame, self._waited(region), self.no_mutex)
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
        idle = self._is_idle(frame, loops, region)
        if not self.waits:
            return idle
        expr = self.thread.folder(frame).expr
        waited, before = expr(self._waited(region)), expr(self._waited_before(region))
        none, same = fold_binary("==", waited, self.no_mutex, INT), fold_binary("==", waited, before, INT)
        return fold_binary("&&", idle, fold_binary("||", none, same, INT), INT)

    def _is_idle(self, frame: Frame, loops: AwaitLoops, region: Region) -> Expr:
        """At the end of an iteration: whether it has changed nothing, unless by waiting."""
        expr = self.thread.folder(frame).expr
        idle = expr(_idle(region))
        for now, then in self._compared(loops, region):
            idle = fold_binary("&&", idle, fold_binary("==", expr(now), expr(then), INT), INT)
        return idle

    # --- waits ------------------------------------------------------------------------------------------------------

    def waited(self, frame: Frame, function: str, args: list[Expr]) -> None:
        """A call of a library function has returned."""
        if not self.waits or function not in WAITS:
            return
        carried, at = False, frame
        while True:
            loops = self._loops(at)
            for region in at.iterations:
                if loops is not None and region in loops.watched:
                    if carried or loops.carried(at.position, region):
                        self._mark_loop(frame, at, region, TRUE)
                    else:
                        self._mark_wait(frame, at, region, args[-1])
            carried = carried or loops is None or bool(at.objects) or loops.carried(at.position, None)
            if at.caller is None:
                return
            at = at.caller

    def _mark_wait(self, frame: Frame, at: Frame, region: Region, mutex: Expr) -> None:
        """An iteration that waits twice counts as changing something."""
        waited = self._waited(region)
        known = at.constants.get(waited.name)
        before = known if known is not None else self.thread.local(at, waited)
        self._mark_loop(frame, at, region, fold_binary("!=", before, self.no_mutex, INT))
        self.thread.emit(Assign(self.thread.local(at, waited), mutex))
        self.thread.set(at, waited, mutex if at is frame else None)

    def _only_waited(self, frame: Frame, loops: AwaitLoops, region: Region) -> Expr:
        """The mutex for which the iteration that has just ended did nothing but wait; null if it did more, or less."""
        waited, idle = self.thread.folder(frame).expr(self._waited(region)), self._is_idle(frame, loops, region)
        truth = truth_of(idle)
        if truth is None:
            return Cond(idle, waited, self.no_mutex, self.pointer)
        return waited if truth else self.no_mutex

    def _waited(self, region: Region) -> Local:
        return Local(f"waited.{region.head}", self.pointer)

    def _waited_before(self, region: Region) -> Local:
        return Local(f"waited_before.{region.head}", self.pointer)

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
            if at.caller is None or (self.waits and at.function.library and at.function.name in WAITS):
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
