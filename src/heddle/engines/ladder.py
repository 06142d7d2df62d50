"""The ladder of bounds that the engine climbs when the user gives none, and the order in which it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.backends.bmc.local import Meaning
from heddle.backends.bmc.schemes import Scheme
from heddle.backends.bmc.solver import Bmc
from heddle.core.program import Program
from heddle.models.store_buffers import SC
from heddle.passes.unfold import TooLarge, UnfoldBounds, unfold
from heddle.records import dataclass
from heddle.symbolic.analysis import Analysis
from heddle.task import Bounds, Task

# (unwind, constant unwind, threads followed): how far each rung unfolds
LADDER = (
    (1, 6, 100),
    (2, 12, 100),
    (2, 12_000, 4),
    (3, 24, 100),
    (5, 48, 100),
    (8, 110, 200),
    (12, 300, 500),
    (20, 1000, 1000),
    (40, 2000, 1000),
    (100, 5000, 1000),
    (1000, 10_000, 1000),
)
LONG_LOOPS = 2
"""The rung for programs that create very many threads or set up large arrays before anything happens."""
CONSTANT_UNWIND = 300
"""How far loops of known length are unrolled when the user bounds the others."""


@dataclass(slots=True)
class Rung:
    """One unfolding, and how far it has been searched."""

    unwind: int
    bmc: Bmc
    enough: int
    """A bound of the scheme (rounds, writes) that covers every interleaving."""
    complete: bool
    """The unfolding cuts nothing."""
    searched: int = 0
    stuck: bool = False
    """A query ran out of its time."""

    def left(self) -> bool:
        return self.searched < min(self.enough, self.bmc.scheme.sizes[-1])


def bounds_of(bounds: Bounds, level: int = 0, skip_idle: bool = True) -> UnfoldBounds:
    """How far a program is unfolded, whatever command asks: as the user says, otherwise as the level has it."""
    unwind, constant, threads = LADDER[level]
    if bounds.unwind is not None:
        unwind, constant, threads = bounds.unwind, max(bounds.unwind, CONSTANT_UNWIND), 1000
    threads = bounds.threads or threads
    return UnfoldBounds(
        unwind, constant, dict(bounds.unwindset), bounds.malloc_size, threads, skip_idle=skip_idle
    )


class Ladder:
    def __init__(self, program: Program, task: Task, schemes: Sequence[Scheme]) -> None:
        self.program, self.bounds, self.schemes = program, task.bounds, schemes
        self.policy = task.model.buffers or SC
        self.rungs: dict[int, Rung] = {}
        self.last = 0 if task.bounds.unwind is not None else len(LADDER) - 1
        """The last rung that makes sense: it cuts nothing, or the next one is too large."""
        self.too_large = ""
        self.everywhere = False
        """Pointers that cannot be bounded may point to objects that they were not computed from."""
        self._long_loop = False

    def rung(self, level: int) -> Rung | None:
        """The unfolding of a level; None if there is none worth searching."""
        if level in self.rungs or level > self.last:
            return self.rungs.get(level)
        if level == LONG_LOOPS and not self._long_loop:
            return None
        try:
            bounded = unfold(self.program, bounds_of(self.bounds, level))
        except TooLarge as error:
            self.too_large = str(error)
            if level == LONG_LOOPS:
                self._long_loop = False
            else:
                self.last = level - 1
            return None
        self._long_loop |= bounded.long_loop
        analysis = Analysis(bounded, self.policy, self.everywhere)
        able = [s for s in self.schemes if s.can(analysis) is None]
        if not able:
            self.too_large, self.last = self.schemes[-1].can(analysis) or "", level - 1
            return None
        bmc = Bmc(analysis, next((s for s in able if s.is_worth(analysis)), able[-1]))
        complete = not bmc.claims(Meaning.CUT) and not bounded.unfollowed
        unwind, enough = bounds_of(self.bounds, level).unwind, bmc.schedule.enough()
        self.rungs[level] = Rung(unwind, bmc, enough, complete)
        if complete:
            self.last = level
            for lower in [n for n in self.rungs if n < level]:
                del self.rungs[lower]
        return self.rungs[level]

    def look_everywhere(self, rung: Rung) -> bool:
        """Resolves pointers against all objects from now on; tells whether that changes something for a rung."""
        analysis = rung.bmc.analysis
        if analysis.everywhere:
            return False
        self.everywhere = True
        wider = Analysis(analysis.bounded, self.policy, everywhere=True)
        if rung.bmc.scheme.can(wider) is not None:
            return False
        rung.bmc = Bmc(wider, rung.bmc.scheme)
        rung.enough = rung.bmc.schedule.enough()
        return True

    def give_up(self, rung: Rung) -> None:
        """A query ran out of its time: a scheme for small programs makes way for the next."""
        scheme = rung.bmc.scheme
        if scheme is self.schemes[-1]:
            rung.stuck = True
        else:
            rung.bmc = Bmc(rung.bmc.analysis, self.schemes[-1])
            rung.enough = rung.bmc.schedule.enough()

    def plan(self) -> Iterator[tuple[Rung, int]]:
        """Which rung to search next with which bound: small ones first, then in turn more of both.

        Stops when nothing is left to search.
        """
        if self.fixed() is not None:
            for level in range(self.last + 1):
                rung = self.rung(level)
                if rung is not None and level <= self.last:
                    yield rung, self.fixed() or 1
            return
        first = self.rung(0)
        if first is not None:
            yield first, min(first.bmc.scheme.first, first.enough)
        turns = max(len(s.sizes) for s in self.schemes)
        for total in range(len(LADDER) + turns):
            for level in range(min(total, self.last) + 1):
                rung, turn = self.rung(level), total - level
                if rung is None or rung.stuck or not rung.left():
                    continue
                if turn < len(sizes := rung.bmc.scheme.sizes):
                    yield rung, min(sizes[turn], rung.enough)
            if total > self.last and not any(r.left() and not r.stuck for r in self.rungs.values()):
                return

    def fixed(self) -> int | None:
        """The bound that the user gave for the search."""
        return self.bounds.writes if self.schemes[-1].option == "writes" else self.bounds.rounds

    def stuck(self) -> Rung | None:
        """A rung whose last query ran out of time, the smallest first."""
        return next((r for _, r in sorted(self.rungs.items()) if r.stuck), None)
