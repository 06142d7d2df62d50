"""Executions in which threads may wait or spin for ever: for the replayer to try.

A thread that waits has read the latest writes (:func:`heddle.enumerate.search.waits_on_latest`), and one that spins has
done so in its last round before a bound cut it: then so do all rounds that follow.
"""

from __future__ import annotations

from heddle.core.instr import Assume, Cut, Join
from heddle.enumerate.candidates import Execution
from heddle.enumerate.run import Run
from heddle.graph import members


def may_stall(execution: Execution, spins: bool) -> tuple[int, ...]:
    """The threads that may never go on, whatever others do; ``spins``: also those that go round in a loop."""
    found: list[int] = []
    for run in execution.runs:
        if run.ending == "waits" and _blocks(run):
            found.append(run.thread)
        elif run.ending == "cut" and isinstance(run.at, Cut) and run.at.option.startswith("--unwind"):
            if spins and not _sees_the_end(execution, run):
                return ()
            found += [run.thread] if spins else []
        elif run.ending not in ("", "exits"):
            return ()
    return tuple(found)


def begun(execution: Execution) -> dict[int, int]:
    """For threads that wait inside an atomic section: how many events came before it."""
    return {run.thread: _before(execution, run, run.section) for run in execution.runs if run.section is not None}


def _blocks(run: Run) -> bool:
    return isinstance(run.at, Join) or (isinstance(run.at, Assume) and run.at.blocking)


def _sees_the_end(execution: Execution, run: Run) -> bool:
    """Whether the last round has read the latest writes only, but for its own.  It goes back to where the last read
    was before."""
    steps = run.steps
    reads = [i for i, step in enumerate(steps) if step.kind == "R"]
    again = [i for i in reads[:-1] if steps[i].uid == steps[reads[-1]].uid]
    if not again:
        return False
    graph = execution.graph
    known = {(event.thread, event.index): event.id for event in graph.events}
    last = {known[run.thread, place] for place, i in enumerate(execution.steps(run)) if i > again[-1]}
    sources = [write for write, row in enumerate(graph.rf) for read in members(row) if read in last]
    return all(later in last for write in sources for later in members(graph.co[write]))


def _before(execution: Execution, run: Run, end: int) -> int:
    """How many of the steps before this one are events of the graph."""
    return sum(i < end for i in execution.steps(run))


__all__ = ["begun", "may_stall"]
