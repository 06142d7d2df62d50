"""Lazy sequentialization with a shared memory abstraction: the memory model is a C file (LazySMA, FMCAD 2016).

The threads and the memory model become one sequential C program, which a backend checks.  Bounds that the user does
not give grow together; each one that cut something is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from heddle.backends.bmc.scheme import ROUNDS
from heddle.backends.sequential import FILE, OutOfTime, SequentialBackend
from heddle.core.program import Program
from heddle.engines.confirm import confirm
from heddle.engines.ladder import LADDER, LONG_LOOPS, bounds_of
from heddle.passes.unfold import TooLarge, unfold
from heddle.replay.replay import ReplayError
from heddle.result import CheckOptions, Progress, Result, Verdict
from heddle.sequentialize.lazy import lazy_c_with_sma
from heddle.sequentialize.readback import read_back
from heddle.sequentialize.share import Shared, share
from heddle.sma import TIMESTAMPED, SmaBounds

SIZES = (2, 2, 3, 3, 4, 6, 9, 14, 21, 32)
"""The queue lengths and clock values that are tried in turn."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One sequential program: these bounds, on this unfolding."""

    unwind: int
    rounds: int
    memory: SmaBounds


def check(program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]) -> Result:
    search = _Search(program, options, progress, interim)
    result = search.run()
    result.seconds = time.monotonic() - search.started
    return result


