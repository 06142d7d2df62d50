"""Small programs under any memory model: all candidate executions are enumerated, the model picks.

This serves the models that the explorer's algorithm does not fit (:mod:`heddle.explore.requirements`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from heddle.core.instr import Cut
from heddle.core.program import Program
from heddle.core.types import IntType, PointerType
from heddle.enumerate.candidates import Execution
from heddle.enumerate.run import Run
from heddle.enumerate.search import DEFAULT_UNWIND, Enumeration
from heddle.enumerate.values import Unsupported
from heddle.explore.kernel import Counts, ExploreOptions
from heddle.models.relation import Model
from heddle.passes.unfold import TooLarge, UnfoldBounds, unfold
from heddle.replay.follow import GraphClaim

State = tuple[tuple[str, int], ...]


class OutOfTime(Exception):
    pass


@dataclass(slots=True)
class Enumerated:
    """What an enumeration found.  ``broken`` says why it has no answer; ``obstacles`` what executions ran into."""

    executions: int = 0
    blocked: int = 0
    violations: int = 0
    cut: int = 0
    stopped: int = 0
    candidates: int = 0
    finished: bool = False
    broken: str = ""
    obstacles: list[str] = field(default_factory=list)
    cuts: set[str] = field(default_factory=set)
    witness: GraphClaim | None = None
    kept: list[GraphClaim] = field(default_factory=list)
    states: dict[State, int] = field(default_factory=dict)


def enumerate_all(
    program: Program, model: Model, options: ExploreOptions, progress: Callable[[str], None],
    counts: Counts,
) -> Enumerated:  # fmt: skip
    return _Enumerator(program, model, options, progress, counts).run()


class _Enumerator:
    def __init__(
        self, program: Program, model: Model, options: ExploreOptions, progress: Callable[[str], None],
        counts: Counts,
    ) -> None:  # fmt: skip
        self.program, self.model, self.options = program, model, options
        self.progress, self.counts = progress, counts
        self.found = Enumerated()
        self.started = self.told = time.monotonic()
        self.observed = [
            o for o in program.memory.values() if o.kind == "global" and isinstance(o.type, IntType | PointerType)
        ]

    def run(self) -> Enumerated:
        found = self.found
        unwind = DEFAULT_UNWIND if self.options.unwind is None else self.options.unwind
        try:
            bounded = unfold(self.program, UnfoldBounds(unwind, unwindset=dict(self.options.unwindset)))
            enumeration = Enumeration(
                bounded, self.model, depth=self.options.depth, tick=self.tick
            )
            for execution in enumeration.all_executions():
                self.take(execution, enumeration)
                if found.violations and self.options.first_only:
                    break
            found.finished = True
        except OutOfTime:
            found.broken = "time limit reached"
        except TooLarge as error:
            found.broken = f"the program is too large to enumerate its executions: {error}"
        except Unsupported as error:
            found.broken = f"the executions cannot be enumerated: {error}"
        return found

    def tick(self) -> None:
        """Called for every candidate."""
        now = time.monotonic()
        self.found.candidates += 1
        if self.options.timeout is not None and now - self.started > self.options.timeout:
            raise OutOfTime
        if now - self.told >= 1:
            self.told = now
            found = self.found
            self.progress(f"{found.candidates} candidates, {found.executions} executions, {found.blocked} blocked")
            self.counts(found.executions + found.cut, found.blocked, found.violations)

    def take(self, execution: Execution, enumeration: Enumeration) -> None:
        """Counts an execution as the explorer would."""
        found = self.found
        endings = {run.ending for run in execution.runs}
        claim = claimed(execution)
        if "fails" in endings:
            found.violations += 1
            found.witness = found.witness or claim
        elif endings & {"undefined", "indeterminate"}:
            found.stopped += 1
            found.obstacles += [indeterminate(run) for run in execution.runs if run.ending == "indeterminate"]
            return
        elif "waits" in endings:
            found.blocked += 1
            return
        elif "cut" in endings:
            found.cut += 1
        else:
            found.executions += 1
            self.observe(execution, enumeration)
        found.cuts |= {cut(run) for run in execution.runs if run.ending == "cut"}
        if len(found.kept) < self.options.keep:
            found.kept.append(claim)

    def observe(self, execution: Execution, enumeration: Enumeration) -> None:
        if not (self.options.states and self.observed):
            return
        final = enumeration.final_memory(execution)
        values = {}
        for obj in self.observed:
            name = enumeration.layout.name(obj.name, 0)
            values[obj.name] = final.get(name, enumeration.initial.of(name)) or 0
        state = tuple(values.items())
        self.found.states[state] = self.found.states.get(state, 0) + 1


def claimed(execution: Execution) -> GraphClaim:
    inputs = {run.thread: run.inputs for run in execution.runs}
    failing = next((run for run in execution.runs if run.ending == "fails"), None)
    if failing is None or failing.at is None:
        return GraphClaim(execution.graph, inputs)
    return GraphClaim(execution.graph, inputs, failing.thread, failing.at.uid)


def indeterminate(run: Run) -> str:
    where = "" if run.at is None else f"{run.at.loc}: "
    return f"{where}the value of an input or of uninitialized memory is needed here"


def cut(run: Run) -> str:
    if isinstance(run.at, Cut):
        return f"{run.at.loc}: {run.at.what} (raise with {run.at.option})"
    where = "" if run.at is None else f"{run.at.loc}: "
    return f"{where}events of a thread (raise with --max-depth)"
