"""Sequentialization with a shared memory abstraction: the memory model is a C file.

The threads and the memory model become one sequential program, which a backend checks.  Bounds that the user does not
give grow together; each one that cut something is named.  The abstraction decides the scheme: lazy (LazySMA, FMCAD
2016), or eager (MU-CSeq, IMU-CSeq, Lal and Reps).
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from heddle import backends
from heddle.answer import Answer, Cutoff, Stop, Verdict
from heddle.backends.bmc.schemes import ROUNDS
from heddle.backends.sequential import Answer as Found
from heddle.backends.sequential import OutOfTime
from heddle.chains import Turn, Way
from heddle.chains.chain import applied
from heddle.chains.form import Form
from heddle.chains.shipped import sequential
from heddle.core.instr import Cut
from heddle.core.program import BoundedProgram, Program
from heddle.counterexample import Counterexample
from heddle.engines.bounded import FREE
from heddle.engines.engine import Listener, deadline, since
from heddle.engines.ladder import bounds_of
from heddle.engines.levels import GROWING, LADDER, LONG_LOOPS
from heddle.passes.bounds import TooLarge
from heddle.records import dataclass
from heddle.replay.replay import ReplayError
from heddle.sequentializer.histories import Histories
from heddle.sequentializer.linearize import read_back_eager
from heddle.sequentializer.program import Run
from heddle.sequentializer.readback import read_back
from heddle.sequentializer.share import Shared
from heddle.sma import ABSTRACTIONS, Abstraction, Keeps, SmaBounds
from heddle.task import Task

S = TypeVar("S", bound=Shared)

SIZES = (2, 2, 3, 3, 4, 6, 9, 14, 21, 32)
"""The queue lengths and clock values that are tried in turn."""
CONTEXTS = (3, 5, 7, 9, 12, 16, 24, 32, 48, 64)
"""The numbers of contexts that are tried in turn."""
WRITES = (2, 4, 8, 16, 24, 32, 48, 64, 96, 128)
"""The lengths of histories that are tried in turn."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One sequential program: these bounds, on this unfolding."""

    unwind: int
    memory: SmaBounds


def check(task: Task, program: Program, listener: Listener, sma: str, engine: str) -> Answer:
    """``engine`` is the one that asks: the answer is in its name."""
    abstraction = ABSTRACTIONS[sma]
    scheme = EagerSearch if abstraction.eager else LazySearch
    search: Search[Shared] | Search[Histories] = scheme(task, program, listener, abstraction, engine)
    return search.run()


