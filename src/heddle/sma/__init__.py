"""Shared memory abstractions: memory models as C files (thesis chapters 3 and 4; the interface is ``interface.h``)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
MODEL_OF = {"sc": "sc", "tso": "tso", "pso": "pso", "etso": "tso", "epso": "pso"}
"""The memory model that each abstraction implements; its file has its name."""
DEFAULT = {"sc": "sc", "tso": "etso", "pso": "epso"}
"""The abstraction to use for a memory model."""
TIMESTAMPED = frozenset({"etso", "epso"})
"""Abstractions with a clock, and so with a bound on it."""

_INCLUDE = re.compile(r'^#include "([a-z_]+\.h)"\n', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SmaBounds:
    """``queue`` is N, the length of store buffers or write lists; ``clock`` is K, the last moment of the clock."""

    queue: int = 2
    clock: int = 2


@cache
def source(name: str) -> str:
    """The C text of an abstraction, with what it includes in place."""
    return _INCLUDE.sub(lambda found: _read(found[1]), _read(f"{name}.c"))


def _read(file: str) -> str:
    return _INCLUDE.sub(lambda found: _read(found[1]), (FOLDER / file).read_text())


@cache
def identifiers(name: str) -> frozenset[str]:
    """The names that the text uses: the program's own must differ."""
    code = re.sub(r"/\*.*?\*/", "", source(name), flags=re.DOTALL)
    return frozenset(re.findall(r"[A-Za-z_]\w*", code))


__all__ = ["DEFAULT", "MODEL_OF", "TIMESTAMPED", "SmaBounds", "identifiers", "source"]
