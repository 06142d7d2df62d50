"""What sequentialization gives: a sequential core program, and how its runs are to be understood.

Backends take the core program; C is printed from the same object (:mod:`heddle.sequentializer.printing`).  A run is
told by what it observes: a backend reports, in order, the observations that the run makes, each with a value.  From
these an execution of the threads is read back (:mod:`heddle.sequentializer.readback`).
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from heddle.core.expr import Expr
from heddle.core.instr import AnyInstr
from heddle.core.program import BoundedProgram, Program, Thread
from heddle.core.types import IntType
from heddle.records import dataclass, field

Spelling: TypeAlias = tuple[str | Expr, ...]
"""How C says an instruction: text, with conditions in it.  Nothing at all if another instruction says it too."""


class What(Enum):
    """What can be observed.  Abstractions call their observations by these names (``sma/interface.h``)."""

    PART = "at"
    """A part of an instruction of a thread is executed; the value is what a Nondet gives."""
    FAILED = "failed"
    """The assertion that the run has just come to fails."""
    CLOCK = "clock"
    ISSUED_LOCATION = "issued_location"
    ISSUED_TIME = "issued_time"
    UPDATED_BY = "updated_by"
    UPDATED_LOCATION = "updated_location"
    WHEN = "when"
    JOINED = "joined"


SIGNALS = tuple(w for w in What if w is not What.PART)
"""What needs no more than its name."""


@dataclass(frozen=True, slots=True)
class Origin:
    """An instruction of a thread of the bounded program, by its position in the thread's body."""

    thread: int
    position: int


@dataclass(frozen=True, slots=True)
class Observation:
    """``part`` is the instruction that stands for (a part of) the instruction ``origin``."""

    what: What
    origin: Origin | None = None
    part: AnyInstr | None = None

    @property
    def name(self) -> str:
        """A name that no other observation of the program has."""
        return self.what.value if self.part is None else f"{self.what.value}_{self.part.uid}"


Run: TypeAlias = list[tuple[Observation, int]]


@dataclass(slots=True)
class Listing:
    """What the C text has beside the core program's functions and objects."""

    header: str
    macros: str
    """By which threads are interrupted or stopped."""
    reserved: frozenset[str]
    """Names that the text uses."""
    memory: str = ""
    """The shared memory abstraction: parameters, tables, and its file."""
    inputs: tuple[IntType, ...] = ()
    """The types of arbitrary values that the text asks for."""
    declarations: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    """What main does, behind the initial values that need assignments."""
    options: str = ""
    """What verifiers have to be told about the text, with a space before it."""
    spelling: dict[int, Spelling] = field(default_factory=dict)
    """By the uid of the instruction."""


@dataclass(slots=True)
class SequentialProgram:
    """``program``: main, a function for each thread (whose locals persist), and those of the abstraction.

    Objects of the control flow are named ``control.…``, those of the abstraction ``sma.…``.
    """

    program: Program
    observations: dict[int, Observation]
    """By the uid of the write that makes it; what is written there nobody reads."""
    origins: dict[int, Origin]
    """What instructions of the threads' functions stand for, by uid."""
    threads: list[Thread]
    """The threads of the bounded program that are simulated."""
    bounded: BoundedProgram
    listing: Listing


def thread_function(index: int) -> str:
    return f"thread.{index}"


CONTROL, ABSTRACTION = "control.", "sma."
"""How the names of objects begin that are not the program's own."""

__all__ = [
    "ABSTRACTION", "CONTROL", "SIGNALS", "Listing", "Observation", "Origin", "Run", "SequentialProgram", "Spelling",
    "What", "thread_function",
]  # fmt: skip
