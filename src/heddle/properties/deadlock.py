"""Deadlocks: threads that wait for ever.

A wait is a call that blocks: for a lock, the end of a thread, a signal, a semaphore, a barrier.  A thread that spins
in a loop of its own does not wait, nor does one whose wait can time out.  Threads wait for ever if nobody is left who
could end their waits: all other threads have ended or wait as well; or some of them wait for each other, or for a
lock whose owner has ended, whatever the others do.  When main returns, or somebody calls exit, the program is over,
and whoever waits then is no deadlock.  A wait for a condition variable may end without a signal, but nothing says that
it will.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heddle.properties.property import Property
from heddle.records import dataclass, replace

if TYPE_CHECKING:
    from heddle.core.program import Program
    from heddle.models.memory_model import MemoryModel


KIND = "deadlock"


@dataclass(frozen=True, slots=True)
class NoDeadlock(Property):
    """``in_graphs``, ``in_states``: the engine sees by itself where threads wait; else they say so themselves."""

    in_graphs: bool = False
    in_states: bool = False

    def instrument(self, program: Program) -> Program:
        from heddle.properties.waiting import follow_waits, with_end

        if self.in_states:
            return program
        return with_end(program) if self.in_graphs else follow_waits(program, KIND)

    def under(self, model: MemoryModel) -> Property:
        return replace(self, in_graphs=model.operational is None)

    def seen(self) -> Property:
        return self if self.in_graphs or self.in_states else replace(self, in_states=True)


NO_DEADLOCK = NoDeadlock("no-deadlock", "no threads wait for ever", frozenset({KIND}), frozenset({KIND}))
