"""Whether a thread that runs alone comes back to a state that it was in: then it goes round for ever."""

from __future__ import annotations

from collections.abc import Callable

from heddle.replay.machine import Machine

PATIENCE = 1000
"""Steps before anybody looks: most runs are over by then."""


class Circle:
    """Remembers a state after ever more steps (Brent), and compares when the thread comes to its instruction again.

    ``more`` is what the state has beside the machine's.
    """

    def __init__(self, machine: Machine, t: int, more: Callable[[], object]) -> None:
        self.machine, self.t, self.more = machine, t, more
        self.steps, self.next_mark = 0, PATIENCE
        self.uid: int | None = None
        self.state: object = None

    def closes(self, uid: int) -> bool:
        """Called before every step, with its instruction."""
        self.steps += 1
        if self.steps == self.next_mark:
            self.next_mark, self.uid, self.state = 2 * self.steps, uid, self._state()
            return False
        return uid == self.uid and self._state() == self.state

    def _state(self) -> object:
        return self.machine.threads[self.t].canonical(), self.machine.memory.canonical(), self.more()


__all__ = ["Circle"]
