"""The lazy engine: bounded unfolding, lazy sequentialization, the embedded bounded model checker, replay.

Unless it is asked for by name, small unfoldings are decided by one formula for all interleavings, without rounds.

Bounds that the user does not give grow along a ladder (:mod:`heddle.engines.ladder`).  Whatever is found is replayed on
the original program before anyone hears of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from heddle.backends.bmc.local import Claim, Meaning
from heddle.backends.sequential import OutOfTime
from heddle.core.instr import AnyInstr, Cut, Unsupported
from heddle.core.program import Program
from heddle.counterexample import Counterexample
from heddle.engines.confirm import confirm
from heddle.engines.ladder import Ladder, Rung
from heddle.replay.replay import ReplayError
from heddle.result import CheckOptions, Progress, Result, Verdict

QUERY_SECONDS = 8.0
SHARE_OF_REMAINING = 0.3
ORDER_SECONDS = (3.0, 60.0)
"""The least and the most for a query about all interleavings: few rounds may do where that is too hard."""


def check(program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]) -> Result:
    search = _Search(program, options, progress, interim)
    result = search.run()
    result.seconds = time.monotonic() - search.started
    return result


class _Search:
    def __init__(
        self, program: Program, options: CheckOptions, progress: Progress, interim: Callable[[Result], None]
    ) -> None:
        self.program, self.options, self.progress, self.interim = program, options, progress, interim
        self.started = time.monotonic()
        self.deadline = self.started + options.timeout if options.timeout else float("inf")
        self.ladder = Ladder(program, options)
        self.best: Result | None = None
        """The answer if the search ended now."""

    def run(self) -> Result:
        for rung, rounds in self.ladder.plan():
            if self.remaining() <= 0:
                break
            result = self.query(rung, rounds, min(self.deadline, time.monotonic() + self.share(rung)))
            if result is not None and result.verdict in (Verdict.VIOLATION, Verdict.SAFE):
                return result
        while self.remaining() > 0 and (stuck := self.ladder.stuck()) is not None:
            rounds = self.options.rounds or stuck.searched + 1
            result = self.query(stuck, rounds, self.deadline)
            if result is not None and result.verdict in (Verdict.VIOLATION, Verdict.SAFE):
                return result
            stuck.stuck = self.options.rounds is None and stuck.rounds_left()
        if self.best is not None:
            return self.best
        reason = "time limit reached" if self.remaining() <= 0 else self.ladder.too_large
        return Result(Verdict.UNKNOWN, reason or "no bound could be searched", self.options.model, "lazy")

    def remaining(self) -> float:
        return self.deadline - time.monotonic()

    def share(self, rung: Rung) -> float:
        """The seconds that the next query of a rung may take."""
        if self.options.unwind is not None and self.options.rounds is not None:
            return self.remaining()
        share = SHARE_OF_REMAINING * self.remaining()
        if rung.bmc.by_rounds:
            return max(QUERY_SECONDS, share)
        least, most = ORDER_SECONDS
        return min(max(least, share), most)

    # --- asking -----------------------------------------------------------------------------------------------------

    def query(self, rung: Rung, rounds: int, deadline: float) -> Result | None:
        """Searches one rung with so many rounds; None if the time for it ran out."""
        size = rung.bmc.size
        interleavings = f"rounds {rounds}" if rung.bmc.by_rounds else "all interleavings"
        self.progress(
            f"unwind {rung.unwind}, {interleavings}: {size.threads} threads, {size.blocks} steps, "
            f"{size.constraints} constraints"
        )
        try:
            cex = rung.bmc.find_violation(rounds, deadline)
            if cex is not None:
                return self.confirm(rung, rounds, cex)
            result = self.no_violation(rung, rounds, deadline)
        except OutOfTime:
            self.ladder.give_up(rung)
            return None
        rung.searched = rounds
        return result

    def confirm(self, rung: Rung, rounds: int, cex: Counterexample) -> Result:
        try:
            return confirm(
                self.program, cex, self.options, lambda message: self.result(Verdict.VIOLATION, message, rung, rounds),
                self.interim,
            )  # fmt: skip
        except ReplayError as error:
            rung.stuck, rung.searched = False, rung.enough
            reason = f"internal error: the violation found does not replay: {error}"
            return self.remember(self.result(Verdict.UNKNOWN, reason, rung, rounds))

    def no_violation(self, rung: Rung, rounds: int, deadline: float) -> Result:
        unsupported = rung.bmc.reached(Meaning.UNSUPPORTED, rounds, deadline)
        if unsupported:
            return self.remember(self.result(Verdict.UNKNOWN, _describe_unsupported(unsupported[0]), rung, rounds))
        cuts = [_describe_cut(c.event.instr) for c in rung.bmc.reached(Meaning.CUT, rounds, deadline)]
        cuts += [_describe_cut(c) for c in rung.bmc.events.program.unfollowed.values()]
        if rounds < rung.enough and not rung.bmc.more_rounds_matter(rounds, deadline, beyond_cuts=not cuts):
            rung.enough = rounds
        if not cuts and rounds >= rung.enough:
            return self.result(Verdict.SAFE, "no execution violates the property", rung, rounds)
        result = self.result(Verdict.BOUNDED, "no violation within the bounds", rung, rounds)
        result.cuts = sorted(set(cuts))
        if rounds < rung.enough:
            result.cuts.append(f"interleavings of more than {rounds} rounds (raise with --rounds)")
        return self.remember(result)

    # --- answers ----------------------------------------------------------------------------------------------------

    def remember(self, result: Result) -> Result:
        """Keeps what is known so far; something that could not be modelled is not forgotten later."""
        if self.best is None or self.best.verdict is not Verdict.UNKNOWN:
            self.best = result
            self.interim(result)
        return result

    def result(self, verdict: Verdict, reason: str, rung: Rung, rounds: int) -> Result:
        size = rung.bmc.size
        return Result(
            verdict,
            reason,
            self.options.model,
            "lazy" if rung.bmc.by_rounds else "order",
            {"unwind": rung.unwind, "rounds": rounds} if rung.bmc.by_rounds else {"unwind": rung.unwind},
            seconds=time.monotonic() - self.started,
            statistics={
                "threads": size.threads,
                "steps": size.blocks,
                "events": size.events,
                "constraints": size.constraints,
            },
        )


def _describe_cut(cut: AnyInstr) -> str:
    assert isinstance(cut, Cut)
    return f"{cut.loc.file}:{cut.loc.line}: {cut.what} (raise with {cut.option})"


def _describe_unsupported(claim: Claim) -> str:
    x = claim.event.instr
    reason = x.reason if isinstance(x, Unsupported) else "access through a pointer that may point anywhere"
    return f"{x.loc}: {reason}"