class _Search:
    def __init__(
        self, program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]
    ) -> None:
        assert options.sma is not None
        self.program, self.options, self.progress, self.interim = program, options, progress, interim
        self.sma = options.sma
        self.backend = backend(options.backend)
        self.started = time.monotonic()
        self.deadline = self.started + options.timeout if options.timeout else float("inf")
        self.best: Result | None = None
        """The answer if the search ended now."""

    def run(self) -> Result:
        last: Stage | None = None
        too_large = ""
        try:
            for stage, shared in self.stages():
                if stage == last:
                    continue
                last = stage
                result = self.search(stage, shared)
                if result.verdict in (Verdict.VIOLATION, Verdict.SAFE):
                    return result
        except OutOfTime:
            too_large = "time limit reached"
        except TooLarge as error:
            too_large = str(error)
        reason = too_large or "no bound could be searched"
        return self.best or Result(Verdict.UNKNOWN, reason, self.options.model, "lazy")

    # --- bounds -----------------------------------------------------------------------------------------------------

    def stages(self) -> Iterator[tuple[Stage, Shared]]:
        """What to search next: everything that may still grow has grown."""
        levels = [n for n in range(len(LADDER)) if n != LONG_LOOPS]
        shared: Shared | None = None
        for turn in range(max(len(levels), len(SIZES))):
            level = levels[min(turn, len(levels) - 1)]
            if shared is None or (shared.original.cuts and self.options.unwind is None and turn < len(levels)):
                unfolding = bounds_of(level, self.options)
                bounded = unfold(self.program, unfolding)
                shared = share(bounded, self.options.model, self.options.checks, self.options.width)
                unwind = unfolding.unwind
            size = SIZES[min(turn, len(SIZES) - 1)]
            yield self.stage(shared, unwind, ROUNDS[min(turn, len(ROUNDS) - 1)], size), shared

    def stage(self, shared: Shared, unwind: int, rounds: int, size: int) -> Stage:
        """The bounds of one turn, none larger than can make a difference."""
        options = self.options
        return Stage(
            unwind,
            options.rounds or min(rounds, enough_rounds(shared)),
            SmaBounds(
                options.queue or min(size, enough_queue(shared, self.sma)),
                options.clock or min(size, max(shared.writes, 1)),
            ),
        )

    # --- one sequential program -------------------------------------------------------------------------------------

    def search(self, stage: Stage, shared: Shared) -> Result:
        sequential = lazy_c_with_sma(shared, stage.rounds, self.sma, stage.memory, checks=self.options.checks)
        self.progress(
            f"unwind {stage.unwind}, rounds {stage.rounds}, queue {stage.memory.queue}, clock {stage.memory.clock}: "
            f"{len(shared.locations)} locations, {sum(shared.blocks)} steps"
        )
        answer = self.backend(sequential.text, self.program.data_model, self.deadline)
        if answer.run is not None:
            cex = read_back(answer.run, FILE, sequential.lines, shared, self.options.model)
            try:
                return confirm(
                    self.program, cex, self.options, lambda message: self.result(Verdict.VIOLATION, message, stage),
                    self.interim,
                )  # fmt: skip
            except ReplayError as error:
                return self.not_confirmed(stage, shared, error)
        if answer.unsupported is not None:
            return self.remember(self.result(Verdict.UNKNOWN, answer.unsupported, stage))
        cuts = [*answer.cuts, *self.silent_cuts(stage, shared)]
        if not cuts:
            return self.result(Verdict.SAFE, "no execution violates the property", stage)
        result = self.result(Verdict.BOUNDED, "no violation within the bounds", stage)
        result.cuts = sorted(cuts)
        return self.remember(result)

    def silent_cuts(self, stage: Stage, shared: Shared) -> list[str]:
        """Bounds that exclude executions without a trace in the sequential program."""
        cuts = [f"{c.loc.file}:{c.loc.line}: {c.what} (raise with {c.option})"
                for c in shared.original.unfollowed.values()]  # fmt: skip
        if stage.rounds < enough_rounds(shared):
            cuts.append(f"interleavings of more than {stage.rounds} rounds (raise with --rounds)")
        if self.sma in TIMESTAMPED and stage.memory.clock < shared.writes:
            cuts.append(f"memory updates at more than {stage.memory.clock} moments (raise with --clock)")
        if shared.narrowed:
            cuts.append(f"integers of more than {self.options.width} bits (raise with --width)")
        return cuts

    def not_confirmed(self, stage: Stage, shared: Shared, error: ReplayError) -> Result:
        """At a reduced width that is no surprise; otherwise something is wrong here: nothing else can be trusted."""
        if shared.narrowed:
            reason = f"what was found with integers of {self.options.width} bits does not happen at full width"
        else:
            reason = f"internal error: the violation found does not replay: {error}"
        return self.remember(self.result(Verdict.UNKNOWN, reason, stage))

    # --- answers ----------------------------------------------------------------------------------------------------

    def remember(self, result: Result) -> Result:
        """Keeps what is known so far; something that could not be modelled is not forgotten later."""
        if self.best is None or self.best.verdict is not Verdict.UNKNOWN:
            self.best = result
            self.interim(result)
        return result

    def result(self, verdict: Verdict, reason: str, stage: Stage) -> Result:
        bounds = {"unwind": stage.unwind, "rounds": stage.rounds}
        if self.sma != "sc":
            bounds["queue"] = stage.memory.queue
        if self.sma in TIMESTAMPED:
            bounds["clock"] = stage.memory.clock
        if self.options.width is not None:
            bounds["width"] = self.options.width
        seconds = time.monotonic() - self.started
        return Result(verdict, reason, self.options.model, "lazy", bounds, seconds=seconds,
                      statistics={"sma": self.sma, "backend": self.options.backend})  # fmt: skip


def backend(name: str) -> SequentialBackend:
    """Imports only what the user asked for."""
    if name == "cbmc":
        from heddle.backends import cbmc

        cbmc.command()
        return cbmc.check_sequential
    from heddle.backends.bmc import sequential

    return sequential.check_sequential


def enough_rounds(shared: Shared) -> int:
    """So many rounds suffice for every interleaving of the steps; memory updates happen inside steps.

    A new round begins when a thread runs after one with a higher index: at most once for every step of a thread that
    is not the last (main's first is always first), and after every step of a thread that is not main.
    """
    blocks = shared.blocks
    if len(blocks) == 1:
        return 1
    return 1 + min(blocks[0] - 1 + sum(blocks[1:-1]), sum(blocks[1:]))


def enough_queue(shared: Shared, sma: str) -> int:
    """A queue of this length is never full."""
    if sma in TIMESTAMPED:
        return shared.writes_to_one + 1  # one more node holds the content in memory
    return max(1, shared.writes if sma == "tso" else shared.writes_to_one)


__all__ = ["check"]
