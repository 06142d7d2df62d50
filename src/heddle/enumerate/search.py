"""Enumerates the consistent executions of a bounded program under a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heddle.core.expr import MemoryObject
from heddle.core.instr import Assert, Rmw, Write
from heddle.core.program import BoundedProgram
from heddle.core.walk import constant_offset
from heddle.enumerate.candidates import Candidates, Execution, combinations
from heddle.enumerate.domain import Initial, all_runs
from heddle.enumerate.run import Run, Surroundings
from heddle.enumerate.values import Layout, Unsupported
from heddle.graph import members
from heddle.models.coherence import forbids_causal_cycles
from heddle.models.evaluate import Evaluator
from heddle.models.machines import machine_of
from heddle.models.relation import Model, base_names
from heddle.models.tags import HARDWARE_FENCES
from heddle.records import dataclass, field, replace

DEFAULT_UNWIND = 4
CREATING = "pthread_create"
"""The library function that creates threads."""
OBSERVER = "__VERIFIER_assert"
"""No code that runs, but a claim about what does."""


@dataclass(slots=True)
class Enumeration:
    """All consistent executions, one after the other.  ``cut`` tells that a loop bound cut one, or would have."""

    program: BoundedProgram
    model: Model
    unwind: int = DEFAULT_UNWIND
    atomic: frozenset[str] | None = None
    """The locations that are atomic, for models that distinguish; None if nobody knows."""
    depth: int = 0
    """So many steps of a thread at most, if not 0."""
    tick: Callable[[], None] = lambda: None
    """Called for every candidate; it may raise something to stop the search."""
    cut: bool = False
    observers: set[Assert] = field(default_factory=set)
    """Assertions that are no branches, where a thread that fails one may yet do what made it fail."""
    layout: Layout = field(init=False)
    initial: Initial = field(init=False)

    def __post_init__(self) -> None:
        if self.claims_flags and self.model.lost_flags:
            raise Unsupported(f"the model's flag '{self.model.lost_flags[0]}' cannot be computed")
        self.layout = Layout.of(self.program.memory.values(), self.program.sizes)
        self.initial = Initial(self.program, self.layout)

    @property
    def claims_flags(self) -> bool:
        return "flag" in self.program.source.claims

    def executions(self) -> Iterator[Execution]:
        """Those in which every thread comes to its end."""
        for execution in self._executions(stopped=False):
            if all(run.ending in ("", "exits") for run in execution.runs):
                yield execution

    def all_executions(self) -> Iterator[Execution]:
        """Also those in which a thread stops: it waits for ever, fails an assertion, comes to a bound, …

        Executions that raise a flag are among them even if a waiting thread could go on: what was done until then is
        enough."""
        return self._executions(stopped=True)

    def _executions(self, stopped: bool) -> Iterator[Execution]:
        cycles = not forbids_causal_cycles(self.model)
        around = self.surroundings()
        runs, _ = all_runs(self.program, around, self.initial, cycles)
        self.cut = any(run.ending == "cut" for part in runs for run in part)
        failures = {run.at for part in runs for run in part if run.ending == "fails" and cycles}
        self.observers = {x for x in failures if isinstance(x, Assert) and x.message == OBSERVER}
        if not stopped:
            runs = [[run for run in part if run.ending in ("", "exits")] for part in runs]
        evaluator = Evaluator(self.model)
        candidates = Candidates(evaluator, self.initial, self.atomic, around.hardware, self.tick)
        for chosen in combinations(self.program, runs, self.initial):
            for execution in candidates.executions(chosen):
                flags = evaluator.raised(execution.evaluation) if stopped and self.claims_flags else ()
                if flags or not stopped or waits_on_latest(execution):
                    yield replace(execution, flags=tuple(flags))

    def surroundings(self) -> Surroundings:
        functions = self.program.source.functions.values()
        library = frozenset(x.uid for function in functions if function.library for x in function.body)
        creating = frozenset(x.uid for function in functions if function.name == CREATING for x in function.body)
        hardware = bool(base_names(self.model) & HARDWARE_FENCES)
        return Surroundings(
            self.layout, self.unwind, hardware, machine_of(self.model), library - {-1}, creating - {-1},
            self.program.source.claims, self.depth, self.tick, self.written(),
        )  # fmt: skip

    def written(self) -> frozenset[str] | None:
        """The locations that the program's instructions write; None if one writes through a pointer."""
        found = set()
        for x in (x for thread in self.program.threads for x in thread.body if isinstance(x, Write | Rmw)):
            offset = constant_offset(x.place)
            if not isinstance(x.place.base, MemoryObject) or offset is None:
                return None
            found.add(self.layout.name(x.place.base.name, offset))
        return frozenset(found)

    def final_memory(self, execution: Execution) -> dict[str, int]:
        """What each accessed location holds at the end: the value of the last write in ``co``."""
        graph = execution.graph
        final: dict[str, int] = {}
        for location, bits in graph.by_location.items():
            for i in members(bits):
                event = graph.events[i]
                if event.is_write and not graph.co[i] and event.value is not None:
                    final[location] = event.value
        return final


def waits_on_latest(execution: Execution) -> bool:
    """Whether threads that wait for ever have read the latest writes: others would wake up."""
    graph = execution.graph
    latest = {write for write, event in enumerate(graph.events) if event.is_write and not graph.co[write]}
    known = {(event.thread, event.index): event.id for event in graph.events}
    return all(
        any(graph.rf[write] >> known[run.thread, place] & 1 for write in latest)
        for run in execution.runs
        for place in _waited(run)
    )


def _waited(run: Run) -> list[int]:
    """The places, among the thread's events, of the reads that a run waits on."""
    seen = [i for i, step in enumerate(run.steps) if step.kind not in ("start", "end")]
    return [place for place, i in enumerate(seen) if run.waits_on >> i & 1]
