"""Shared memory abstractions: memory models as C files (thesis chapters 3 and 4; the interface is ``interface.h``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
SYNCHRONOUS = {"sc": "sc", "tso": "tso", "pso": "pso", "etso": "tso", "epso": "pso"}
"""For lazy sequentialization: the memory model that each abstraction implements."""
ASYNCHRONOUS = {
    "mu-explicit": "sc", "mu-implicit": "sc", "mu-hybrid": "sc", "mu-coarse-inter": "sc", "mu-coarse-intra": "sc",
    "imu-sc": "sc", "imu-tso": "tso", "imu-pso": "pso", "lal-reps": "sc",
}  # fmt: skip
"""The same for eager sequentialization."""
MODEL_OF = {**SYNCHRONOUS, **ASYNCHRONOUS}
"""All of them; the file of each has its name."""
CLUSTERED = frozenset({"mu-coarse-inter", "lal-reps"})
"""Abstractions in which threads run in the order of simulation, again and again."""
BY_LOCATION = frozenset({"imu-sc", "imu-tso", "imu-pso"})
"""Abstractions with a history for each location."""
DEFAULT = {"sc": "sc", "tso": "etso", "pso": "epso"}
"""The abstraction to use for a memory model."""
TIMESTAMPED = frozenset({"etso", "epso"})
"""Abstractions with a clock, and so with a bound on it."""

_INCLUDE = re.compile(r'^#include "([a-z_]+\.h)"\n', re.MULTILINE)


def engine_of(name: str) -> str:
    """The engine that an abstraction belongs to."""
    return name if name == "lal-reps" else name.partition("-")[0] if name in ASYNCHRONOUS else "lazy"


@dataclass(frozen=True, slots=True)
class SmaBounds:
    """``queue`` is N, the length of store buffers or write lists; ``clock`` is K, the last moment of the clock;
    ``writes`` is W, the length of histories, and ``rounds`` R, the rounds of Lal and Reps."""

    queue: int = 2
    clock: int = 2
    writes: int = 2
    rounds: int = 2


@cache
def source(name: str) -> str:
    """The C text of an abstraction, with what it includes in place."""
    return _INCLUDE.sub(lambda found: _read(found[1]), _read(f"{name.replace('-', '_')}.c"))


def _read(file: str) -> str:
    return _INCLUDE.sub(lambda found: _read(found[1]), (FOLDER / file).read_text())


@cache
def identifiers(name: str) -> frozenset[str]:
    """The names that the text uses: the program's own must differ."""
    code = re.sub(r"/\*.*?\*/", "", source(name), flags=re.DOTALL)
    return frozenset(re.findall(r"[A-Za-z_]\w*", code))


__all__ = [
    "ASYNCHRONOUS", "BY_LOCATION", "CLUSTERED", "DEFAULT", "MODEL_OF", "SYNCHRONOUS", "TIMESTAMPED", "SmaBounds",
    "engine_of", "identifiers", "source",
]  # fmt: skip
