"""Leaps over the middle of long loops: a guess at what a loop of thousands of iterations does.

A loop that creates 10,000 threads, or fills a large array, costs far more to unfold than the bug behind it is worth.
In an unfolding that leaps, such a loop runs its first iterations and its last one; the local variables that count get
the values that they would have then.  What the iterations between would write is missing, so nothing that holds in the
unfolding says anything about the program: only violations are looked for in it.  The claim that comes out repeats
the last iteration before the leap as often as the leap is long (``LeftOut``), and the replayer runs all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.core.expr import Const, Expr, Local
from heddle.core.instr import Assign, Branch, Goto, Label, Read
from heddle.core.program import LeftOut
from heddle.passes.fold import Folder, is_constant, truth_of
from heddle.passes.loops import Region

if TYPE_CHECKING:
    from heddle.passes.unfold_thread import Constants, Frame, ThreadUnfolder

SAMPLE = 3
"""So many iterations are unfolded before the leap; the last of them is the one that is repeated."""
FARTHEST = 1 << 20
"""So many instructions may be left out: the replayer has to run them."""
ONE_BY_ONE = 12_000
"""So far a loop is followed whose end is not found by halving."""


class Leap:
    """Watches one loop while it is unfolded, and leaps when it knows how the iterations go on."""

    def __init__(self, unfolder: ThreadUnfolder, frame: Frame, region: Region) -> None:
        self.unfolder, self.frame, self.region = unfolder, frame, region
        self.before: Constants = {}
        """What was known when the last iteration began."""
        self.start = 0
        """Where its instructions begin."""

    def iteration(self, number: int, head: str) -> None:
        """Iteration ``number`` is about to begin, with what is known at its label ``head``; all so far ran through."""
        unfolder = self.unfolder
        here = unfolder.pending.get(head, self.frame.constants)
        if number == SAMPLE and head in unfolder.pending:
            self._leap(head, _strides(self.before, here))
        elif number < SAMPLE:
            self.before, self.start = dict(here), len(unfolder.out)

    def _leap(self, head: str, strides: dict[str, int]) -> None:
        unfolder, frame = self.unfolder, self.frame
        here = unfolder.pending[head]
        times = self._iterations(here, strides) - 1
        sample = unfolder.out[self.start :]
        if SAMPLE + times < unfolder.bounds.constant_unwind or times * len(sample) > FARTHEST:
            return
        unfolder.place_label(head, frame)
        unfolder.whole.result.left_out.append(LeftOut(unfolder.start.index, sample, times))
        for name, value in _ahead(here, strides, times).items():
            if value != here[name]:
                local = Local(name, value.type)
                unfolder.emit(Assign(unfolder.local(frame, local), value, loc=self.region.loc))
                unfolder.set(frame, local, value)

    def _iterations(self, here: Constants, strides: dict[str, int]) -> int:
        """How many iterations are left, if the test changes its mind just once; 0 if that cannot be told."""

        def goes_on(times: int) -> bool:
            return self._goes_on(_ahead(here, strides, times))

        low, high = 0, 1
        while goes_on(high):
            low, high = high, 2 * high
            if high > FARTHEST:  # a test like i != n, which fails only once
                return next((n for n in range(1, ONE_BY_ONE) if not goes_on(n)), 0)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if goes_on(middle) else (low, middle)
        return high

    def _goes_on(self, known: Constants) -> bool:
        """Whether the loop's test leads into another iteration, as far as it depends on what is known."""
        frame, region, unfolder = self.frame, self.region, self.unfolder
        if region.test_end is None:
            return False
        known = dict(known)
        folder = Folder(lambda local: known.get(local.name, local), lambda o: unfolder.rename(frame, o), None)
        position = region.head
        while position <= region.test_end:
            x = frame.function.body[position]
            position += 1
            match x:
                case Label():
                    pass
                case Assign():
                    _set(known, x.dst, folder.expr(x.value))
                case Read():
                    memory = unfolder.whole.constant_memory
                    _set(known, x.dst, memory.read(folder.place(x.place), frame.function.library))
                case Goto() | Branch():
                    truth = True if isinstance(x, Goto) else truth_of(folder.expr(x.test))
                    if truth is None:
                        return False
                    if truth:
                        position = frame.nest.position[x.label]
                        if not region.head <= position <= region.end:
                            return False
                case _:
                    return False
        return True


def _set(known: Constants, dst: Local, value: Expr | None) -> None:
    if value is not None and is_constant(value):
        known[dst.name] = value
    else:
        known.pop(dst.name, None)


def _strides(before: Constants, here: Constants) -> dict[str, int]:
    """What every iteration adds to the locals that are known numbers and change.

    Other locals (the address of what the last iteration allocated) stay as they are: most of them are set anew.
    """
    strides = {}
    for name, value in here.items():
        earlier = before.get(name)
        if isinstance(value, Const) and isinstance(earlier, Const) and earlier != value and earlier.type == value.type:
            strides[name] = value.value - earlier.value
    return strides


def _ahead(here: Constants, strides: dict[str, int], times: int) -> Constants:
    """The constants after so many more iterations."""
    ahead = dict(here)
    for name, stride in strides.items():
        value = here[name]
        assert isinstance(value, Const)
        ahead[name] = Const(value.type.wrap(value.value + times * stride), value.type)
    return ahead


__all__ = ["Leap"]
