"""The rounds of loops that an unfolding leapt over (:mod:`heddle.passes.leaps`), written out in a claim.

Only the replayer can tell whether the program really goes on like that.
"""

from __future__ import annotations

from collections import defaultdict

from heddle.core.instr import AnyInstr
from heddle.core.program import BoundedProgram, LeftOut
from heddle.counterexample import Counterexample, Step
from heddle.records import dataclass


@dataclass(slots=True)
class _Sample:
    """The iteration that stands for those left out after it."""

    left_out: LeftOut
    instructions: frozenset[int]
    start: tuple[int, int, int] | None = None
    """Where it begins in the schedule, and in its thread's inputs and contents; None: not yet."""


class Rounds:
    """Follows a claim while it is written down, and repeats each sample when its thread goes on after it."""

    def __init__(self, bounded: BoundedProgram, cex: Counterexample) -> None:
        self.cex = cex
        self._next_thread = bounded.next_thread
        self._samples: dict[int, list[_Sample]] = defaultdict(list)
        for left_out in bounded.left_out:
            sample = _Sample(left_out, frozenset(map(id, left_out.sample)))
            self._samples[left_out.thread].append(sample)

    def before(self, t: int, instr: AnyInstr) -> None:
        """Thread ``t`` is about to execute an instruction.  Inner loops come before those around them."""
        for sample in list(self._samples.get(t, ())):
            inside = id(instr) in sample.instructions
            if inside and sample.start is None:
                cex = self.cex
                sample.start = len(cex.schedule), len(cex.inputs[t]), len(cex.contents[t])
            elif not inside and sample.start is not None:
                self._samples[t].remove(sample)
                self._repeat(t, sample.left_out.times, sample.start)

    def _repeat(self, t: int, times: int, start: tuple[int, int, int]) -> None:
        cex = self.cex
        steps, inputs, contents = start
        round = [s for s in cex.schedule[steps:] if s.thread == t and s.flush is None]
        for number in range(1, times + 1):
            for s in round:
                cex.schedule.append(Step(t, s.uid, None if s.child is None else self._fresh(), again=number))
        cex.inputs[t] += cex.inputs[t][inputs:] * times
        cex.contents[t] += cex.contents[t][contents:] * times

    def _fresh(self) -> int:
        self._next_thread += 1
        return self._next_thread - 1


__all__ = ["Rounds"]
