"""Invariants: what holds of one thread, of every two, or of all threads together, wherever they are.

``Kind.EACH``: of every thread at a place, its part holds (thread-modular reasoning: Owicki and Gries 1976, Jones 1983;
as Horn clauses: Gupta, Popeea and Rybalchenko 2011).  ``Kind.PAIRS``: of every two threads.  ``Kind.ALL``: of all
threads that exist, of which there is one of each template.  ``Kind.STEPS``: that no claim fails, by induction over
several steps of all threads (Sheeran, Singh and Stalmarck 2000); the parts are about each thread, and help with that.
"""

from __future__ import annotations

from enum import StrEnum

from heddle.proofs.formulas import Formula
from heddle.records import dataclass, field

Place = tuple[int, int]
"""A template and one of its nodes."""
Key = tuple[Place, ...]
"""Where the threads are that a part of an invariant speaks about, in this order."""


class Kind(StrEnum):
    EACH = "each thread"
    PAIRS = "every two threads"
    ALL = "all threads together"
    STEPS = "all threads together, over several steps"


@dataclass(slots=True)
class Invariant:
    """No thread is ever where no part says anything: what is missing is false.

    For pairs, parts with one place are about main as long as it is the only thread.  ``steps``: how many states of a
    run the induction is about.
    """

    kind: Kind
    parts: dict[Key, Formula] = field(default_factory=dict)
    steps: int = 1


__all__ = ["Invariant", "Key", "Kind", "Place"]
