"""Tiles of a search: questions about some of a program's executions, as errands (VeriSmart, ASE 2017).

A tile is what remains of all executions when choices of the schedule are made in a certain way: that a thread has got
somewhere by the end of a round, or that one step comes before another.  To cut a tile is to make one more choice,
either way; so tiles never overlap, and together they are everything.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

from heddle.backends.bmc.local import Claim, Meaning
from heddle.backends.bmc.schemes import LAZY, ORDER, Tile
from heddle.backends.bmc.solver import Bmc
from heddle.backends.sequential import OutOfTime
from heddle.records import dataclass
from heddle.run.worker import Channel

if TYPE_CHECKING:
    from heddle.counterexample import Counterexample
    from heddle.symbolic.analysis import Analysis
    from heddle.task import Task

SCHEMES = {scheme.name: scheme for scheme in (ORDER, LAZY)}


class Question(Protocol):
    """Is there an execution within the bound such that ...?"""

    @property
    def what(self) -> str: ...

    def ask(self, bmc: Bmc, bound: int, until: float) -> Any:
        """What the solver knows of such an execution; None if there is none.  Raises OutOfTime."""


@dataclass(frozen=True, slots=True)
class Violates:
    """``excluded``: failures, by thread and instruction, that do not count."""

    excluded: tuple[tuple[int, int], ...] = ()
    what: str = "violation"

    def ask(self, bmc: Bmc, bound: int, until: float) -> Counterexample | None:
        bmc.exclude(self.excluded)
        return Bmc.find_violation(bmc, bound, until)


@dataclass(frozen=True, slots=True)
class Reaches:
    """``claims``: by number."""

    meaning: Meaning
    claims: frozenset[int]
    what: str = "what bounds cut"

    def ask(self, bmc: Bmc, bound: int, until: float) -> list[int] | None:
        claims = bmc.claims(self.meaning)
        wanted = {id(claims[number]) for number in self.claims}
        found = Bmc.reached(bmc, self.meaning, bound, until, lambda claim: id(claim) in wanted)
        return numbers(claims, found) or None


@dataclass(frozen=True, slots=True)
class GoesOn:
    beyond_cuts: bool
    what: str = "more than the bound"

    def ask(self, bmc: Bmc, bound: int, until: float) -> bool | None:
        return Bmc.more_matters(bmc, bound, until, self.beyond_cuts) or None


def numbers(claims: list[Claim], some: list[Claim]) -> list[int]:
    found = {id(claim) for claim in some}
    return [number for number, claim in enumerate(claims) if id(claim) in found]


@dataclass(frozen=True, slots=True)
class Reply:
    """``found`` is None where nothing is.  ``is_real``: of a violation, whether the program runs that way."""

    found: Any = None
    is_real: bool = True
    out_of_time: bool = False
    size: int = 0
    """How many constraints the formula had: everybody has to have the same."""


@dataclass(frozen=True, slots=True)
class Look:
    """The errand: a question about a tile."""

    task: Task
    analysis: Analysis
    scheme: str
    question: Question
    bound: int
    tile: Tile
    seconds: float

    def __call__(self, channel: Channel) -> Reply:
        bmc = Bmc(self.analysis, SCHEMES[self.scheme])
        size, bmc.tile = bmc.constraints, self.tile
        try:
            found = self.question.ask(bmc, self.bound, time.monotonic() + self.seconds)
        except OutOfTime:
            return Reply(out_of_time=True, size=size)
        is_real = found is None or not isinstance(self.question, Violates) or self.is_real(found)
        return Reply(found, is_real, size=size)

    def is_real(self, cex: Counterexample) -> bool:
        from heddle.engines.confirm import verify
        from heddle.replay.replay import ReplayError

        try:
            verify(self.task, self.analysis.bounded.source, cex)
        except ReplayError:
            return False
        return True


__all__ = ["SCHEMES", "GoesOn", "Look", "Question", "Reaches", "Reply", "Violates", "numbers"]
