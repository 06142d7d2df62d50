"""UL-CSeq (ATVA 2016): a sequential program that keeps the threads' loops, for bugs and for proofs.

The embedded bounded model checker looks for violations in it, with bounds on rounds and loops that grow.  Between two
of its searches Horn clauses are tried: what they prove holds without these bounds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from heddle.answer import Answer, Cutoff, Stop, Verdict
from heddle.chains import Turn, Way
from heddle.chains.form import Form
from heddle.chains.shipped import BUGS, PROOFS, find
from heddle.engines.engine import Engine, Listener, deadline, since

if TYPE_CHECKING:
    from heddle.backends.horn import Outcome
    from heddle.backends.sequential import Answer as Found
    from heddle.core.program import Program
    from heddle.passes.inline import Inlined
    from heddle.sequentializer.share import Shared
    from heddle.task import Task

STAGES = (
    (1, 1, 18, 0), (1, 2, 18, 1), (2, 2, 34, 2), (2, 2, 34, 3), (2, 2, 34, 4), (2, 2, 34, 5), (2, 3, 34, 2),
    (3, 3, 34, 3), (4, 4, 66, 3), (6, 5, 66, 4), (8, 6, 66, 5), (12, 8, 66, 6),
    (16, 12, 66, 7), (24, 16, 66, 8), (40, 32, 66, 9),
)  # fmt: skip
"""One search after the other: how often loops run; how many rounds there are; up to how many iterations loops that end
by themselves are unrolled before all else; and how far loops that create threads are followed (a level of the ladder).
Many threads first have few rounds."""
ATTEMPTS = {6: (0.4, 20.0), 11: (0.6, 60.0)}
"""Before these stages a proof is tried; it may take such a share of the time that remains, and where there is no limit
so many seconds."""
SHORT = 17
"""For proofs only loops that end within so many iterations are unrolled."""


def left_out(program: Program, shared: Shared, repeated: frozenset[str]) -> Iterator[Cutoff]:
    """What the sequential program does not follow."""
    from heddle.addresses.observed import OTHER_LAYOUTS, observations
    from heddle.core.instr import Free

    for cut in shared.original.unfollowed.values():
        yield Cutoff(cut.what, cut.option, cut.loc)
    for x in observations(program)[:1]:
        yield Cutoff(OTHER_LAYOUTS, "", x.loc)
    frees = [x for t in shared.original.threads for x in t.body if isinstance(x, Free)]
    if frees:
        loc = next((x.loc for x in frees if x.loc.line), None)
        yield Cutoff("uses of memory after its life", "", loc)
    if repeated:
        yield Cutoff("several blocks that a loop allocates at one place, at a time", "")
    if shared.original.sizes:
        yield Cutoff("accesses beyond the end of a block of computed size", "")


class Unbounded(Engine):
    name = "unbounded"
    summary = "lazy sequentialization that keeps loops: proofs without bounds on loops and rounds, and bugs"
    unchecked = frozenset({"termination"})
    bounds = frozenset({"rounds", "threads"})
    models = frozenset({"sc"})
    settings = frozenset({"pipeline"})

    def run(self, task: Task, program: Program, listener: Listener) -> Answer:
        return _Search(task, program, listener).run()


class _Search:
    def __init__(self, task: Task, program: Program, listener: Listener) -> None:
        self.task, self.program, self.listener, self.given = task, program, listener, task.bounds
        self.started = time.monotonic()
        self.deadline = deadline(task, self.started)
        own = task.method.pipeline
        self.searches = own is None or Form.FOUND in own.forms()
        self.proves = own is None or not self.searches
        self.way = Way(own or find(BUGS), task, program, listener)
        self.proofs = Way(own or find(PROOFS), task, program, listener)
        self.best: Answer | None = None
        """The answer if the search ended now."""
        self.shared: Shared | None = None
        self.short = 0
        """How far its loops are unrolled."""
        self.level = 0
        """How far loops that create threads are followed."""
        self.cuts: list[Cutoff] = []
        """What the inlined program leaves out, whatever the search."""
        self.is_provable = True

    def run(self) -> Answer:
        from heddle.backends.sequential import OutOfTime
        from heddle.passes.unfold import TooLarge

        reason, last = "no bound could be searched" if self.searches else "no proof was found", None
        why: Stop | None = None
        try:
            for number, (unwind, rounds, short, level) in enumerate(STAGES):
                answer = self.prove(number) if number in ATTEMPTS and self.proves and self.is_provable else None
                stage = (self.given.unwind or unwind, self.given.rounds or rounds)
                if answer is None and self.searches and (self.inline(level, short) or stage != last):
                    answer = self.search(*stage)
                last = stage
                if answer is not None and answer.is_final:
                    return answer
        except OutOfTime:
            reason, why = "time limit reached", Stop.TIME
            if self.best is not None:
                return self.best.out_of_time()
        except TooLarge as error:
            reason, why = str(error), Stop.SIZE
        return self.best or Answer(Verdict.UNKNOWN, reason, self.task.model.name, Unbounded.name, stopped=why)

    # --- the program ------------------------------------------------------------------------------------------------

    def inline(self, level: int, short: int) -> bool:
        """Whether the program is another one now.  Threads that loops create, and recursion, are followed further from
        level to level, if there are any."""
        from heddle.engines.ladder import bounds_of
        from heddle.engines.levels import GROWING, LADDER, LONG_LOOPS
        from heddle.passes.unfold import TooLarge

        if self.shared is not None and short == self.short:
            is_cut = any(cut.option in GROWING for cut in self.shared.original.cuts)
            if level == self.level or self.given.unwind is not None or not (is_cut or level < self.level):
                return False
        levels = [level for n, level in enumerate(LADDER) if n != LONG_LOOPS]
        bounds = bounds_of(self.given, levels[level], skip_idle=False)
        try:
            turn = Turn(unfolding=bounds, short=short)
            inlined: Inlined = self.way.go(self.program, Form.PROGRAM, Form.INLINED, turn)
        except TooLarge:
            if self.shared is None:
                raise
            return False  # more rounds of what there is
        self.shared, self.short, self.level = self.way.go(inlined, Form.INLINED, Form.LOOPING, turn), short, level
        self.cuts = list(left_out(self.program, self.shared, inlined.repeated))
        return True

    # --- bugs -------------------------------------------------------------------------------------------------------

    def search(self, unwind: int, rounds: int) -> Answer:
        from heddle.engines.ladder import bounds_of
        from heddle.engines.levels import Level

        assert self.shared is not None
        steps = sum(self.shared.blocks)
        self.listener.progress(f"unwind {unwind}, rounds {rounds}: {len(self.shared.blocks)} threads, {steps} steps")
        bounds = bounds_of(self.given, Level(unwind, max(unwind, rounds + 1), 1000), skip_idle=False)
        turn = Turn(rounds=rounds, until=self.deadline, unfolding=bounds)
        found: Found = self.way.go(self.shared, Form.LOOPING, Form.FOUND, turn)
        reached = {**self.given.loops(unwind), "rounds": rounds}
        if found.run is not None:
            return self.confirm(found, reached)
        if found.unsupported is not None:
            return self.remember(self.answer(Verdict.UNKNOWN, found.unsupported, reached))
        cuts = {Cutoff(c.what, c.option, c.loc if c.loc.line else None) for c in found.cuts} | set(self.cuts)
        if len(self.shared.blocks) > 1:  # the backend names some cuts, not all
            cuts.add(Cutoff(f"interleavings of more than {rounds} rounds", "--rounds"))
        if not cuts:
            return self.answer(Verdict.SAFE, "no execution violates the property", reached)
        answer = self.answer(Verdict.BOUNDED, "no violation within the bounds", reached)
        answer.cuts = sorted(cuts, key=lambda cut: (str(cut.loc), cut.what))
        return self.remember(answer)

    def confirm(self, found: Found, reached: dict[str, int]) -> Answer:
        from heddle.models.store_buffers import SC
        from heddle.replay.replay import ReplayError
        from heddle.sequentializer.readback import read_back

        assert found.run is not None and self.shared is not None
        cex = read_back(found.run, self.shared, SC)
        try:
            turn = Turn(answer=lambda message: self.answer(Verdict.VIOLATION, message, reached))
            answer: Answer = self.way.go(cex, Form.FOUND, Form.ANSWER, turn)
            return answer
        except ReplayError as error:
            reason = f"internal error: the violation found does not replay: {error}"
            if self.cuts:
                reason = f"a violation was found that does not replay; not followed: {self.cuts[0].what}"
            return self.remember(self.answer(Verdict.UNKNOWN, reason, reached))

    # --- proofs -----------------------------------------------------------------------------------------------------

    def prove(self, number: int) -> Answer | None:
        """Bounds on loops and rounds do not count in a proof; whatever else is left out forbids it."""
        self.inline(STAGES[number][3], SHORT)
        assert self.shared is not None
        if self.cuts or self.shared.original.cuts:
            self.listener.progress("no proof is tried: the sequential program is not complete")
            return None
        share, most = ATTEMPTS[number]
        now = time.monotonic()
        left = self.deadline - now
        until = now + (most if left == float("inf") else share * left)
        self.listener.progress("Horn clauses: invariants for all loops")
        outcome: Outcome = self.proofs.go(self.shared, Form.LOOPING, Form.ANSWER, Turn(until=until))
        if not outcome.is_proved:
            self.is_provable = time.monotonic() >= until
            self.listener.progress(f"no proof: {outcome.reason}")
            return None
        answer = self.answer(Verdict.SAFE, "no execution violates the property", {})
        answer.note = f"proved: invariants of {outcome.loops} loops, found over integers, hold for machine words"
        return answer

    # --- answers ----------------------------------------------------------------------------------------------------

    def remember(self, answer: Answer) -> Answer:
        """Keeps what is known so far; something that could not be modelled is not forgotten later."""
        if self.best is None or self.best.verdict is not Verdict.UNKNOWN:
            self.best = answer
            self.listener.interim(answer)
        return answer

    def answer(self, verdict: Verdict, reason: str, bounds: dict[str, int]) -> Answer:
        return Answer(verdict, reason, self.task.model.name, Unbounded.name, bounds, seconds=since(self.started))


__all__ = ["Unbounded"]
