"""Answers: what an engine says about a task.  One type for check, explore and litmus (docs/verdicts.md).

An answer is data; the words that people read are made in :mod:`heddle.report`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from heddle.core.instr import UNDEFINED, AnyInstr, Assert, Location, undefined_behaviour
from heddle.records import dataclass, field

if TYPE_CHECKING:
    from heddle.execution import Execution
    from heddle.graph import ExecutionGraph

State = tuple[tuple[str, int | str], ...]
"""The final values of what is observed, by name."""


class Verdict(StrEnum):
    VIOLATION = "violation"
    SAFE = "safe"
    BOUNDED = "safe within bounds"
    UNKNOWN = "unknown"


class Stop(StrEnum):
    """What ended a search before it was complete."""

    TIME = "time limit"
    MEMORY = "memory limit"
    SIZE = "size"
    """The program is too large to be followed as far as it was asked for."""


EXIT_CODES = {Verdict.SAFE: 0, Verdict.BOUNDED: 0, Verdict.VIOLATION: 1, Verdict.UNKNOWN: 3}
BAD_INPUT = 2
VACUOUS = "reaches the end of the program: what stands there was never run"
NOT_ASKED = "not asked"
EXPLAIN = "--explain tells what ran and how far each came"
"""The advice where there is no better one."""
"""What is said of an engine whose turn did not come."""
INVALID_POINTER = "access through an invalid pointer"


@dataclass(frozen=True, slots=True)
class Cutoff:
    """What a bound excluded.  ``option`` is the one that raises the bound, empty if none does."""

    what: str
    option: str = ""
    loc: Location | None = None


def at_undefined_behaviour(x: AnyInstr | None) -> Cutoff:
    """Executions that lose their meaning at an instruction, where that is no violation."""
    what = x.message if isinstance(x, Assert) else INVALID_POINTER
    return Cutoff(undefined_behaviour(what), "", None if x is None else x.loc)


def is_undefined(cut: Cutoff) -> bool:
    """Whether executions reach undefined behaviour there: whoever comes so far goes no further."""
    return cut.what.startswith(UNDEFINED)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many executions there are.  Those that a bound cut are among ``executions``; blocked and violating ones are
    not.  ``complete``: these are all."""

    executions: int = 0
    blocked: int = 0
    violations: int = 0
    cut: int = 0
    complete: bool = False
    candidates: int | None = None
    """What an enumeration has looked at."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a constraint of the memory model says about a graph.  ``holds``, of a flag: it is raised, by ``events``."""

    name: str
    text: str
    """As the model's file has it; empty where that is not known."""
    holds: bool
    flag: bool = False
    events: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """An execution graph to be shown.  ``origins``: for events by number, the user's line and the thread's name.
    ``values``: what C calls the values of events, where they are no plain numbers."""

    graph: ExecutionGraph
    origins: dict[int, tuple[Location, str]] = field(default_factory=dict)
    is_violation: bool = False
    constraints: tuple[Judged, ...] = ()
    values: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Observation:
    """What a litmus test asked, and what came of it."""

    test: str
    quantifier: str
    condition: str
    positive: int
    negative: int
    flags: tuple[str, ...] = ()
    undefined: tuple[str, ...] = ()
    """Those of the flags after which nothing has a meaning."""

    @property
    def frequency(self) -> str:
        """How often the condition holds, as herd says it."""
        if not self.positive:
            return "Never"
        return "Sometimes" if self.negative else "Always"

    @property
    def ok(self) -> bool:
        """Whether the test's claim holds."""
        if self.quantifier == "exists":
            return self.positive > 0
        return (self.positive if self.quantifier == "~exists" else self.negative) == 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A part of an invariant: what holds (C expressions) whenever threads that run these functions are at these places.

    ``x#2`` is the variable of the second thread; ``owner(m)`` is the thread that has set ``m``.
    """

    threads: tuple[str, ...]
    where: tuple[Location, ...]
    holds: tuple[str, ...]
    is_first: bool = True
    """No step of the thread comes before on that line."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the engines that were asked: for how many seconds it ran, and how far it came."""

    engine: str
    why: str
    """What it was asked for."""
    seconds: float
    state: str


@dataclass(slots=True)
class Answer:
    """``bounds`` are those of the last completed search, by the names of their options; ``cuts`` is what they cut.

    ``engine`` is the one that gave the answer; ``note`` says what else the user should know about how it came about.
    """

    verdict: Verdict
    reason: str
    model: str
    engine: str
    bounds: dict[str, int] = field(default_factory=dict)
    cuts: list[Cutoff] = field(default_factory=list)
    execution: Execution | None = None
    """The violating execution, as the replayer saw it."""
    counts: Counts | None = None
    states: dict[State, int] | None = None
    """How many executions end in each final state."""
    graphs: list[Drawn] = field(default_factory=list)
    observation: Observation | None = None
    seconds: float = 0.0
    statistics: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    invariant: list[Claim] = field(default_factory=list)
    """Why a program is safe, where an engine proves it by an invariant; checked."""
    parts: list[Part] = field(default_factory=list)
    """Where several engines were asked: all of them."""
    about: str = ""
    """What these were chosen for; of an engine that ran alone, why."""
    advice: str = ""
    """What the user could try next."""
    assumptions: tuple[str, ...] = ()
    """What the answer takes for granted of the world, where the program depends on it."""
    stopped: Stop | None = None
    """Why the search is not complete, where that is its own limit."""
    is_vacuous: bool = False
    """No execution comes to the program's end: all wait for ever, or are cut, before.  Not said where nobody knows."""
    suspicion: int = 0
    """In an answer on the way: so many rounds of loops may lead to a violation.  For engines that find violations."""

    @property
    def is_definite(self) -> bool:
        return self.verdict in (Verdict.VIOLATION, Verdict.SAFE)

    def vacuous(self) -> Answer:
        """The answer, where no execution that was looked at comes to the end of the program."""
        self.is_vacuous = True
        within = " within the bounds" if self.verdict is Verdict.BOUNDED else ""
        self.reason = f"no execution{within} {VACUOUS}; {self.reason}"
        return self

    def out_of_time(self) -> Answer:
        """The answer, where there would have been more to search had there been more time."""
        if not self.is_definite and self.stopped is not Stop.TIME:
            self.reason = f"{self.reason}; then the search stopped: {Stop.TIME} reached"
            self.stopped = Stop.TIME
        return self

    @property
    def is_final(self) -> bool:
        """Whether larger bounds could say no more: what is cut, no bound cuts."""
        cut = self.verdict is Verdict.BOUNDED and bool(self.cuts) and not any(c.option for c in self.cuts)
        return self.is_definite or cut
