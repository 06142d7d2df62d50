"""Executions that differ by the order in which operands are evaluated, and by nothing else, are one.

A program chooses an order wherever that can matter.  Where it does not, several choices lead to executions with the
same events, the same reads-from and the same order of writes: a thread does the same, in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from heddle.core.instr import EVALUATION_ORDER, Nondet
from heddle.core.program import Program
from heddle.enumerate.candidates import Execution
from heddle.graph import Event, pairs


class Orders:
    def __init__(self, program: Program) -> None:
        instrs = (x for f in program.functions.values() for x in f.body)
        self.choices = {x.uid for x in instrs if isinstance(x, Nondet) and x.what.startswith(EVALUATION_ORDER)}
        self.seen: set[Hashable] = set()

    def is_known(self, execution: Execution) -> bool:
        """Whether there was one like it before."""
        inputs = [(run.thread, uid, value) for run in execution.runs for uid, value in run.inputs]
        given = tuple(x for x in inputs if x[1] not in self.choices)
        if len(given) == len(inputs):
            return False
        ends = tuple((run.thread, run.ending, run.at and run.at.loc, run.waits_for) for run in execution.runs)
        names, graph = _names(execution.graph.events), execution.graph
        events = frozenset((name, e.value, e.tags) for name, e in zip(names, graph.events, strict=True))
        related = (frozenset((names[a], names[b]) for a, b in pairs(rows)) for rows in (graph.rf, graph.co, graph.rmw))
        key = (given, ends, events, *related, bool(execution.flags))
        if key in self.seen:
            return True
        self.seen.add(key)
        return False


def _names(events: tuple[Event, ...]) -> list[Hashable]:
    """Who does it, where in the text, and how often that has been done before."""
    counts: Counter[Hashable] = Counter()
    names: list[Hashable] = []
    for e in events:
        place = (e.thread, e.loc, e.kind, e.location)
        names.append((*place, counts[place]))
        counts[place] += 1
    return names
