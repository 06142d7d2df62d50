"""Shared memory abstractions: memory models as C files (thesis chapters 3 and 4; the interface is ``interface.h``)."""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from heddle.records import dataclass

if TYPE_CHECKING:
    from heddle.models.store_buffers import StoreBuffers

FOLDER = Path(__file__).parent


class Keeps(Enum):
    """What an abstraction keeps of shared memory."""

    NOW = auto()
    """Memory itself."""
    QUEUES = auto()
    """Memory, and the writes that wait for it."""
    TIMES = auto()
    """Writes with the times at which they reach memory, on a clock."""
    WRITES = auto()
    """One sequence of writes, or of what threads write in one go, guessed beforehand."""
    WRITES_BY_LOCATION = auto()
    """A sequence of writes for each location, guessed beforehand."""
    VALUATIONS = auto()
    """Whole memories, guessed beforehand, on which threads work one after the other, again and again."""
    CLUSTERS = auto()
    """The same, and in between memory holds still."""


@dataclass(frozen=True, slots=True)
class Abstraction:
    """``bounds`` names the bounds that it has, as users know them: of queue, clock, writes and rounds."""

    name: str
    model: str
    engine: str
    keeps: Keeps
    bounds: tuple[str, ...]
    in_turn: bool = False
    """Threads run in the order of a round, not at their creation (eager sequentialization only)."""

    @property
    def eager(self) -> bool:
        """Whether it is thread-asynchronous: for eager sequentialization, not for lazy."""
        return self.keeps in (Keeps.WRITES, Keeps.WRITES_BY_LOCATION, Keeps.VALUATIONS, Keeps.CLUSTERS)

    @property
    def policy(self) -> StoreBuffers:
        from heddle.models.store_buffers import POLICIES  # the command line needs names only

        return POLICIES[self.model]

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name.replace('-', '_')}.c"


ABSTRACTIONS: dict[str, Abstraction] = {
    a.name: a
    for a in (
        Abstraction("sc", "sc", "lazy", Keeps.NOW, ("rounds",)),
        Abstraction("tso", "tso", "lazy", Keeps.QUEUES, ("rounds", "queue")),
        Abstraction("pso", "pso", "lazy", Keeps.QUEUES, ("rounds", "queue")),
        Abstraction("etso", "tso", "lazy", Keeps.TIMES, ("rounds", "queue", "clock")),
        Abstraction("epso", "pso", "lazy", Keeps.TIMES, ("rounds", "queue", "clock")),
        Abstraction("mu-explicit", "sc", "mu", Keeps.WRITES, ("writes",)),
        Abstraction("mu-implicit", "sc", "mu", Keeps.WRITES, ("writes",)),
        Abstraction("mu-hybrid", "sc", "mu", Keeps.WRITES, ("writes",)),
        Abstraction("mu-coarse-inter", "sc", "mu", Keeps.CLUSTERS, ("writes",), in_turn=True),
        Abstraction("mu-coarse-intra", "sc", "mu", Keeps.WRITES, ("writes",)),
        Abstraction("imu-sc", "sc", "imu", Keeps.WRITES_BY_LOCATION, ("writes",)),
        Abstraction("imu-tso", "tso", "imu", Keeps.WRITES_BY_LOCATION, ("writes",)),
        Abstraction("imu-pso", "pso", "imu", Keeps.WRITES_BY_LOCATION, ("writes",)),
        Abstraction("lal-reps", "sc", "lal-reps", Keeps.VALUATIONS, ("rounds",), in_turn=True),
        Abstraction("lal-reps-tso", "tso", "lal-reps", Keeps.VALUATIONS, ("rounds",), in_turn=True),
        Abstraction("lal-reps-pso", "pso", "lal-reps", Keeps.VALUATIONS, ("rounds",), in_turn=True),
    )
}
"""All of them, by name."""
DEFAULT = {"sc": "sc", "tso": "etso", "pso": "epso"}
"""The abstraction to use for a memory model."""


@dataclass(frozen=True, slots=True)
class SmaBounds:
    """``queue`` is N, the length of store buffers or write lists; ``clock`` is K, the moments that the clock shows;
    ``writes`` is W, the length of histories; ``rounds`` are those of lazy sequentialization, or R of Lal and Reps;
    ``contexts``, if any, take the place of rounds: in each any thread runs."""

    queue: int = 2
    clock: int = 2
    writes: int = 2
    rounds: int = 2
    contexts: int = 0


_INCLUDE = re.compile(r'^#include "([a-z_]+\.h)"\n', re.MULTILINE)


@cache
def source(abstraction: Abstraction) -> str:
    """The C text of an abstraction, with what it includes in place."""
    return _with_includes(abstraction.file)


def _with_includes(file: Path) -> str:
    return _INCLUDE.sub(lambda found: _with_includes(FOLDER / found[1]), file.read_text())


@cache
def identifiers(abstraction: Abstraction) -> frozenset[str]:
    """The names that the text uses: the program's own must differ."""
    code = re.sub(r"/\*.*?\*/", "", source(abstraction), flags=re.DOTALL)
    return frozenset(re.findall(r"[A-Za-z_]\w*", code))


__all__ = ["ABSTRACTIONS", "DEFAULT", "Abstraction", "Keeps", "SmaBounds", "identifiers", "source"]
