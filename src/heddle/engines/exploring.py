"""What the stateless engine's searches have in common: how one is set up for a task, and what its end says."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from heddle.addresses.freed import stale
from heddle.addresses.observed import seen
from heddle.answer import Answer, Counts, Cutoff, Drawn, Verdict
from heddle.engines.engine import Listener, deadline, since
from heddle.engines.judgement import freed_blocks, judge, judged, other_layouts, unfit
from heddle.engines.stateless import Misfit
from heddle.explorer._kernel import Kernel
from heddle.explorer.graphs import Names, claim
from heddle.explorer.kernel import Exploration, ExploreOptions
from heddle.explorer.model import Unfit
from heddle.explorer.refusals import is_misfit, words
from heddle.graph import pairs
from heddle.records import replace

if TYPE_CHECKING:
    from heddle.addresses.sights import Sighting
    from heddle.core.program import Program
    from heddle.engines.levels import Level
    from heddle.explorer.kernel import Explored, Searchers
    from heddle.graph import ExecutionGraph
    from heddle.task import Task

SHARE_OF_DRAWING = 0.5
"""Of the time: where graphs are wanted, for the replayer to find their lines, and for them to get to the user."""
SHARE_OF_SENDING = 0.2
"""The last part of that."""


class Question:
    """A task, as something that is explored within one bound or another."""

    def __init__(
        self, task: Task, program: Program, listener: Listener, searchers: Searchers = Kernel
    ) -> None:
        self.searchers = searchers
        self.task, self.program, self.listener = task, program, listener
        self.started = time.monotonic()
        self.best: Answer | None = None
        """What holds if the search is stopped now."""
        self.deadline = deadline(task, self.started)
        self.is_part = False
        """Executions with load buffering are left out."""
        self.part_seconds: float | None = None
        """How long to search at most where that is so."""
        self.seen, self.stale = seen(program), stale(program)
        """What may see addresses, and whether freed blocks are given again."""
        self.again: frozenset[int] = frozenset()
        """The allocations that may give freed blocks again."""

    @property
    def seconds(self) -> float:
        """How long the search may take."""
        return (self.deadline - self.started) * (1 - SHARE_OF_DRAWING if self.task.wanted.graphs else 1)

    def until(self, exploration: Exploration) -> float:
        """When to stop the search."""
        self.is_part = exploration.is_part
        if self.is_part and self.part_seconds is not None:
            return self.started + min(self.seconds, self.part_seconds)
        return self.started + self.seconds

    def exploration(self, level: Level | None = None, earlier: Exploration | None = None) -> Exploration:
        """A search within the bounds of a level, or those of the task.  Raises Unfit."""
        bounds, wanted = self.task.bounds, self.task.wanted
        options = ExploreOptions(
            bounds.unwind if level is None else level.unwind, bounds.unwindset,
            None if level is None else level.constant_unwind, filter=not self.task.method.no_filter,
            first_only=not wanted.executions, depth=bounds.max_depth or 0, workers=self.task.limits.jobs or cores(),
            keep=wanted.graphs, states=wanted.states, timeout=self.seconds, kinds=bounds.kinds(),
            again=self.again, sights=self.sights(), part=not (wanted.executions or wanted.states or wanted.graphs),
        )  # fmt: skip
        within = "" if level is None else f"unwind {level.unwind}: "
        return Exploration(
            self.program, self.task.model.of_threads, options,
            lambda line: self.listener.progress(within + line), self.counted, earlier, self.searchers,
        )  # fmt: skip

    def sights(self) -> dict[int, list[Sighting]]:
        uids = self.seen.at.keys() | self.stale.at.keys()
        return {uid: [*self.seen.at.get(uid, ()), *self.stale.at.get(uid, ())] for uid in uids}

    def counted(self, executions: int, blocked: int, violations: int) -> None:
        """So far; as long as there is nothing better to say."""
        if self.best is None:
            interim = judged(self.task, Verdict.UNKNOWN, "")
            interim.counts = Counts(executions, blocked, violations)
            self.listener.interim(interim)

    def answer(self, explored: Explored, level: Level | None = None) -> Answer | Misfit:
        """What a search, within the bounds of a level, says about the program."""
        if explored.refusal is not None and is_misfit(explored.refusal) and not explored.witnesses:
            return self.misfit(Unfit(words(explored.refusal)))
        task = self.task
        if level is not None:
            task = replace(task, bounds=replace(task.bounds, unwind=level.unwind))
        answer = judge(task, self.program, explored, self.places(explored))
        answer.counts = Counts(
            explored.executions + explored.cut, explored.blocked, explored.violations, explored.cut, explored.finished
        )
        answer.states = dict(explored.states.items()) if task.wanted.states else None
        return answer

    def places(self, explored: Explored) -> set[Cutoff]:
        """What the executions that were seen depend on that is one way or another for all of them."""
        return other_layouts(self.program, self.seen, explored) | freed_blocks(self.program, self.stale, explored)

    def drawn(self, answer: Answer, explored: Explored) -> Answer:
        """The answer with the graphs that the search has kept.  That takes time: the replayer finds their lines."""
        if self.task.wanted.graphs:
            until = self.started + (1 - SHARE_OF_SENDING) * (self.deadline - self.started)
            answer.graphs = graphs(self.task, self.program, explored, until)
        return answer

    def misfit(self, error: Unfit) -> Misfit:
        return Misfit(unfit(self.task.model.of_threads, error), since(self.started))


def graphs(task: Task, program: Program, explored: Explored, until: float) -> list[Drawn]:
    """The first violation of each kind, and as many of the other graphs as there is time for; each graph once."""
    from heddle.engines.drawings import Drawings

    assert explored.layout is not None
    names, drawings = Names(program, explored.layout), Drawings(program, task.model.of_threads)
    found = [drawings.of(claim(dump, explored, names), True) for dump in explored.witnesses]
    known = {_identity(drawn.graph) for drawn in found}
    for dump in explored.kept:
        if time.monotonic() >= until:
            break
        claimed = claim(dump, explored, names)
        if not dump.violates or _identity(claimed.graph) not in known:
            found.append(drawings.of(claimed, dump.violates))
    return found


def _identity(graph: ExecutionGraph) -> tuple[object, ...]:
    """The same for graphs that are numbered in different orders."""
    names = [(e.thread, e.index, e.kind, e.location, e.value) for e in graph.events]
    related = (frozenset((names[a], names[b]) for a, b in pairs(relation)) for relation in (graph.rf, graph.co))
    return (frozenset(names), *related)


def cores() -> int:
    return len(os.sched_getaffinity(0))


__all__ = ["Question"]