class Search(ABC, Generic[S]):
    form: Form
    """What threads are made, before a sequential program is."""

    def __init__(self, task: Task, program: Program, listener: Listener, sma: Abstraction, engine: str) -> None:
        self.task, self.program, self.listener, self.sma, self.engine = task, program, listener, sma, engine
        self.given = task.bounds
        backends.find(task.method.backend).require()
        self.started = time.monotonic()
        self.deadline = deadline(task, self.started)
        chain = task.method.pipeline or sequential(sma)
        self.way = Way(chain, applied(chain, task) if task.method.sma is None else task, program, listener)
        self.best: Answer | None = None
        """The answer if the search ended now."""

    def run(self) -> Answer:
        last: Stage | None = None
        reason, why = "no bound could be searched", None
        try:
            for stage, shared in self.stages():
                if stage == last:
                    continue
                last = stage
                result = self.search(stage, shared)
                if result.is_final:
                    return result
        except OutOfTime:
            reason, why = "time limit reached", Stop.TIME
            if self.best is not None:
                return self.best.out_of_time()
        except TooLarge as error:
            reason, why = str(error), Stop.SIZE
        return self.best or Answer(Verdict.UNKNOWN, reason, self.task.model.name, self.engine, stopped=why)

    # --- bounds -----------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The bounds that count."""
        return self.sma.bounds

    def stages(self) -> Iterator[tuple[Stage, S]]:
        """What to search next: everything that may still grow has grown."""
        levels = [n for n in range(len(LADDER)) if n != LONG_LOOPS]
        shared: S | None = None
        for turn in range(max(len(levels), len(SIZES), len(WRITES))):
            level = levels[min(turn, len(levels) - 1)]
            if shared is None or (grows(shared.original) and self.given.unwind is None and turn < len(levels)):
                unfolding = bounds_of(self.given, LADDER[level])
                shared = self.way.go(self.program, Form.PROGRAM, self.form, Turn(unfolding=unfolding))
                unwind = unfolding.unwind
            yield self.stage(shared, unwind, turn), shared

    @abstractmethod
    def stage(self, shared: S, unwind: int, turn: int) -> Stage:
        """The bounds of one turn, none larger than can make a difference."""

    def stage_of(self, unwind: int, bounds: dict[str, int]) -> Stage:
        """Only bounds that the abstraction has count: if others grew, it would be the same search again."""
        return Stage(unwind, SmaBounds(**{name: bounds[name] for name in self.names}))

    # --- one sequential program -------------------------------------------------------------------------------------

    @abstractmethod
    def read_back(self, run: Run, shared: S) -> Counterexample: ...

    @abstractmethod
    def cuts(self, stage: Stage, shared: S) -> Iterator[Cutoff]:
        """Bounds of the scheme that exclude executions without a trace in the sequential program."""

    def bounds(self, stage: Stage) -> dict[str, int]:
        """The bounds of the scheme, as users know them."""
        return {**self.given.loops(stage.unwind), **{name: getattr(stage.memory, name) for name in self.names}}

    def search(self, stage: Stage, shared: S) -> Answer:
        made = self.way.go(shared, self.form, Form.SEQUENTIAL, Turn(memory=stage.memory))
        bounds = ", ".join(f"{name} {value}" for name, value in self.bounds(stage).items())
        self.listener.progress(f"{bounds}: {len(shared.locations)} locations, {sum(shared.blocks)} steps")
        answer: Found = self.way.go(made, Form.SEQUENTIAL, Form.FOUND, Turn(until=self.deadline))
        if answer.run is not None:
            cex = self.read_back(answer.run, shared)
            try:
                said = Turn(answer=lambda message: self.result(Verdict.VIOLATION, message, stage))
                confirmed: Answer = self.way.go(cex, Form.FOUND, Form.ANSWER, said)
                return confirmed
            except ReplayError as error:
                return self.not_confirmed(stage, shared, error)
        if answer.unsupported is not None:
            return self.remember(self.result(Verdict.UNKNOWN, answer.unsupported, stage))
        cuts = [*map(cutoff, answer.cuts), *self.silent_cuts(stage, shared)]
        if not cuts:
            return self.result(Verdict.SAFE, "no execution violates the property", stage)
        result = self.result(Verdict.BOUNDED, "no violation within the bounds", stage)
        result.cuts = sorted(cuts, key=lambda cut: (str(cut.loc), cut.what))
        return self.remember(result)

    def silent_cuts(self, stage: Stage, shared: S) -> Iterator[Cutoff]:
        """Bounds that exclude executions without a trace in the sequential program."""
        for c in shared.original.unfollowed.values():
            yield cutoff(c)
        yield from map(cutoff, shared.original.one_layout)
        yield from self.cuts(stage, shared)
        if shared.narrowed:
            yield Cutoff(f"integers of more than {self.given.width} bits", "--width")

    def not_confirmed(self, stage: Stage, shared: S, error: ReplayError) -> Answer:
        """At a reduced width that is no surprise; otherwise something is wrong here: nothing else can be trusted."""
        if shared.narrowed:
            reason = f"what was found with integers of {self.given.width} bits does not happen at full width"
        else:
            reason = f"internal error: the violation found does not replay: {error}"
        return self.remember(self.result(Verdict.UNKNOWN, reason, stage))

    # --- answers ----------------------------------------------------------------------------------------------------

    def remember(self, result: Answer) -> Answer:
        """Keeps what is known so far; something that could not be modelled is not forgotten later."""
        if self.best is None or self.best.verdict is not Verdict.UNKNOWN:
            self.best = result
            self.listener.interim(result)
        return result

    def result(self, verdict: Verdict, reason: str, stage: Stage) -> Answer:
        bounds = self.bounds(stage)
        if self.given.width is not None:
            bounds["width"] = self.given.width
        return Answer(verdict, reason, self.task.model.name, self.engine, bounds, seconds=since(self.started),
                      statistics={"sma": self.sma.name, "backend": self.task.method.backend})  # fmt: skip


