"""Enumerates the consistent executions of a bounded program under a model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from heddle.core.program import BoundedProgram
from heddle.enumerate.candidates import Candidates, Execution, combinations
from heddle.enumerate.domain import Initial, all_runs
from heddle.enumerate.thread import HIDDEN
from heddle.enumerate.values import Layout
from heddle.graph import members
from heddle.models.coherence import forbids_causal_cycles
from heddle.models.evaluate import Evaluator
from heddle.models.relation import Model

DEFAULT_UNWIND = 4


@dataclass(slots=True)
class Enumeration:
    """All consistent executions, one after the other.

    Executions with a thread that waits for ever or that a loop bound cut are not among them; ``blocked`` and ``cut``
    tell that there were candidates of that kind.
    """

    program: BoundedProgram
    model: Model
    unwind: int = DEFAULT_UNWIND
    atomic: frozenset[str] | None = None
    """The locations that are atomic, for models that distinguish; None if nobody knows."""
    cut: bool = False
    blocked: bool = False
    layout: Layout = field(init=False)
    initial: Initial = field(init=False)

    def __post_init__(self) -> None:
        self.layout = Layout.of(self.program.memory.values())
        self.initial = Initial(self.program.memory, self.layout)

    def executions(self) -> Iterator[Execution]:
        cycles = not forbids_causal_cycles(self.model)
        runs, _ = all_runs(self.program, self.layout, self.initial, self.unwind, cycles)
        candidates = Candidates(Evaluator(self.model), self.initial, self.atomic)
        whole = []
        for part in runs:
            self.cut |= any(run.cut for run in part)
            self.blocked |= any(run.blocked for run in part)
            whole.append([run for run in part if not run.cut and not run.blocked])
        for chosen in combinations(self.program, whole, self.initial):
            yield from candidates.executions(chosen)

    def final_memory(self, execution: Execution) -> dict[str, int]:
        """What each accessed location holds at the end: the value of the last write in ``co``."""
        graph = execution.graph
        final: dict[str, int] = {}
        for location, bits in graph.by_location.items():
            if location.startswith(HIDDEN):
                continue
            for i in members(bits):
                event = graph.events[i]
                if event.is_write and not graph.co[i] and event.value is not None:
                    final[location] = event.value
        return final
