"""The ladder of bounds that the engine climbs when the user gives none, and the order in which it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heddle.backends.bmc.local import Meaning
from heddle.backends.bmc.schemes import Scheme
from heddle.backends.bmc.solver import Bmc
from heddle.chains import Turn, Way
from heddle.chains.form import Form
from heddle.core.program import BoundedProgram, Program
from heddle.engines.levels import LADDER, LONG_LOOPS, SMALLER, Level
from heddle.passes.bounds import TooLarge, UnfoldBounds
from heddle.records import dataclass, replace
from heddle.symbolic.analysis import Analysis
from heddle.task import Bounds, Task

GUESSES = (Level(2, 24, 100, alike=2, leap=True), Level(3, 24, 100, alike=4, leap=True))
"""Before the first rungs of such programs: only violations are looked for, in what probably happens."""
FEW_ALIKE = 2
"""So many of very many threads that are created alike are followed below the rung of long loops."""
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
    guess: bool = False
    """Only a violation found in it means something, if it replays."""
    searched: int = 0
    stuck: bool = False
    """A query ran out of its time."""

    def left(self) -> bool:
        return self.searched < min(self.enough, self.bmc.scheme.sizes[-1])


def bounds_of(bounds: Bounds, level: Level = LADDER[0], skip_idle: bool = True) -> UnfoldBounds:
    """How far a program is unfolded, whatever command asks: as the user says, otherwise as the level has it."""
    if bounds.unwind is not None:
        level = Level(bounds.unwind, max(bounds.unwind, CONSTANT_UNWIND), 1000)
    return UnfoldBounds(
        level.unwind, level.constant_unwind, dict(bounds.unwindset), bounds.malloc_size,
        bounds.threads or level.threads, None if bounds.threads else level.alike, level.leap, skip_idle=skip_idle,
        kinds=bounds.kinds(),
    )  # fmt: skip


class Ladder:
    def __init__(self, program: Program, task: Task, schemes: Sequence[Scheme], way: Way) -> None:
        self.program, self.bounds, self.schemes = program, task.bounds, schemes
        self.rungs: dict[int, Rung] = {}
        self.guesses: dict[Level, Rung | None] = {}
        self.last = 0 if task.bounds.unwind is not None else len(LADDER) - 1
        """The last rung that makes sense: it cuts nothing, or the next one is too large."""
        self.too_large = ""
        self.everywhere = False
        """Pointers that cannot be bounded may point to objects that they were not computed from."""
        self._long_loop = False
        self.way = way

    def rung(self, level: int) -> Rung | None:
        """The unfolding of a level; None if there is none worth searching."""
        if level in self.rungs or level > self.last:
            return self.rungs.get(level)
        if level == LONG_LOOPS and not self._long_loop:
            return None
        bounds = self._unfolding(LADDER[level])
        try:
            bounded = self._unfolded(bounds)
            if bounded.long_loop and level < LONG_LOOPS and self.bounds.unwind is None and self.bounds.threads is None:
                bounded = self._unfolded(replace(bounds, alike=FEW_ALIKE))
        except TooLarge as error:
            self.too_large = str(error)
            if level == LONG_LOOPS:
                self._long_loop = False
            else:
                self.last = level - 1
            return self.smaller() if level == 0 else None
        self._long_loop |= bounded.long_loop
        bmc = self.formula(bounded)
        if isinstance(bmc, str):
            self.too_large, self.last = bmc, level - 1
            return self.smaller() if level == 0 else None
        complete = not bmc.claims(Meaning.CUT) and not bounded.unfollowed
        self.rungs[level] = Rung(bounds.unwind, bmc, bmc.schedule.enough(), complete)
        if complete:
            self.last = level
            for lower in [n for n in self.rungs if n < level]:
                del self.rungs[lower]
        return self.rungs[level]

    def smaller(self) -> Rung | None:
        """The only rung where the first one is too large: some of the executions are more than none."""
        for level in SMALLER if self.bounds.unwind is None else ():
            try:
                bounded = self._unfolded(self._unfolding(level))
            except TooLarge:
                continue
            bmc = self.formula(bounded)
            if not isinstance(bmc, str):
                self.last = 0
                self.rungs[0] = Rung(level.unwind, bmc, bmc.schedule.enough(), complete=False)
                return self.rungs[0]
        return None

    def _unfolding(self, level: Level) -> UnfoldBounds:
        return replace(bounds_of(self.bounds, level), reuse_freed=self.way.freed.reuse)

    def look_everywhere(self, rung: Rung) -> bool:
        """Resolves pointers against all objects from now on; tells whether that changes something for a rung."""
        analysis = rung.bmc.analysis
        if analysis.everywhere:
            return False
        self.everywhere = True
        wider: Analysis = self.way.go(analysis.bounded, Form.BOUNDED, Form.ANALYSED, Turn(everywhere=True))
        if rung.bmc.scheme.can(wider) is not None:
            return False
        rung.bmc = self.way.formula(wider, rung.bmc.scheme)
        rung.enough = rung.bmc.schedule.enough()
        return True

    def conclude(self, rung: Rung) -> None:
        """More of the bounds that grow would add nothing: what this unfolding still cuts, others do too."""
        self.last = min(level for level, other in self.rungs.items() if other is rung)
        for level in range(self.last):
            if level in self.rungs:
                self.rungs[level].searched = self.rungs[level].enough

    def formula(self, bounded: BoundedProgram) -> Bmc | str:
        """The formula of an unfolding in the first scheme that is worth it, or why there is none."""
        turn = Turn(everywhere=self.everywhere, schemes=self.schemes)
        made: Bmc | str = self.way.go(bounded, Form.UNFOLDED, Form.FORMULA, turn)
        return made

    def _unfolded(self, bounds: UnfoldBounds) -> BoundedProgram:
        """Raises TooLarge."""
        unfolding: BoundedProgram = self.way.go(self.program, Form.PROGRAM, Form.UNFOLDED, Turn(unfolding=bounds))
        return unfolding

    def guess(self, level: Level) -> Rung | None:
        """The unfolding of a level that leaps over long loops; None if the program has none, or they are no loops
        to leap over."""
        if not self._long_loop or self.bounds.unwind is not None:
            return None
        if level not in self.guesses:
            self.guesses[level] = None
            bounds = self._unfolding(level)
            try:
                bounded = self._unfolded(bounds)
            except TooLarge:
                return None
            bmc = self.formula(bounded) if bounded.left_out else ""
            if isinstance(bmc, Bmc):
                self.guesses[level] = Rung(bounds.unwind, bmc, bmc.schedule.enough(), complete=False, guess=True)
        return self.guesses[level]

    def give_up(self, rung: Rung) -> None:
        """A query ran out of its time: a scheme for small programs makes way for the next."""
        scheme = rung.bmc.scheme
        if scheme is self.schemes[-1]:
            rung.stuck = True
        else:
            rung.bmc = self.way.formula(rung.bmc.analysis, self.schemes[-1])
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
                guess = self.guess(GUESSES[0]) if level == 0 else None
                if guess is not None:
                    yield guess, self.fixed() or 1
            return
        first = self.rung(0)
        if first is not None:
            yield first, min(first.bmc.scheme.first, first.enough)
        turns = max(len(s.sizes) for s in self.schemes)
        for total in range(len(LADDER) + turns):
            for number, guessed in enumerate(GUESSES[: total + 1]):
                yield from self.turn(self.guess(guessed), total - number)
            for level in range(min(total, self.last) + 1):
                yield from self.turn(self.rung(level), total - level)
            if total > self.last and not any(r.left() and not r.stuck for r in self.rungs.values()):
                return

    def turn(self, rung: Rung | None, number: int) -> Iterator[tuple[Rung, int]]:
        """The next bound for a rung, if there is anything left to search in it."""
        if rung is None or rung.stuck or not rung.left():
            return
        if number < len(sizes := rung.bmc.scheme.sizes):
            yield rung, min(sizes[number], rung.enough)

    def fixed(self) -> int | None:
        """The bound that the user gave for the search."""
        return self.bounds.writes if self.schemes[-1].option == "writes" else self.bounds.rounds

    def stuck(self) -> Rung | None:
        """A rung whose last query ran out of time, the smallest first."""
        return next((r for _, r in sorted(self.rungs.items()) if r.stuck), None)