class LazySearch(Search[Shared]):
    form = Form.SHARED

    @property
    def names(self) -> tuple[str, ...]:
        """A free schedule has contexts in the place of rounds."""
        free = self.task.method.schedule == FREE
        return tuple("contexts" if free and name == "rounds" else name for name in self.sma.bounds)

    def stage(self, shared: Shared, unwind: int, turn: int) -> Stage:
        options, size = self.given, SIZES[min(turn, len(SIZES) - 1)]
        bounds = {
            "rounds": options.rounds or min(ROUNDS[min(turn, len(ROUNDS) - 1)], enough_rounds(shared)),
            "contexts": options.contexts or min(CONTEXTS[min(turn, len(CONTEXTS) - 1)], enough_contexts(shared)),
            "queue": options.queue or min(size, enough_queue(shared, self.sma)),
            "clock": options.clock or min(size, enough_moments(shared)),
        }
        return self.stage_of(unwind, bounds)

    def read_back(self, run: Run, shared: Shared) -> Counterexample:
        return read_back(run, shared, self.sma.policy)

    def cuts(self, stage: Stage, shared: Shared) -> Iterator[Cutoff]:
        if "contexts" in self.names and stage.memory.contexts < enough_contexts(shared):
            yield Cutoff(f"interleavings of more than {stage.memory.contexts} contexts", "--contexts")
        if "rounds" in self.names and stage.memory.rounds < enough_rounds(shared):
            yield Cutoff(f"interleavings of more than {stage.memory.rounds} rounds", "--rounds")
        if "clock" in self.sma.bounds and stage.memory.clock < enough_moments(shared):
            yield Cutoff(f"memory updates at more than {stage.memory.clock} moments", "--clock")


class EagerSearch(Search[Histories]):
    form = Form.HISTORIES

    def stage(self, shared: Histories, unwind: int, turn: int) -> Stage:
        options, enough = self.given, enough_writes(shared, self.sma)
        bounds = {
            "rounds": options.rounds or min(ROUNDS[min(turn, len(ROUNDS) - 1)], enough),
            "writes": options.writes or min(WRITES[min(turn, len(WRITES) - 1)], enough),
        }
        return self.stage_of(unwind, bounds)

    def read_back(self, run: Run, shared: Histories) -> Counterexample:
        return read_back_eager(run, shared, self.sma)

    def cuts(self, stage: Stage, shared: Histories) -> Iterator[Cutoff]:
        """Only clusters: a history without room tells by itself."""
        (name,) = self.sma.bounds
        clusters = getattr(stage.memory, name)
        counted = {Keeps.VALUATIONS: "rounds", Keeps.CLUSTERS: "clusters of writes"}.get(self.sma.keeps)
        if counted is not None and clusters < enough_writes(shared, self.sma):
            yield Cutoff(f"interleavings of more than {clusters} {counted}", f"--{name}")


def grows(bounded: BoundedProgram) -> bool:
    """Whether the next level of the ladder may cut less."""
    return any(cut.option in GROWING for cut in bounded.cuts)


def cutoff(cut: Cut) -> Cutoff:
    """What abstractions cut has no place in the user's program."""
    return Cutoff(cut.what, cut.option, cut.loc if cut.loc.line else None)


def enough_rounds(shared: Shared) -> int:
    """So many rounds suffice for every interleaving of the steps; memory updates happen inside steps.

    A new round begins when a thread runs after one with a higher index: at most once for every step of a thread that
    is not the last (main's first is always first), and after every step of a thread that is not main.
    """
    blocks = shared.blocks
    if len(blocks) == 1:
        return 1
    return 1 + min(blocks[0] - 1 + sum(blocks[1:-1]), sum(blocks[1:]))


def enough_contexts(shared: Shared) -> int:
    """One for every step."""
    return max(1, sum(shared.blocks))


def enough_writes(shared: Histories, sma: Abstraction) -> int:
    """Histories of this length, or so many clusters or rounds, suffice for everything.

    A new cluster begins at most once for every write, a new round at most once for every step, and for every write that
    reaches memory later.
    """
    if sma.keeps is Keeps.VALUATIONS:
        return max(1, sum(shared.blocks) + (shared.writes if sma.policy.exist else 0))
    return max(1, max(shared.most, default=0) if sma.keeps is Keeps.WRITES_BY_LOCATION else shared.writes)


def enough_moments(shared: Shared) -> int:
    """One for every write that waits, and one before all of them."""
    return 1 + shared.writes


def enough_queue(shared: Shared, sma: Abstraction) -> int:
    """A queue of this length is never full."""
    if sma.keeps is Keeps.TIMES:
        return max(1, shared.writes_to_one) + 1  # one more node holds the content in memory
    return max(1, shared.writes if sma.policy.keep_program_order else shared.writes_to_one)


__all__ = ["check"]
