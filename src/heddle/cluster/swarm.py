"""A swarm: the questions of one search, cut into tiles that the workers look at (VeriSmart, ASE 2017).

The search is that of :mod:`heddle.engines.search`, with its bounds as they are given or grow; only the solver is
another one.  It tries each question here first, as most are easy.  A question that takes longer is cut into tiles.  A
tile that takes long is cut again.  The first execution that is found, and is one of the program, ends the others; when
nothing is found in any tile, there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from heddle.backends.bmc.local import Claim, Meaning
from heddle.backends.bmc.schemes import LAZY, ORDER, Scheme, Tile
from heddle.backends.bmc.solver import Bmc
from heddle.backends.sequential import OutOfTime
from heddle.cluster.tiles import SCHEMES, GoesOn, Look, Question, Reaches, Reply, Violates, numbers
from heddle.engines.search import search
from heddle.records import dataclass, replace
from heddle.run.supervisor import Ending, Outcome

if TYPE_CHECKING:
    from heddle.answer import Answer
    from heddle.cluster.crew import Crew, Given
    from heddle.core.program import Program
    from heddle.counterexample import Counterexample
    from heddle.engines.engine import Listener
    from heddle.symbolic.analysis import Analysis
    from heddle.task import Task

ALONE = 2.0
"""Seconds for a question before it is cut."""
TILES, FOR_EACH = 16, 4
"""So many tiles at first, at least, and for each place."""
FIRST, LONGER, PIECES = 20.0, 1.5, 4
"""Seconds for a tile at first; then it is cut into so many, which may take so many times as long."""
TICK = 0.5


def swarm(task: Task, program: Program, listener: Listener, crew: Crew, label: str, engine: str) -> Answer:
    """``engine``: lazy, or order (with auto: what it begins with)."""
    schemes = [SCHEMES[engine]] if task.method.engine == engine else [ORDER, LAZY]
    if engine == LAZY.name:
        schemes = [LAZY]
    return search(task, program, listener, schemes, _tiled(task, crew, label, listener.progress))


def _tiled(
    task: Task, crew: Crew, label: str, tell: Callable[[str], None]
) -> Callable[[Analysis, Scheme], Bmc]:
    return lambda analysis, scheme: Tiled(analysis, scheme, task, crew, label, tell)


class Tiled(Bmc):
    """Answers hard questions tile by tile."""

    def __init__(
        self, analysis: Analysis, scheme: Scheme, task: Task, crew: Crew, label: str, tell: Callable[[str], None]
    ) -> None:
        super().__init__(analysis, scheme)
        self.crew, self.tell = crew, tell
        self.excluded: tuple[tuple[int, int], ...] = ()
        self.pattern = Look(task, analysis, scheme.name, Violates(), 0, (), 0.0)
        self.formula = self.constraints
        """The size of the formula before any bound."""
        self.label = label

    def find_violation(self, bound: int, deadline: float) -> Counterexample | None:
        if not self.claims(Meaning.VIOLATION):
            return None
        found: Counterexample | None = self._ask(Violates(self.excluded), bound, deadline)
        return found

    def exclude(self, wrong: Collection[tuple[int, int]]) -> None:
        super().exclude(wrong)
        self.excluded = (*self.excluded, *wrong)

    def reached(
        self, meaning: Meaning, bound: int, deadline: float, among: Callable[[Claim], bool] = lambda claim: True
    ) -> list[Claim]:
        claims = self.claims(meaning)
        wanted = frozenset(numbers(claims, [claim for claim in claims if among(claim)]))
        found = self._ask(Reaches(meaning, wanted), bound, deadline) if wanted else None
        return [claims[number] for number in found or ()]

    def more_matters(self, bound: int, deadline: float, beyond_cuts: bool) -> bool:
        return bool(self._ask(GoesOn(beyond_cuts), bound, deadline))

    def _ask(self, question: Question, bound: int, deadline: float) -> Any:
        """Raises OutOfTime."""
        mine = replace(question, excluded=()) if isinstance(question, Violates) else question  # known here
        alone = time.monotonic() + ALONE
        try:
            return mine.ask(self, bound, min(alone, deadline))
        except OutOfTime:
            if alone >= deadline:
                raise
        looks = _Looks(self, question, bound, deadline)
        try:
            return looks.result()
        finally:
            looks.end()


@dataclass(slots=True, eq=False)
class Sent:
    tile: Tile
    seconds: float
    name: str


class _Looks:
    """A question, tile by tile."""

    def __init__(self, bmc: Tiled, question: Question, bound: int, deadline: float) -> None:
        self.bmc, self.question, self.bound, self.deadline = bmc, question, bound, deadline
        self.sent: dict[Given, Sent] = {}
        self.done = 0
        self.found: Any = None
        self.unreal: Any = None
        """A violation that is none of the program's: the answer if there is no other."""

    def result(self) -> Any:
        crew = self.bmc.crew
        for tile in self.cut((), max(TILES, FOR_EACH * crew.places)):
            self.send(tile, FIRST)
        while self.sent and self.found is None:
            if time.monotonic() >= self.deadline:
                raise OutOfTime
            crew.wait(min(TICK, max(0.0, self.deadline - time.monotonic())))
        return self.unreal if self.found is None else self.found

    def end(self) -> None:
        for given in self.sent:
            self.bmc.crew.drop(given)
        self.sent.clear()

    def cut(self, tile: Tile, pieces: int) -> list[Tile]:
        """So many tiles that make up this one, or fewer if it cannot be cut that often."""
        tiles, whole = [tile], list[Tile]()
        while tiles and len(tiles) + len(whole) < pieces:
            first = tiles.pop(0)
            switch = self.bmc.schedule.next_switch(first, self.bound)
            if switch is None:
                whole.append(first)
            else:
                tiles += [(*first, (switch, True)), (*first, (switch, False))]
        return tiles + whole

    def send(self, tile: Tile, seconds: float) -> None:
        bmc, name = self.bmc, "".join("10"[not made] for _, made in tile)
        option = bmc.scheme.option
        within = f"{option} {self.bound}, " if option else ""
        label = f"swarm {bmc.label}-{self.question.what}, {within}tile {name or 'all'}"
        seconds = min(seconds, self.deadline - time.monotonic())
        look = replace(bmc.pattern, question=self.question, bound=self.bound, tile=tile, seconds=seconds)
        given = bmc.crew.give(label, look, lambda outcome: self.receive(given, outcome))
        self.sent[given] = Sent(tile, seconds, name)

    def receive(self, given: Given, outcome: Outcome) -> None:
        sent = self.sent.pop(given, None)
        if sent is None:
            return
        reply = checked(outcome)
        if reply.size != self.bmc.formula:
            raise RuntimeError("a worker made another formula of the same program")
        if reply.out_of_time:
            self.cut_again(sent)
            return
        self.done += 1
        self.bmc.tell(f"{self.question.what}: {self.done} tiles done, {len(self.sent)} to go")
        if reply.found is not None and reply.is_real:
            self.found = reply.found
        elif reply.found is not None:
            self.unreal = reply.found

    def cut_again(self, sent: Sent) -> None:
        if time.monotonic() >= self.deadline:
            return  # nobody waits any more
        tiles = self.cut(sent.tile, PIECES)
        for tile in tiles:
            self.send(tile, sent.seconds * LONGER if len(tiles) > 1 else self.deadline - time.monotonic())


def checked(outcome: Outcome) -> Reply:
    """Raises what is known of errands that failed."""
    if outcome.ending is Ending.MEMORY:
        raise MemoryError
    if outcome.ending is not Ending.DONE:
        raise RuntimeError(outcome.reason)
    reply: Reply = outcome.value
    return reply


__all__ = ["swarm"]
