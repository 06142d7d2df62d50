"""Unfolding: from a program to a bounded program (thesis section 4.5: inliner and unwinder in one walk).

Each thread is walked from its start function: calls are inlined, loops unrolled, threads and heap blocks given
identities of their own, while constants are propagated through local variables, so that loops with a constant number
of iterations end by themselves and branches that cannot be taken disappear.  The result has forward jumps only.

``unwind`` bounds how often a loop body may run when its end is not known.  Iterations that cannot be left (a
``for (i = 0; i < 5; i++)``) do not count; there are at most ``constant_unwind`` of them.  Recursion is bounded by
``unwind`` too.
What a bound cuts is marked with a ``Cut``.
"""

from __future__ import annotations

from collections import Counter

from heddle.core.instr import Create, Cut, Location
from heddle.core.program import BoundedProgram, Function, Program
from heddle.passes.awaits import AwaitLoops
from heddle.passes.bounds import LoopBound, TooLarge, UnfoldBounds
from heddle.passes.constant_memory import ConstantMemory, address_taken_functions
from heddle.passes.loop_kinds import LoopKinds
from heddle.passes.loops import LoopNest, Region
from heddle.passes.slice import sliced
from heddle.passes.unfold_thread import Start, ThreadUnfolder
from heddle.records import replace

__all__ = ["TooLarge", "UnfoldBounds", "Unfolder", "unfold"]


def unfold(program: Program, bounds: UnfoldBounds) -> BoundedProgram:
    return sliced(unfolded(program, bounds))


def unfolded(program: Program, bounds: UnfoldBounds) -> BoundedProgram:
    """As it is, with much that nobody looks at."""
    return Unfolder(program, bounds).run()


class Unfolder:
    """What the threads of one unfolding share: numbers, objects, the threads still to come."""

    def __init__(self, program: Program, bounds: UnfoldBounds) -> None:
        self.program, self.bounds = program, bounds
        self.result = BoundedProgram([], {o.name: o for o in program.memory.values() if o.kind != "tls"}, program)
        self.constant_memory = ConstantMemory(program)
        self.pointed = address_taken_functions(program)
        self._kinds = LoopKinds(program)
        self.nests: dict[str, LoopNest] = {}
        self._awaits: dict[str, AwaitLoops] = {}
        instructions = (x for f in program.functions.values() for x in f.body)
        self._skips_idle = bounds.skip_idle and any(isinstance(x, Create) for x in instructions)
        self.starts: list[Start] = [Start(0, program.entry, None, None, ())]
        self.result.next_thread = bounds.threads
        self._alike: Counter[tuple[int | None, str, Location]] = Counter()
        self.counter = 0
        self.size = 0

    def run(self) -> BoundedProgram:
        done = 0
        while done < len(self.starts):
            self.result.threads.append(ThreadUnfolder(self, self.starts[done]).run())
            done += 1
        return self.result

    def fresh(self) -> int:
        self.counter += 1
        return self.counter

    def new_thread(self, start: Start, loc: Location) -> int:
        """The identifier of a new thread; past the bound it is created but not followed."""
        group = (start.creator, start.function, loc)
        self._alike[group] += 1
        enough = self.bounds.alike is not None and self._alike[group] > self.bounds.alike
        if not enough and len(self.starts) < self.bounds.threads:
            index = len(self.starts)
            self.starts.append(replace(start, index=index))
            return index
        cut = Cut(f"steps of further threads {start.function}", "--threads", loc=loc)
        self.result.unfollowed[str(cut.loc)] = cut
        self.result.next_thread += 1
        return self.result.next_thread - 1

    def nest(self, function: Function) -> LoopNest:
        if function.name not in self.nests:
            self.nests[function.name] = LoopNest(function.body)
        return self.nests[function.name]

    def bound_of(self, function: Function, region: Region) -> LoopBound:
        return self.bounds.of(region.loc, self._kinds.of(function, region))

    def awaits(self, function: Function, nest: LoopNest) -> AwaitLoops | None:
        """The loops of a function that may have idle iterations; None where these count like others."""
        if not self._skips_idle:
            return None
        if function.name not in self._awaits:
            self._awaits[function.name] = AwaitLoops(function, nest)
        return self._awaits[function.name]
