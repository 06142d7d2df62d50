"""What a run of one thread is: its steps, how it ends, and what it depends on beside the thread's code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from heddle.core.instr import AnyInstr, Location
from heddle.enumerate.values import Layout
from heddle.models.machines import LANGUAGE, Machine
from heddle.records import dataclass, field

HIDDEN = "thread "
"""Under such names values are handed to new threads and from ended ones: not locations of memory."""

Kind: TypeAlias = Literal["R", "W", "F", "create", "start", "end", "join"]
Ending: TypeAlias = Literal["", "waits", "cut", "exits", "fails", "undefined", "indeterminate"]
"""How a run ends; "" is the thread's end."""


@dataclass(frozen=True, slots=True)
class Step:
    """``addr``, ``data``, ``ctrl`` and ``casdep`` are sets of earlier steps of the run, as bits.  ``pair``: the read of
    the read-modify-write whose write this is.  ``value`` None: indeterminate.  ``other``: the thread created or joined.
    """

    kind: Kind
    location: str | None
    value: int | None
    tags: frozenset[str]
    loc: Location
    addr: int = 0
    data: int = 0
    ctrl: int = 0
    casdep: int = 0
    pair: int | None = None
    uid: int = -1
    other: int | None = None


@dataclass(slots=True)
class Run:
    """``at`` is the instruction at which a run stops.  ``waits_for``: the thread whose end it waits for; ``waits_on``:
    the reads whose values keep it waiting, as bits."""

    thread: int
    steps: list[Step] = field(default_factory=list)
    locals: dict[str, int] = field(default_factory=dict)
    created: frozenset[int] = frozenset()
    inputs: list[tuple[int, int]] = field(default_factory=list)
    ending: Ending = ""
    at: AnyInstr | None = None
    why: str = ""
    """What has no meaning there, where it ends so."""
    waits_for: int | None = None
    waits_on: int = 0
    section: int | None = None
    """How many steps came before the atomic section in which it stops."""
    ended: bool = False
    """Others can join the thread."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What runs of threads depend on beside the thread itself.

    ``hardware``: for a model that asks for hardware fences, whatever pthreads does has full fences around it, as the
    replayer has it; other models see acquire and release there.  ``library`` and ``creating`` are the uids of
    instructions in the model library and in its function that creates threads.  ``machine``: what orders are there.
    """

    layout: Layout
    unwind: int
    hardware: bool = True
    machine: Machine = LANGUAGE
    library: frozenset[int] = frozenset()
    creating: frozenset[int] = frozenset()
    claims: frozenset[str] = frozenset({"assert"})
    depth: int = 0
    """So many steps at most, if not 0."""
    tick: Callable[[], None] = lambda: None
    """Called for every run."""
    written: frozenset[str] | None = None
    """All locations that instructions write; None if that is not known."""

    def is_written(self, location: str) -> bool:
        return self.written is None or location in self.written
