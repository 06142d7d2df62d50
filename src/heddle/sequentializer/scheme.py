"""Sequentialization: threads, schedule and memory model become one sequential program.

    bounded program ──share──▶ threads that call the abstraction ──lazy, eager──▶ SequentialProgram ──▶ a backend, or C
"""

from __future__ import annotations

from heddle.core.program import BoundedProgram
from heddle.sequentializer.eager import eager
from heddle.sequentializer.histories import Histories, share_histories
from heddle.sequentializer.lazy import lazy
from heddle.sequentializer.program import SequentialProgram
from heddle.sequentializer.share import Shared, as_it_is, share
from heddle.sma import Abstraction, SmaBounds


def shared(bounded: BoundedProgram, abstraction: Abstraction | None, width: int | None = None) -> Shared:
    """The threads with their accesses to shared memory rewritten; the same for all bounds of the abstraction."""
    if abstraction is None:
        return as_it_is(bounded)
    return (share_histories if abstraction.eager else share)(bounded, abstraction.policy, width)


def sequentialize(shared: Shared, abstraction: Abstraction | None, bounds: SmaBounds) -> SequentialProgram:
    """Without an abstraction: the threads share memory as it is, in lazy rounds, under sequential consistency."""
    if isinstance(shared, Histories):
        assert abstraction is not None
        return eager(shared, abstraction, bounds)
    return lazy(shared, abstraction, bounds)


__all__ = ["SequentialProgram", "Shared", "sequentialize", "shared"]
