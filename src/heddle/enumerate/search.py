"""Enumerates the consistent executions of a bounded program under a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from heddle.core.expr import MemoryObject
from heddle.core.instr import Assert, Rmw, Write
from heddle.core.program import BoundedProgram
from heddle.core.walk import constant_offset
from heddle.enumerate.candidates import Candidates, Execution, combinations
from heddle.enumerate.domain import Domain, Initial, all_runs
from heddle.enumerate.run import Run, Surroundings
from heddle.enumerate.thin_air import hands_on, has_cycle
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
ENDED = ("", "exits")
"""How a run ends that comes to the end of its thread."""
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
    share: float = 0.0
    """How much of the search is done, as far as one can tell."""
    observers: set[Assert] = field(default_factory=set)
    """Assertions that are no branches, where a thread that fails one may yet do what made it fail."""
    zeros: bool = False
    """Uninitialized memory is taken for zeros."""
    known: list[list[Run]] | None = None
    domain: Domain = field(default_factory=dict)
    hands_on: bool | None = None
    """Whether threads hand values on in a cycle; None if nobody asked."""
    layout: Layout = field(init=False)
    initial: Initial = field(init=False)

    def __post_init__(self) -> None:
        if self.claims_flags and self.model.lost_flags:
            raise Unsupported(f"the model's flag '{self.model.lost_flags[0]}' cannot be computed")
        self.layout = Layout.of(self.program.memory.values(), self.program.sizes)
        self.initial = Initial(self.program, self.layout, self.zeros)

    @property
    def claims_flags(self) -> bool:
        return "flag" in self.program.source.claims

    def executions(self) -> Iterator[Execution]:
        """Those in which every thread comes to its end."""
        ended = [[run for run in part if run.ending in ENDED] for part in self.runs()]
        return self._consistent(combinations(self.program, ended, self.initial), Evaluator(self.model))

    def meaningless(self) -> Run | None:
        """A run that ends with what has no meaning, in an execution that the model allows as far as it goes."""
        if not any(run.ending == "undefined" for part in self.runs() for run in part):
            return None
        chosen = (c for c in combinations(self.program, self.runs(), self.initial) if _first_meaningless(c) is not None)
        execution = next(self._consistent(chosen, Evaluator(self.model)), None)
        return None if execution is None else _first_meaningless(execution.runs)

    def all_executions(self) -> Iterator[Execution]:
        """Also those in which a thread stops: it waits for ever, fails an assertion, comes to a bound, …

        Executions that raise a flag are among them even if a waiting thread could go on: what was done until then is
        enough."""
        failures = {run.at for part in self.runs() for run in part if run.ending == "fails" and self.has_cycles}
        self.observers = {x for x in failures if isinstance(x, Assert) and x.message == OBSERVER}
        evaluator = Evaluator(self.model)
        chosen = combinations(self.program, self.runs(), self.initial, self.get_on)
        for execution in self._consistent(chosen, evaluator):
            flags = evaluator.raised(execution.evaluation) if self.claims_flags else ()
            if flags or waits_on_latest(execution):
                yield replace(execution, flags=tuple(flags))

    def runs(self) -> list[list[Run]]:
        """The runs of each thread; each once, however often they are asked for."""
        if self.known is None:
            self.known, self.domain = all_runs(self.program, self.surroundings(), self.initial, self.has_cycles)
            self.cut = any(run.ending == "cut" for part in self.known for run in part)
        return self.known

    def leaves_out(self, execution: Execution) -> bool:
        """Whether there are other executions like this one with values out of thin air."""
        if not self.has_cycles or not has_cycle(execution.graph):
            return False
        if self.hands_on is None:
            self.hands_on = hands_on(self.program, self.surroundings(), self.domain)
        return self.hands_on

    @property
    def has_cycles(self) -> bool:
        return not forbids_causal_cycles(self.model)

    def _consistent(self, chosen: Iterable[tuple[Run, ...]], evaluator: Evaluator) -> Iterator[Execution]:
        """The consistent executions of these runs."""
        candidates = Candidates(evaluator, self.initial, self.atomic, self.surroundings().hardware, self.tick)
        for runs in chosen:
            yield from candidates.executions(runs)

    def get_on(self, share: float) -> None:
        self.share = share

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


def _first_meaningless(runs: tuple[Run, ...]) -> Run | None:
    return next((run for run in runs if run.ending == "undefined"), None)


def waits_on_latest(execution: Execution) -> bool:
    """Whether threads that wait for ever have read the latest writes: others would wake up."""
    graph = execution.graph
    latest = {write for write, event in enumerate(graph.events) if event.is_write and not graph.co[write]}
    known = {(event.thread, event.index): event.id for event in graph.events}
    return all(
        any(graph.rf[write] >> known[run.thread, place] & 1 for write in latest)
        for run in execution.runs
        for place, step in enumerate(execution.steps(run))
        if run.waits_on >> step & 1
    )
